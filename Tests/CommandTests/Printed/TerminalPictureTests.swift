import Foundation
import HomeworkTestKit
import Testing

/// An assignment's picture before its quiz: the built executable under a terminal that the test simulates.
@Suite(.enabled(if: Machine.hasTerminals, "there are no pseudo-terminals")) struct `A picture` {
  /// Three red pixels in two rows; 16 by 8 blue ones; and a header that claims 60,000 by 60,000.
  private static let red =
    "iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAIAAAASFvFNAAAAEElEQVR42mP4z8AAQQxwFgBB0gX7b/EWxwAAAABJRU5ErkJggg=="
  private static let blue = """
    /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABALDA4MChAODQ4SERATGCgaGBYWGDEjJR0oOjM9PDkzODdASFxOQERXRTc4UG1RV19iZ2hnPk1xeXBkeFxl\
    Z2P/2wBDARESEhgVGC8aGi9jQjhCY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2P/wAARCAAIABADASIA\
    AhEBAxEB/8QAHwAAAQUBAQEBAQEAAAAAAAAAAAECAwQFBgcICQoL/8QAtRAAAgEDAwIEAwUFBAQAAAF9AQIDAAQRBRIhMUEGE1FhByJxFDKBkaEII0Kx\
    wRVS0fAkM2JyggkKFhcYGRolJicoKSo0NTY3ODk6Q0RFRkdISUpTVFVWV1hZWmNkZWZnaGlqc3R1dnd4eXqDhIWGh4iJipKTlJWWl5iZmqKjpKWmp6ip\
    qrKztLW2t7i5usLDxMXGx8jJytLT1NXW19jZ2uHi4+Tl5ufo6erx8vP09fb3+Pn6/8QAHwEAAwEBAQEBAQEBAQAAAAAAAAECAwQFBgcICQoL/8QAtREA\
    AgECBAQDBAcFBAQAAQJ3AAECAxEEBSExBhJBUQdhcRMiMoEIFEKRobHBCSMzUvAVYnLRChYkNOEl8RcYGRomJygpKjU2Nzg5OkNERUZHSElKU1RVVldY\
    WVpjZGVmZ2hpanN0dXZ3eHl6goOEhYaHiImKkpOUlZaXmJmaoqOkpaanqKmqsrO0tba3uLm6wsPExcbHyMnK0tPU1dbX2Nna4uPk5ebn6Onq8vP09fb3\
    +Pn6/9oADAMBAAIRAxEAPwDjaKKK+8OU/9k=
    """
  private static let bomb =
    "iVBORw0KGgoAAAANSUhEUgAA6mAAAOpgCAIAAAAPsOIVAAAAC0lEQVR42mNggAEAAAoAAewkA7kAAAAASUVORK5CYII="
  private static let hasDecoder = dlopen("libgdk_pixbuf-2.0.so.0", RTLD_NOW) != nil

  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// Plays the quiz of an assignment with this picture.
  private func play(_ picture: String, _ environment: [String: String] = [:]) throws -> PseudoTerminal {
    try #require(Data(base64Encoded: picture)).write(to: directory.url.appending(path: "picture"))
    let quiz = ThisPackage.root.appending(path: "Examples/quizzes/rivers.json").path
    let place = ["HWDB_DATABASE": directory.path("hwdb.sqlite")]
    let added = try run(
      ThisPackage.binary("hwdb"), ["add", "Rivers", "--quiz", quiz, "--image", directory.path("picture")],
      environment: place)
    #expect(added.status == 0, "\(added)")
    return try PseudoTerminal(
      ThisPackage.binary("hwdb"), ["play", "Rivers"], environment: place.merging(environment) { $1 })
  }

  /// Answers a query of the terminal's attributes, and continues to the first question.
  private func answer(_ attributes: String, _ screen: PseudoTerminal, shows: [String]) {
    #expect(screen.waits(for: "\u{1B}[c"))
    screen.type(attributes)
    for text in shows { #expect(screen.waits(for: text), "\(text): \(screen.output.debugDescription)") }
    screen.type("\n")
    #expect(screen.waits(for: "Question 1 of 10"))
  }

  @Test(.enabled(if: hasDecoder, "gdk-pixbuf is not installed"))
  func `is drawn as sixels on a terminal that supports them, row by row in its colours`() throws {
    // Red is colour 5 · 36, and two rows of a band are bits 1 and 2.
    let words = ["\u{1B}Pq\"1;1;3;2", "#180;2;100;0;0#180BBB$-\u{1B}\\", "Press Enter to begin: "]
    answer("\u{1B}[?62;4;22c", try play(Self.red), shows: words)
  }

  @Test(.enabled(if: hasDecoder, "gdk-pixbuf is not installed"))
  func `can be a photograph`() throws {
    // Sixteen columns: the upper six rows and the lower two.
    answer("\u{1B}[?64;1;4c", try play(Self.blue), shows: ["\"1;1;16;8", "!16~$-", "!16B$-"])
  }

  @Test func `is sent to Kitty as pixels, or as its file without a decoder`() throws {
    for (picture, size) in [(Self.red, "s=3,v=2"), (Self.blue, "s=16,v=8")] {
      let screen = try play(picture, ["KITTY_WINDOW_ID": "1"])
      let isPixels = screen.waits(for: "\u{1B}_Ga=T,f=24,\(size),q=2,m=0;", seconds: Self.hasDecoder ? 20 : 1)
      #expect(isPixels == Self.hasDecoder)
      if !isPixels, picture == Self.red { #expect(screen.waits(for: "\u{1B}_Ga=T,f=100,q=2,m=0;\(Self.red)")) }
      if isPixels { #expect(screen.waits(for: "Press Enter to begin: ")) }
      // Three times two red pixels are these bytes.
      if isPixels, picture == Self.red { #expect(screen.output.contains(";/wAA/wAA/wAA/wAA/wAA/wAA\u{1B}\\")) }
      #expect(
        try run(
          ThisPackage.binary("hwdb"), ["delete", "Rivers", "--yes"],
          environment: ["HWDB_DATABASE": directory.path("hwdb.sqlite")]
        ).status == 0)
    }
  }

  @Test(arguments: ["\u{1B}[?62;22c", "\u{1B}[?4c", "c\u{1B}[?1;2c"])
  func `is announced on a terminal without sixels`(attributes: String) throws {
    answer(
      attributes, try play(Self.red),
      shows: ["This terminal cannot show the picture (PNG, 73 B): hwdb picture "])
  }

  @Test func `is announced on a silent terminal, and if it is damaged or hostile`() throws {
    let silent = try play(Self.red)
    #expect(silent.waits(for: "This terminal cannot show the picture"))
    for wrong in [Self.bomb, String(Self.red.prefix(44))] {
      let other = try `A picture`()
      answer("\u{1B}[?62;4c", try other.play(wrong), shows: ["This terminal cannot show the picture (PNG, "])
    }
  }
}

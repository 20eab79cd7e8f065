import Foundation
import HomeworkTestKit
import Testing

/// Letters of all scripts under `hwdb play`, whatever the locale.
@Suite(.enabled(if: Machine.hasTerminals, "there are no pseudo-terminals")) struct `The letters of a quiz` {
  private let terminal = Terminal()

  private func play(_ words: [String], _ environment: [String: String] = [:]) throws -> PseudoTerminal {
    let options = words.map { "\"\($0) .\"" }.joined(separator: ", ")
    try terminal.directory.write(
      """
      [{"type": "mcq", "question": "Größe Ж 東京?", "options": [\(options), "Ende ."], "correctIndex": 0},
       {"type": "fillBlank", "question": "Ü?", "correctAnswer": "ü"}]
      """, to: "quiz.json")
    #expect(try terminal.hwdb("import", "quiz.json").status == 0)
    return try terminal.screen(["play", "quiz", "--motion", "reduced"], environment: environment)
  }

  @Test(arguments: [
    "नई दिल्ली", "বাংলা ভাষা", "தமிழ் மொழி", "తెలుగు భాష", "ಕನ್ನಡ ಭಾಷೆ", "മലയാളം ഭാഷ", "ગુજરાતી ભાષા", "ਪੰਜਾਬੀ ਭਾਸ਼ਾ",
    "සිංහල භාෂාව", "မြန်မာဘာသာ", "ភាសាខ្មែរ", "ภาษาไทย ทำ", "ພາສາລາວ ນ້ຳ", "한국어 \u{1112}\u{1161}\u{11AB}", "العَرَبِيَّة", "עִבְרִית",
    "Việt e\u{301}", "བོད་སྐད།",
    "ትግርኛ", "👨‍👩‍👧 👍🏽 🇩🇪 🎉",
  ]) func `all show, and so does what is typed`(words: String) throws {
    let game = try play([words])
    #expect(game.shows { $0.text.contains("A \(words) .") }, "\(game.screen.text)")
    game.type("a\n")
    #expect(game.shows { $0.text.contains("Correct") })
    game.type("\n\(words)")
    #expect(game.shows { $0.text.contains("> \(words)") }, "\(game.screen.text)")
  }

  /// The user's own locale may not be UTF-8, or may not be installed, as when ssh passes on its name.
  @Test(arguments: [
    ["LC_ALL": "C.UTF-8"], ["LC_ALL": "C"], ["LC_ALL": "POSIX"], ["LC_ALL": "", "LANG": "C"], ["LC_ALL": ""],
    ["LC_ALL": "", "LANG": "de_DE.UTF-8"], ["LC_ALL": "xx_XX.UTF-8"], ["LC_ALL": "", "LC_CTYPE": "xx_XX", "LANG": "C"],
  ]) func `show in every locale`(environment: [String: String]) throws {
    let game = try play(["Ö"], environment)
    #expect(game.shows { $0.text.contains("Größe Ж 東京?") && $0.text.contains("A Ö .") }, "\(game.screen.text)")
    let hasDots = game.screen.text.contains("○  ○  ○") || game.screen.text.contains(".  .  .")
    #expect(hasDots, "\(game.screen.text)")
    game.type("a\n\nü\n")
    #expect(game.shows { $0.text.contains("> ü") && $0.text.contains("Correct.") }, "\(game.screen.text)")
  }

  @Test(.enabled(if: Machine.hasNamespaces, "no locale can be hidden here"))
  func `become question marks without any UTF-8 locale, and a line says so`() throws {
    _ = try play(["Ö"]).end()
    let hidden = try "mount -t tmpfs none /usr/lib/locale && exec \(ThisPackage.binary("hwdb")) play quiz"
    let game = try PseudoTerminal(
      "/usr/bin/unshare", ["-rm", "/bin/sh", "-c", hidden],
      environment: ["HWDB_DATABASE": terminal.directory.path("hwdb.sqlite"), "HWDB_MOTION": "reduced"])
    #expect(game.shows { $0.text.contains("Gr??e ? ? ? ?") && $0.text.contains("A ? .") }, "\(game.screen.text)")
    #expect(
      game.screen.text.contains("Without a UTF-8 locale, letters beyond ASCII show as ?: use hwdb play --plain"),
      "\(game.screen.text)")
    #expect(game.screen.text.contains(".  .  .") && game.screen.text.unicodeScalars.allSatisfy(\.isASCII))
  }
}

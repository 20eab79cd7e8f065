import HomeworkAPI
import HomeworkModel
import HomeworkSystem

/// An assignment's picture on a terminal that can show it.
enum TerminalPicture {
  /// Returns the picture in Kitty's graphics protocol or as sixels, as the terminal supports; `nil` if it supports
  /// neither, or the picture cannot be read.
  static func text(of picture: Picture, _ environment: [String: String]) -> String? {
    if isKitty(environment) { return kitty(picture) }
    guard environment["TERM"] != "dumb", DeviceAttributes.answer()?.hasSixel == true else { return nil }
    return Pixels(of: picture, within: room).map { Sixel.text(of: $0) + "\n" }
  }

  /// Returns whether the terminal declares support for the protocol.
  private static func isKitty(_ environment: [String: String]) -> Bool {
    environment["KITTY_WINDOW_ID"] != nil || (environment["TERM"] ?? "").contains("kitty")
      || ["ghostty", "WezTerm"].contains(environment["TERM_PROGRAM"] ?? "")
  }

  /// Sends pixels; if a PNG cannot be decoded here, sends its bytes for the terminal to decode.
  private static func kitty(_ picture: Picture) -> String? {
    if let pixels = Pixels(of: picture, within: room) {
      return kitty("f=24,s=\(pixels.width),v=\(pixels.height)", pixels.bytes)
    }
    return picture.type == .png ? kitty("f=100", picture.bytes) : nil
  }

  private static func kitty(_ format: String, _ bytes: [UInt8]) -> String {
    let base64 = Array(Base64.text(of: bytes).utf8)
    let pieces = stride(from: 0, to: base64.count, by: 4096).map { base64[$0..<min($0 + 4096, base64.count)] }
    return pieces.enumerated().map { index, piece in
      // Each part says whether more follow; q=2 suppresses the terminal's response.
      let head = index == 0 ? "a=T,\(format),q=2," : ""
      let more = index == pieces.count - 1 ? 0 : 1
      return "\u{1B}_G\(head)m=\(more);\(String(decoding: piece, as: UTF8.self))\u{1B}\\"
    }.joined() + "\n"
  }

  /// The size in pixels, less two lines for the words below the picture. If the terminal does not report the size of
  /// its cells, they are assumed to have the usual size.
  private static var room: (width: Int, height: Int) {
    var size = winsize()
    _ = ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size)
    let (columns, rows) = (max(1, Int(size.ws_col)), max(3, Int(size.ws_row)))
    let (width, height) = (Int(size.ws_xpixel), Int(size.ws_ypixel))
    return width > 0 && height > 0
      ? (width, max(1, height - 2 * height / rows))
      : (columns * Int(GameView.cellWidth), (rows - 2) * Int(GameView.cellHeight))
  }

  /// Returns a notice that the picture cannot be shown.
  static func note(on picture: PictureInfo, of id: Homework.ID) -> String {
    "This terminal cannot show the picture (\(TextOutput.picture(picture))): "
      + "hwdb picture \(TextOutput.shortId(id)) -o FILE saves it"
  }
}

/// A terminal's answer to a query of its attributes: `ESC [ ? 62 ; 4 c`.
private struct DeviceAttributes {
  let numbers: [Substring]

  /// True if the numbers after the terminal's model contain 4, which means sixels.
  var hasSixel: Bool { numbers.dropFirst().contains("4") }

  /// Returns `nil` if the terminal does not answer within a second. Nearly all answer at once.
  static func answer() -> Self? {
    var before = termios()
    guard tcgetattr(STDIN_FILENO, &before) == 0 else { return nil }
    var raw = before
    raw.c_lflag &= ~tcflag_t(ICANON | ECHO)
    guard tcsetattr(STDIN_FILENO, TCSANOW, &raw) == 0 else { return nil }
    defer { tcsetattr(STDIN_FILENO, TCSANOW, &before) }
    Output.write("\u{1B}[c")
    var answer: [UInt8] = []
    while answer.count < 100 {
      var waiting = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
      var byte: UInt8 = 0
      guard poll(&waiting, 1, 1000) == 1, read(STDIN_FILENO, &byte, 1) == 1 else { return nil }
      answer.append(byte)
      guard byte == UInt8(ascii: "c"), let start = answer.lastIndex(of: 0x1B) else { continue }
      let words = String(decoding: answer[start...].dropFirst().dropLast(), as: UTF8.self)
      guard words.hasPrefix("[?") else { continue }
      return Self(numbers: words.dropFirst(2).split(separator: ";"))
    }
    return nil
  }
}

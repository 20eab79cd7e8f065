import HomeworkAPI
import HomeworkModel

/// The picture of a homework on a terminal that can show one.
enum TerminalPicture {
  /// By Kitty's graphics protocol, which takes the bytes of a PNG as they are; `nil` where the terminal does not have it.
  static func text(of picture: Picture, _ environment: [String: String]) -> String? {
    guard isKitty(environment), picture.type == .png else { return nil }
    let base64 = Array(Base64.text(of: picture.bytes).utf8)
    let pieces = stride(from: 0, to: base64.count, by: 4096).map { base64[$0..<min($0 + 4096, base64.count)] }
    return pieces.enumerated().map { index, piece in
      // Format 100 is PNG; a part says whether more follow; the terminal is not to answer.
      let head = index == 0 ? "a=T,f=100,q=2," : ""
      let more = index == pieces.count - 1 ? 0 : 1
      return "\u{1B}_G\(head)m=\(more);\(String(decoding: piece, as: UTF8.self))\u{1B}\\"
    }.joined() + "\n"
  }

  /// Those that say of themselves that they have the protocol.
  private static func isKitty(_ environment: [String: String]) -> Bool {
    environment["KITTY_WINDOW_ID"] != nil || (environment["TERM"] ?? "").contains("kitty")
      || ["ghostty", "WezTerm"].contains(environment["TERM_PROGRAM"] ?? "")
  }

  /// What to say where it cannot be shown.
  static func note(on picture: PictureInfo, of id: Homework.ID) -> String {
    "This terminal cannot show the picture (\(TextOutput.picture(picture))): hwdb picture \(TextOutput.shortId(id)) -o FILE saves it"
  }
}

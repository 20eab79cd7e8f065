/// Base64 (RFC 4648, section 4).
package enum Base64 {
  private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  private static let padding = UInt8(ascii: "=")
  private static let values = {
    var values = [UInt8?](repeating: nil, count: 256)
    for (value, letter) in letters.enumerated() { values[Int(letter)] = UInt8(value) }
    return values
  }()

  package static func text(of bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let three = bytes[start..<min(start + 3, bytes.count)]
      let bits = three.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - three.count))
      for index in 0..<4 {
        text.append(index <= three.count ? letters[bits >> (18 - 6 * index) & 63] : padding)
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Returns the bytes, or `nil` if the text has any other character, such as a line break, or is incomplete.
  package static func bytes(of text: String) -> [UInt8]? {
    let text = Array(text.utf8)
    guard text.count.isMultiple(of: 4) else { return nil }
    let missing = text.suffix(2).count { $0 == padding }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count / 4 * 3)
    var (bits, count) = (0, 0)
    for letter in text.dropLast(missing) {
      guard let value = values[Int(letter)] else { return nil }
      bits = (bits << 6 | Int(value)) & 0xFFF
      count += 6
      guard count >= 8 else { continue }
      count -= 8
      bytes.append(UInt8(bits >> count & 0xFF))
    }
    return bytes
  }
}

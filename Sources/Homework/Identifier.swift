/// The public identity of an entity: UUID text, lower case, the same at every edge.
///
/// New ones are UUIDv7 (RFC 9562), so that ids made later sort later. Ids of any version are accepted on the way in:
/// one that is well formed and not there is "not found", never "invalid".
public struct Identifier<Entity>: Hashable, Sendable, Comparable, CustomStringConvertible {
  public let text: String

  /// `nil` unless `text` is a UUID in its 8-4-4-4-12 form; upper case is folded.
  public init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count == 36 else { return nil }
    for (index, byte) in bytes.enumerated() {
      switch index {
      case 8, 13, 18, 23: guard byte == UInt8(ascii: "-") else { return nil }
      default: guard Character(UnicodeScalar(byte)).isHexDigit else { return nil }
      }
    }
    self.text = text.lowercased()
  }

  /// A UUIDv7: 48 bits of Unix milliseconds, then `random` with the version and variant bits put in.
  ///
  /// Of `random`, 74 bits are used. A caller that wants ids of one millisecond to sort by age counts in them.
  public init(atMs milliseconds: Int64, random: (UInt64, UInt64)) {
    let high = UInt64(truncatingIfNeeded: milliseconds) << 16 | 0x7000 | (random.0 & 0x0FFF)
    let low = 0x8000_0000_0000_0000 | (random.1 & 0x3FFF_FFFF_FFFF_FFFF)
    let digits = Self.hex(high) + Self.hex(low)
    text = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32]
      .map { String(decoding: digits[$0], as: UTF8.self) }.joined(separator: "-")
  }

  public var description: String { text }

  public static func < (left: Self, right: Self) -> Bool { left.text < right.text }

  private static func hex(_ word: UInt64) -> [UInt8] {
    let digits = Array("0123456789abcdef".utf8)
    return stride(from: 60, through: 0, by: -4).map { digits[Int(word >> UInt64($0) & 15)] }
  }
}

extension Identifier: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let identifier = Self(text) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "\"\(text)\" is not a UUID")
    }
    self = identifier
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}

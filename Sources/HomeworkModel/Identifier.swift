/// The public id of an entity: a UUID in lower case.
///
/// New ids are UUIDv7 (RFC 9562), so that newer ones sort later. Ids of any version are accepted: a well-formed id that
/// does not exist is "not found", never "invalid".
public struct Identifier<Entity>: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The 128 bits, big-endian, which sort like the text.
  @usableFromInline let high: UInt64
  @usableFromInline let low: UInt64

  /// Returns `nil` unless `text` is a UUID in 8-4-4-4-12 form, in lower or upper case.
  public init?(_ text: String) {
    var text = text
    // Not through the other initializer: generic code looks its type up for each call.
    guard let (high, low) = text.withUTF8(Hex.uuid) else { return nil }
    (self.high, self.low) = (high, low)
  }

  /// Creates an id from the bytes of its text.
  @inlinable
  package init?(utf8 bytes: UnsafeBufferPointer<UInt8>) {
    guard let (high, low) = Hex.uuid(bytes) else { return nil }
    (self.high, self.low) = (high, low)
  }
  /// Creates a UUIDv7 from 48 bits of Unix milliseconds, and from `random` with the version and variant bits set.
  ///
  /// It uses 74 bits of `random`. To make ids of one millisecond sort by age, increment `random`.
  public init(atMs milliseconds: Int64, random: (UInt64, UInt64)) {
    high = UInt64(truncatingIfNeeded: milliseconds) << 16 | 0x7000 | (random.0 & 0x0FFF)
    low = 0x8000_0000_0000_0000 | (random.1 & 0x3FFF_FFFF_FFFF_FFFF)
  }

  /// The time in a UUIDv7.
  package var createdAt: Timestamp { Timestamp(millisecondsSince1970: Int64(high >> 16)) }

  /// Creates a UUIDv8 that follows from a text, so that everybody gives the same thing the same id.
  package init(derivedFrom text: String) {
    let digest = SHA256.hexDigest(of: text.utf8).prefix(32)
    let (high, low) = (UInt64(digest.prefix(16), radix: 16) ?? 0, UInt64(digest.suffix(16), radix: 16) ?? 0)
    self.high = high & 0xFFFF_FFFF_FFFF_0FFF | 0x8000
    self.low = 0x8000_0000_0000_0000 | (low & 0x3FFF_FFFF_FFFF_FFFF)
  }

  /// Returns the id of the same thing in another context, with the same time and version.
  package func derived(for context: String) -> Self {
    Self(high, 0x8000_0000_0000_0000 | (low &+ Self(derivedFrom: context).low) & 0x3FFF_FFFF_FFFF_FFFF)
  }

  private init(_ high: UInt64, _ low: UInt64) { (self.high, self.low) = (high, low) }

  /// True if it follows from a text.
  package var isDerived: Bool { high >> 12 & 0xF == 8 }

  /// The text of 36 characters, in lower case.
  public var text: String { Hex.text(high, low) }

  public var description: String { text }

  public static func < (left: Self, right: Self) -> Bool {
    (left.high, left.low) < (right.high, right.low)
  }
}

/// UUIDs in 8-4-4-4-12 form, as two halves of 64 bits.
@usableFromInline
enum Hex {
  private static let length = 36
  private static let dash = UInt8(ascii: "-")
  private static let digits = Array("0123456789abcdef".utf8)

  private static func isDash(_ index: Int) -> Bool { index == 8 || index == 13 || index == 18 || index == 23 }

  @usableFromInline
  static func uuid(_ bytes: UnsafeBufferPointer<UInt8>) -> (UInt64, UInt64)? {
    guard bytes.count == length else { return nil }
    var (high, low) = (UInt64(0), UInt64(0))
    for (index, byte) in bytes.enumerated() {
      let digit: UInt8
      switch byte {
      case dash where isDash(index): continue
      case _ where isDash(index): return nil
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
      case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = byte - UInt8(ascii: "A") + 10
      default: return nil
      }
      (high, low) = (high << 4 | low >> 60, low << 4 | UInt64(digit))
    }
    return (high, low)
  }

  /// The text in lower case.
  static func text(_ high: UInt64, _ low: UInt64) -> String {
    String(unsafeUninitializedCapacity: length) { bytes in
      var (high, low) = (high, low)
      for index in 0..<length {
        bytes[index] = isDash(index) ? dash : digits[Int(high >> 60)]
        if !isDash(index) { (high, low) = (high << 4 | low >> 60, low << 4) }
      }
      return length
    }
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

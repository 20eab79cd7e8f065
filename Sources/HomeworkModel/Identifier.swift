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

  /// Creates a UUIDv8 that follows from a text, so that everybody gives the same thing the same id.
  package init(derivedFrom text: String) {
    let digest = SHA256.hexDigest(of: text.utf8).prefix(32)
    let (high, low) = (UInt64(digest.prefix(16), radix: 16) ?? 0, UInt64(digest.suffix(16), radix: 16) ?? 0)
    self.high = high & 0xFFFF_FFFF_FFFF_0FFF | 0x8000
    self.low = 0x8000_0000_0000_0000 | (low & 0x3FFF_FFFF_FFFF_FFFF)
  }

  /// True if it follows from a text.
  package var isDerived: Bool { high >> 12 & 0xF == 8 }

  /// The text of 36 characters, in lower case.
  public var text: String { Hex.text(high, low) }

  /// Calls `body` with the bytes of the text, without creating a string.
  @inlinable
  package func withUTF8(_ body: (UnsafeBufferPointer<UInt8>) -> Void) { Hex.withUTF8(high, low, body) }

  public var description: String { text }

  public static func < (left: Self, right: Self) -> Bool {
    (left.high, left.low) < (right.high, right.low)
  }
}

/// Parses eight hexadecimal digits at once, because a page of homework has hundreds of ids.
///
/// Each digit is one byte of a word, most significant first; comparisons use the high bit of each byte.
@usableFromInline
enum Hex {
  /// The two halves of a UUID in 8-4-4-4-12 form.
  @usableFromInline
  static func uuid(_ bytes: UnsafeBufferPointer<UInt8>) -> (UInt64, UInt64)? {
    guard bytes.count == 36, let start = bytes.baseAddress else { return nil }
    let dash = UInt8(ascii: "-")
    guard start[8] == dash, start[13] == dash, start[18] == dash, start[23] == dash else { return nil }
    func four(_ index: Int) -> UInt64 {
      UInt64(UnsafeRawPointer(start + index).loadUnaligned(as: UInt32.self).bigEndian)
    }
    guard let a = decode(four(0) << 32 | four(4)), let b = decode(four(9) << 32 | four(14)),
      let c = decode(four(19) << 32 | four(24)), let d = decode(four(28) << 32 | four(32))
    else { return nil }
    return (UInt64(a) << 32 | UInt64(b), UInt64(c) << 32 | UInt64(d))
  }

  private static func all(_ byte: UInt64) -> UInt64 { byte &* 0x0101_0101_0101_0101 }

  /// Returns `nil` if one of the eight characters is not a digit.
  static func decode(_ digits: UInt64) -> UInt32? {
    let high = all(0x80)
    let low7 = digits & ~high
    let letters = low7 | all(0x20)
    // A sum has its high bit set if the byte is at least the bound.
    let isDecimal = (low7 &+ all(0x80 - 0x30)) & ~(low7 &+ all(0x80 - 0x3A))
    let isLetter = (letters &+ all(0x80 - 0x61)) & ~(letters &+ all(0x80 - 0x67))
    guard (isDecimal | isLetter) & ~digits & high == high else { return nil }
    // `a` is 0x61: its low four bits are 1.
    var value = (digits & all(0x0F)) &+ ((isLetter & high) >> 7) &* 9
    value = (value | value >> 4) & 0x00FF_00FF_00FF_00FF
    value = (value | value >> 8) & 0x0000_FFFF_0000_FFFF
    return UInt32(truncatingIfNeeded: value | value >> 16)
  }

  /// The text of a UUID in 8-4-4-4-12 form, in lower case.
  static func text(_ high: UInt64, _ low: UInt64) -> String {
    String(unsafeUninitializedCapacity: length) { bytes in
      write(high, low, to: bytes)
      return length
    }
  }

  @usableFromInline
  static func withUTF8(_ high: UInt64, _ low: UInt64, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: length) { bytes in
      write(high, low, to: bytes)
      body(UnsafeBufferPointer(bytes))
    }
  }

  private static let length = 36

  private static func write(_ high: UInt64, _ low: UInt64, to bytes: UnsafeMutableBufferPointer<UInt8>) {
    guard let start = bytes.baseAddress else { return }
    start.initialize(repeating: UInt8(ascii: "-"), count: length)
    func put(_ digits: UInt64, _ first: Int, _ second: Int) {
      let raw = UnsafeMutableRawPointer(start)
      raw.storeBytes(of: UInt32(truncatingIfNeeded: digits >> 32).bigEndian, toByteOffset: first, as: UInt32.self)
      raw.storeBytes(of: UInt32(truncatingIfNeeded: digits).bigEndian, toByteOffset: second, as: UInt32.self)
    }
    put(encode(UInt32(truncatingIfNeeded: high >> 32)), 0, 4)
    put(encode(UInt32(truncatingIfNeeded: high)), 9, 14)
    put(encode(UInt32(truncatingIfNeeded: low >> 32)), 19, 24)
    put(encode(UInt32(truncatingIfNeeded: low)), 28, 32)
  }

  static func encode(_ value: UInt32) -> UInt64 {
    var digits = UInt64(value)
    digits = (digits | digits << 16) & 0x0000_FFFF_0000_FFFF
    digits = (digits | digits << 8) & 0x00FF_00FF_00FF_00FF
    digits = (digits | digits << 4) & all(0x0F)
    let isLetter = (digits &+ all(6)) >> 4 & all(1)
    return digits &+ all(UInt64(UInt8(ascii: "0"))) &+ isLetter &* UInt64(UInt8(ascii: "a") - UInt8(ascii: "0") - 10)
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

/// The public identity of an entity: UUID text, lower case, the same at every edge.
///
/// New ones are UUIDv7 (RFC 9562), so that ids made later sort later. Ids of any version are accepted on the way in:
/// one that is well formed and not there is "not found", never "invalid".
public struct Identifier<Entity>: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The 128 bits, big-endian: their order is that of the text.
  private let high: UInt64
  private let low: UInt64

  /// `nil` unless `text` is a UUID in its 8-4-4-4-12 form; upper case is folded.
  public init?(_ text: String) {
    var text = text
    guard let id = text.withUTF8(Self.init(utf8:)) else { return nil }
    self = id
  }

  /// The same from the bytes of its text.
  public init?(utf8 bytes: UnsafeBufferPointer<UInt8>) {
    guard bytes.count == Self.length else { return nil }
    var (high, low): (UInt64, UInt64) = (0, 0)
    for (index, byte) in bytes.enumerated() {
      if Self.isDash(index) {
        guard byte == UInt8(ascii: "-") else { return nil }
        continue
      }
      let digit: UInt8
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
      case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = byte - UInt8(ascii: "A") + 10
      default: return nil
      }
      high = high << 4 | low >> 60
      low = low << 4 | UInt64(digit)
    }
    (self.high, self.low) = (high, low)
  }

  /// A UUIDv7: 48 bits of Unix milliseconds, then `random` with the version and variant bits put in.
  ///
  /// Of `random`, 74 bits are used. A caller that wants ids of one millisecond to sort by age counts in them.
  public init(atMs milliseconds: Int64, random: (UInt64, UInt64)) {
    high = UInt64(truncatingIfNeeded: milliseconds) << 16 | 0x7000 | (random.0 & 0x0FFF)
    low = 0x8000_0000_0000_0000 | (random.1 & 0x3FFF_FFFF_FFFF_FFFF)
  }

  public var text: String {
    String(unsafeUninitializedCapacity: Self.length) { bytes in
      write(to: bytes)
      return Self.length
    }
  }

  /// Calls `body` with the bytes of the text, without making a string of them.
  public func withUTF8<Result, Failure: Error>(
    _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Self.length) { (bytes) throws(Failure) in
      write(to: bytes)
      return try body(UnsafeBufferPointer(bytes))
    }
  }

  public var description: String { text }

  public static func < (left: Self, right: Self) -> Bool {
    (left.high, left.low) < (right.high, right.low)
  }

  private static var length: Int { 36 }

  private static func isDash(_ index: Int) -> Bool { index == 8 || index == 13 || index == 18 || index == 23 }

  private func write(to bytes: UnsafeMutableBufferPointer<UInt8>) {
    var (high, low) = (high, low)
    for index in 0..<Self.length {
      if Self.isDash(index) {
        bytes.initializeElement(at: index, to: UInt8(ascii: "-"))
        continue
      }
      let digit = UInt8(truncatingIfNeeded: high >> 60)
      bytes.initializeElement(at: index, to: digit + (digit < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10))
      high = high << 4 | low >> 60
      low <<= 4
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

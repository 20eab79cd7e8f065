import HomeworkSystem

/// A moment in UTC, in whole milliseconds since 1970, written as `2026-11-20T10:30:00.000Z`.
///
/// It is not `Date`, whose binary fraction of seconds cannot represent milliseconds exactly: stored values must read
/// back equal.
public struct Timestamp: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The milliseconds since 1970 UTC; negative before.
  public let millisecondsSince1970: Int64

  /// Creates a moment from milliseconds since 1970 UTC.
  public init(millisecondsSince1970: Int64) {
    self.millisecondsSince1970 = millisecondsSince1970
  }

  /// Returns the moment this many milliseconds later.
  package func adding(milliseconds: Int64) -> Timestamp {
    Timestamp(millisecondsSince1970: millisecondsSince1970 + milliseconds)
  }

  /// Parses ISO 8601 with seconds, an optional fraction and a `Z`; returns `nil` for anything else.
  package init?(_ text: String) {
    let fields = text.split(omittingEmptySubsequences: false) { "-T:.Z".contains($0) }
    let separators = text.filter { "-T:.Z".contains($0) }
    let widths = fields.map(\.count)
    guard separators == "--T::Z" || separators == "--T::.Z", fields.last == "",
      Array(widths.prefix(6)) == [4, 2, 2, 2, 2, 2], widths.dropLast().allSatisfy({ $0 > 0 }),
      fields.allSatisfy({ $0.allSatisfy { $0.isASCII && $0.isNumber } })
    else { return nil }
    let numbers = fields.prefix(6).compactMap { Int32($0) }
    var parts = tm()
    (parts.tm_year, parts.tm_mon, parts.tm_mday) = (numbers[0] - 1900, numbers[1] - 1, numbers[2])
    (parts.tm_hour, parts.tm_min, parts.tm_sec) = (numbers[3], numbers[4], numbers[5])
    let fraction = fields.count == 8 ? (fields[6] + "00").prefix(3) : "0"
    guard let milliseconds = Int64(fraction) else { return nil }
    let read = Self(millisecondsSince1970: Int64(timegm(&parts)) * 1000 + milliseconds)
    // The C library turns 30 February into a day in March; text that does not round-trip is not a time.
    guard read.description.hasPrefix(text.prefix(19)) else { return nil }
    self = read
  }

  public var description: String {
    let (seconds, milliseconds) = millisecondsSince1970.flooredDivision(by: 1000)
    var time = time_t(seconds)
    var parts = tm()
    gmtime_r(&time, &parts)
    let year = Int(parts.tm_year) + 1900
    // Occurs only in a damaged file: ISO 8601 requires a sign for such years.
    guard (0...9999).contains(year) else { return "\(year < 0 ? "" : "+")\(year)-01-01T00:00:00.000Z" }
    return String(unsafeUninitializedCapacity: Self.length) { bytes in
      var index = 0
      func put(_ number: Int, _ count: Int, then mark: Unicode.Scalar) {
        var rest = number
        for digit in (index..<index + count).reversed() {
          bytes[digit] = UInt8(ascii: "0") + UInt8(rest % 10)
          rest /= 10
        }
        bytes[index + count] = UInt8(ascii: mark)
        index += count + 1
      }
      put(year, 4, then: "-")
      put(Int(parts.tm_mon) + 1, 2, then: "-")
      put(Int(parts.tm_mday), 2, then: "T")
      put(Int(parts.tm_hour), 2, then: ":")
      put(Int(parts.tm_min), 2, then: ":")
      put(Int(parts.tm_sec), 2, then: ".")
      put(Int(milliseconds), 3, then: "Z")
      return index
    }
  }

  /// The number of bytes of `2026-11-20T10:30:00.000Z`.
  private static let length = 24

  public static func < (left: Self, right: Self) -> Bool {
    left.millisecondsSince1970 < right.millisecondsSince1970
  }
}

extension Int64 {
  func flooredDivision(by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}

internal import CHomeworkPostgres
internal import HomeworkSystem

/// One row of a result; valid only inside the closure that receives it.
///
/// The server sends every value as text.
package struct Row {
  let answer: PostgresAnswer
  let result: OpaquePointer
  let index: Int32

  /// Returns the place of a column by its name in the statement.
  package func place(of name: String) -> Int? { answer.places[name] }

  package func isNull(_ column: Int) -> Bool { pq.isNull(result, index, Int32(column)) != 0 }

  /// Returns the column as an integer: a decimal number without its fraction, or 1 and 0 for true and false; 0 for NULL
  /// and any other text.
  package func int64(_ column: Int) -> Int64 {
    guard let bytes = utf8(column) else { return 0 }
    if bytes.count == 1, bytes[0] == UInt8(ascii: "t") { return 1 }
    let isNegative = bytes.first == UInt8(ascii: "-")
    // Negative, since the least number has no positive.
    var number: Int64 = 0
    for byte in bytes[(isNegative ? 1 : 0)...] {
      guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else {
        return byte == UInt8(ascii: ".") ? (isNegative ? number : -number) : whole(column)
      }
      let (tens, overflows) = number.multipliedReportingOverflow(by: 10)
      let (sum, overflowsToo) = tens.subtractingReportingOverflow(Int64(byte - UInt8(ascii: "0")))
      guard !overflows, !overflowsToo else { return whole(column) }
      number = sum
    }
    guard !isNegative else { return number }
    return number == .min ? .max : -number
  }

  package func int(_ column: Int) -> Int { Int(int64(column)) }

  package func double(_ column: Int) -> Double {
    guard let text = pq.value(result, index, Int32(column)) else { return 0 }
    return strtod(text, nil)
  }

  /// Returns the column as text; empty for NULL.
  package func text(_ column: Int) -> String { optionalText(column) ?? "" }

  /// Returns the UTF-8 bytes of the column; `nil` for NULL.
  package func utf8(_ column: Int) -> UnsafeBufferPointer<UInt8>? {
    guard !isNull(column), let value = pq.value(result, index, Int32(column)) else { return nil }
    let count = Int(pq.length(result, index, Int32(column)))
    return UnsafeBufferPointer(start: UnsafeRawPointer(value).assumingMemoryBound(to: UInt8.self), count: count)
  }

  /// Returns the column as bytes, those of its text unless it is a `bytea`; empty for NULL.
  package func bytes(_ column: Int) -> [UInt8] {
    guard let text = utf8(column) else { return [] }
    guard pq.columnType(result, Int32(column)) == Parameter.Kind.bytes.type else { return Array(text) }
    // \x and two digits for each.
    return [UInt8](unsafeUninitializedCapacity: max(0, text.count / 2 - 1)) { bytes, count in
      count = bytes.count < text.count / 2 - 1 ? 0 : max(0, text.count / 2 - 1)
      for place in 0..<count {
        bytes[place] = Self.digit(text[place * 2 + 2]) << 4 | Self.digit(text[place * 2 + 3])
      }
    }
  }

  package func optionalInt(_ column: Int) -> Int? { isNull(column) ? nil : int(column) }

  package func optionalDouble(_ column: Int) -> Double? { isNull(column) ? nil : double(column) }

  package func optionalText(_ column: Int) -> String? { utf8(column).map { String(decoding: $0, as: UTF8.self) } }

  /// What is no plain decimal: 1e+20, or a number that is too large.
  private func whole(_ column: Int) -> Int64 {
    let number = double(column)
    guard !number.isNaN else { return 0 }
    return Int64(exactly: number.rounded(.towardZero)) ?? (number < 0 ? .min : .max)
  }

  private static func digit(_ byte: UInt8) -> UInt8 {
    byte <= UInt8(ascii: "9") ? byte &- UInt8(ascii: "0") : (byte | 0x20) &- UInt8(ascii: "a") &+ 10
  }
}

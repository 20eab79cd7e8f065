internal import CHomeworkPostgres
internal import HomeworkSystem

/// One row of a result; valid only inside the closure that receives it.
///
/// The server sends every value as text.
package struct PostgresRow {
  let answer: PostgresAnswer
  let result: OpaquePointer
  let index: Int32

  /// Returns the index of a column by its name in the statement.
  package func columnIndex(of name: String) -> Int? { answer.columnIndexes[name] }

  package func isNull(_ column: Int) -> Bool { pq.isNull(result, index, Int32(column)) != 0 }

  /// Returns the column as an integer: a decimal number without its fraction, or 1 and 0 for true and false; 0 for NULL
  /// and any other text.
  package func int64(_ column: Int) -> Int64 {
    guard let text = pq.value(result, index, Int32(column)) else { return 0 }
    var end: UnsafeMutablePointer<CChar>?
    let number = strtoll(text, &end, 10)
    guard let next = end?.pointee, next != 0, next != CChar(UInt8(ascii: ".")) else { return number }
    if strcmp(text, "t") == 0 { return 1 }
    // For example 1e+20.
    let double = double(column)
    guard !double.isNaN else { return 0 }
    return Int64(exactly: double.rounded(.towardZero)) ?? (double < 0 ? .min : .max)
  }

  package func double(_ column: Int) -> Double {
    guard let text = pq.value(result, index, Int32(column)) else { return 0 }
    return strtod(text, nil)
  }

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
    // \x and two digits per byte.
    return [UInt8](unsafeUninitializedCapacity: max(0, text.count / 2 - 1)) { bytes, count in
      count = bytes.count < text.count / 2 - 1 ? 0 : max(0, text.count / 2 - 1)
      for index in 0..<count {
        bytes[index] = Self.digit(text[index * 2 + 2]) << 4 | Self.digit(text[index * 2 + 3])
      }
    }
  }

  private static func digit(_ byte: UInt8) -> UInt8 {
    byte <= UInt8(ascii: "9") ? byte &- UInt8(ascii: "0") : (byte | 0x20) &- UInt8(ascii: "a") &+ 10
  }
}

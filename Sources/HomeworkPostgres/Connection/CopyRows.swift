/// The rows of a COPY, as its text format has them: a line each, with tabs between its columns.
package final class CopyRows {
  private unowned let connection: PostgresConnection
  private let columns: Int
  private var text: [UInt8] = []
  private let values = BoundValues()
  private static let bytesAtOnce = 1 << 16

  init(to connection: PostgresConnection, columns: Int) {
    (self.connection, self.columns) = (connection, columns)
  }

  /// Adds a row.
  ///
  /// - Throws: `lost`, and an error of a value; that of a row is thrown by `copy`.
  package func add<each Bound: SQLBindable>(_ row: repeat each Bound) throws(PostgresError) {
    values.removeAll()
    repeat try values.add(each row)
    try end()
  }

  func add(all row: [any SQLBindable]) throws(PostgresError) {
    values.removeAll()
    for value in row { try values.add(value) }
    try end()
  }

  private func end() throws(PostgresError) {
    guard values.count == columns else {
      throw PostgresError(
        sqlState: PostgresError.State.tooManyValues, message: "\(columns) columns, \(values.count) values")
    }
    let values = values.list
    for index in 0..<columns {
      if index > 0 { text.append(UInt8(ascii: "\t")) }
      let start = values.starts[index]
      guard start >= 0 else {
        text += "\\N".utf8
        continue
      }
      let bytes = values.bytes[start..<start + Int(values.lengths[index])]
      if values.kinds[index] == .bytes { addHex(bytes) } else { addText(bytes) }
    }
    text.append(UInt8(ascii: "\n"))
    try flush(atEnd: false)
  }

  private func addText(_ bytes: ArraySlice<UInt8>) {
    for byte in bytes {
      switch byte {
      case UInt8(ascii: "\\"): text += "\\\\".utf8
      case UInt8(ascii: "\n"): text += "\\n".utf8
      case UInt8(ascii: "\r"): text += "\\r".utf8
      case UInt8(ascii: "\t"): text += "\\t".utf8
      default: text.append(byte)
      }
    }
  }

  private func addHex(_ bytes: ArraySlice<UInt8>) {
    text += "\\\\x".utf8
    let digits = Array("0123456789abcdef".utf8)
    for byte in bytes {
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
  }

  func flush(atEnd isAtEnd: Bool) throws(PostgresError) {
    guard let handle = connection.handle, !text.isEmpty, isAtEnd || text.count >= Self.bytesAtOnce else { return }
    try connection.put(text, handle)
    text.removeAll(keepingCapacity: true)
  }
}

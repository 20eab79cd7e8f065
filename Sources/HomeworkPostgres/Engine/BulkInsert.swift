import HomeworkStore

/// Rows inserted by a single statement, once another statement needs them: one statement per row would cost the server
/// three times as much.
struct BulkInsert {
  /// The statements, for a `static let`: a connection prepares each of them once.
  struct Target {
    /// Takes an array for each column.
    fileprivate let ofMany: SQL
    /// Takes a row's values: for a single row, unpacking arrays would take the server longer.
    fileprivate let ofOne: SQL
    fileprivate let columnCount: Int

    /// - Parameter computed: an additional column, and the server-side expression for its value.
    init(_ table: Table, computed: (column: String, value: String)? = nil) {
      let (names, types) = (table.given.map(\.name), table.given.map(\.typeInPostgres))
      columnCount = names.count
      func insert(_ rows: String) -> SQL {
        .constant(
          """
          INSERT INTO \(table.name) (\(names.joined(separator: ", "))\(computed.map { ", \($0.column)" } ?? ""))
          SELECT given.*\(computed.map { ", \($0.value)" } ?? "")
          FROM \(rows) AS given (\(names.joined(separator: ", "))) \(table.replacement(.postgres))
          """)
      }
      ofMany = insert("unnest(\(types.map { "CAST(? AS \($0)[])" }.joined(separator: ", ")))")
      ofOne = insert("(VALUES (\(types.map { "CAST(? AS \($0))" }.joined(separator: ", "))))")
    }
  }

  private let target: Target
  private(set) var count = 0
  /// Each column's array in PostgreSQL's text format, without the closing brace.
  private var columns: [[UInt8]]
  /// The values of the last row.
  private var last: [Parameter] = []

  init(into target: Target) {
    self.target = target
    columns = Array(repeating: [], count: target.columnCount)
  }

  mutating func add(_ row: [any SQLBindable]) throws(PostgresError) {
    last = try Parameter.list(row)
    precondition(last.count == columns.count, "a value for each column")
    for (index, value) in last.enumerated() {
      columns[index].append(count == 0 ? UInt8(ascii: "{") : UInt8(ascii: ","))
      guard let bytes = value.bytes else {
        columns[index] += "NULL".utf8
        continue
      }
      guard value.kind == .text else {
        columns[index] += bytes
        continue
      }
      columns[index].append(UInt8(ascii: "\""))
      for byte in bytes {
        if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { columns[index].append(UInt8(ascii: "\\")) }
        columns[index].append(byte)
      }
      columns[index].append(UInt8(ascii: "\""))
    }
    count += 1
  }

  /// Sends the statement if there are rows, and starts over.
  mutating func send(on connection: PostgresConnection) throws(PostgresError) {
    guard count > 0 else { return }
    defer {
      count = 0
      for index in columns.indices { columns[index].removeAll(keepingCapacity: true) }
    }
    guard count > 1 else { return try connection.send(target.ofOne, last) }
    let arrays = columns.map { String(decoding: $0 + [UInt8(ascii: "}")], as: UTF8.self) }
    try connection.run(target.ofMany, binding: arrays)
  }
}

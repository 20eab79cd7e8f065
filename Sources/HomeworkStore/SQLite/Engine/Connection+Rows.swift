package import HomeworkModel
import HomeworkSystem

/// Runs a store's statements in one transaction.
extension Connection: RowEngine {
  package var dialect: Dialect { .sqlite }

  package func all<Element>(
    _ sql: SQL, _ values: [any SQLBindable], limit: Int, _ make: (any SQLRow) throws -> Element
  ) throws(StoreError) -> [Element] {
    let statement = try prepared(sql)
    defer { statement.reset() }
    try statement.bind(values)
    var elements: [Element] = []
    while elements.count < limit, try statement.step() {
      do { elements.append(try make(statement.row)) } catch { throw StoreError(error) }
    }
    return elements
  }

  package func run(_ sql: SQL, _ values: [any SQLBindable]) throws(StoreError) {
    _ = try all(sql, values, limit: .max) { _ in }
  }

  package func changed(_ sql: SQL, _ values: [any SQLBindable]) throws(StoreError) -> Int {
    try run(sql, values)
    return changes
  }

  package func append(event values: [any SQLBindable]) throws(StoreError) -> Int64 {
    try run(SQL(Table.event.insertion), values)
    return lastInsertedRow
  }
}

extension RowTransaction {
  /// The version of the schema; 0 if the file has none.
  package func schemaVersion() throws(StoreError) -> Int { try number("PRAGMA user_version") }
}

extension Row: SQLRow {}

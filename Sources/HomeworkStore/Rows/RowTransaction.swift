package import HomeworkModel

/// A store's rows in one transaction of either engine.
///
/// It knows no rules: it returns the rows that are there and stores those that it is given. If a call throws an error
/// of the database itself, `failure` is set to it, and nothing of the transaction is kept.
package final class RowTransaction {
  package let engine: any RowEngine
  let dialect: Dialect
  /// The first error of the database itself. Nothing is written or committed after it: an operation may be half done.
  package private(set) var failure: StoreError?

  package init(_ engine: any RowEngine) { (self.engine, dialect) = (engine, engine.dialect) }

  package var tablesRead: TableSet { engine.tablesRead }
  package var isInterruptionWanted: Bool { engine.isInterruptionWanted }

  /// Ends the transaction because of an error that the store found, and returns that error.
  package func fail(_ error: StoreError) -> StoreError {
    failure = failure ?? error
    return error
  }
}

/// Runs statements.
extension RowTransaction {
  package func all<Element>(
    _ sql: SQL, _ values: any SQLBindable..., make: (any SQLRow) throws -> Element
  ) throws(StoreError) -> [Element] {
    try all(sql, binding: values, make: make)
  }

  package func all<Element>(
    _ sql: SQL, binding values: [any SQLBindable], limit: Int = .max, make: (any SQLRow) throws -> Element
  ) throws(StoreError) -> [Element] {
    do { return try engine.all(sql, values, limit: limit, make) } catch { throw fail(error) }
  }

  package func first<Element>(
    _ sql: SQL, _ values: any SQLBindable..., make: (any SQLRow) throws -> Element
  ) throws(StoreError) -> Element? {
    try all(sql, binding: values, limit: 1, make: make).first
  }

  /// Returns the first column of the first row; 0 if there is no row.
  package func number(_ sql: SQL, _ values: any SQLBindable...) throws(StoreError) -> Int {
    try all(sql, binding: values, limit: 1) { $0.int(0) }.first ?? 0
  }

  package func run(_ sql: SQL, _ values: any SQLBindable...) throws(StoreError) { try run(sql, binding: values) }

  package func run(_ sql: SQL, binding values: [any SQLBindable]) throws(StoreError) {
    try writing { try engine.run(sql, values) }
  }

  /// Runs a statement and returns the number of rows changed.
  package func changed(_ sql: SQL, _ values: any SQLBindable...) throws(StoreError) -> Int {
    try changed(sql, binding: values)
  }

  func changed(_ sql: SQL, binding values: [any SQLBindable]) throws(StoreError) -> Int {
    try writing { try engine.changed(sql, values) }
  }

  /// Writes, unless an earlier call failed.
  func writing<Result>(_ body: () throws -> Result) throws(StoreError) -> Result {
    if let failure { throw failure }
    do { return try body() } catch { throw fail(StoreError(error)) }
  }
}

/// Writes rows by column name.
extension RowTransaction {
  /// Inserts a row; omitted columns are NULL.
  func insert(_ table: Table, _ values: [String: any SQLBindable]) throws(StoreError) {
    try run(SQL(table.insertion), binding: Self.inOrder(values, of: table))
  }

  /// Inserts a row unless its identity exists, and returns whether it did.
  func insertIfAbsent(_ table: Table, _ values: [String: any SQLBindable]) throws(StoreError) -> Bool {
    try changed("\(table.insertion) ON CONFLICT DO NOTHING", binding: Self.inOrder(values, of: table)) == 1
  }

  /// Changes columns of a row.
  func update<Entity>(
    _ table: Table, _ id: Identifier<Entity>, _ values: [String: any SQLBindable]
  ) throws(StoreError) {
    let columns = table.columns.filter { values[$0.name] != nil }
    precondition(columns.count == values.count, "a column of \(table.name)")
    let text = columns.map { "\($0.name) = ?" }.joined(separator: ", ")
    try run("UPDATE \(table.name) SET \(text) WHERE id = ?", binding: columns.compactMap { values[$0.name] } + [id])
  }

  static func inOrder(
    _ values: [String: any SQLBindable], of table: Table
  ) -> [any SQLBindable] {
    var used = 0
    let ordered = table.columns.map { column -> any SQLBindable in
      guard let value = values[column.name] else { return SQLValue.null(column.kind) }
      used += 1
      return value
    }
    precondition(used == values.count, "a column of \(table.name)")
    return ordered
  }
}

// MARK: Engine-specific operations

extension RowTransaction {
  package func index(homework id: Homework.ID) throws(StoreError) { try engine.index(homework: id, self) }

  /// Returns the details of the database, and its row counts.
  ///
  /// - Parameters:
  ///   - path: the file's path, if the database is a file.
  ///   - logBytes: the size of its log.
  package func info(path: String?, logBytes: Int) throws(StoreError) -> StoreInfo {
    try engine.info(path: path, logBytes: logBytes, self)
  }

  /// Returns damage to the file itself, after which nothing else in it can be trusted.
  package func structureFaults() throws(StoreError) -> [Inconsistency] { try engine.structureFaults(self) }
  /// Rebuilds what the engine itself derives: indexes, counts, search.
  package func repairIndexes() throws(StoreError) { try engine.repairIndexes(self) }
}

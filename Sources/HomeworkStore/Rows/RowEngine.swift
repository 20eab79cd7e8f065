package import HomeworkModel

/// Runs a transaction's statements: a connection to SQLite or PostgreSQL.
package protocol RowEngine: AnyObject {
  var dialect: Dialect { get }
  /// The tables that the transaction has read so far.
  var tablesRead: TableSet { get }
  /// True if the caller wants the transaction to stop; checked by work that consists of many short statements.
  var isInterruptionWanted: Bool { get }

  /// Returns up to `limit` rows of a query, each converted by `make`.
  func all<Element>(
    _ sql: SQL, _ values: [any SQLBindable], limit: Int, _ make: (any SQLRow) throws -> Element
  ) throws(StoreError) -> [Element]
  func run(_ sql: SQL, _ values: [any SQLBindable]) throws(StoreError)
  /// Runs a statement and returns the number of rows changed.
  func changed(_ sql: SQL, _ values: [any SQLBindable]) throws(StoreError) -> Int

  /// Inserts an event, given the values of its table's columns in order, and returns its assigned number.
  func append(event values: [any SQLBindable]) throws(StoreError) -> Int64

  // Search.
  /// Brings the index of words up to date, unless the schema's triggers do.
  func index(homework id: Homework.ID, _ rows: RowTransaction) throws(StoreError)
  /// Returns a condition for homework `h` that contains every word, and its values.
  func condition(matching search: String) throws(StoreError) -> (String, [any SQLBindable])

  // Maintenance.
  func info(path: String?, logBytes: Int, _ rows: RowTransaction) throws(StoreError) -> StoreInfo
  func structureFaults(_ rows: RowTransaction) throws(StoreError) -> [Inconsistency]
  func repairIndexes(_ rows: RowTransaction) throws(StoreError)
}

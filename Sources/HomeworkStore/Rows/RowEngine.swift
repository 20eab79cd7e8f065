package import HomeworkModel

/// What runs the statements of a transaction: a connection of SQLite or PostgreSQL. Its errors are the store's.
package protocol RowEngine: AnyObject {
  var dialect: Dialect { get }
  /// The tables that it has read so far.
  var tablesRead: TableSet { get }
  /// Whether the caller wants it to stop, for work of many short statements.
  var isInterruptionWanted: Bool { get }
  /// The tables of its database.
  var tables: Tables { get }

  /// Returns up to `limit` rows of a query, each made into a value.
  ///
  /// - Parameter expected: about how many rows there will be.
  func all<Element>(
    _ sql: SQL, _ values: [any SQLBindable], expected: Int, limit: Int,
    _ make: (any SQLRow) throws(StoreError) -> Element
  ) throws(StoreError) -> [Element]
  func run(_ sql: SQL, _ values: [any SQLBindable]) throws(StoreError)
  /// Runs a statement and returns the number of rows that it has changed.
  func changed(_ sql: SQL, _ values: [any SQLBindable]) throws(StoreError) -> Int
  /// Inserts a row and returns its key.
  func inserted(_ sql: SQL, _ values: [any SQLBindable]) throws(StoreError) -> Int64

  /// Inserts a row, given in order what its table's new rows are given; the engine may wait for more of them.
  func insert(_ values: [any SQLBindable], into table: Table) throws(StoreError)
  /// Inserts an event in the same way, and returns the number that it has given to it.
  func append(event values: [any SQLBindable]) throws(StoreError) -> Int64

  /// Whether reading a row that is not as written is an error, on an engine that notices.
  var verifiesRows: Bool { get set }

  // Search.
  func index(homework row: Int64, _ rows: RowTransaction) throws(StoreError)
  func unindex(homework row: Int64, _ rows: RowTransaction) throws(StoreError)
  /// Returns the condition of homework `h` with every word, and its values.
  func condition(matching search: String) throws(StoreError) -> (String, [any SQLBindable])

  // Maintenance.
  func info(path: String?, logBytes: Int, _ rows: RowTransaction) throws(StoreError) -> StoreInfo
  func structureFaults(_ rows: RowTransaction) throws(StoreError) -> [Inconsistency]
  func repairIndexes(_ rows: RowTransaction) throws(StoreError)
}

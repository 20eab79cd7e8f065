internal import CSQLite

/// One connection to one database, used by one caller at a time: it takes no lock of its own.
public final class Connection {
  public enum Access: Sendable {
    case readOnly, readWrite, create
  }

  public enum TransactionKind: String, Sendable {
    /// Takes the write lock at the start, so that it is waited for once and nothing fails half-way for it.
    case immediate = "BEGIN IMMEDIATE"
    /// Takes its snapshot with the first read.
    case deferred = "BEGIN DEFERRED"
  }

  public static let defaultBusyTimeoutMs: Int32 = 5000

  let handle: OpaquePointer
  private var statements: [String: Statement] = [:]

  /// Opens `path`; `:memory:` is a database of this connection alone.
  ///
  /// - Parameter busyTimeoutMs: how long to wait for another connection's lock before `SQLITE_BUSY`.
  public init(path: String, access: Access, busyTimeoutMs: Int32 = defaultBusyTimeoutMs) throws(SQLiteError) {
    let flags =
      switch access {
      case .readOnly: SQLITE_OPEN_READONLY
      case .readWrite: SQLITE_OPEN_READWRITE
      case .create: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
      }
    var opened: OpaquePointer?
    let code = sqlite3_open_v2(path, &opened, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
    guard let opened else { throw SQLiteError(extendedCode: code, message: "out of memory") }
    guard code == SQLITE_OK else {
      let message = String(cString: sqlite3_errmsg(opened))
      sqlite3_close_v2(opened)
      throw SQLiteError(extendedCode: code, message: message)
    }
    handle = opened
    setBusyTimeout(ms: busyTimeoutMs)
  }

  /// From now on waits this long for another connection's lock before `SQLITE_BUSY`.
  public func setBusyTimeout(ms milliseconds: Int32) {
    sqlite3_busy_timeout(handle, milliseconds)
  }

  deinit {
    // Statements go first: a connection with live ones stays half open.
    statements.removeAll()
    sqlite3_close_v2(handle)
  }

  /// Runs a script of several statements that takes no values and gives no rows.
  public func execute(_ script: String) throws(SQLiteError) {
    let code = sqlite3_exec(handle, script, nil, nil, nil)
    guard code == SQLITE_OK else { throw error(code, String(script.prefix(200))) }
  }

  /// Runs one statement; of rows that it may give nothing is seen.
  public func run(_ sql: String, _ values: any Bindable...) throws(SQLiteError) {
    try prepared(sql).run(values) { (_) throws(SQLiteError) in }
  }

  /// Every row of a query, made into a value.
  public func all<Element>(
    _ sql: String, _ values: [any Bindable], _ make: (Row) throws(SQLiteError) -> Element
  ) throws(SQLiteError) -> [Element] {
    var elements: [Element] = []
    try prepared(sql).run(values) { (row) throws(SQLiteError) in elements.append(try make(row)) }
    return elements
  }

  /// The first row of a query, made into a value; `nil` where there is none.
  public func first<Element>(
    _ sql: String, _ values: any Bindable..., make: (Row) throws(SQLiteError) -> Element
  ) throws(SQLiteError) -> Element? {
    var element: Element?
    try prepared(sql).run(values) { (row) throws(SQLiteError) in
      if element == nil { element = try make(row) }
    }
    return element
  }

  /// The first column of the first row, as a number; 0 where there is no row.
  public func number(_ sql: String, _ values: any Bindable...) throws(SQLiteError) -> Int {
    var number = 0
    try prepared(sql).run(values) { (row) throws(SQLiteError) in number = row.int(0) }
    return number
  }

  public var lastInsertedRow: Int64 { sqlite3_last_insert_rowid(handle) }
  /// Rows changed by the last statement.
  public var changes: Int { Int(sqlite3_changes64(handle)) }

  /// Prepared once and kept.
  private func prepared(_ sql: String) throws(SQLiteError) -> Statement {
    if let statement = statements[sql] { return statement }
    let statement = try Statement(sql, on: self)
    statements[sql] = statement
    return statement
  }

  func error(_ code: Int32, _ sql: String?) -> SQLiteError {
    SQLiteError(extendedCode: code, message: String(cString: sqlite3_errmsg(handle)), sql: sql)
  }
}

extension Connection {
  /// Runs `body` between BEGIN and COMMIT, and rolls back whatever it or the commit throws.
  ///
  /// - Parameter willCommit: called when `body` is done, before COMMIT.
  public func transaction<Result, Failure: Error>(
    _ kind: TransactionKind, mapping map: (SQLiteError) -> Failure, willCommit: () throws(Failure) -> Void = {},
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try run(kind.rawValue, map)
    do throws(Failure) {
      let result = try body()
      try willCommit()
      try run("COMMIT", map)
      return result
    } catch {
      // Where SQLite has rolled back by itself, as after a full disk, there is nothing left to roll back.
      if sqlite3_get_autocommit(handle) == 0 { try? run("ROLLBACK") }  // the first error is the one to tell
      throw error
    }
  }

  private func run<Failure: Error>(_ sql: String, _ map: (SQLiteError) -> Failure) throws(Failure) {
    do throws(SQLiteError) { try run(sql) } catch { throw map(error) }
  }
}

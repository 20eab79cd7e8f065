internal import CHomeworkSQLite
internal import CHomeworkSQLiteShim
package import HomeworkModel

/// A connection to a database, used by one caller at a time: it takes no lock of its own.
package final class Connection {
  package enum Access: Sendable {
    case readOnly, readWrite, create
    /// Reads the file alone, without locks, journal or log, and leaves nothing beside it.
    case asItIs
  }

  package enum TransactionKind: Sendable {
    /// Takes the write lock at the start, so that the transaction waits for it once and cannot fail half-way.
    case immediate
    /// Takes its snapshot at the first read.
    case deferred

    var begin: SQL {
      switch self {
      case .immediate: "BEGIN IMMEDIATE"
      case .deferred: "BEGIN DEFERRED"
      }
    }
  }

  package static let defaultBusyTimeoutMs: Int32 = 5000

  /// Keeps SQLite from counting all memory that it allocates, which takes a process-wide lock per allocation.
  ///
  /// Programs call this once, before the first connection; an app that also uses SQLite for other things may want the
  /// count.
  package static func stopCountingMemory() {
    _ = hwdb_stop_counting_memory()
  }

  let handle: OpaquePointer
  /// The path as the caller passed it.
  let path: String
  private let disk: Disk?
  /// The steps of its database's schema, if the database is a store.
  package let migrator: Migrator
  // Used by one caller at a time, so exclusive access need not be checked.
  @exclusivity(unchecked) private var statements: [SQL: Statement] = [:]
  let statementTables = StatementTables()
  /// The tables that statements have read or may have changed since the caller last reset these sets.
  @exclusivity(unchecked) package var tablesRead = TableSet()
  @exclusivity(unchecked) package var tablesWritten = TableSet()
  private var interruption: Interruption?
  /// The number of rehearsals in progress.
  private var rehearsals = 0
  /// The number of frames in the write-ahead log after this connection's last commit.
  let framesCounter = UnsafeMutablePointer<Int32>.allocate(capacity: 1)
  let busyWait = UnsafeMutablePointer<hwdb_busy_wait>.allocate(capacity: 1)

  /// Opens `path` on `disk`, or through the system's own file access. `:memory:` is private to this connection.
  ///
  /// - Parameter busyTimeoutMs: how long to wait for another connection's lock before `SQLITE_BUSY`.
  package init(
    path: String, access: Access, busyTimeoutMs: Int32 = defaultBusyTimeoutMs, disk: Disk? = nil,
    migrator: Migrator = .sqlite
  ) throws(StoreError) {
    let flags =
      switch access {
      case .readOnly: SQLITE_OPEN_READONLY
      case .readWrite: SQLITE_OPEN_READWRITE
      case .create: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
      case .asItIs: SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
      }
    let name = access == .asItIs ? Self.uri(path) : path
    var opened: OpaquePointer?
    let code = sqlite3_open_v2(name, &opened, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, disk?.vfs)
    guard let opened else { throw StoreError(sqlite: code, "out of memory", path: path) }
    guard code == SQLITE_OK else {
      let message = String(cString: sqlite3_errmsg(opened))
      sqlite3_close_v2(opened)
      throw StoreError(sqlite: code, message, path: path)
    }
    handle = opened
    self.path = path
    self.disk = disk
    self.migrator = migrator
    framesCounter.initialize(to: 0)
    busyWait.initialize(to: hwdb_busy_wait())
    setBusyTimeout(ms: busyTimeoutMs)
    statementTables.install(on: handle)
    countFrames()
  }

  /// Returns the URI of a file that SQLite may assume not to change.
  private static func uri(_ path: String) -> String {
    let escaped = path.replacing("%", with: "%25").replacing("?", with: "%3f").replacing("#", with: "%23")
    return "file:\(path.hasPrefix("/") ? "//" : "")\(escaped)?immutable=1"
  }

  /// Sets how long to wait for another connection's lock before `SQLITE_BUSY`. The lock is tried twice a millisecond.
  private func setBusyTimeout(ms milliseconds: Int32) {
    _ = hwdb_set_busy_wait(handle, busyWait, milliseconds)
  }

  /// Runs `body` with another busy timeout.
  func waiting<Value>(
    ms milliseconds: Int32, _ body: () throws(StoreError) -> Value
  ) throws(StoreError) -> Value {
    let usual = busyWait.pointee.limit_ms
    setBusyTimeout(ms: milliseconds)
    defer { setBusyTimeout(ms: usual) }
    return try body()
  }

  deinit {
    // Finalize statements first: a connection with live statements stays half open.
    statements.removeAll()
    sqlite3_close_v2(handle)
    framesCounter.deallocate()
    busyWait.deallocate()
  }

  /// Runs a script of several statements that takes no values and returns no rows.
  package func execute(_ script: String) throws(StoreError) {
    (tablesRead, tablesWritten) = (.all, .all)
    let code = sqlite3_exec(handle, script, nil, nil, nil)
    guard code == SQLITE_OK else { throw error(code, String(script.prefix(200))) }
  }

  /// Sets a closure that is polled on the connection's thread and returns whether to stop the current work, which then
  /// fails with `SQLITE_INTERRUPT`. `nil` removes it.
  package func setInterruption(_ isWanted: (@Sendable () -> Bool)?) {
    guard let isWanted else {
      sqlite3_progress_handler(handle, 0, nil, nil)
      interruption = nil
      return
    }
    let interruption = Interruption(isWanted)
    self.interruption = interruption
    sqlite3_progress_handler(
      handle, Int32(Self.stepsBetweenPolls),
      { context in
        guard let context else { return 0 }
        return Unmanaged<Interruption>.fromOpaque(context).takeUnretainedValue().isWanted() ? 1 : 0
      }, Unmanaged.passUnretained(interruption).toOpaque())
  }

  /// True to stop, for work of many short statements, each too short for SQLite to poll the interruption.
  package var isInterruptionWanted: Bool { interruption?.isWanted() ?? false }

  /// The number of virtual machine steps between two polls of the interruption: about a millisecond.
  package static let stepsBetweenPolls = 100_000

  private final class Interruption {
    let isWanted: @Sendable () -> Bool

    init(_ isWanted: @escaping @Sendable () -> Bool) {
      self.isWanted = isWanted
    }
  }

  /// Runs one statement and ignores any rows.
  package func run(_ sql: SQL, _ values: any SQLBindable...) throws(StoreError) { try run(sql, values) }

  /// Returns every row of a query, each converted by `make`.
  package func all<Element>(
    _ sql: SQL, _ values: any SQLBindable..., make: (any SQLRow) throws -> Element
  ) throws(StoreError) -> [Element] {
    try all(sql, values, limit: .max, make)
  }

  /// Returns the first row of a query, converted by `make`; `nil` if there is none.
  package func first<Element>(
    _ sql: SQL, _ values: any SQLBindable..., make: (any SQLRow) throws -> Element
  ) throws(StoreError) -> Element? {
    try all(sql, values, limit: 1, make).first
  }

  /// Returns the first column of the first row as a number; 0 if there is no row.
  package func number(_ sql: SQL, _ values: any SQLBindable...) throws(StoreError) -> Int {
    try all(sql, values, limit: 1) { $0.int(0) }.first ?? 0
  }

  package var lastInsertedRow: Int64 { sqlite3_last_insert_rowid(handle) }
  /// The number of rows changed since the connection was opened, including by triggers and foreign keys.
  package var totalChanges: Int { Int(sqlite3_total_changes64(handle)) }
  /// The number of rows changed by the last statement.
  package var changes: Int { Int(sqlite3_changes64(handle)) }

  /// Returns the prepared statement, preparing it at its first use.
  func prepared(_ sql: SQL) throws(StoreError) -> Statement {
    let statement: Statement
    if let known = statements[sql] {
      statement = known
    } else {
      statement = try Statement(sql, on: self)
      statements[sql] = statement
    }
    tablesRead.formUnion(statement.reads)
    tablesWritten.formUnion(statement.writes)
    return statement
  }

  /// The number of virtual machine steps that its statements have taken so far, including triggers: a measure of work
  /// that does not depend on the machine's speed.
  package var stepsTaken: Int {
    var (statement, steps) = (sqlite3_next_stmt(handle, nil), 0)
    while let found = statement {
      steps += Int(sqlite3_stmt_status(found, SQLITE_STMTSTATUS_VM_STEP, 0))
      statement = sqlite3_next_stmt(handle, found)
    }
    return steps
  }

  func error(_ code: Int32, _ sql: String?) -> StoreError {
    StoreError(
      sqlite: code, String(cString: sqlite3_errmsg(handle)), in: sql, path: path,
      systemError: code == SQLITE_IOERR | 3 << 8 ? lastErrorOfLog : 0)  // SQLITE_IOERR_WRITE
  }
}

extension Connection {
  /// Runs `body` between BEGIN and COMMIT, and rolls back if it or the commit throws.
  ///
  /// - Parameter willCommit: called after `body`, before COMMIT.
  package func transaction<Result>(
    _ kind: TransactionKind, willCommit: () throws -> Void = {}, _ body: () throws -> Result
  ) throws -> Result {
    func whole() throws -> Result {
      let result = try body()
      try willCommit()
      return result
    }
    guard rehearsals == 0 else {
      // A transaction is already open, and no other client writes in it: a reader needs no other.
      return try kind == .immediate ? savepoint(whole) : body()
    }
    try run(kind.begin)
    do {
      let result = try whole()
      try run("COMMIT")
      return result
    } catch {
      if isInTransaction { try? run("ROLLBACK") }  // report the first error
      throw error
    }
  }

  /// Runs `body`; if it throws, undoes its writes but none of the transaction's earlier ones.
  package func savepoint<Result>(_ body: () throws -> Result) throws -> Result {
    try run("SAVEPOINT s")
    do {
      let result = try body()
      try run("RELEASE s")
      return result
    } catch {
      if isInTransaction {
        try run("ROLLBACK TO s")
        try run("RELEASE s")
      }
      throw error
    }
  }

  /// Makes every later transaction part of one that `endRehearsal` rolls back. Rehearsals can nest.
  package func beginRehearsal() throws(StoreError) {
    try run("SAVEPOINT rehearsal")
    rehearsals += 1
  }

  /// Rolls back all writes since the innermost open rehearsal began.
  package func endRehearsal() throws(StoreError) {
    rehearsals -= 1
    try run("ROLLBACK TO rehearsal")
    try run("RELEASE rehearsal")
  }

  /// Also false if SQLite has rolled back on its own, for example after a full disk.
  package var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }
}

package import HomeworkModel
import HomeworkSystem
import Synchronization

/// A store's database on SQLite: a file, or memory that lasts as long as its single connection.
///
/// One connection, guarded by a lock, writes; those of a pool read.
package final class FileDatabase: EngineDatabase, @unchecked Sendable {
  private let lock = Lock()
  private var connection: Connection?
  private let connect: () throws -> Connection
  /// The reading connections; `nil` in memory, where a single connection does everything.
  private let readers: ConnectionPool<Connection>?
  /// The file's files; `nil` in memory.
  private let files: OpenedFiles?
  private let verifyIntervalNs: UInt64
  private var nextCheckpoint = FileDatabase.checkpointFrames
  /// The data version up to which changes have been announced; `nil` if the connection is new.
  private var announcedVersion: UInt32?
  /// The version of the schema last compared with ours.
  private var schemaCookie: Int?

  /// - Parameters:
  ///   - connection: the first connection.
  ///   - connect: opens another connection after the disk has failed the first.
  ///   - verifyIntervalNs: how long writes may be acknowledged after a check of the files, in nanoseconds.
  ///   - readers: opens a reading connection; and the maximum number of them.
  package init(
    _ connection: sending Connection, files: OpenedFiles?, verifyIntervalNs: UInt64 = 0,
    connect: @escaping () throws -> Connection,
    readers: (limit: Int, connect: @Sendable () throws -> Connection)? = nil
  ) {
    announcedVersion = connection.dataVersion
    self.connection = connection
    (self.files, self.connect, self.verifyIntervalNs) = (files, connect, verifyIntervalNs)
    guard let readers else {
      self.readers = nil
      return
    }
    self.readers = ConnectionPool(limit: readers.limit) { _ in try readers.connect() }
  }

  deinit { close() }
}

extension Connection: PooledConnection {
  package var isSound: Bool { true }
}

// MARK: Writing

extension FileDatabase {
  /// A group's transaction.
  private final class Group: EngineGroup {
    private let connection: Connection
    private(set) var last: RowTransaction?

    init(_ connection: Connection) { self.connection = connection }

    func begin() -> RowTransaction {
      let rows = RowTransaction(connection)
      last = rows
      return rows
    }

    func savepoint(_ body: () throws -> Void) throws {
      try connection.savepoint(body)
    }

    var writeCount: Int { connection.totalChanges }
    var isOpen: Bool { connection.isInTransaction }
  }

  package func write(
    willCommit: () throws -> Void, _ body: (any EngineGroup) throws -> Void
  ) throws -> EngineCommit {
    lock.lock()
    defer { lock.unlock() }
    let connection = try usableConnection()
    // Do not write to a file known to be gone, but do write to one that was put back.
    try verifyFiles(connection, within: .max)
    var group: Group?
    do {
      try connection.transaction(.immediate, willCommit: willCommit) {
        try refuseForeignSchema(connection)
        connection.tablesWritten = announcedVersion == connection.dataVersion ? TableSet() : .all
        let begun = Group(connection)
        group = begun
        try body(begun)
        // If the index is gone, another process may be writing at the same offsets of the log.
        try files?.verify(connection, within: verifyIntervalNs)
      }
      announcedVersion = connection.dataVersion
    } catch {
      try verifyFiles(connection, within: .max)
      // Regardless of how a body handled the error, the database's own report decides the next step.
      let cause = group?.last?.failure ?? error as? StoreError
      // After a failed fsync the system may have dropped unwritten data, and may report that only once: this
      // connection's idea of the disk's content can no longer be trusted.
      if case .unavailable(.inputOutput) = cause, files != nil { letGo() }
      throw error
    }
    try verifyFiles(connection, within: verifyIntervalNs)
    return EngineCommit(tables: connection.tablesWritten, framesInLog: connection.framesInLog)
  }

  /// Call with the writer's lock held, before a write could run a foreign trigger.
  ///
  /// - Throws: `newerSchema` if a newer program has changed the file; `unusable` if it has changed the schema.
  private func refuseForeignSchema(_ connection: Connection) throws(StoreError) {
    let rows = RowTransaction(connection)
    try connection.migrator.refuseNewer(rows.schemaVersion())
    let cookie = try rows.number("PRAGMA schema_version")
    guard cookie != schemaCookie else { return }
    // A view has no rows of its own: nothing is lost, and nothing can be wrong, once it is there again.
    let views = try SchemaCheck.refuseDifference(connection, path: connection.path).filter {
      $0.hasPrefix("CREATE VIEW")
    }
    for view in views { try rows.run(SQL(view)) }
    // A view goes again if the write is rolled back: then the next one looks again.
    if views.isEmpty { schemaCookie = cookie }
  }

  /// Throws if a file is gone, so that no write to it is acknowledged.
  private func verifyFiles(_ connection: Connection, within intervalNs: UInt64 = 0) throws(StoreError) {
    guard let files else { return }
    do throws(StoreError) {
      try files.verify(connection, within: intervalNs)
    } catch {
      // The log was deleted: move its content into the database while it is still open, as far as readers permit.
      if case .unavailable(.displaced(let path)) = error, path.hasSuffix("-wal"), files.lacksOnlyLog {
        _ = try? connection.checkpoint()  // report the first error
      }
      throw error
    }
  }

  /// The number of frames at which the log is moved into the file; if readers block that, also until the next try.
  private static let checkpointFrames = 1000

  package var isLogFull: Bool {
    lock.withLock {
      guard let connection else { return false }
      if connection.framesInLog < Self.checkpointFrames { nextCheckpoint = Self.checkpointFrames }
      return connection.framesInLog >= nextCheckpoint
    }
  }

  package func checkpoint() -> Result<CheckpointResult, StoreError>? {
    lock.lock()
    defer { lock.unlock() }
    guard let connection else { return nil }
    do throws(StoreError) {
      let done = try connection.checkpoint()
      nextCheckpoint = done.isBlocked ? done.logged + Self.checkpointFrames : Self.checkpointFrames
      return .success(CheckpointResult(isBlocked: done.isBlocked, framesInLog: connection.framesInLog))
    } catch {
      // The commits are durable: they are in the log. A later checkpoint tries again.
      nextCheckpoint = connection.framesInLog + Self.checkpointFrames
      return .failure(error)
    }
  }
}

extension FileDatabase {
  package func endErasures(waitingMs: Int32) throws -> Bool {
    guard files != nil else { return true }
    return try exclusively { connection in
      try connection.waiting(ms: waitingMs) { () throws(StoreError) in try Erasing.end(connection) }
    }
  }
}

// MARK: Reading

extension FileDatabase {
  /// The time that reads trust a check of the files, in nanoseconds; they see a failed check by a write at once.
  private static let readVerifyIntervalNs: UInt64 = 100_000_000

  package func read(
    isCancelled: (@Sendable () -> Bool)?, _ body: (RowTransaction) throws -> Void
  ) throws {
    try withReader { connection in try Self.snapshot(connection, isCancelled, body) }
  }

  /// Lends a reading connection.
  package func withReader(_ body: (Connection) throws -> Void) throws {
    guard let readers else { return try exclusively { connection in try body(connection) } }
    try files?.verify(within: Self.readVerifyIntervalNs)
    try readers.use(body)
  }

  /// Runs `body` with one snapshot for all its reads.
  private static func snapshot(
    _ connection: Connection, _ isCancelled: (@Sendable () -> Bool)?, _ body: (RowTransaction) throws -> Void
  ) throws {
    try interruptible(connection, isCancelled) {
      connection.tablesRead = TableSet()
      try connection.transaction(.deferred) {
        let rows = RowTransaction(connection)
        // A newer program may have upgraded the file since it was opened here.
        try connection.migrator.refuseNewer(rows.schemaVersion())
        try body(rows)
      }
    }
  }

  /// Runs `body` on a connection that other callers use afterwards, so resets its interruption.
  package static func interruptible(
    _ connection: Connection, _ isCancelled: (@Sendable () -> Bool)?, _ body: () throws -> Void
  ) throws {
    guard let isCancelled else { return try body() }
    guard !isCancelled() else { throw StoreError.cancelled }
    connection.setInterruption(isCancelled)
    defer { connection.setInterruption(nil) }
    try body()
  }
}

// MARK: The writing connection

extension FileDatabase {
  /// Uses the connection while no other caller writes.
  package func exclusively<Result>(_ body: (Connection) throws -> Result) throws -> Result {
    lock.lock()
    defer { lock.unlock() }
    let connection = try usableConnection()
    try verifyFiles(connection)
    let result = try body(connection)
    try verifyFiles(connection)
    return result
  }

  /// Uses the connection while no other caller writes, wherever its file is now.
  package func rescuing<Result>(_ body: (Connection) throws -> Result) throws -> Result {
    lock.lock()
    defer { lock.unlock() }
    guard let connection else { throw StoreError.unavailable(.inputOutput("the connection is lost")) }
    return try body(connection)
  }

  private func usableConnection() throws -> Connection {
    if let connection { return connection }
    readers?.letGoOfIdle()
    let opened = try connect()
    // The reading connections still have the previous log and index open.
    try files?.admit(opened, isOnly: readers?.isEmpty ?? true)
    connection = opened
    // Versions are specific to a connection.
    (announcedVersion, schemaCookie) = (nil, nil)
    return opened
  }

  /// Closes the connections, which moves the log into the file unless another process has it open.
  package func close() {
    readers?.letGoOfIdle()
    lock.withLock {
      // SQLite would leave a moved file's log behind, and the next process to open the file now at this path would take
      // it for the new file's. Fails while another connection has the moved file open: that connection then does this.
      if files?.isReplaced == true { try? connection?.execute("PRAGMA journal_mode = DELETE") }
      letGo()
    }
  }

  private func letGo() {
    // Other processes may be writing to the files now at the paths: SQLite would delete them.
    if let connection, let files, (try? files.verify(connection)) == nil { try? connection.setKeepsLogAtClose(true) }
    connection = nil
  }

  package var isShared: Bool { files != nil }

  /// A concurrent writer announces its own changes.
  package func hasForeignCommit() -> Bool {
    guard lock.try() else { return false }
    defer { lock.unlock() }
    do {
      let connection = try usableConnection()
      try verifyFiles(connection)
      // Reads, to make the version current.
      _ = try RowTransaction(connection).schemaVersion()
      guard announcedVersion != connection.dataVersion else { return false }
      announcedVersion = connection.dataVersion
    } catch {
      // The waiting callers read next, and get the error.
    }
    return true
  }
}

// MARK: Rehearsals

extension FileDatabase {
  /// Begins a rehearsal: `endRehearsal` rolls back all later writes. In memory only.
  package func beginRehearsal() throws {
    precondition(files == nil, "what is in a file is there for others, too")
    lock.lock()
    defer { lock.unlock() }
    try usableConnection().beginRehearsal()
  }

  package func endRehearsal() throws {
    lock.lock()
    defer { lock.unlock() }
    try usableConnection().endRehearsal()
  }
}

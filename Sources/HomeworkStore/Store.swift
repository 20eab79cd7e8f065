public import Homework
import SQLite

/// Homework, quizzes, attempts and progress in one SQLite file: what apps embed.
///
/// Every call that writes is one transaction, and returns once it is on disk (WAL, `synchronous=FULL`). Reads have a
/// connection of their own and see one snapshot each. Safe to share between tasks; several processes may share a file.
public final class Store: Sendable {
  /// The time, asked once a write.
  public typealias Clock = @Sendable () -> Timestamp
  /// Random bits for a new id; `Identifier` says how many are used.
  public typealias Identifiers = @Sendable () -> (UInt64, UInt64)

  private let writer: LockedConnection
  private let reader: LockedConnection
  private let clock: Clock
  private let identifiers: Identifiers
  private let hooks: CommitHooks

  private init(
    writer: LockedConnection, reader: LockedConnection, clock: @escaping Clock, identifiers: @escaping Identifiers,
    hooks: CommitHooks
  ) {
    self.writer = writer
    self.reader = reader
    self.clock = clock
    self.identifiers = identifiers
    self.hooks = hooks
  }

  /// Opens the store at `path`, making or migrating it first.
  ///
  /// A file of another program, or of a newer version of this one, is refused and left as it is.
  public static func open(
    path: String, clock: @escaping Clock, identifiers: @escaping Identifiers, hooks: CommitHooks = CommitHooks()
  ) throws(StoreError) -> Store {
    // To SQLite both mean a database that is gone with its connection, and the reader would have another one.
    guard !path.isEmpty, path != ":memory:" else {
      throw .unavailable(.cannotOpen(path: "\"\(path)\"", "it names no file"))
    }
    try FileCheck.checkHeader(path)
    let writer = try connect(path)
    do throws(SQLiteError) { try writer.setKeepsLogAtClose(true) } catch { throw StoreError(error) }
    try Migrator.migrate(writer, path: path, at: clock())
    do throws(SQLiteError) {
      // From here on it is ours: what was refused before kept its log.
      try writer.setKeepsLogAtClose(false)
      // After the migration: until then the main file's own header says whose it is.
      try writer.execute("PRAGMA journal_mode = WAL")
    } catch {
      throw StoreError(error)
    }
    let reader = try connect(path)
    return Store(
      writer: LockedConnection(writer), reader: LockedConnection(reader), clock: clock, identifiers: identifiers,
      hooks: hooks)
  }

  /// A store that lives as long as this value: for previews and tests.
  public static func inMemory(
    clock: @escaping Clock, identifiers: @escaping Identifiers, hooks: CommitHooks = CommitHooks()
  ) throws(StoreError) -> Store {
    let connection = try connect(":memory:")
    try Migrator.migrate(connection, path: ":memory:", at: clock())
    let only = LockedConnection(connection)
    return Store(writer: only, reader: only, clock: clock, identifiers: identifiers, hooks: hooks)
  }

  /// Composes several reads over one snapshot.
  public func read<Result>(_ body: (ReadTransaction) throws(StoreError) -> Result) throws(StoreError) -> Result {
    try reader.use { (connection) throws(StoreError) in
      try connection.transaction(.deferred, mapping: StoreError.init) { () throws(StoreError) in
        try body(ReadTransaction(connection))
      }
    }
  }

  /// Composes several calls into one transaction: all of it is on disk when this returns, or nothing of it.
  public func write<Result>(_ body: (WriteTransaction) throws(StoreError) -> Result) throws(StoreError) -> Result {
    let result = try writer.use { (connection) throws(StoreError) in
      try connection.transaction(
        .immediate, mapping: StoreError.init, willCommit: { () throws(StoreError) in try Self.call(hooks.willCommit) }
      ) { () throws(StoreError) in
        try body(WriteTransaction(connection, now: clock(), identifiers: identifiers))
      }
    }
    try Self.call(hooks.didCommit)
    return result
  }

  /// Moves what the write-ahead log holds into the main file, and empties the log.
  ///
  /// Throws `busy` where others still read from the log after a second; nothing is lost by that.
  public func checkpoint() throws(StoreError) {
    try writer.use { (connection) throws(StoreError) in
      // Not the usual limit: writers wait for this, and so does a daemon that was told to stop.
      connection.setBusyTimeout(ms: 1000)
      defer { connection.setBusyTimeout(ms: Connection.defaultBusyTimeoutMs) }
      let isBlocked: Int
      do throws(SQLiteError) { isBlocked = try connection.number("PRAGMA wal_checkpoint(TRUNCATE)") } catch {
        throw StoreError(error)
      }
      guard isBlocked == 0 else { throw .busy }
    }
  }

  private static func connect(_ path: String) throws(StoreError) -> Connection {
    do throws(SQLiteError) {
      let connection = try Connection(path: path, access: .create)
      try connection.execute("PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON")
      return connection
    } catch {
      guard error.code == SQLiteError.Code.cannotOpen else { throw StoreError(error) }
      throw .unavailable(.cannotOpen(path: path, error.message))
    }
  }

  private static func call(_ hook: (@Sendable () throws -> Void)?) throws(StoreError) {
    do { try hook?() } catch { throw .stoppedByHook("\(error)") }
  }
}

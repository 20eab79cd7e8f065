import Foundation
public import HomeworkModel
import HomeworkSQLite

/// Homework, quizzes, attempts and progress in one SQLite file: what apps embed.
///
/// Every call that writes is one transaction, and returns once it is on disk. Writes that wait at the same time share a
/// commit, each as if it were alone. Reads have connections of their own and see one snapshot each.
///
/// Safe to share between tasks and threads; several processes may share a file. Each call is there twice: in asynchronous
/// code it waits without holding a thread, elsewhere it blocks.
public final class Store: Sendable {
  /// The time, asked once a write.
  public typealias Clock = @Sendable () -> Timestamp
  /// Random bits for a new id; `Identifier` says how many are used.
  public typealias Identifiers = @Sendable () -> (UInt64, UInt64)
  /// Whether nobody wants the result any more. Asked at the beginning of what may take long, and again and again on the
  /// thread that does it: once it says yes, that ends with `StoreError.cancelled` and has changed nothing.
  public typealias IsCancelled = @Sendable () -> Bool

  /// The file; `nil` for a store in memory.
  public let path: String?
  package let writer: Writer
  /// None for a store in memory, which has one connection for all.
  private let readers: ReaderPool?
  let changes: ChangeSignal
  let busyTimeoutMs: Int32
  let disk: Disk?
  /// Where asynchronous callers' blocking work is done.
  let workQueue = DispatchQueue(label: "HomeworkStore", attributes: .concurrent)

  private init(
    path: String?, writer: Writer, readers: ReaderPool?, changes: ChangeSignal, options: StoreOptions
  ) {
    busyTimeoutMs = Int32(clamping: options.busyTimeoutMs)
    disk = options.disk
    self.path = path
    self.writer = writer
    self.readers = readers
    self.changes = changes
    changes.setPoll { [weak self] in
      // Where it fails, the next look finds it, or whoever reads the events the error.
      try? self?.read { (tx) throws(StoreError) in try tx.eventRange().newest }
    }
  }

  /// Opens the store at `path`, making or migrating it first.
  ///
  /// A file of another program, or of a newer version of this one, is refused and left as it is.
  public static func open(
    path: String, clock: @escaping Clock = systemClock, identifiers: @escaping Identifiers = systemIdentifiers,
    hooks: CommitHooks = CommitHooks(), options: StoreOptions = StoreOptions()
  ) throws(StoreError) -> Store {
    // To SQLite both mean a database that is gone with its connection, and the reader would have another one.
    guard !path.isEmpty, path != ":memory:" else {
      throw .unavailable(.cannotOpen(path: "\"\(path)\"", "it names no file"))
    }
    try FileCheck.checkHeader(path)
    PartialFile.sweep(PartialFile.directory(of: path))
    PartialFile.makeEmpty(at: path)
    let first = try connect(path, options, access: .create)
    do throws(SQLiteError) { try first.setKeepsLogAtClose(true) } catch { throw StoreError(error) }
    // Several processes may make the file at the same moment, and SQLite does not wait for every lock that this takes.
    try waiting(forMs: options.busyTimeoutMs) { () throws(StoreError) in
      try Migrator.migrate(first, path: path, on: options.disk, at: clock(), onProgress: options.onMigration)
      do throws(SQLiteError) {
        // From here on it is ours: what was refused before kept its log.
        try first.setKeepsLogAtClose(false)
        // After the migration: until then the main file's own header says whose it is.
        try first.execute("PRAGMA journal_mode = WAL")
      } catch {
        throw StoreError(error)
      }
      try Migrator.sealPages(first)
    }
    let place = try FilePlace(path, first)
    let changes = ChangeSignal()
    let context = WriteContext(
      clock: clock, identifiers: identifiers, hooks: hooks, retention: options.eventRetention, changes: changes,
      place: place, durability: options.durability)
    let writer = Writer(first, context) { () throws(StoreError) in
      let connection = try connect(path, options)
      try place.admit(connection, opensLog: true)
      return connection
    }
    let readers = ReaderPool(limit: options.readers, onLostIndex: { [weak writer] in writer?.letGoWhereIndexIsLost() })
    { () throws(StoreError) in
      try place.look()
      let connection = try connect(path, options)
      try place.admit(connection, opensLog: false)
      return connection
    }
    writer.onLostIndex = { [weak readers] in readers?.letGoOfIdle() }
    return Store(path: path, writer: writer, readers: readers, changes: changes, options: options)
  }

  /// A store that lives as long as this value: for previews and tests.
  public static func inMemory(
    clock: @escaping Clock = systemClock, identifiers: @escaping Identifiers = systemIdentifiers,
    hooks: CommitHooks = CommitHooks(), options: StoreOptions = StoreOptions()
  ) throws(StoreError) -> Store {
    let connection = try connect(":memory:", options, access: .create)
    try Migrator.migrate(connection, path: nil, at: clock(), onProgress: nil)
    let changes = ChangeSignal()
    let context = WriteContext(
      clock: clock, identifiers: identifiers, hooks: hooks, retention: options.eventRetention, changes: changes,
      place: nil, durability: options.durability)
    let writer = Writer(connection, context) { () throws(StoreError) in
      throw .inconsistent("a store in memory cannot be opened again")
    }
    return Store(path: nil, writer: writer, readers: nil, changes: changes, options: options)
  }

  /// Tries again while the file is busy, until that took so long.
  private static func waiting(
    forMs limit: Int, _ body: () throws(StoreError) -> Void
  ) throws(StoreError) {
    let start = ContinuousClock.now
    while true {
      do throws(StoreError) { return try body() } catch .busy where start.duration(to: .now) < .milliseconds(limit) {
        usleep(2000)
      }
    }
  }

  /// What it has done since it was opened.
  public var activity: StoreActivity { writer.activity }

  /// Of each connection, taken as it fills: eight times SQLite's own, so that reading here and there in a file of a million
  /// homework does not go to the system for each page.
  private static let pageCacheKiB = 16_384

  private static func connect(
    _ path: String, _ options: StoreOptions, access: Connection.Access = .readWrite
  ) throws(StoreError) -> Connection {
    do throws(SQLiteError) {
      let connection = try Connection(
        path: path, access: access, busyTimeoutMs: Int32(clamping: options.busyTimeoutMs), disk: options.disk)
      try connection.execute(
        """
        PRAGMA synchronous = \(options.durability.rawValue); PRAGMA foreign_keys = ON;
        PRAGMA cache_size = -\(pageCacheKiB)
        """)
      connection.takeOverCheckpoints()
      return connection
    } catch {
      throw StoreError(error)
    }
  }
}

// MARK: Transactions

extension Store {
  /// Composes several reads over one snapshot. Blocks this thread; not to be called inside another transaction.
  public func read<Result>(
    isCancelled: IsCancelled? = nil, _ body: (ReadTransaction) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    try withReader { (connection) throws(StoreError) in
      try Self.interruptible(connection, isCancelled) { () throws(StoreError) in try Self.snapshot(connection, body) }
    }
  }

  /// Does `body` on a connection that is used for others afterwards.
  static func interruptible<Result>(
    _ connection: Connection, _ isCancelled: IsCancelled?, _ body: () throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    guard let isCancelled else { return try body() }
    connection.setInterruption(isCancelled)
    defer { connection.setInterruption(nil) }
    guard !isCancelled() else { throw .cancelled }
    return try body()
  }

  /// Composes several calls into one transaction: all of it is on disk when this returns, or nothing of it.
  ///
  /// Blocks this thread; not to be called inside another transaction. `body` may run on another thread meanwhile, beside
  /// other callers' writes, and again where their transaction was lost.
  public func write<Result>(_ body: (WriteTransaction) throws(StoreError) -> Result) throws(StoreError) -> Result {
    var result: Result?
    let error = writer.perform { transaction in
      do throws(StoreError) {
        result = try body(transaction)
        return nil
      } catch {
        return error
      }
    }
    if let error { throw error }
    guard let result else { throw .inconsistent("a write ended without a result") }
    return result
  }

  /// One statement is a snapshot of its own.
  func readOnce<Result>(_ body: (ReadTransaction) throws(StoreError) -> Result) throws(StoreError) -> Result {
    try withReader { (connection) throws(StoreError) in
      try Self.trusted(connection) { () throws(StoreError) in try body(ReadTransaction(connection)) }
    }
  }

  func withReader<Result>(
    _ body: (Connection) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    guard let readers else { return try writer.exclusively(body) }
    try writer.place?.look(within: Self.readLookIntervalNs)
    return try readers.use(body)
  }

  /// For how long reads go on after a look at the files; what a write finds they know at once.
  private static let readLookIntervalNs: UInt64 = 100_000_000

  private static func snapshot<Result>(
    _ connection: Connection, _ body: (ReadTransaction) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    try trusted(connection) { () throws(StoreError) in
      try connection.transaction(.deferred, mapping: StoreError.init) { () throws(StoreError) in
        try body(ReadTransaction(connection))
      }
    }
  }

  /// What `body` gives, unless the log's index was cut meanwhile: then it may have read what has long been replaced.
  private static func trusted<Result>(
    _ connection: Connection, _ body: () throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    let outcome = Swift.Result { () throws(StoreError) in try body() }
    // What failed did so for that reason, perhaps, and has time for a closer look.
    var isFailure = false
    if case .failure = outcome { isFailure = true }
    guard !connection.isLogIndexCut(looksAtFile: isFailure) else { throw .lostIndex }
    return try outcome.get()
  }
}

// MARK: Transactions of asynchronous code

extension Store {
  /// Does what blocks on a thread of the store's, for callers that are not to wait on theirs.
  package func offThread<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      workQueue.async { continuation.resume(with: Swift.Result(catching: body)) }
    }
  }
}

extension Store {
  /// Composes several reads over one snapshot.
  public func read<Result: Sendable>(
    _ body: @escaping @Sendable (ReadTransaction) throws(StoreError) -> Result
  ) async throws(StoreError) -> Result {
    let outcome = await withCheckedContinuation {
      (continuation: CheckedContinuation<Swift.Result<Result, StoreError>, Never>) in
      guard let readers else {
        return workQueue.async { [self] in
          continuation.resume(returning: .init { () throws(StoreError) in try read(body) })
        }
      }
      readers.use(on: workQueue) { [writer] lent in
        continuation.resume(
          returning: .init { () throws(StoreError) in
            let connection = try lent.get()
            try writer.place?.look(within: Self.readLookIntervalNs)
            return try Self.snapshot(connection, body)
          })
      }
    }
    return try outcome.get()
  }

  /// Composes several calls into one transaction: all of it is on disk when this returns, or nothing of it.
  ///
  /// Cancelled while it waits for its turn, it throws `cancelled` and has changed nothing; later it is too late, and it
  /// goes on to its end. `body` runs on another thread, beside other callers' writes, and again where their transaction
  /// was lost.
  public func write<Result: Sendable>(
    _ body: @escaping @Sendable (WriteTransaction) throws(StoreError) -> Result
  ) async throws(StoreError) -> Result {
    let waiting = WaitingWrite<Result>()
    let outcome = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        waiting.enter(writer, on: workQueue, body) { continuation.resume(returning: $0) }
      }
    } onCancel: {
      waiting.cancel()
    }
    return try outcome.get()
  }
}

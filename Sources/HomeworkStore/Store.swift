public import HomeworkModel
import HomeworkSystem

/// Stores homework, quizzes, attempts and progress in one SQLite file: the type that apps embed.
///
/// Every writing call is one transaction, and returns once it is on disk. Concurrent writes share a commit, each as if
/// it were alone. Reads have their own connections and see one snapshot each.
///
/// Every operation is a method of a transaction: `read` and `write` pass one to a closure, which may call several.
///
///     let homework = try await store.write { tx in
///       let homework = try tx.addHomework(HomeworkDraft(title: "Fractions"))
///       return try tx.completeHomework(homework.id)
///     }
///
/// Safe to share between tasks and threads; several processes may share a file. Asynchronous calls block no thread
/// while they wait; methods whose names end in `AndWait` block the calling thread.
public final class Store: Sendable {
  /// The clock, read once per write.
  package typealias Clock = @Sendable () -> Timestamp
  /// Returns random bits for a new id; `Identifier` documents how many it uses.
  package typealias Identifiers = @Sendable () -> (UInt64, UInt64)
  /// Returns whether the caller has given up on the result. A long operation polls this from its start, on its own
  /// thread: once it returns true, the operation throws `StoreError.cancelled` and has changed nothing.
  package typealias IsCancelled = @Sendable () -> Bool

  /// The path of the file; `nil` for a store in memory.
  package let path: String?
  let database: any EngineDatabase
  let writer: Writer
  let changes: ChangeSignal
  /// The store's clock.
  package let clock: Clock
  let disk: Disk?
  /// Runs asynchronous callers' blocking work.
  static let workQueue = DispatchQueue(label: "HomeworkStore", attributes: .concurrent)

  /// Creates a store on an open database.
  ///
  /// - Parameter path: the path of its file, if it has one.
  package init(_ database: any EngineDatabase, path: String? = nil, options: StoreOptions = StoreOptions()) {
    (disk, clock, self.path, self.database) = (options.disk, options.clock, path, database)
    let changes = ChangeSignal()
    self.changes = changes
    writer = Writer(database, options, changes)
    guard database.isShared else { return }
    changes.setPoll { [weak database, weak changes] in
      if database?.hasForeignCommit() == true { changes?.announce(.all) }
    }
  }

  /// Opens the store at `path`, creating it first if it does not exist.
  ///
  /// Refuses a file of another program, or of a newer version of this one, and leaves it unchanged.
  public static func open(
    path: String, options: StoreOptions = StoreOptions()
  ) async throws -> Store {
    try await offThread { _ in try openAndWait(path: path, options: options) }
  }

  /// Opens the store as `open` does, on this thread.
  public static func openAndWait(
    path: String, options: StoreOptions = StoreOptions()
  ) throws(StoreError) -> Store {
    // SQLite takes both for a database private to its connection, so readers would get a different one.
    guard !path.isEmpty, path != ":memory:" else {
      throw .unavailable(.cannotOpen(path: "\"\(path)\"", "it names no file"))
    }
    try FileCheck.checkHeader(path, options.migrator)
    try OpenedFiles.refuseSeveralNames(path)
    PartialFile.sweep(PartialFile.directory(of: path))
    PartialFile.makeEmpty(at: path)
    let first = try connect(path, options, access: .create)
    try first.setKeepsLogAtClose(true)
    // Until there is a log: a journal that a loss of power brings back beside one would undo the switch to it.
    try first.execute("PRAGMA synchronous = EXTRA")
    // Several processes may create the file at the same moment, and SQLite does not wait for every lock taken here.
    var upgraded: SchemaUpgrade?
    try waiting(forMs: options.busyTimeoutMs) { () throws(StoreError) in
      upgraded =
        try NewFile.make(
          first, path: path, at: options.clock(), identifiers: options.identifiers, migration: options.migration)
        ?? upgraded
      // The file is now known to be ours: a file refused before this point keeps its log.
      try first.setKeepsLogAtClose(false)
      // Only once the schema is there: until then the main file's own header says which program owns it.
      try first.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = \(options.durability.rawValue)")
      // Does not wait for a reader: the next opening tries again.
      _ = try first.waiting(ms: 0) { () throws(StoreError) in try Erasing.end(first) }
    }
    if let upgraded { options.onUpgrade?(upgraded) }
    let files = try OpenedFiles(path, first)
    let database = FileDatabase(
      first, files: files, verifyIntervalNs: options.verifyIntervalNs,
      connect: { try connect(path, options) },
      readers: (
        options.readers,
        {
          try files.verify()
          let connection = try connect(path, options)
          try files.admit(connection, isOnly: false)
          // Only the writing connection moves the log.
          try connection.setKeepsLogAtClose(true)
          return connection
        }
      ))
    return Store(database, path: path, options: options)
  }

  /// Returns a store that lives as long as this value, for previews and tests.
  public static func inMemory(
    options: StoreOptions = StoreOptions()
  ) throws(StoreError) -> Store {
    let connection = try connect(":memory:", options, access: .create)
    try NewFile.fill(connection, at: options.clock(), identifiers: options.identifiers)
    let database = FileDatabase(connection, files: nil) {
      throw StoreError.inconsistent("an in-memory store has only one connection")
    }
    return Store(database, options: options)
  }

  /// Retries while the file is busy, up to a total time in milliseconds.
  private static func waiting(forMs limit: Int, _ body: () throws(StoreError) -> Void) throws(StoreError) {
    let start = ContinuousClock.now
    while true {
      do throws(StoreError) {
        return try body()
      } catch .busy where start.duration(to: .now) < .milliseconds(limit) {
        usleep(2000)
      }
    }
  }

  /// The SQLite version that reads and writes files.
  package static var sqliteVersion: String { Connection.sqliteVersion }

  /// Closes the connections after all queued writes. A later call reopens them as needed.
  package func close() { writer.inTurn { database.close() } }

  /// Returns the store's SQLite database.
  ///
  /// - Throws: `invalid` on another engine.
  package func file() throws(StoreError) -> FileDatabase {
    try ReadTransaction.require(database as? FileDatabase, "file")
  }

  /// The store's activity since it was opened.
  package var activity: StoreActivity { writer.activity }

  /// The page cache of each connection, in KiB, allocated as it fills: eight times SQLite's default, so that scattered
  /// reads in a file of a million assignments do not need a system call per page.
  private static let pageCacheKiB = 16_384

  private static func connect(
    _ path: String, _ options: StoreOptions, access: Connection.Access = .readWrite
  ) throws(StoreError) -> Connection {
    let connection = try Connection(
      path: path, access: access, busyTimeoutMs: Int32(clamping: options.busyTimeoutMs), disk: options.disk,
      migrator: options.migrator)
    try connection.execute(
      """
      PRAGMA synchronous = \(options.durability.rawValue); PRAGMA foreign_keys = ON;
      PRAGMA cache_size = -\(pageCacheKiB)
      """)
    return connection
  }
}

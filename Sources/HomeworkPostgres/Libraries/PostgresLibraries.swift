public import HomeworkModel
public import HomeworkStore
import HomeworkSystem

/// The libraries in one PostgreSQL database.
package final class PostgresLibraries: LibraryCollection {
  package let pool: PostgresPool
  private let isMigrated = Guarded(false)

  /// - Parameter url: the address of the writable server, or of several servers, one of which is writable.
  package convenience init(_ url: PostgresURL, durability: StoreOptions.Durability = .full) {
    self.init(PostgresPool(url, isDurable: durability == .full))
  }

  package init(_ pool: PostgresPool) { self.pool = pool }

  package var path: String { pool.url.redacted }

  package func make() throws(StoreError) {
    try isMigrated.withLock { (isMigrated) throws(StoreError) in
      guard !isMigrated else { return }
      try Self.withStoreErrors { try PostgresMigrator.migrate(pool, at: Store.systemClock()) }
      isMigrated = true
    }
  }

  package func sweep() {}

  /// The only library, and the time until which that is assumed: every call that names no library needs it.
  private let only = Guarded<(name: LibraryName, until: ContinuousClock.Instant)?>(nil)
  /// The time that a second library made by another process may go unnoticed.
  private static let believed = Duration.seconds(1)

  package var onlyName: LibraryName? { only.withLock { only in only.flatMap { $0.until > .now ? $0.name : nil } } }

  package func names(upTo limit: Int) throws(StoreError) -> [LibraryName] {
    if limit == 2, let onlyName { return [onlyName] }
    try make()
    let names: [LibraryName] = try Self.withStoreErrors {
      try pool.use { connection in
        try connection.all(
          "SELECT name FROM hwdb.library WHERE name NOT LIKE ? ORDER BY name LIMIT ?", Self.temporary, limit
        ) { $0.text(0) }
      }
      .map { try LibraryName($0) }
    }
    if names.count == 1, limit > 1 { only.withLock { $0 = (names[0], .now + Self.believed) } }
    return names
  }

  package func entries(of names: [LibraryName]) throws(StoreError) -> [LibraryInfo] {
    try Self.withStoreErrors {
      let changed = try pool.use { connection in
        try connection.all("SELECT name, changed_at_ms FROM hwdb.library") { ($0.text(0), $0.int64(1)) }
      }
      let times = Dictionary(changed) { first, _ in first }
      // All libraries share the same tables: a library's size would have to be counted.
      return names.compactMap { name in
        times[name.text].map {
          LibraryInfo(name: name.text, fileBytes: 0, changedAt: Timestamp(millisecondsSince1970: $0))
        }
      }
    }
  }

  package func open(_ name: LibraryName, _ options: StoreOptions) throws(StoreError) -> Store {
    try make()
    let library = try Self.withStoreErrors {
      try pool.use { try $0.first("SELECT id FROM hwdb.library WHERE name = ?", name.text) { $0.int64(0) } }
    }
    guard let library else { throw .notFound(.library, name.text) }
    let database = PostgresDatabase(library, named: name.text, on: pool, writer: Store.systemIdentifiers())
    return Store(database, options: options)
  }

  package func create(_ name: LibraryName, _ options: StoreOptions) throws(StoreError) {
    try make()
    let now = options.clock()
    let random = options.identifiers()
    let learner = Learner.ID(atMs: now.millisecondsSince1970, random: random)
    let copy = SyncCopy.first(atMs: now.millisecondsSince1970, random: random)
    let isNew = try Self.withStoreErrors {
      try pool.transaction(.write) { connection in
        guard let id = try Self.insert(name, connection, at: now) else { return false }
        try connection.run(
          """
          INSERT INTO hwdb.learner (library, public_id, name, folded_name, is_default, created_at_ms)
          VALUES (?, ?, ?, ?, true, ?)
          """, id, learner.text, Learner.firstName, Learner.foldedName(Learner.firstName),
          now.millisecondsSince1970)
        try connection.run("INSERT INTO hwdb.copy (library, public_id, is_own) VALUES (?, ?, true)", id, copy.text)
        try connection.run(
          """
          INSERT INTO hwdb.change (library, time, copy, kind, entity)
          SELECT library, 1, id, 'learner', ?2 FROM hwdb.copy WHERE library = ?1
          """, id, learner.text)
        return true
      }
    }
    only.withLock { $0 = nil }
    guard isNew else { throw .libraryTaken(name.text) }
  }

  /// Returns the key of the new library; `nil` if the name is taken.
  static func insert(_ name: LibraryName, _ connection: PostgresConnection, at now: Timestamp) throws -> Int64? {
    let id = try connection.first(
      """
      INSERT INTO hwdb.library (name, created_at_ms, changed_at_ms) VALUES (?1, ?2, ?2) ON CONFLICT DO NOTHING
      RETURNING id
      """, name.text, now.millisecondsSince1970
    ) { $0.int64(0) }
    try PostgresMigrator.refuseNewer(connection)
    return id
  }

  package func add(
    copyAt source: String, as name: LibraryName, isCancelled: Store.IsCancelled?, onProgress: (Double) -> Void
  ) throws {
    try make()
    let copy = try Store.soundCopy(of: source, isCancelled: isCancelled)
    let isNew = try Self.withStoreErrors {
      try pool.transaction(.write, isCancelled: isCancelled) { connection in
        guard let id = try Self.insert(name, connection, at: Store.systemClock()) else { return false }
        try LibraryCopy.fill(id, on: connection, from: copy, onProgress: onProgress)
        return true
      }
    }
    only.withLock { $0 = nil }
    guard isNew else { throw StoreError.libraryTaken(name.text) }
  }

  package func delete(_ name: LibraryName) throws(StoreError) {
    try make()
    let count = try Self.withStoreErrors {
      try pool.transaction(.write) { connection in
        try connection.run("DELETE FROM hwdb.library WHERE name = ?", name.text)
        let count = try connection.changes
        try PostgresMigrator.refuseNewer(connection)
        return count
      }
    }
    only.withLock { $0 = nil }
    guard count > 0 else { throw .notFound(.library, name.text) }
  }

  /// Returns the result of `body`, and converts its errors to the store's.
  static func withStoreErrors<Result>(_ body: () throws -> Result) throws(StoreError) -> Result {
    do { return try body() } catch let error as StoreError { throw error } catch let error as PostgresError {
      throw StoreError(error)
    } catch {
      throw .inconsistent("\(error)")
    }
  }
}

extension Store {
  /// Opens a library in a PostgreSQL database, version 15 or later.
  ///
  ///     let store = try await Store.open(postgres: "postgresql://hwdb@db.example/hwdb", library: "year7")
  ///
  /// Creates the tables if they do not exist, in a schema of their own, `hwdb`; does not create the library. Any number
  /// of processes may use it.
  ///
  /// - Parameters:
  ///   - url: the address in libpq's format; if it names several hosts, the primary is used.
  ///   - options: `busyTimeoutMs`, `readers` and `disk` have no effect.
  /// - Throws: `notFound` if the library does not exist; `unavailable` if the database cannot be used.
  public static func open(
    postgres url: String, library: String, options: StoreOptions = StoreOptions()
  ) async throws -> Store {
    try await offThread { _ in try openAndWait(postgres: url, library: library, options: options) }
  }

  /// Opens a library like `open`, on this thread.
  public static func openAndWait(
    postgres url: String, library: String, options: StoreOptions = StoreOptions()
  ) throws(StoreError) -> Store {
    let url = try PostgresLibraries.withStoreErrors { try PostgresURL(url) }
    return try PostgresLibraries(url, durability: options.durability).open(LibraryName(library), options)
  }
}

public import HomeworkModel
public import HomeworkStore
import HomeworkSystem

/// The library at an address of a PostgreSQL database, created with its first opening.
package final class PostgresLibrary: Sendable {
  package let pool: PostgresPool
  private let isMade = Guarded(false)

  /// - Parameter url: the address of the writable server, or of several servers, one of which is writable.
  package convenience init(_ url: PostgresURL, durability: StoreOptions.Durability = .full) {
    self.init(PostgresPool(url, isDurable: durability == .full))
  }

  package init(_ pool: PostgresPool) { self.pool = pool }

  /// Checks that the database is usable, and creates its tables.
  package func check() throws(StoreError) {
    try isMade.withLock { (isMade) throws(StoreError) in
      guard !isMade else { return }
      try Self.withStoreErrors { try PostgresSchema.make(in: pool, at: Store.systemClock()) }
      isMade = true
    }
  }

  package func open(_ options: StoreOptions = StoreOptions()) throws(StoreError) -> Store {
    try check()
    let library = try Self.withStoreErrors {
      // Another process may create it first.
      try key(of: pool.url.schema) ?? create(pool.url.schema, options) ?? key(of: pool.url.schema)
    }
    return try store(of: library, options)
  }

  private func store(of library: Int64?, _ options: StoreOptions) throws(StoreError) -> Store {
    guard let library else { throw PostgresDatabase.gone(from: pool.url) }
    return Store(PostgresDatabase(library, on: pool, writer: Store.systemIdentifiers()), options: options)
  }

  private func key(of name: String) throws -> Int64? {
    try pool.use { try $0.first("SELECT id FROM hwdb.library WHERE name = ?", name) { $0.int64(0) } }
  }

  /// Returns the key of the new library; `nil` if the name is taken.
  private func create(_ name: String, _ options: StoreOptions) throws -> Int64? {
    let now = options.clock()
    let random = options.identifiers()
    let learner = Learner.ID(atMs: now.millisecondsSince1970, random: random)
    let copy = SyncCopy.first(atMs: now.millisecondsSince1970, random: random)
    return try pool.transaction(.write) { connection in
      let id = try connection.first(
        """
        INSERT INTO hwdb.library (name, created_at_ms, changed_at_ms) VALUES (?1, ?2, ?2) ON CONFLICT DO NOTHING
        RETURNING id
        """, name, now.millisecondsSince1970
      ) { $0.int64(0) }
      try PostgresSchema.refuseNewer(connection)
      guard let id else { return nil }
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
      return id
    }
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

extension PostgresLibrary: DatabaseServer {
  package var address: String { pool.url.text }

  /// The end of temporary libraries' names, which no address can give.
  private static let suffix = ".scenario"
  /// The seed for deriving a name's advisory lock key.
  private static let seed: Int64 = 0x6877_6462

  package func createTemporary(_ options: StoreOptions) throws(StoreError) -> TemporaryDatabase {
    try check()
    let name = "s" + String(UInt64.random(in: 1 << 63...(.max)), radix: 16) + Self.suffix
    return try Self.withStoreErrors {
      // Delete the libraries whose processes have ended.
      try pool.transaction(.write) { connection in
        try connection.run(
          """
          DELETE FROM hwdb.library
          WHERE name LIKE ? AND pg_try_advisory_xact_lock(hashtextextended(name, ?))
          """, "%" + Self.suffix, Self.seed)
        try PostgresSchema.refuseNewer(connection)
      }
      // The lock belongs to a separate connection: it is released when this process ends, for any reason.
      let owner = try PostgresConnection(pool.url)
      try owner.run("SELECT pg_advisory_lock(hashtextextended(?, ?))", name, Self.seed)
      try owner.wait()
      _ = try create(name, options)
      return TemporaryDatabase(name) { [pool] in
        // If this fails now, it happens when the next one is created.
        try? pool.transaction(.write) { try $0.run("DELETE FROM hwdb.library WHERE name = ?", name) }
        owner.close()
      }
    }
  }

  package func openTemporary(_ name: String, _ options: StoreOptions) throws(StoreError) -> Store {
    try check()
    return try store(of: Self.withStoreErrors { try key(of: name) }, options)
  }
}

extension Store {
  /// Opens the library at the address of a PostgreSQL database, version 15 or later.
  ///
  ///     let store = try await Store.open(postgres: "postgresql://hwdb@db.example/school?schema=year7")
  ///
  /// The library is called as `schema` says, `hwdb` unless it is given. It and the tables are created if they do not
  /// exist. Any number of processes may use it.
  ///
  /// - Parameters:
  ///   - url: the address in libpq's format; if it names several hosts, the primary is used.
  ///   - options: `busyTimeoutMs`, `readers` and `disk` have no effect.
  /// - Throws: `unavailable` if the database cannot be used.
  public static func open(postgres url: String, options: StoreOptions = StoreOptions()) async throws -> Store {
    try await offThread { _ in try openAndWait(postgres: url, options: options) }
  }

  /// Opens a library like `open`, on this thread.
  public static func openAndWait(
    postgres url: String, options: StoreOptions = StoreOptions()
  ) throws(StoreError) -> Store {
    let url = try PostgresLibrary.withStoreErrors { try PostgresURL(url) }
    return try PostgresLibrary(url, durability: options.durability).open(options)
  }
}

public import HomeworkModel
public import HomeworkStore
import HomeworkSystem

/// The library at an address of a PostgreSQL database, created with its first opening.
package final class PostgresLibrary: Sendable {
  package let pool: PostgresPool

  /// - Parameter url: the address of the writable server, or of several servers, one of which is writable.
  package convenience init(_ url: PostgresURL, durability: StoreOptions.Durability = .full) {
    self.init(PostgresPool(url, isDurable: durability == .full))
  }

  package init(_ pool: PostgresPool) { self.pool = pool }

  package func open(_ options: StoreOptions = StoreOptions()) throws(StoreError) -> Store {
    try Self.withStoreErrors {
      try PostgresSchema.make(in: pool, options)
      return Store(try PostgresDatabase(on: pool, writer: Store.systemIdentifiers()), options: options)
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

  package func check() throws(StoreError) {
    _ = try Self.withStoreErrors { try pool.use { try PostgresSchema.pendingSteps($0, pool, .automatic) } }
  }

  /// The end of temporary libraries' names, which no address can give.
  private static let suffix = ".scenario"
  /// The seed for deriving a name's advisory lock key.
  private static let seed: Int64 = 0x6877_6462

  package func createTemporary(_ options: StoreOptions) throws(StoreError) -> TemporaryDatabase {
    let name = "s" + String(UInt64.random(in: 1 << 63...(.max)), radix: 16) + Self.suffix
    return try Self.withStoreErrors {
      try removeAbandoned()
      // The lock belongs to a separate connection: it is released when this process ends, for any reason.
      let owner = try PostgresConnection(pool.url)
      try owner.run("SELECT pg_advisory_lock(hashtextextended(?, ?))", name, Self.seed)
      try owner.wait()
      let temporary = temporary(name)
      try PostgresSchema.make(in: temporary.pool, options)
      return TemporaryDatabase(name) { [pool] in
        // If this fails now, it happens when the next one is created.
        try? pool.transaction(.write) { try $0.run("DROP SCHEMA \"\(name)\" CASCADE") }
        temporary.pool.close()
        owner.close()
      }
    }
  }

  /// Removes the temporary libraries whose processes have ended.
  private func removeAbandoned() throws {
    let names = try pool.use { connection in
      try connection.all("SELECT nspname FROM pg_namespace WHERE nspname LIKE ?", "%" + Self.suffix) { $0.text(0) }
    }
    for name in names {
      try pool.transaction(.write) { connection in
        let isFree = try connection.first("SELECT pg_try_advisory_xact_lock(hashtextextended(?, ?))", name, Self.seed) {
          $0.int(0) == 1
        }
        if isFree == true { try connection.run("DROP SCHEMA IF EXISTS \"\(name)\" CASCADE") }
      }
    }
  }

  private func temporary(_ name: String) -> PostgresLibrary {
    PostgresLibrary(PostgresPool(pool.url.with(schema: name)))
  }

  package func openTemporary(_ name: String, _ options: StoreOptions) throws(StoreError) -> Store {
    try temporary(name).open(options)
  }
}

extension Store {
  /// Opens the library at the address of a PostgreSQL database, version 15 or later.
  ///
  ///     let store = try await Store.open(postgres: "postgresql://hwdb@db.example/school?schema=year7")
  ///
  /// The library is the schema that `schema` names, `hwdb` unless it is given, and created if it does not exist. Any
  /// number of processes may use it.
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

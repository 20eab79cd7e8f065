import HomeworkMigrations
import HomeworkModel
import HomeworkStore

/// Creates a library, a schema of a database, and upgrades an older one. A lock excludes other processes that do the
/// same.
enum PostgresSchema {
  /// The advisory lock for it: an arbitrary number, the same in every version of this program.
  private static let lock: Int64 = 0x6877_6462

  /// - Throws: `newerSchema`, `olderSchema`, `development`, `foreign`, `unusable`; nothing is changed then.
  static func make(in server: PostgresPool, _ options: StoreOptions) throws {
    try server.use { connection in
      do {
        guard try !pendingSteps(connection, server, options.migration).isEmpty else { return }
        var upgrade: SchemaUpgrade?
        try connection.transaction(.write) {
          try connection.run("SELECT pg_advisory_xact_lock(?)", lock)
          // Another process may have created or upgraded it while this one waited.
          let pending = try pendingSteps(connection, server, options.migration)
          guard !pending.isEmpty else { return }
          let now = options.clock()
          // An upgrade does not need the right to create a schema.
          if pending.first?.version == 1 {
            try connection.execute("CREATE SCHEMA IF NOT EXISTS \(server.url.quotedSchema)")
          }
          upgrade = try apply(pending, to: connection, server.migrator, at: now)
          if upgrade == nil { try begin(connection, at: now, options.identifiers()) }
        }
        if let upgrade { options.onUpgrade?(upgrade) }
      } catch let error as PostgresError {
        throw StoreError(error)
      }
    }
  }

  private static func apply(
    _ steps: ArraySlice<Migration>, to connection: PostgresConnection, _ migrator: Migrator, at now: Timestamp
  ) throws -> SchemaUpgrade? {
    try migrator.apply(steps, to: RowTransaction(PostgresRows(connection))) { script in
      try connection.execute(script)
    } record: { step in
      try connection.run(
        "INSERT INTO migration (version, checksum, at_ms) VALUES (?, ?, ?)", step.version, step.checksum,
        now.millisecondsSince1970)
    }
  }

  private static func begin(
    _ connection: PostgresConnection, at now: Timestamp, _ identifiers: (UInt64, UInt64)
  ) throws {
    try connection.run("INSERT INTO library (id) VALUES (1)")
    try RowTransaction(PostgresRows(connection)).begin(at: now, identifiers)
  }

  /// Returns the steps that the library lacks; all of them if there is none.
  static func pendingSteps(
    _ connection: PostgresConnection, _ server: PostgresPool, _ migration: StoreOptions.Migration
  ) throws -> ArraySlice<Migration> {
    guard try isThere(connection, server) else { return server.migrator.migrations.steps[...] }
    // With the schema's name, so that the server says if the user may not read it.
    let applied = try connection.all("SELECT version, checksum FROM \(server.url.quotedSchema).migration") {
      ($0.int(0), $0.text(1))
    }
    // No program leaves the table empty.
    guard let version = applied.map(\.0).max() else {
      throw StoreError.unavailable(.development(database: server.url.redacted))
    }
    return try server.migrator.pending(
      after: version, checksums: Dictionary(applied) { $1 }, of: server.url.redacted, migration)
  }

  /// Returns whether the library exists.
  private static func isThere(_ connection: PostgresConnection, _ server: PostgresPool) throws -> Bool {
    // Not to_regclass(): it may not see a table created since it first failed to find it in the same transaction.
    let found = try connection.first(
      """
      SELECT count(c.oid) > 0, count(c.oid) FILTER (WHERE c.relname = 'migration') > 0
      FROM pg_namespace n LEFT JOIN pg_class c ON c.relnamespace = n.oid WHERE n.nspname = ?
      """, server.url.schema
    ) { ($0.int(0) == 1, $0.int(1) == 1) }
    guard let found, found.0 else { return false }
    guard found.1 else {
      throw StoreError.unavailable(.foreign(path: "schema \(server.url.schema) of \(server.url.redacted)"))
    }
    return true
  }
}

package import HomeworkModel
package import HomeworkStore

extension PostgresLibraries: LibraryServer {
  package var address: String { pool.url.text }

  /// The pattern of temporary libraries' names.
  static let temporary = "%" + LibraryName.temporarySuffix
  /// The seed for deriving a name's advisory lock key.
  private static let seed: Int64 = 0x6877_6462

  package func createTemporary(_ options: StoreOptions) throws(StoreError) -> TemporaryLibrary {
    try deleteAbandoned()
    let name = LibraryName(temporary: nil)
    // The lock belongs to a separate connection: it is released when this process ends, for any reason.
    let owner = try Self.withStoreErrors {
      let connection = try PostgresConnection(pool.url)
      try connection.run("SELECT pg_advisory_lock(hashtextextended(?, ?))", name.text, Self.seed)
      try connection.wait()
      return connection
    }
    try create(name, options)
    return TemporaryLibrary(name) { [self] in
      // If the deletion fails now, it happens when the next one is created.
      try? delete(name)
      owner.close()
    }
  }

  /// Deletes the temporary libraries whose processes have ended.
  private func deleteAbandoned() throws(StoreError) {
    try make()
    try Self.withStoreErrors {
      try pool.transaction(.write) { connection in
        try connection.run(
          """
          DELETE FROM hwdb.library
          WHERE name LIKE ? AND pg_try_advisory_xact_lock(hashtextextended(name, ?))
          """, Self.temporary, Self.seed)
        try PostgresMigrator.refuseNewer(connection)
      }
    }
  }
}

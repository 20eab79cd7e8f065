package import HomeworkMigrations
package import HomeworkModel
import HomeworkSystem

/// Checks which program owns a database file. A foreign file is not modified at all.
package enum FileCheck {
  /// The application id in the header of our databases: "HWDB".
  package static let applicationId = 0x4857_4442

  /// Checks the header on disk, before SQLite opens the journals and logs beside it.
  package static func checkHeader(_ path: String, _ migrator: Migrator = .sqlite) throws(StoreError) {
    // Read without a lock, perhaps while another process writes its first page. A foreign file stays foreign.
    for _ in 0..<5 {
      do throws(StoreError) {
        return try checkHeaderOnce(path, migrator)
      } catch .unavailable(.foreign), .unavailable(.notADatabase), .unavailable(.foreignLog), .unavailable(.development)
      {
        usleep(10_000)
      }
    }
    try checkHeaderOnce(path, migrator)
  }

  private static func checkHeaderOnce(_ path: String, _ migrator: Migrator) throws(StoreError) {
    guard !path.utf8.contains(0) else { throw .unavailable(.cannotOpen(path: path, "it names no file")) }
    func refusalOfDirectory() -> StoreError {
      let file = Paths.path(of: "hwdb.sqlite", in: path)
      return .unavailable(.unusable(database: path, "it is a directory", advice: "name a file in it, such as \(file)"))
    }
    guard !path.hasSuffix("/") else { throw refusalOfDirectory() }
    // Check before the file itself: a process that creates a log creates the file first.
    let hasLog = Files.size(path + "-wal") ?? 0 > 0
    var status = stat()
    if stat(path, &status) == 0 {
      // Opening a pipe would block.
      switch status.st_mode & S_IFMT {
      case S_IFREG: break
      case S_IFDIR: throw refusalOfDirectory()
      default: throw .unavailable(.cannotOpen(path: path, "it is not a regular file"))
      }
    }
    // SQLite would discard the log.
    guard !hasLog || status.st_size > 0 else { throw .unavailable(.logAlone(path: path)) }
    let (file, header): (Connection, [UInt8])
    do throws(StoreError) {
      file = try Connection(path: path, access: .asItIs, migrator: migrator)
      header = try file.fileHead(108)
    } catch .unavailable(.cannotOpen) {
      // The file is missing or cannot be opened: opening it for writing creates it or reports the reason.
      return
    } catch {
      throw error.opening(path)
    }
    guard !header.isEmpty else { return }
    guard isDatabase(header) else {
      // A power failure while the file was created leaves zeros and a journal, which SQLite can roll back.
      if !header.contains(where: { $0 != 0 }), Files.size(path + "-journal") ?? 0 > 0 { return }
      throw .unavailable(.notADatabase(path: path))
    }
    let id = number(header, at: 68)
    // Our files carry the id from their first transaction on. A file without an id is accepted only if it is empty.
    guard id == applicationId || (id == 0 && header.count >= 105 && header[103] == 0 && header[104] == 0) else {
      throw .unavailable(.foreign(path: path))
    }
    let version = number(header, at: 60)
    if version > 0 { _ = try pendingSteps(file, version, path: path) }
    // A backup has no log, so it replaced the file that this log belongs to. SQLite would mix them.
    guard !hasLog || Self.hasLog(header) else { throw .unavailable(.foreignLog(path: path)) }
  }

  /// Returns whether a database's header says that its latest changes are in a log.
  static func hasLog(_ header: [UInt8]) -> Bool { header[18] == 2 }

  /// Returns whether a file that begins like this is a database of ours, with any schema.
  package static func isOurs(_ header: [UInt8]) -> Bool {
    isDatabase(header) && number(header, at: 68) == applicationId
  }

  private static func isDatabase(_ header: [UInt8]) -> Bool {
    header.count >= 100 && header.starts(with: "SQLite format 3\0".utf8)
  }

  /// Repeats the checks on SQLite's view: the log may hold content that the file does not have yet.
  ///
  /// - Returns: the steps that the schema lacks.
  @discardableResult
  package static func checkContent(
    _ connection: Connection, path: String, _ migration: StoreOptions.Migration = .automatic
  ) throws(StoreError) -> ArraySlice<Migration> {
    let (id, version) = (try connection.number("PRAGMA application_id"), try connection.number("PRAGMA user_version"))
    let isEmpty = try connection.number("SELECT EXISTS (SELECT 1 FROM sqlite_schema)") == 0
    guard id == applicationId || (id == 0 && isEmpty) else { throw .unavailable(.foreign(path: path)) }
    let pending = try pendingSteps(connection, version, path: path, migration)
    try SchemaCheck.refuseDifference(connection, path: path)
    return pending
  }

  private static func pendingSteps(
    _ connection: Connection, _ version: Int, path: String, _ migration: StoreOptions.Migration = .automatic
  ) throws(StoreError) -> ArraySlice<Migration> {
    // Without the table, something else is wrong with the file.
    let known = try? connection.all("SELECT version, checksum FROM schema_migration") { ($0.int(0), $0.text(1)) }
    return try connection.migrator.pending(
      after: version, checksums: Dictionary(known ?? []) { $1 }, of: path, migration)
  }

  static func number(_ header: [UInt8], at offset: Int) -> Int {
    header[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
  }
}

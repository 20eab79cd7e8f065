import Foundation
import HomeworkMigrations
import HomeworkModel
import HomeworkSQLite

/// What a file is and how large.
public struct StoreInfo: Hashable, Sendable {
  /// `nil` in memory.
  public let path: String?
  /// The version of the schema, from 1.
  public let schemaVersion: Int
  /// Of the library that serves the file.
  public let sqliteVersion: String
  /// Of the file and of the write-ahead log beside it.
  public let fileBytes: Int, logBytes: Int
  /// Pages that nothing uses: `vacuum` gives them back.
  public let freeBytes: Int
  /// Rows of each kind.
  public let homework: Int, quizzes: Int, questions: Int, attempts: Int, answers: Int, pictures: Int
  /// The numbers of the events kept.
  public let events: EventRange
}

extension Store {
  /// What the file is, how large, and how much is in it. Counts rows: slow for a large store.
  public func info() throws(StoreError) -> StoreInfo {
    try read { (tx) throws(StoreError) in
      let events = try tx.eventRange()
      return try tx.sql { (connection) throws(SQLiteError) in
        let pageBytes = try connection.number("PRAGMA page_size")
        return StoreInfo(
          path: path, schemaVersion: try connection.number("PRAGMA user_version"),
          sqliteVersion: try connection.first("SELECT sqlite_version()") { $0.text(0) } ?? "",
          fileBytes: try connection.number("PRAGMA page_count") * pageBytes, logBytes: logBytes,
          freeBytes: try connection.number("PRAGMA freelist_count") * pageBytes,
          homework: try connection.number("SELECT count(*) FROM homework"),
          quizzes: try connection.number("SELECT count(*) FROM quiz"),
          questions: try connection.number("SELECT count(*) FROM question"),
          attempts: try connection.number("SELECT count(*) FROM attempt"),
          answers: try connection.number("SELECT count(*) FROM answer"),
          pictures: try connection.number("SELECT count(*) FROM picture"), events: events)
      }
    }
  }

  private var logBytes: Int {
    guard let path else { return 0 }
    // None is as good as an empty one.
    let attributes = try? FileManager.default.attributesOfItem(atPath: path + "-wal")
    return attributes?[.size] as? Int ?? 0
  }

  /// Moves what the write-ahead log holds into the main file, and empties the log.
  ///
  /// - Throws: `busy` where others still read from the log after a second; nothing is lost by that.
  public func checkpoint() throws(StoreError) {
    try writer.exclusively { (connection) throws(StoreError) in
      // Not the usual limit: writers wait for this, and so does a daemon that was told to stop.
      connection.setBusyTimeout(ms: 1000)
      defer { connection.setBusyTimeout(ms: busyTimeoutMs) }
      let result: Connection.Checkpoint
      do throws(SQLiteError) { result = try connection.checkpoint(.truncate) } catch { throw StoreError(error) }
      guard !result.isBlocked else { throw .busy }
    }
  }

  /// Writes the file anew without the gaps that deletions left. Needs as much room again, and nobody writes meanwhile.
  public func vacuum() throws(StoreError) {
    try writer.exclusively { (connection) throws(StoreError) in
      do throws(SQLiteError) { try connection.execute("VACUUM") } catch { throw StoreError(error) }
    }
    if path != nil { try checkpoint() }
  }

  /// Copies the store, as it is at one moment, to a file at `path`, in place of one that may be there.
  ///
  /// Others go on reading and writing. The copy is checked before it takes its place.
  public func backup(to path: String, onProgress: (Double) -> Void = { _ in }) throws(StoreError) {
    if let own = self.path, Self.isSameFile(own, path) {
      throw .invalid([Fault(path: "path", message: "\(path) is the database itself: give another path")])
    }
    try read { (tx) throws(StoreError) in
      try BackupFile.write(
        tx.connection, to: path, on: disk,
        verify: { (copy) throws(StoreError) in try Self.refuseDamage(ReadTransaction(copy), path) },
        onProgress: onProgress)
    }
  }

  /// Replaces everything in this store by what the backup at `path` holds.
  ///
  /// A backup of an older schema is migrated. It is checked whole before anything is replaced, in one transaction: after a
  /// crash there is the old store or the new one. Numbers of events go on from those of the backup, so that whoever
  /// follows events is told `historyGone` and reads the store anew.
  public func restore(from path: String, onProgress: (Double) -> Void = { _ in }) throws(StoreError) {
    if let own = self.path, Self.isSameFile(own, path) {
      throw .invalid([Fault(path: "path", message: "\(path) is the database itself: give a backup")])
    }
    guard FileManager.default.fileExists(atPath: path) else {
      throw .unavailable(.cannotOpen(path: path, "there is no such file"))
    }
    try FileCheck.checkHeader(path)
    // On a copy: the backup stays as it is, and its log, where it has one, is read as well.
    let copy: Connection
    do throws(SQLiteError) {
      copy = try Connection(path: "", access: .create)
      try Connection(path: path, access: .readOnly).backUp(to: copy)
    } catch {
      throw error.code == SQLiteError.Code.cannotOpen
        ? .unavailable(.cannotOpen(path: path, error.message)) : StoreError(error)
    }
    try FileCheck.checkContent(copy, path: path)
    guard try ReadTransaction(copy).schemaVersion() > 0 else { throw .unavailable(.foreign(path: path)) }
    try Migrator.migrate(copy, path: nil, at: Store.systemClock(), onProgress: nil)
    try Self.refuseDamage(ReadTransaction(copy), path)
    try writer.exclusively { (connection) throws(StoreError) in
      do throws(SQLiteError) { try copy.backUp(to: connection, onStep: onProgress) } catch { throw StoreError(error) }
    }
    changes.announce(try read { (tx) throws(StoreError) in try tx.eventRange().newest })
  }

  private static func refuseDamage(_ copy: ReadTransaction, _ path: String) throws(StoreError) {
    guard let first = try copy.check().first(where: { $0.kind == .structure || $0.kind == .checksum }) else { return }
    throw .unavailable(.corrupt("\(path): \(first)"))
  }

  private static func isSameFile(_ left: String, _ right: String) -> Bool {
    var (a, b) = (stat(), stat())
    return stat(left, &a) == 0 && stat(right, &b) == 0 && a.st_dev == b.st_dev && a.st_ino == b.st_ino
  }
}

extension ReadTransaction {
  func schemaVersion() throws(StoreError) -> Int {
    try sql { (connection) throws(SQLiteError) in try connection.number("PRAGMA user_version") }
  }
}

package import HomeworkModel
import HomeworkSystem
import Synchronization

/// Checks whether the path of a store still leads to the files that it has open.
///
/// A file that is deleted, moved or replaced still accepts writes, and all of them are gone with the process. So
/// nothing is acknowledged before this check.
package final class FilePlace: Sendable {
  private let path: String
  private let logPath: String
  private let database: FileIdentity
  /// SQLite does not tell which file the log is, so this is the file found when it was opened.
  private let log: Guarded<FileIdentity?>
  /// When everything was last in place, in nanoseconds; 0 if it was not.
  private let lastSoundNs = Atomic<UInt64>(0)

  package init(_ path: String, _ connection: Connection) throws(StoreError) {
    try Self.openLog(connection)
    // The working directory may change later.
    self.path = Paths.absolute(path)
    logPath = connection.fileName + "-wal"
    guard let database = FileIdentity(at: path), !connection.hasMoved else {
      throw .unavailable(.displaced(path: path))
    }
    self.database = database
    log = Guarded(FileIdentity(at: logPath))
    try look()
  }

  /// Throws unless another connection has the same file. The log may be new if it is now the only connection.
  package func admit(_ connection: Connection, opensLog: Bool) throws(StoreError) {
    guard FileIdentity(at: path) == database, !connection.hasMoved else { throw displaced(path) }
    guard opensLog else { return }
    try Self.openLog(connection)
    log.withLock { $0 = FileIdentity(at: logPath) }
  }

  /// A connection opens its log at its first read.
  private static func openLog(_ connection: Connection) throws(StoreError) {
    _ = try SQLiteTransaction(connection).schemaVersion()
  }

  /// - Parameter intervalNs: how long a check that found everything in place counts, in nanoseconds. A failed one never
  ///   does.
  /// - Throws: `displaced`, until the file is put back.
  package func look(within intervalNs: UInt64 = 0) throws(StoreError) {
    let (last, now) = (lastSoundNs.load(ordering: .relaxed), coarseNanoseconds())
    if last != 0, now &- last < intervalNs { return }
    guard FileIdentity(at: path) == database else { throw displaced(path) }
    guard FileIdentity(at: logPath) == log.withLock({ $0 }) else { throw displaced(logPath) }
    lastSoundNs.store(now, ordering: .relaxed)
  }

  /// Whether the database itself is in its place: then the content of the log can still be moved into it.
  package var hasDatabase: Bool { FileIdentity(at: path) == database }

  /// Whether another database is in its place.
  package var isReplaced: Bool { FileIdentity(at: path).map { $0 != database } ?? false }

  private func displaced(_ path: String) -> StoreError {
    lastSoundNs.store(0, ordering: .relaxed)
    return .unavailable(.displaced(path: path))
  }
}

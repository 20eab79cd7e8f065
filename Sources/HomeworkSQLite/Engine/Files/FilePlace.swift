package import HomeworkModel
import HomeworkSystem
import Synchronization

/// Whether the path of a store still leads to the files that it has open.
///
/// A file that is deleted, moved or replaced goes on taking what is written to it, and all of that is gone with the
/// process. So nothing is acknowledged before this has looked.
package final class FilePlace: Sendable {
  private let path: String
  private let logPath: String
  private let database: FileIdentity
  /// SQLite does not tell which file the log is, so what was there when it was opened is.
  private let log: Guarded<FileIdentity?>
  /// When all was last in place, in nanoseconds; 0 where it was not.
  private let lastSoundNs = Atomic<UInt64>(0)

  package init(_ path: String, _ connection: Connection) throws(StoreError) {
    try Self.openLog(connection)
    // The working directory may be another one later.
    self.path = Paths.absolute(path)
    logPath = connection.fileName + "-wal"
    guard let database = FileIdentity(at: path), !connection.hasMoved else {
      throw .unavailable(.displaced(path: path))
    }
    self.database = database
    log = Guarded(FileIdentity(at: logPath))
    try look()
  }

  /// Another connection's file must be the same. Its log may be a new one, where it is the only connection now.
  package func admit(_ connection: Connection, opensLog: Bool) throws(StoreError) {
    guard FileIdentity(at: path) == database, !connection.hasMoved else { throw displaced(path) }
    guard opensLog else { return }
    try Self.openLog(connection)
    log.withLock { $0 = FileIdentity(at: logPath) }
  }

  /// A connection has its log from its first read on.
  private static func openLog(_ connection: Connection) throws(StoreError) {
    _ = try SQLiteTransaction(connection).schemaVersion()
  }

  /// - Parameter intervalNs: where all was in place so short a time ago, that counts. What was not is always looked at.
  /// - Throws: `displaced`, until it is put back.
  package func look(within intervalNs: UInt64 = 0) throws(StoreError) {
    let (last, now) = (lastSoundNs.load(ordering: .relaxed), coarseNanoseconds())
    if last != 0, now &- last < intervalNs { return }
    guard FileIdentity(at: path) == database else { throw displaced(path) }
    guard FileIdentity(at: logPath) == log.withLock({ $0 }) else { throw displaced(logPath) }
    lastSoundNs.store(now, ordering: .relaxed)
  }

  /// Whether the database itself is in its place: then what the log holds can still be moved into it.
  package var hasDatabase: Bool { FileIdentity(at: path) == database }

  /// Whether another database is in its place.
  package var isReplaced: Bool { FileIdentity(at: path).map { $0 != database } ?? false }

  private func displaced(_ path: String) -> StoreError {
    lastSoundNs.store(0, ordering: .relaxed)
    return .unavailable(.displaced(path: path))
  }
}

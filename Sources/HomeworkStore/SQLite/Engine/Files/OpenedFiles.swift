package import HomeworkModel
import HomeworkSystem
import Synchronization

/// Checks whether the paths of a store still lead to the three files that it has open: database, log and index.
///
/// A file that is deleted, moved or replaced still accepts writes, which are lost when the process ends; without the
/// index, the next process would not know of this one, and the two would overwrite each other. So no write is
/// acknowledged before this check.
package final class OpenedFiles: Sendable {
  private let path: String
  private let logPath: String, indexPath: String
  private let database: FileIdentity
  /// SQLite does not report which files its log and index are, so these are the files found when they were opened.
  private let beside: Guarded<Beside>
  /// The time of the last successful check, in nanoseconds; 0 after a failed one.
  private let lastSoundNs = Atomic<UInt64>(0)
  /// The highest change counter seen in the file's header: SQLite never decreases it.
  private let changeCounter = Atomic<UInt32>(0)

  private struct Beside: Equatable {
    var log: FileIdentity?, index: FileIdentity?
  }

  package init(_ path: String, _ connection: Connection) throws(StoreError) {
    try Self.openLog(connection)
    // The working directory may change later.
    self.path = Paths.absolute(path)
    (logPath, indexPath) = (connection.fileName + "-wal", connection.fileName + "-shm")
    guard let database = FileIdentity(at: path), !connection.hasMoved else {
      throw .unavailable(.displaced(path: path))
    }
    self.database = database
    beside = Guarded(Beside(log: FileIdentity(at: logPath), index: FileIdentity(at: indexPath)))
    try verify(connection)
  }

  /// Throws unless a new connection uses the same files.
  ///
  /// - Parameter isOnly: whether it is the only connection, whose log and index may be new.
  package func admit(_ connection: Connection, isOnly: Bool) throws(StoreError) {
    guard FileIdentity(at: path) == database, !connection.hasMoved else { throw displaced(path) }
    try Self.openLog(connection)
    if isOnly {
      beside.withLock { $0 = Beside(log: FileIdentity(at: logPath), index: FileIdentity(at: indexPath)) }
    }
    try verify(connection)
  }

  /// Opens the log: a connection does so at its first read.
  private static func openLog(_ connection: Connection) throws(StoreError) {
    _ = try RowTransaction(connection).schemaVersion()
  }

  /// - Parameters:
  ///   - connection: a connection whose file is also checked for foreign content.
  ///   - intervalNs: how long a successful check remains valid, in nanoseconds. A failed one never does.
  /// - Throws: `displaced`, until the file is put back; `severalNames`.
  package func verify(_ connection: Connection? = nil, within intervalNs: UInt64 = 0) throws(StoreError) {
    let (last, now) = (lastSoundNs.load(ordering: .relaxed), coarseNanoseconds())
    if last != 0, now &- last < intervalNs { return }
    try Self.refuseSeveralNames(path)
    guard hasDatabase else { throw displaced(path) }
    let beside = beside.withLock { $0 }
    guard FileIdentity(at: logPath) == beside.log else { throw displaced(logPath) }
    guard FileIdentity(at: indexPath) == beside.index else { throw displaced(indexPath) }
    if let connection {
      // `cp` overwrites content: with a backup, whose header says that it has no log; with something other than a
      // database; or with an older state, whose change counter is lower.
      let header = try connection.fileHead(100)
      guard FileCheck.isOurs(header), FileCheck.hasLog(header) else { throw displaced(path) }
      let counter = UInt32(FileCheck.number(header, at: 24))
      guard counter >= changeCounter.load(ordering: .relaxed) else { throw displaced(path) }
      changeCounter.store(counter, ordering: .relaxed)
    }
    lastSoundNs.store(now, ordering: .relaxed)
  }

  /// Throws if the file has several names: each would have a log and an index of its own.
  package static func refuseSeveralNames(_ path: String) throws(StoreError) {
    var names: UInt64 = 1
    _ = FileIdentity(at: path, names: &names)
    guard names <= 1 else { throw .unavailable(.severalNames(path: path)) }
  }

  /// True if the database itself is in its place.
  private var hasDatabase: Bool { FileIdentity(at: path) == database }

  /// True if only the log is missing: its content can then still be moved into the database.
  package var lacksOnlyLog: Bool { hasDatabase && FileIdentity(at: indexPath) == beside.withLock { $0.index } }

  /// True if another database is in its place.
  package var isReplaced: Bool { FileIdentity(at: path).map { $0 != database } ?? false }

  private func displaced(_ path: String) -> StoreError {
    lastSoundNs.store(0, ordering: .relaxed)
    return .unavailable(.displaced(path: path))
  }
}

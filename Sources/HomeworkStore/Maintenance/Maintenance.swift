public import HomeworkModel
import HomeworkSystem

extension Store {
  /// Returns the file's details, its size, and its row counts. Counts rows: slow for a large store.
  public func info() async throws -> StoreInfo { try await read { try self.info($0) } }

  package func infoAndWait() throws -> StoreInfo { try readAndWait(info) }

  private func info(_ tx: ReadTransaction) throws(StoreError) -> StoreInfo {
    try tx.rows.info(path: path, logBytes: logBytes)
  }

  private var logBytes: Int {
    // A missing log counts as empty.
    path.flatMap { Files.size($0 + "-wal") } ?? 0
  }

  /// Moves the write-ahead log into the main file and empties it.
  ///
  /// - Throws: `busy` if other readers still use the log after a second; nothing is lost.
  package func checkpointAndWait() throws {
    guard !(database is any ServerDatabase) else { return }
    try file().exclusively { connection in
      let isEmpty = try connection.waiting(ms: Self.readersWaitMs, connection.emptyLog)
      guard isEmpty else { throw StoreError.busy }
    }
  }

  /// How long to wait for readers of the log. Shorter than usual: writers wait too, and so does a daemon's end.
  static let readersWaitMs: Int32 = 1000

  /// Rewrites the file without the gaps that deletions left. Needs as much space again, and blocks writes meanwhile.
  public func vacuum() async throws { try await Self.offThread { try self.vacuumAndWait(isCancelled: $0) } }

  package func vacuumAndWait(isCancelled: IsCancelled? = nil) throws {
    if let served = database as? any ServerDatabase { return try served.vacuum() }
    var erased: Int?
    try file().exclusively { connection in
      try FileDatabase.interruptible(connection, isCancelled) {
        erased = try path == nil ? nil : Erasing.last(connection)
        try connection.execute("VACUUM")
      }
    }
    guard path != nil else { return }
    try checkpointAndWait()
    guard let erased else { return }
    try file().exclusively { connection in try Erasing.forget(connection, upTo: erased) }
  }

  /// Copies a snapshot of the store to a file at `path`, replacing an older backup there.
  ///
  /// Other clients continue to read and write. The copy is checked before it takes its place. Only its owner can access
  /// it, unless it replaces a backup, whose permissions it then keeps. Also works if the store's own file was deleted
  /// or moved, because it is still open.
  ///
  /// - Parameters:
  ///   - path: where to write the copy; the folder must exist.
  ///   - onProgress: receives the share copied, 0…1, on the copying thread.
  /// - Throws: `invalid` if `path` is anything other than a database of this program, or is a database in use;
  ///   `cancelled` if the task is cancelled: then no copy remains.
  public func backup(to path: String, onProgress: @escaping @Sendable (Double) -> Void = { _ in }) async throws {
    try await Self.offThread { try self.backupAndWait(to: path, isCancelled: $0, onProgress: onProgress) }
  }

  package func backupAndWait(
    to path: String, isCancelled: IsCancelled? = nil, onProgress: (Double) -> Void = { _ in }
  ) throws {
    if let own = self.path, Self.isSameFile(own, path) {
      throw StoreError.invalid([Fault(path: "path", message: "\(path) is the database itself: give another path")])
    }
    func copy(_ connection: Connection) throws {
      try BackupFile.write(
        connection, to: path, on: disk,
        verify: { copy in
          copy.setInterruption(isCancelled)
          try Self.refuseDamage(ReadTransaction(copy).check(), path)
        },
        onProgress: onProgress)
    }
    if let served = database as? any ServerDatabase {
      // Checked through the server, as an app reads it, before anyone relies on the copy.
      try Self.refuseDamage(checkAndWait(isCancelled: isCancelled), self.path ?? "the library")
      return try copy(served.copy(isCancelled: isCancelled))
    }
    do {
      try readAndWait(isCancelled: isCancelled) { tx in
        try copy(ReadTransaction.require(tx.connection, "file"))
      }
    } catch StoreError.unavailable(.displaced) {
      try file().rescuing(copy)
    }
  }

  /// Replaces everything in this store with the content of the backup at `path`.
  ///
  /// The whole backup is checked before anything is replaced, in one transaction: after a crash, either the old or the
  /// new store remains. The event log restarts after the highest number of both: a follower of events gets
  /// `historyGone` and must read the store again.
  ///
  /// - Parameters:
  ///   - path: the path of the backup.
  ///   - onProgress: receives the share replaced, 0…1, on the restoring thread.
  /// - Throws: `cancelled` if the task is cancelled: then nothing is replaced.
  public func restore(from path: String, onProgress: @escaping @Sendable (Double) -> Void = { _ in }) async throws {
    try await Self.offThread { try self.restoreAndWait(from: path, isCancelled: $0, onProgress: onProgress) }
  }

  package func restoreAndWait(
    from path: String, isCancelled: IsCancelled? = nil, onProgress: (Double) -> Void = { _ in }
  ) throws {
    guard isCancelled?() != true else { throw StoreError.cancelled }
    if let own = self.path, Self.isSameFile(own, path) {
      throw StoreError.invalid([Fault(path: "path", message: "\(path) is the database itself: give a backup")])
    }
    let copy = try Self.soundCopy(of: path, isCancelled: isCancelled)
    if let served = database as? any ServerDatabase {
      try served.replace(by: copy, at: clock(), isCancelled: isCancelled, onProgress: onProgress)
      changes.announce(.all, newestEvent: try readAndWait { try $0.eventRange().newest })
      return
    }
    try file().exclusively { connection in
      var newest = try self.path == nil ? ReadTransaction(connection).eventRange().newest : 0
      try copy.backUp(
        to: connection,
        whenLocked: {
          if self.path != nil { newest = try newestEventToReplace() }
          try Self.beginLog(of: copy, after: newest, at: clock())
        }, onStep: onProgress)
    }
    changes.announce(.all, newestEvent: try readAndWait { try $0.eventRange().newest })
  }

  /// Returns a checked copy of a backup, in a file that is deleted with the connection.
  ///
  /// It is a new copy of the library, because the original may live on beside it; attempts in progress go on in it. The
  /// backup stays unchanged; if it has a log, that is read as well.
  private static func soundCopy(of path: String, isCancelled: IsCancelled?) throws -> Connection {
    guard Files.exists(path) else {
      throw StoreError.unavailable(.cannotOpen(path: path, "there is no such file"))
    }
    try FileCheck.checkHeader(path)
    // A file of the system, such as /proc/kmsg, has no size, and reading it may never end.
    guard Files.size(path) != 0 || Files.size(path + "-wal") ?? 0 > 0 else {
      throw StoreError.unavailable(.foreign(path: path))
    }
    let copy = try Connection(path: "", access: .create)
    copy.setInterruption(isCancelled)
    do throws(StoreError) {
      let backup = try Connection(path: path, access: .readOnly)
      backup.setInterruption(isCancelled)
      try backup.backUp(to: copy)
    } catch {
      // The backup is, and not the database.
      if case .unavailable(.corrupt(let what)) = error { throw StoreError.unavailable(.corrupt("\(path): \(what)")) }
      throw error.naming(path)
    }
    try FileCheck.checkContent(copy, path: path)
    guard try RowTransaction(copy).schemaVersion() > 0 else { throw StoreError.unavailable(.foreign(path: path)) }
    let found = try ReadTransaction(copy).check()
    try Self.refuseDamage(found, path)
    // A backup may hold them, to save what can be saved; a store gets only values that its calls can read.
    if let first = found.first(where: { $0.kind == .value }) {
      throw StoreError.unavailable(.corrupt("\(path): \(first)"))
    }
    let now = Store.systemClock()
    let id = SyncCopy.ID(atMs: now.millisecondsSince1970, random: Store.systemIdentifiers())
    try RowTransaction(copy).beginCopy(id, takesAttempts: true, at: now)
    return copy
  }

  /// Returns the number of the newest event, while no other process can write one. If the file is damaged, perhaps only
  /// this process knows the number: restoring is how to fix a damaged file.
  private func newestEventToReplace() throws -> Int64 {
    do {
      var newest: Int64 = 0
      try file().withReader { connection in
        let tx = ReadTransaction(connection)
        try connection.migrator.refuseNewer(RowTransaction(connection).schemaVersion())
        newest = try tx.eventRange().newest
      }
      return max(newest, changes.newestEvent)
    } catch StoreError.unavailable(.corrupt), StoreError.unavailable(.inputOutput) {
      return changes.newestEvent
    }
  }

  /// Replaces a backup's events with a single one, whose number skips one beyond all numbers ever used in either. So no
  /// follower has the number before it, and every follower finds that its place is gone.
  package static func beginLog(of backup: Connection, after newest: Int64, at now: Timestamp) throws(StoreError) {
    let last = max(newest, try ReadTransaction(backup).eventRange().newest)
    try backup.execute("DELETE FROM event")
    try backup.run(
      "INSERT INTO event (sequence, kind, at_ms) VALUES (?, ?, ?)", last + 2, Event.Kind.databaseRestored.rawValue,
      now.millisecondsSince1970)
  }

  private static func refuseDamage(_ found: [Inconsistency], _ path: String) throws(StoreError) {
    guard let first = found.first(where: { [.structure, .value].contains($0.kind) }) else { return }
    throw .unavailable(.corrupt("\(path): \(first)"))
  }

  private static func isSameFile(_ left: String, _ right: String) -> Bool {
    var (a, b) = (stat(), stat())
    return stat(left, &a) == 0 && stat(right, &b) == 0 && a.st_dev == b.st_dev && a.st_ino == b.st_ino
  }
}

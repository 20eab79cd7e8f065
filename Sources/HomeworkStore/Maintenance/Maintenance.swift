public import HomeworkModel
import HomeworkSQLite
import HomeworkSystem

extension Store {
  /// Returns what the file is, how large it is, and how much is in it. Counts rows: slow for a large store.
  public func info() async throws -> StoreInfo { try await read { try self.info($0) } }

  package func infoAndWait() throws -> StoreInfo { try readAndWait(info) }

  private func info(_ tx: ReadTransaction) throws(StoreError) -> StoreInfo {
    guard let rows = tx.sqlite else { throw .lacks("file") }
    let events = try tx.eventRange()
    let pageBytes = try rows.number("PRAGMA page_size")
    return StoreInfo(
      path: path, schemaVersion: try rows.schemaVersion(),
      sqliteVersion: try rows.first("SELECT sqlite_version()") { $0.text(0) } ?? "",
      fileBytes: try rows.number("PRAGMA page_count") * pageBytes, logBytes: logBytes,
      freeBytes: try rows.number("PRAGMA freelist_count") * pageBytes,
      homework: try rows.homeworkCount(),
      quizzes: try rows.number("SELECT count(*) FROM quiz WHERE homework IS NOT NULL"),
      questions: try rows.number("SELECT count(*) FROM question"),
      attempts: try rows.number("SELECT count(*) FROM attempt"),
      answers: try rows.number("SELECT count(*) FROM answer"),
      pictures: try rows.number("SELECT count(*) FROM picture"), events: events)
  }

  private var logBytes: Int {
    // None is as good as an empty one.
    path.flatMap { Files.size($0 + "-wal") } ?? 0
  }

  /// Moves what the write-ahead log holds into the main file, and empties the log.
  ///
  /// - Throws: `busy` where others still read from the log after a second; nothing is lost by that.
  package func checkpointAndWait() throws {
    try writer.exclusively { connection in
      // Not the usual limit: writers wait for this, and so does a daemon that was told to stop.
      connection.setBusyTimeout(ms: 1000)
      defer { connection.setBusyTimeout(ms: busyTimeoutMs) }
      guard try !Self.named({ () throws(SQLiteError) in try connection.checkpoint(.truncate) }).isBlocked else {
        throw StoreError.busy
      }
    }
  }

  /// Writes the file anew without the gaps that deletions left. Needs as much room again, and nobody writes meanwhile.
  public func vacuum() async throws { try await Self.offThread { try self.vacuumAndWait(isCancelled: $0) } }

  package func vacuumAndWait(isCancelled: IsCancelled? = nil) throws {
    try writer.exclusively { connection in
      try Self.interruptible(connection, isCancelled) {
        try Self.named { () throws(SQLiteError) in try connection.execute("VACUUM") }
      }
    }
    guard path != nil else { return }
    try checkpointAndWait()
    let hasErased = try writer.exclusively { connection in
      try Self.named { () throws(SQLiteError) in try Migrator.forgetErasures(connection) }
    }
    if hasErased { try checkpointAndWait() }
  }

  /// Copies the store, as it is at one moment, to a file at `path`, in place of an older backup that may be there.
  ///
  /// Others go on reading and writing. The copy is checked before it takes its place, and is its owner's alone; one
  /// that it replaces hands its permissions on. Works also where the store's own file was deleted or moved: it is still
  /// open.
  ///
  /// - Parameters:
  ///   - path: where the copy is to be; the folder must be there.
  ///   - onProgress: told the share that is copied, 0…1, on the thread that copies.
  /// - Throws: `invalid` where anything else than a database of this program is at `path`, or one that is in use;
  ///   `cancelled` once the task is: then there is no copy.
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
        connection, to: path, on: disk, advice: "give another path",
        verify: { (copy) throws(StoreError) in
          copy.setInterruption(isCancelled)
          try Self.refuseDamage(ReadTransaction(copy), path)
        },
        onProgress: onProgress)
    }
    do {
      try withReader(isShort: false) { connection in
        try Self.snapshot(connection, isCancelled) { _ in try copy(connection) }
      }
    } catch StoreError.unavailable(.displaced) {
      try writer.rescuing(copy)
    }
  }

  /// Replaces everything in this store by what the backup at `path` holds.
  ///
  /// A backup of an older schema is migrated. It is checked whole before anything is replaced, in one transaction:
  /// after a crash there is the old store or the new one. The log of events begins anew, after the newest number of
  /// both: whoever follows events is told `historyGone` and reads the store anew.
  ///
  /// - Parameters:
  ///   - path: where the backup is.
  ///   - onProgress: told the share that is replaced, 0…1, on the thread that does it.
  /// - Throws: `cancelled` once the task is: then nothing is replaced.
  public func restore(from path: String, onProgress: @escaping @Sendable (Double) -> Void = { _ in }) async throws {
    try await Self.offThread { try self.restoreAndWait(from: path, isCancelled: $0, onProgress: onProgress) }
  }

  /// - Parameter whereEmpty: refused where anything was ever in this store; the log of events is the backup's then.
  package func restoreAndWait(
    from path: String, whereEmpty: Bool = false, isCancelled: IsCancelled? = nil,
    onProgress: (Double) -> Void = { _ in }
  ) throws {
    guard isCancelled?() != true else { throw StoreError.cancelled }
    if let own = self.path, Self.isSameFile(own, path) {
      throw StoreError.invalid([Fault(path: "path", message: "\(path) is the database itself: give a backup")])
    }
    let copy = try Self.soundCopy(of: path, isCancelled: isCancelled)
    try writer.exclusively { connection in
      var newest = try self.path == nil ? ReadTransaction(connection).eventRange().newest : 0
      try copy.backUp(
        to: connection, mapping: { StoreError($0) },
        whenLocked: {
          if self.path != nil { newest = try newestEventToReplace() }
          guard !whereEmpty else {
            guard newest == 0 else { throw StoreError.libraryNotEmpty(path: self.path ?? "the store in memory") }
            return
          }
          try Self.beginLog(of: copy, after: newest, at: writer.now)
        }, onStep: onProgress)
    }
    changes.announce(.all, newestEvent: try readAndWait { try $0.eventRange().newest })
  }

  /// Returns a copy of a backup, checked and of the newest schema, in a file that is gone with it. The backup stays as
  /// it is, and its log, where it has one, is read as well.
  static func soundCopy(of path: String, isCancelled: IsCancelled?) throws(StoreError) -> Connection {
    guard Files.exists(path) else {
      throw .unavailable(.cannotOpen(path: path, "there is no such file"))
    }
    try FileCheck.checkHeader(path)
    let copy: Connection
    do throws(SQLiteError) {
      copy = try Connection(path: "", access: .create)
      copy.setInterruption(isCancelled)
      let backup = try Connection(path: path, access: .readOnly)
      backup.setInterruption(isCancelled)
      try backup.backUp(to: copy)
    } catch {
      throw error.code == SQLiteError.Code.cannotOpen
        ? StoreError.unavailable(.cannotOpen(path: path, error.message)) : StoreError(error)
    }
    try FileCheck.checkContent(copy, path: path)
    guard try SQLiteTransaction(copy).schemaVersion() > 0 else { throw StoreError.unavailable(.foreign(path: path)) }
    try Migrator.migrate(
      copy, path: nil, at: Store.systemClock(), identifiers: Store.systemIdentifiers,
      isCancelled: isCancelled)
    try Migrator.sealPages(copy, isCancelled: isCancelled)
    copy.setInterruption(isCancelled)
    try Self.refuseDamage(ReadTransaction(copy), path)
    return copy
  }

  /// The number of the newest event, while nobody can write another one. Of a file that is damaged it may be known to
  /// nobody but this process: that is what it is restored for.
  private func newestEventToReplace() throws -> Int64 {
    do {
      var newest: Int64 = 0
      try withReader(isShort: false) { connection in
        let tx = ReadTransaction(connection)
        try FileCheck.refuseNewer(try SQLiteTransaction(connection).schemaVersion())
        newest = try tx.eventRange().newest
      }
      return max(newest, changes.newestEvent)
    } catch StoreError.unavailable(.corrupt), StoreError.unavailable(.inputOutput) {
      return changes.newestEvent
    }
  }

  /// Puts one event into the place of a backup's, with a number that leaves one out after all that were ever told here
  /// or there. So nobody who follows has the number before it, and to each its place is one that is gone.
  private static func beginLog(of backup: Connection, after newest: Int64, at now: Timestamp) throws(StoreError) {
    let last = max(newest, try ReadTransaction(backup).eventRange().newest)
    try named { () throws(SQLiteError) in
      try backup.execute("DELETE FROM event; DELETE FROM clock_jump")
      try backup.run(
        "INSERT INTO event (sequence, kind, at_ms) VALUES (?, ?, ?)", last + 2, Event.Kind.databaseRestored.rawValue,
        now.millisecondsSince1970)
    }
  }

  private static func refuseDamage(_ copy: ReadTransaction, _ path: String) throws(StoreError) {
    guard let first = try copy.check().first(where: { $0.kind == .structure || $0.kind == .checksum }) else { return }
    throw .unavailable(.corrupt("\(path): \(first)"))
  }

  /// What `body` gives, its errors by the store's names.
  static func named<Value>(_ body: () throws(SQLiteError) -> Value) throws(StoreError) -> Value {
    do throws(SQLiteError) { return try body() } catch { throw StoreError(error) }
  }

  private static func isSameFile(_ left: String, _ right: String) -> Bool {
    var (a, b) = (stat(), stat())
    return stat(left, &a) == 0 && stat(right, &b) == 0 && a.st_dev == b.st_dev && a.st_ino == b.st_ino
  }
}

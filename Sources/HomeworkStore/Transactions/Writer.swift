import HomeworkEngine
import HomeworkModel
package import HomeworkSQLite
import HomeworkSystem

/// The one connection that writes, and the callers that wait for it.
///
/// A caller that finds nobody writing leads: it takes all waiting jobs as one group, commits once, and tells each its
/// result; then the first job that arrived meanwhile leads. So a lone caller writes on its own thread, and many share a
/// commit. One of a server's threads writes what they all enqueue, group after group. If a job fails after it has
/// written, the group is written again with a savepoint for each job. Two locks guard everything here: `lock` the
/// queue, `connectionLock` the connection.
package final class Writer: @unchecked Sendable {
  /// Guards the properties below, up to `isLed`.
  let lock = Lock()
  var queue: [Job] = []
  var isLed = false

  let connectionLock = Lock()
  private var connection: Connection?
  private let connect: () throws(StoreError) -> Connection
  private let context: WriteContext
  /// Guarded by `lock`.
  private var activityNow = StoreActivity()
  /// The newest event that the current group wrote.
  private var newestEvent: Int64?
  /// Why the store lost the current group, whatever its callers are told.
  private var cause: StoreError?
  private var nextCheckpoint = Writer.checkpointFrames
  /// The data version up to which changes are announced; `nil` if the connection is new.
  private var announcedVersion: UInt32?
  /// The state that the last group left; `nil` if the group was lost.
  private var seen: DatabaseSeen?
  /// Called when the connection is closed because the log's index was cut. Set before the first write.
  var onLostIndex: () -> Void = {}

  /// - Parameter connect: opens another connection after the disk has failed the first.
  init(
    _ connection: sending Connection, _ context: WriteContext, connect: @escaping () throws(StoreError) -> Connection
  ) {
    self.connection = connection
    self.context = context
    self.connect = connect
    announcedVersion = connection.dataVersion
  }
}

// MARK: The connection

extension Writer {
  /// Uses the connection while nobody writes.
  package func exclusively<Result>(_ body: (Connection) throws -> Result) throws -> Result {
    connectionLock.lock()
    defer { connectionLock.unlock() }
    let connection = try usableConnection()
    try look(connection)
    let result = try use(connection, body)
    try look(connection)
    return result
  }

  /// Reads through the connection if nobody is using it. The caller checks the files.
  ///
  /// - Returns: whether the connection was free.
  func readWhereIdle(_ body: (Connection) throws -> Void) throws -> Bool {
    guard connectionLock.try() else { return false }
    defer { connectionLock.unlock() }
    try use(usableConnection(), body)
    return true
  }

  /// A lost log index explains any other error.
  private func use<Result>(_ connection: Connection, _ body: (Connection) throws -> Result) throws -> Result {
    let outcome = Swift.Result { try body(connection) }
    guard !loses(connection) else { throw StoreError.lostIndex }
    return try outcome.get()
  }

  /// Closes an unused connection if the log's index was cut: the index is made anew only once no connection has it
  /// mapped. A connection in use is checked when its use is over.
  func letGoWhereIndexIsLost() {
    guard connectionLock.try() else { return }
    defer { connectionLock.unlock() }
    if let connection, connection.isLogIndexCut() { self.connection = nil }
  }

  /// Closes the connection after the current write. The next call opens another.
  func letGo() {
    connectionLock.withLock {
      // SQLite would leave the log of a file that was moved, and the next process to open the file now at this path
      // would take that log for the new file's.
      if let place, place.isReplaced { _ = try? connection?.checkpoint(.truncate) }  // else it is as SQLite leaves it
      connection = nil
    }
  }

  /// Frees the connection's memory, unless somebody uses it.
  func rest() {
    guard connectionLock.try() else { return }
    defer { connectionLock.unlock() }
    connection?.rest()
  }

  /// Announces what other processes have done, for those who wait. A caller that writes meanwhile does so itself.
  func lookForOthers() {
    guard connectionLock.try() else { return }
    defer { connectionLock.unlock() }
    do throws(StoreError) {
      let connection = try usableConnection()
      try look(connection)
      // Reads, so that the version is the current one.
      _ = try SQLiteTransaction(connection).schemaVersion()
      guard announcedVersion != connection.dataVersion else { return }
      announcedVersion = connection.dataVersion
    } catch {
      // Waiting callers read as well, and meet the error.
    }
    context.changes.announce(.all)
  }

  private func loses(_ connection: Connection, looksAtFile: Bool = false) -> Bool {
    guard connection.isLogIndexCut(looksAtFile: looksAtFile) else { return false }
    self.connection = nil
    onLostIndex()
    return true
  }

  /// Uses the connection while nobody writes, wherever its file is now.
  func rescuing<Result>(_ body: (Connection) throws -> Result) throws -> Result {
    connectionLock.lock()
    defer { connectionLock.unlock() }
    guard let connection else { throw StoreError.unavailable(.inputOutput("the connection is lost")) }
    return try body(connection)
  }

  /// The state to return to when a rehearsal ends.
  struct Rehearsal: Sendable {
    fileprivate let seen: DatabaseSeen?
    fileprivate let newestEvent: Int64?
  }

  /// Begins a rehearsal: `endRehearsal` takes back what is written from here on.
  func beginRehearsal() throws -> Rehearsal {
    precondition(place == nil, "what is in a file is there for others, too")
    return try connectionLock.withLock {
      let connection = try usableConnection()
      do throws(SQLiteError) { try connection.beginRehearsal() } catch { throw StoreError(error) }
      return Rehearsal(seen: seen, newestEvent: context.changes.newestEvent)
    }
  }

  func endRehearsal(_ rehearsal: Rehearsal) throws {
    try connectionLock.withLock {
      let connection = try usableConnection()
      do throws(SQLiteError) { try connection.endRehearsal() } catch { throw StoreError(error) }
      // The clock time stored since then is gone.
      seen = rehearsal.seen
    }
    context.changes.announce(.all, newestEvent: rehearsal.newestEvent)
  }

  /// The place of the file; `nil` in memory.
  var place: FilePlace? { context.place }
  /// The current time by the store's clock.
  var now: Timestamp { context.options.clock() }

  /// What the writer has done so far.
  var activity: StoreActivity {
    lock.withLock {
      var activity = activityNow
      activity.waitingWrites = queue.count
      return activity
    }
  }

  /// Writes a group and returns how each job went, once it is on disk.
  func write(_ group: [Job]) -> [(any Error)?] {
    connectionLock.lock()
    defer { connectionLock.unlock() }
    guard group.count == 1 else { return writeTogether(group) }
    return group.map { writeAlone($0.body) }
  }

  func writeAlone(_ body: Body?) -> (any Error)? {
    do {
      try commit(1) { connection in try run(body, in: begin(on: connection)) }
      return nil
    } catch {
      return error
    }
  }

  private func writeTogether(_ group: [Job], hasSavepoints: Bool = false) -> [(any Error)?] {
    var outcomes: [(any Error)?] = []
    var isLost = false
    do {
      try commit(group.count) { connection in
        for job in group {
          let transaction = try begin(on: connection)
          let before = connection.totalChanges
          do {
            if hasSavepoints {
              try connection.savepoint(mapping: { StoreError($0) }) { try run(job.body, in: transaction) }
            } else {
              try run(job.body, in: transaction)
            }
            outcomes.append(nil)
          } catch {
            // Nearly all jobs refuse before they write, and leave nothing to take back.
            isLost = !connection.isInTransaction || (!hasSavepoints && connection.totalChanges != before)
            if isLost { throw error }
            outcomes.append(error)
          }
        }
      }
      return outcomes
    } catch {
      // If the group was lost before its commit, nothing of it is on disk. A full disk rolls back savepoints too, and
      // one job may be the cause: then each job is written alone. A commit that failed for another reason may be on
      // disk all the same, and is not repeated.
      if cause == .lostIndex { return group.map { _ in error } }
      let isFull = cause == .unavailable(.diskFull)
      if isLost, !hasSavepoints, !isFull { return writeTogether(group, hasSavepoints: true) }
      if isLost || isFull { return group.map { writeAlone($0.body) } }
      return group.indices.map { outcomes.indices.contains($0) ? outcomes[$0] ?? error : error }
    }
  }

  /// Begins a caller's share of the group, at a time of its own.
  private func begin(on connection: Connection) throws(StoreError) -> WriteTransaction {
    let rows = SQLiteTransaction(connection)
    let transaction = WriteTransaction(rows, context.options)
    try seen?.lookAtClock(rows, at: transaction.now)
    return transaction
  }

  private func run(_ body: Body?, in transaction: WriteTransaction) throws {
    let refusal = body?(transaction)
    // Whatever the body made of the error, what the database reported decides what is done next.
    cause = transaction.rows.failure ?? refusal as? StoreError
    if let error = refusal ?? transaction.rows.failure { throw error }
    if let event = transaction.newestEvent { newestEvent = event }
  }

  private func commit(_ writes: Int, _ body: (Connection) throws -> Void) throws {
    cause = nil
    let connection = try usableConnection()
    // Do not write to a file that is known to be gone, but do write to one that was put back.
    try look(connection, within: .max)
    newestEvent = nil
    do {
      try connection.transaction(
        .immediate, mapping: { StoreError($0) }, willCommit: { try Self.call(context.options.hooks.willCommit) }
      ) {
        if seen?.dataVersion != connection.dataVersion { seen = try DatabaseSeen(connection) }
        connection.tablesWritten = announcedVersion == connection.dataVersion ? [] : .all
        try body(connection)
        guard !loses(connection, looksAtFile: true) else { throw StoreError.lostIndex }
      }
      seen?.dataVersion = connection.dataVersion
      announcedVersion = connection.dataVersion
    } catch {
      seen = nil
      cause = cause ?? error as? StoreError
      if cause == .lostIndex || loses(connection) {
        cause = .lostIndex
        throw StoreError.lostIndex
      }
      // After a failed fsync the system may have dropped what it was to write, and may report that only once: what this
      // connection believes to be on disk can no longer be trusted.
      if case .unavailable(.inputOutput) = cause, context.place != nil { self.connection = nil }
      throw error
    }
    try look(connection, within: context.lookIntervalNs)
    context.changes.announce(connection.tablesWritten, newestEvent: newestEvent)
    let checkpoint = checkpointWhereDue(connection)
    lock.withLock { activityNow.add(writes, checkpoint, framesInLog: connection.framesInLog) }
    try Self.call(context.options.hooks.didCommit)
  }

  /// Throws if the file is gone, so that no write to it is acknowledged.
  private func look(_ connection: Connection, within intervalNs: UInt64 = 0) throws(StoreError) {
    guard let place = context.place else { return }
    do throws(StoreError) { try place.look(within: intervalNs) } catch {
      // The log was taken away: move its content into the database while it is still open, as far as readers allow.
      if place.hasDatabase { _ = try? connection.checkpoint(.passive) }  // the first error is the one to tell
      throw error
    }
  }

  private func usableConnection() throws(StoreError) -> Connection {
    if let connection, !loses(connection) { return connection }
    let opened = try connect()
    connection = opened
    // Versions belong to one connection.
    (announcedVersion, seen) = (nil, nil)
    return opened
  }

  /// The number of frames in the log at which it is moved into the file; if readers held it back, it is tried again
  /// after as many more.
  private static let checkpointFrames = 1000

  private func checkpointWhereDue(_ connection: Connection) -> Result<Connection.Checkpoint, StoreError>? {
    guard connection.framesInLog >= nextCheckpoint else {
      if connection.framesInLog < Self.checkpointFrames { nextCheckpoint = Self.checkpointFrames }
      return nil
    }
    do throws(SQLiteError) {
      let done = try connection.checkpoint(.passive)
      nextCheckpoint = done.isBlocked ? done.logged + Self.checkpointFrames : Self.checkpointFrames
      return .success(done)
    } catch {
      // The commit stands: it is in the log. A later checkpoint tries again.
      nextCheckpoint = connection.framesInLog + Self.checkpointFrames
      return .failure(StoreError(error))
    }
  }

  private static func call(_ hook: (@Sendable () throws -> Void)?) throws(StoreError) {
    do { try hook?() } catch { throw .stoppedByHook("\(error)") }
  }
}

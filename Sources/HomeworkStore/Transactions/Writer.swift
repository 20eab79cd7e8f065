import HomeworkEngine
import HomeworkModel
package import HomeworkSQLite
import HomeworkSystem

/// The one connection that writes, and the callers that wait for it.
///
/// Whoever finds nobody writing leads: it takes all that wait as one group, commits once, and tells each how it went;
/// then the first of those that came meanwhile leads. So a lone caller writes on its own thread, and many share a
/// commit. What a server's threads enqueue is written by one of them, group after group. Where one of a group fails
/// after it has written, the group is written again with a savepoint each. Everything here is guarded by one of two
/// locks: `lock` the queue, `connectionLock` the connection.
package final class Writer: @unchecked Sendable {
  /// Of what follows up to `isLed`.
  let lock = Lock()
  var queue: [Job] = []
  var isLed = false

  let connectionLock = Lock()
  private var connection: Connection?
  private let connect: () throws(StoreError) -> Connection
  private let context: WriteContext
  /// Guarded by `lock`.
  private var activityNow = StoreActivity()
  /// Written by the group at hand.
  private var newestEvent: Int64?
  /// Why the store lost the group at hand, whatever its callers are told.
  private var cause: StoreError?
  private var nextCheckpoint = Writer.checkpointFrames
  /// The data version up to which changes are announced; `nil` where the connection is a new one.
  private var announcedVersion: UInt32?
  /// What the last group left, `nil` where it was lost.
  private var seen: DatabaseSeen?
  /// Told when the connection is let go of because the log's index was cut. Set before the first write.
  var onLostIndex: () -> Void = {}

  /// - Parameter connect: opens another connection, where the disk has failed the first.
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

  /// Reads by the connection where nobody uses it now; the files are looked at by whoever calls this.
  ///
  /// - Returns: whether it was free.
  func readWhereIdle(_ body: (Connection) throws -> Void) throws -> Bool {
    guard connectionLock.try() else { return false }
    defer { connectionLock.unlock() }
    try use(usableConnection(), body)
    return true
  }

  /// That the log's index is lost explains whatever else went wrong.
  private func use<Result>(_ connection: Connection, _ body: (Connection) throws -> Result) throws -> Result {
    let outcome = Swift.Result { try body(connection) }
    guard !loses(connection) else { throw StoreError.lostIndex }
    return try outcome.get()
  }

  /// Closes a connection that nobody uses where the log's index was cut: only where none is left that has it mapped, it
  /// is made anew. One in use is looked at when its use is over.
  func letGoWhereIndexIsLost() {
    guard connectionLock.try() else { return }
    defer { connectionLock.unlock() }
    if let connection, connection.isLogIndexCut() { self.connection = nil }
  }

  /// Closes the connection, once what is being written is. The next call opens another.
  func letGo() {
    connectionLock.withLock {
      // Of a file that is elsewhere SQLite would leave the log where it is, and the next one to open what is there now
      // would take it for that file's.
      if let place, place.isReplaced { _ = try? connection?.checkpoint(.truncate) }  // else it is as SQLite leaves it
      connection = nil
    }
  }

  /// Makes the connection small, unless somebody uses it.
  func rest() {
    guard connectionLock.try() else { return }
    defer { connectionLock.unlock() }
    connection?.rest()
  }

  /// Announces what other processes have done, for those who wait. Who writes meanwhile does so itself.
  func lookForOthers() {
    guard connectionLock.try() else { return }
    defer { connectionLock.unlock() }
    do throws(StoreError) {
      let connection = try usableConnection()
      try look(connection)
      // A read, for the version to be that of now.
      _ = try SQLiteTransaction(connection).schemaVersion()
      guard announcedVersion != connection.dataVersion else { return }
      announcedVersion = connection.dataVersion
    } catch {
      // Whoever waits reads, and meets the error.
    }
    context.changes.announce(.all)
  }

  private func loses(_ connection: Connection, looksAtFile: Bool = false) -> Bool {
    guard connection.isLogIndexCut(looksAtFile: looksAtFile) else { return false }
    self.connection = nil
    onLostIndex()
    return true
  }

  /// Uses the connection while nobody writes, wherever its file is by now.
  func rescuing<Result>(_ body: (Connection) throws -> Result) throws -> Result {
    connectionLock.lock()
    defer { connectionLock.unlock() }
    guard let connection else { throw StoreError.unavailable(.inputOutput("the connection is lost")) }
    return try body(connection)
  }

  /// What is to be as it was when a rehearsal ends.
  struct Rehearsal: Sendable {
    fileprivate let seen: DatabaseSeen?
    fileprivate let newestEvent: Int64?
  }

  /// From here on what is written is taken back by `endRehearsal`.
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
      // The clock that was written down since is not there any more.
      seen = rehearsal.seen
    }
    context.changes.announce(.all, newestEvent: rehearsal.newestEvent)
  }

  /// Where its file is; `nil` in memory.
  var place: FilePlace? { context.place }
  /// What its clock says.
  var now: Timestamp { context.options.clock() }

  /// What the writer has done so far.
  var activity: StoreActivity {
    lock.withLock {
      var activity = activityNow
      activity.waitingWrites = queue.count
      return activity
    }
  }

  /// How every job of a group went, once it is on disk.
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
            // Nearly all refuse before they write, and leave nothing to take back.
            isLost = !connection.isInTransaction || (!hasSavepoints && connection.totalChanges != before)
            if isLost { throw error }
            outcomes.append(error)
          }
        }
      }
      return outcomes
    } catch {
      // Of what was lost before its commit nothing is on disk. A full disk takes back even what savepoints hold apart,
      // and is the fault of one perhaps: then each for itself. A commit that failed for another reason may be on disk
      // all the same, and is not done again.
      if cause == .lostIndex { return group.map { _ in error } }
      let isFull = cause == .unavailable(.diskFull)
      if isLost, !hasSavepoints, !isFull { return writeTogether(group, hasSavepoints: true) }
      if isLost || isFull { return group.map { writeAlone($0.body) } }
      return group.indices.map { outcomes.indices.contains($0) ? outcomes[$0] ?? error : error }
    }
  }

  /// A caller's share of the group, at a time of its own.
  private func begin(on connection: Connection) throws(StoreError) -> WriteTransaction {
    let rows = SQLiteTransaction(connection)
    let transaction = WriteTransaction(rows, context.options)
    try seen?.lookAtClock(rows, at: transaction.now)
    return transaction
  }

  private func run(_ body: Body?, in transaction: WriteTransaction) throws {
    let refusal = body?(transaction)
    // Whatever the body has made of it: what the database said decides what is done next.
    cause = transaction.rows.failure ?? refusal as? StoreError
    if let error = refusal ?? transaction.rows.failure { throw error }
    if let event = transaction.newestEvent { newestEvent = event }
  }

  private func commit(_ writes: Int, _ body: (Connection) throws -> Void) throws {
    cause = nil
    let connection = try usableConnection()
    // What is known to be gone is not written to; what is put back is.
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
      // After a failed fsync the system may have dropped what it was to write, and say so only once: what this
      // connection believes to be on disk is no longer to be trusted.
      if case .unavailable(.inputOutput) = cause, context.place != nil { self.connection = nil }
      throw error
    }
    try look(connection, within: context.lookIntervalNs)
    context.changes.announce(connection.tablesWritten, newestEvent: newestEvent)
    let checkpoint = checkpointWhereDue(connection)
    lock.withLock { activityNow.add(writes, checkpoint, framesInLog: connection.framesInLog) }
    try Self.call(context.options.hooks.didCommit)
  }

  /// Nothing is acknowledged that went to a file that is gone.
  private func look(_ connection: Connection, within intervalNs: UInt64 = 0) throws(StoreError) {
    guard let place = context.place else { return }
    do throws(StoreError) { try place.look(within: intervalNs) } catch {
      // The log was taken away: what is in it is moved into the database while it is still open, as far as readers let
      // it.
      if place.hasDatabase { _ = try? connection.checkpoint(.passive) }  // the first error is the one to tell
      throw error
    }
  }

  private func usableConnection() throws(StoreError) -> Connection {
    if let connection, !loses(connection) { return connection }
    let opened = try connect()
    connection = opened
    // Versions are a connection's own.
    (announcedVersion, seen) = (nil, nil)
    return opened
  }

  /// Frames in the log from which on it is moved into the file; again after as many more, where readers held it back.
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
      // The commit stands: it is in the log. A later one tries again.
      nextCheckpoint = connection.framesInLog + Self.checkpointFrames
      return .failure(StoreError(error))
    }
  }

  private static func call(_ hook: (@Sendable () throws -> Void)?) throws(StoreError) {
    do { try hook?() } catch { throw .stoppedByHook("\(error)") }
  }
}

import HomeworkEngine
import HomeworkModel
import HomeworkSystem

/// The callers that wait to write, and the groups that they form.
///
/// A caller that finds nobody writing leads: it takes all waiting jobs as one group, commits once, and tells each its
/// result; then the first job that arrived meanwhile leads. So a lone caller writes on its own thread, and many share a
/// commit. One of a server's threads writes what they all enqueue, group after group. If a job fails after it has
/// written, the group is written again with a savepoint for each job.
package final class Writer: @unchecked Sendable {
  /// Guards the queue, who leads, and the activity.
  let lock = Lock()
  var queue: [Job] = []
  var isLed = false
  /// What is written and whose callers are not told yet. It belongs to the thread that leads.
  var untold: [Written] = []
  private var activityNow = StoreActivity()

  struct Written {
    let job: Job
    let outcome: (any Error)?
  }

  private let database: any EngineDatabase
  private let options: StoreOptions
  private let changes: ChangeSignal

  init(_ database: any EngineDatabase, _ options: StoreOptions, _ changes: ChangeSignal) {
    (self.database, self.options, self.changes) = (database, options, changes)
  }

  /// The current time by the store's clock.
  var now: Timestamp { options.clock() }

  /// What the writer has done so far.
  var activity: StoreActivity {
    lock.withLock {
      var activity = activityNow
      activity.waitingWrites = queue.count
      return activity
    }
  }
}

// MARK: Groups

extension Writer {
  /// Why the store lost a group, whatever its callers are told, and the newest event that it wrote.
  private struct Progress {
    var cause: StoreError?
    var newestEvent: Int64?
  }

  /// Writes a group and returns how each job went, once it is on disk.
  func write(_ group: [Job]) -> [(any Error)?] {
    guard group.count == 1 else { return writeTogether(group) }
    return group.map { writeAlone($0.body, of: $0) }
  }

  /// - Parameter job: whose body it is, unless its caller is this thread.
  func writeAlone(_ body: Body?, of job: Job? = nil) -> (any Error)? {
    var progress = Progress()
    do {
      try commit(job.map { [$0] } ?? [], &progress) { group, progress in
        try run(body, in: begin(in: group), &progress)
      }
      return nil
    } catch {
      return (error as? LostGroup)?.cause ?? error
    }
  }

  private func writeTogether(_ jobs: [Job], hasSavepoints: Bool = false) -> [(any Error)?] {
    var outcomes: [(any Error)?] = []
    var isLost = false
    var progress = Progress()
    do {
      try commit(jobs, &progress) { group, progress in
        (outcomes, isLost) = ([], false)
        for job in jobs {
          let transaction = try begin(in: group)
          let before = group.writeCount
          do {
            if hasSavepoints {
              try group.savepoint { try run(job.body, in: transaction, &progress) }
            } else {
              try run(job.body, in: transaction, &progress)
            }
            outcomes.append(nil)
          } catch {
            // Nearly all jobs refuse before they write, and leave nothing to take back.
            isLost = !group.isOpen || (!hasSavepoints && group.writeCount != before)
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
      let isOfOne = (error as? LostGroup)?.isOfOneWrite == true
      let isFull = [.unavailable(.diskFull), .unavailable(.fileTooLarge)].contains(progress.cause)
      if isLost || isOfOne, !hasSavepoints, !isFull { return writeTogether(jobs, hasSavepoints: true) }
      if isLost || isFull { return jobs.map { writeAlone($0.body, of: $0) } }
      let told = (error as? LostGroup)?.cause ?? error
      return jobs.indices.map { outcomes.indices.contains($0) ? outcomes[$0] ?? told : told }
    }
  }

  /// Begins a caller's share of the group, at a time of its own.
  private func begin(in group: any EngineGroup) throws(StoreError) -> WriteTransaction {
    let now = options.clock()
    return WriteTransaction(try group.begin(at: now), options, at: now)
  }

  private func run(_ body: Body?, in transaction: WriteTransaction, _ progress: inout Progress) throws {
    let refusal = body?(transaction)
    // Whatever the body made of the error, what the database reported decides what is done next.
    progress.cause = transaction.rows.failure ?? refusal as? StoreError
    if let error = refusal ?? transaction.rows.failure { throw error }
    if let event = transaction.newestEvent { progress.newestEvent = event }
  }

  /// Commits what `body` writes, again where the engine has lost it.
  private func commit(
    _ jobs: [Job], _ progress: inout Progress,
    _ body: (any EngineGroup, inout Progress) throws -> Void
  ) throws {
    var attempt = Progress()
    do {
      let done = try repeating {
        attempt = Progress()
        return try database.write(willCommit: { try Self.call(options.hooks.willCommit) }) { try body($0, &attempt) }
      }
      progress = attempt
      changes.announce(done.tables, newestEvent: attempt.newestEvent)
      lock.withLock { activityNow.add(max(1, jobs.count), framesInLog: done.framesInLog) }
    } catch {
      progress = attempt
      progress.cause = attempt.cause ?? error as? StoreError
      throw error
    }
    try Self.call(options.hooks.didCommit)
  }

  /// Moves the log into the file where it is time for that, and tells the callers of what is written before. Called by
  /// the thread that leads.
  func moveLogWhereFull() {
    guard database.isLogFull else { return }
    tellCallers()
    guard let moved = database.moveLog() else { return }
    lock.withLock { activityNow.add(moved) }
  }

  /// How often a group is written again that the engine has lost.
  private static let repetitions = 10

  private func repeating(_ write: () throws -> EngineCommit) throws -> EngineCommit {
    for _ in 1..<Self.repetitions {
      do { return try write() } catch let lost as LostGroup where !lost.isOfOneWrite { continue }
    }
    return try write()
  }

  private static func call(_ hook: (@Sendable () throws -> Void)?) throws(StoreError) {
    do { try hook?() } catch { throw .stoppedByHook("\(error)") }
  }
}

import HomeworkModel
import HomeworkSystem

/// Writes for all callers of a store, one group after the other, on a serial queue of its own.
///
/// Why groups: a commit waits for the disk about as long for one write as for a hundred. So the writes that wait when a
/// turn begins share one transaction and one sync, and each caller receives its own result afterwards.
///
/// The queue has a thread only while something is written. A caller that blocks and finds the queue idle lends its own.
final class Writer: @unchecked Sendable {  // what changes is guarded by `lock`
  /// Runs inside the transaction and returns why it refuses; runs again if the group around it was lost.
  typealias Body = (WriteTransaction) -> (any Error)?

  /// Called once, with the error if there was one.
  typealias Completion = @Sendable ((any Error)?) -> Void

  /// One caller's write.
  final class Job: @unchecked Sendable {  // what changes is guarded by the writer's lock
    /// `nil` once the write is over.
    fileprivate var body: Body?
    fileprivate var completion: Completion?
    fileprivate var error: (any Error)?
    /// Whether it is being written, or over.
    fileprivate var isTaken = false

    init(_ body: @escaping Body) { self.body = body }

    /// Ends it, and returns what its caller gave, to be called and released without the lock.
    fileprivate func end(_ error: (any Error)?) -> (body: Body?, completion: Completion?) {
      defer { (isTaken, self.error, body, completion) = (true, error, nil, nil) }
      return (body, completion)
    }
  }

  private static let largestGroup = 256

  private let queue = DispatchQueue(label: "HomeworkStore.writer")
  private let lock = Lock()
  private var waiting: [Job] = []
  private var activityNow = StoreActivity()
  private let database: any EngineDatabase
  private let options: StoreOptions
  private let changes: ChangeSignal

  init(_ database: any EngineDatabase, _ options: StoreOptions, _ changes: ChangeSignal) {
    (self.database, self.options, self.changes) = (database, options, changes)
  }

  /// What the writer has done so far.
  var activity: StoreActivity {
    lock.withLock {
      var activity = activityNow
      activity.waitingWrites = waiting.count
      return activity
    }
  }
}

// MARK: Callers

extension Writer {
  /// Writes while this thread waits.
  func perform(_ body: Body) throws {
    // A write inside another one would wait for itself.
    dispatchPrecondition(condition: .notOnQueue(queue))
    try withoutActuallyEscaping(body) { body in
      let job = Job(body)
      lock.withLock { waiting.append(job) }
      queue.sync { write(until: job) }
      if let error = lock.withLock({ job.error }) { throw error }
    }
  }

  /// Writes without a thread that waits.
  func submit(_ job: Job, _ completion: @escaping Completion) {
    let isCancelled = lock.withLock {
      if !job.isTaken {
        job.completion = completion
        waiting.append(job)
      }
      return job.isTaken
    }
    guard !isCancelled else { return completion(StoreError.cancelled) }
    queue.async { self.write(until: job) }
  }

  /// Takes back a write that has not begun; it ends with `cancelled`.
  func cancel(_ job: Job) {
    let ended = lock.withLock { () -> (body: Body?, completion: Completion?)? in
      guard !job.isTaken else { return nil }
      waiting.removeAll { $0 === job }
      return job.end(StoreError.cancelled)
    }
    ended?.completion?(StoreError.cancelled)
  }

  /// Runs `body` after the writes that wait, and before any other.
  func inTurn(_ body: () -> Void) { queue.sync(execute: body) }

  /// Writes groups until this job is over: an earlier turn may have written it with its own.
  private func write(until job: Job) {
    while lock.withLock({ job.body != nil }) { writeGroup() }
  }

  /// Writes the jobs that wait, and reports to each caller.
  private func writeGroup() {
    let group = lock.withLock {
      let group = Array(waiting.prefix(Self.largestGroup))
      waiting.removeFirst(group.count)
      for job in group { job.isTaken = true }
      return group
    }
    let outcomes = write(group)
    let ended = lock.withLock { zip(group, outcomes).map { $0.end($1) } }
    for (caller, outcome) in zip(ended, outcomes) { caller.completion?(outcome) }
    guard database.isLogFull, let moved = database.moveLog() else { return }
    lock.withLock { activityNow.add(moved) }
  }
}

// MARK: Groups

extension Writer {
  /// What became of a group so far.
  private struct Progress {
    /// How each job went that has run.
    var outcomes: [(any Error)?] = []
    /// Whether a job left something that only a rollback takes back.
    var isLost = false
    /// What the database reported to the last job, whatever its body made of that.
    var cause: StoreError?
    var newestEvent: Int64?
  }

  /// Writes a group in one transaction, and returns how each job went once it is on disk.
  private func write(_ jobs: [Job], hasSavepoints: Bool = false) -> [(any Error)?] {
    var progress = Progress()
    do {
      let done = try repeating {
        progress = Progress()
        return try database.write(willCommit: { try Self.call(options.hooks.willCommit) }) { group in
          for job in jobs { try run(job, in: group, hasSavepoints, &progress) }
          // If all have refused, there is nothing to commit.
          if let last = progress.outcomes.last, let last, !progress.outcomes.contains(where: { $0 == nil }) {
            throw last
          }
        }
      }
      changes.announce(done.tables, newestEvent: progress.newestEvent)
      lock.withLock { activityNow.add(jobs.count, framesInLog: done.framesInLog) }
    } catch {
      return outcomes(of: jobs, hasSavepoints, after: error, progress)
    }
    do { try Self.call(options.hooks.didCommit) } catch { return progress.outcomes.map { $0 ?? error } }
    return progress.outcomes
  }

  /// Runs a job in its group, at a time of its own.
  private func run(
    _ job: Job, in group: any EngineGroup, _ hasSavepoint: Bool, _ progress: inout Progress
  ) throws {
    let now = options.clock()
    let transaction = WriteTransaction(try group.begin(at: now), options, at: now)
    let writesBefore = group.writeCount
    func runBody() throws {
      let refusal = job.body?(transaction)
      progress.cause = transaction.rows.failure
      if let error = refusal ?? transaction.rows.failure { throw error }
    }
    do {
      if hasSavepoint { try group.savepoint(runBody) } else { try runBody() }
      progress.newestEvent = transaction.newestEvent ?? progress.newestEvent
      progress.outcomes.append(nil)
    } catch {
      progress.outcomes.append(error)
      // Nearly all jobs refuse before they write, and leave nothing to take back.
      progress.isLost = !group.isOpen || (!hasSavepoint && group.writeCount != writesBefore)
      if progress.isLost { throw error }
    }
  }

  /// Returns how the jobs went whose group was not committed, after writing it again if one of them may be to blame.
  ///
  /// A group that was lost before its commit is not on disk. A full disk rolls back savepoints, too: then each job is
  /// written alone. A commit that failed for another reason may be on disk all the same, and is not repeated.
  private func outcomes(
    of jobs: [Job], _ hadSavepoints: Bool, after error: any Error, _ progress: Progress
  ) -> [(any Error)?] {
    let lost = error as? LostGroup
    let reported = lost?.cause ?? error
    let isFull = [.unavailable(.diskFull), .unavailable(.fileTooLarge)].contains(
      progress.cause ?? reported as? StoreError)
    guard jobs.count > 1 else { return [reported] }
    guard progress.isLost || lost?.isOfOneWrite == true || isFull else {
      return jobs.indices.map { (progress.outcomes.indices.contains($0) ? progress.outcomes[$0] : nil) ?? reported }
    }
    return hadSavepoints || isFull ? jobs.flatMap { write([$0]) } : write(jobs, hasSavepoints: true)
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

import HomeworkModel
import HomeworkSystem

/// Writes for all callers of a store, one group after the other, on a serial queue of its own.
///
/// A commit waits for the disk about as long for one write as for a hundred. So the writes queued when a turn begins
/// share one transaction and one sync, and each caller receives its own result afterwards. If the disk is full, nothing
/// of the group is stored, and each of its writes is tried again alone.
///
/// The queue uses a thread only during a write. A blocking caller that finds the queue idle lends its own.
final class Writer: @unchecked Sendable {  // what changes is guarded by `lock`
  /// Runs inside the transaction, and again if the surrounding group is lost.
  typealias Body = (WriteTransaction) throws -> Void

  /// Called once, with the error if there was one.
  typealias Completion = @Sendable ((any Error)?) -> Void

  /// One caller's write.
  final class Job: @unchecked Sendable {  // what changes is guarded by the writer's lock
    /// `nil` once the write is done.
    fileprivate var body: Body?
    fileprivate var completion: Completion?
    fileprivate var error: (any Error)?
    /// True if the write has begun or is done.
    fileprivate var isTaken = false

    init(_ body: @escaping Body) { self.body = body }

    /// Ends the job, and returns its caller's closures, to be called and released without the lock.
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
  /// How long to wait for readers before what erased learners left is overwritten; `nil` if there is nothing. Used on
  /// the queue alone.
  private var erasureWaitMs: Int32?
  private let database: any EngineDatabase
  private let options: StoreOptions
  private let changes: ChangeSignal

  init(_ database: any EngineDatabase, _ options: StoreOptions, _ changes: ChangeSignal) {
    (self.database, self.options, self.changes) = (database, options, changes)
  }

  /// The writer's activity so far.
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
  /// Writes, blocking this thread.
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

  /// Writes without blocking a thread.
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

  /// Cancels a write that has not begun; it fails with `cancelled`.
  func cancel(_ job: Job) {
    let ended = lock.withLock { () -> (body: Body?, completion: Completion?)? in
      guard !job.isTaken else { return nil }
      waiting.removeAll { $0 === job }
      return job.end(StoreError.cancelled)
    }
    ended?.completion?(StoreError.cancelled)
  }

  /// Runs `body` after all queued writes, and before any later one.
  func inTurn(_ body: () -> Void) { queue.sync(execute: body) }

  /// Writes groups until this job is done: an earlier turn may have written it with its own.
  private func write(until job: Job) {
    while lock.withLock({ job.body != nil }) { writeGroup() }
  }

  /// Writes the queued jobs, and reports to each caller.
  private func writeGroup() {
    let group = lock.withLock {
      let group = Array(waiting.prefix(Self.largestGroup))
      waiting.removeFirst(group.count)
      for job in group { job.isTaken = true }
      return group
    }
    let outcomes = write(group)
    let ended = lock.withLock { zip(group, outcomes).map { $0.end($1) } }
    // Before any completion: a caller that learns of an erasure then finds no byte of the erased. If readers are in the
    // way for too long, each later turn tries without waiting; after an error, only the next opening or vacuum tries.
    if let waitMs = erasureWaitMs {
      erasureWaitMs = (try? database.endErasures(waitingMs: waitMs)) == false ? 0 : nil
    }
    for (caller, outcome) in zip(ended, outcomes) { caller.completion?(outcome) }
    guard database.isLogFull, let moved = database.checkpoint() else { return }
    lock.withLock { activityNow.add(moved) }
  }
}

// MARK: Groups

extension Writer {
  /// A group's progress so far.
  private struct Progress {
    /// The outcome of each job that has run.
    var outcomes: [(any Error)?] = []
    /// True if a job left changes that only a rollback can undo.
    var isLost = false
    /// The database's error in the last job, regardless of how its body handled it.
    var cause: StoreError?
    var newestEvent: Int64?
  }

  /// Writes a group in one transaction, and returns each job's outcome once it is on disk.
  ///
  /// - Parameter tries: how often to write a group that the engine loses.
  private func write(_ jobs: [Job], hasSavepoints: Bool = false, tries: Int = 10) -> [(any Error)?] {
    var progress = Progress()
    do {
      let done = try database.write(willCommit: { try Self.call(options.hooks.willCommit) }) { group in
        for job in jobs { try run(job, in: group, hasSavepoints, &progress) }
        // If all jobs refused, there is nothing to commit.
        if let last = progress.outcomes.last, let last, !progress.outcomes.contains(where: { $0 == nil }) {
          throw last
        }
      }
      changes.announce(done.tables, newestEvent: progress.newestEvent)
      lock.withLock { activityNow.add(jobs.count, framesInLog: done.framesInLog) }
    } catch let lost as LostGroup where !lost.isOfOneWrite && tries > 1 {
      return write(jobs, hasSavepoints: hasSavepoints, tries: tries - 1)
    } catch {
      return outcomes(of: jobs, hasSavepoints, after: error, progress)
    }
    do { try Self.call(options.hooks.didCommit) } catch { return progress.outcomes.map { $0 ?? error } }
    return progress.outcomes
  }

  /// Runs a job in its group, with a timestamp of its own.
  private func run(
    _ job: Job, in group: any EngineGroup, _ hasSavepoint: Bool, _ progress: inout Progress
  ) throws {
    let transaction = WriteTransaction(group.begin(), options)
    let writesBefore = group.writeCount
    func runBody() throws {
      defer { progress.cause = transaction.rows.failure }
      try job.body?(transaction)
      if let failure = transaction.rows.failure { throw failure }
    }
    do {
      if hasSavepoint { try group.savepoint(runBody) } else { try runBody() }
      progress.newestEvent = transaction.newestEvent ?? progress.newestEvent
      if transaction.hasErased { erasureWaitMs = Store.readersWaitMs }
      progress.outcomes.append(nil)
    } catch {
      progress.outcomes.append(error)
      // Nearly all jobs refuse before they write, and leave nothing to undo.
      progress.isLost = !group.isOpen || (!hasSavepoint && group.writeCount != writesBefore)
      if progress.isLost { throw error }
    }
  }

  /// Returns the outcomes of jobs whose group was not committed, after writing it again if one of them may be to blame.
  ///
  /// A group lost before its commit is not on disk. A full disk rolls back savepoints, too: each job is then written
  /// alone. A commit that failed for another reason may be on disk all the same, and is not repeated.
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

  private static func call(_ hook: (@Sendable () throws -> Void)?) throws(StoreError) {
    do { try hook?() } catch { throw .stoppedByHook("\(error)") }
  }
}

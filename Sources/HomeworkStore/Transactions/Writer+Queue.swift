import HomeworkEngine
import HomeworkModel
import HomeworkSystem

/// The queue of writes, and who writes them.
extension Writer {
  /// Runs inside the transaction. It may be called again, if the group around it was lost through no fault of its own.
  typealias Body = (WriteTransaction) -> (any Error)?

  /// One caller's write.
  final class Job {
    enum Turn {
      /// Nobody writes now: lead the next group, this job in it.
      case lead
      /// It is on disk, or was refused.
      case done((any Error)?)
    }

    /// Cleared before its caller is told: a blocked caller's body belongs to its stack.
    fileprivate(set) var body: Body?
    let notify: (Turn) -> Void
    fileprivate(set) var isCancelled = false
    /// Whether its caller soon calls `leadWhereIdle`: this job leads only if nobody else would.
    let isLedLater: Bool

    init(_ body: @escaping Body, isLedLater: Bool = false, notify: @escaping (Turn) -> Void) {
      (self.body, self.isLedLater, self.notify) = (body, isLedLater, notify)
    }
  }

  static let largestGroup = 256
}

extension Writer {
  /// Writes on this thread, or waits while another thread does it. If `body` throws, it has changed nothing.
  func perform(_ body: Body) -> (any Error)? {
    withoutActuallyEscaping(body) { body in
      lock.lock()
      guard isLed else {
        isLed = true
        lock.unlock()
        let outcome = writeAlone(body)
        moveLogWhereFull()
        passOn()
        return outcome
      }
      let wakeUp = DispatchSemaphore(value: 0)
      nonisolated(unsafe) var turn = Job.Turn.lead
      let job = Job(body) {
        turn = $0
        wakeUp.signal()
      }
      queue.append(job)
      lock.unlock()
      wakeUp.wait()
      if case .done(let error) = turn { return error }
      return leadGroup(of: job)
    }
  }

  /// Lets the first of the jobs that came meanwhile lead.
  private func passOn() {
    lock.lock()
    let next = queue.first
    isLed = next != nil
    lock.unlock()
    next?.notify(.lead)
  }

  /// Enqueues `job` without waiting; it is notified.
  func submit(_ job: Job) {
    lock.lock()
    if job.isCancelled {
      lock.unlock()
      return job.notify(.done(StoreError.cancelled))
    }
    queue.append(job)
    let waits = isLed || job.isLedLater
    if !waits { isLed = true }
    lock.unlock()
    if !waits { job.notify(.lead) }
  }

  /// Writes the waiting jobs on this thread, unless another thread is writing.
  func leadWhereIdle() {
    lock.lock()
    let isMine = isLeaderWanted
    if isMine { isLed = true }
    lock.unlock()
    if isMine { leadOn() }
  }

  /// Whether something waits to be written and nobody writes it.
  var wantsLeader: Bool { lock.withLock { isLeaderWanted } }
  private var isLeaderWanted: Bool { !isLed && !queue.isEmpty }

  /// Writes the waiting jobs on this thread, and those that come meanwhile and are led later, to save a change of
  /// threads. The callers of each group are told before the next begins.
  func leadOn() {
    while true {
      let (group, outcomes) = writeGroup()
      tellCallers()
      untold = zip(group, outcomes).map { Written(job: $0, outcome: $1) }
      moveLogWhereFull()
      // A job that leads its own group begins while these callers are told.
      guard group.first?.isLedLater == true else { return tellCallers(after: passOn) }
      tellCallers()
      guard lock.withLock({ queue.first?.isLedLater ?? false }) else { return tellCallers(after: passOn) }
    }
  }

  /// Tells the callers of what is written. Called by the thread that leads.
  ///
  /// - Parameter body: called before they are told, when nothing is left to tell for whoever leads next.
  func tellCallers(after body: () -> Void = {}) {
    let written = untold
    untold = []
    body()
    for each in written { each.job.notify(.done(each.outcome)) }
  }

  /// Takes a waiting job out of the queue. One that is being written is completed.
  func cancel(_ job: Job) {
    lock.lock()
    job.isCancelled = true
    let place = queue.firstIndex { $0 === job }
    if let place { queue.remove(at: place) }
    lock.unlock()
    if place != nil { job.notify(.done(StoreError.cancelled)) }
  }

  /// Writes all waiting jobs, including `own` unless it was cancelled, and lets the next one lead.
  func leadGroup(of own: Job) -> (any Error)? {
    let (group, outcomes) = writeGroup()
    var ownOutcome: (any Error)?
    for (job, outcome) in zip(group, outcomes) {
      if job === own { ownOutcome = outcome } else { untold.append(Written(job: job, outcome: outcome)) }
    }
    moveLogWhereFull()
    tellCallers(after: passOn)
    return ownOutcome
  }

  /// Writes all waiting jobs and returns how each went.
  private func writeGroup() -> ([Job], [(any Error)?]) {
    lock.lock()
    let group = Array(queue.prefix(Self.largestGroup))
    queue.removeFirst(group.count)
    lock.unlock()
    let outcomes = group.isEmpty ? [] : write(group)
    for job in group { job.body = nil }
    return (group, outcomes)
  }
}

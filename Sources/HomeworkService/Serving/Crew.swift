import HomeworkSystem

/// A few threads for what would keep a server waiting: for a disk, for another process, or long at its own work. Who
/// comes while all of them are busy gets in line.
package final class Crew: @unchecked Sendable {  // what changes is guarded by `lock`
  private final class Job {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) {
      self.body = body
    }
  }

  private let lock = Lock()
  /// Signalled for each that waits.
  private let called = DispatchSemaphore(value: 0)
  private let most: Int
  /// No slice: that would keep what was taken from its front, and with it the library that was used.
  private var line: [Job] = []
  private var threads = 0
  private var idle = 0

  /// How long a thread waits for more before it ends, in seconds.
  private static let patience = 10

  /// - Parameter most: how many threads there may be.
  package init(_ most: Int) {
    self.most = most
  }

  /// Does it as soon as a thread is free.
  ///
  /// - Returns: what takes it back; false where it has begun already.
  @discardableResult
  package func add(_ body: @escaping @Sendable () -> Void) -> @Sendable () -> Bool {
    let job = Job(body)
    let isAwaited = lock.withLock {
      line.append(job)
      if idle < line.count, threads < most { start() }
      return idle > 0
    }
    // Not before: whoever wakes would wait for the lock.
    if isAwaited { called.signal() }
    nonisolated(unsafe) let place = job
    return { [self] in
      lock.withLock {
        guard let index = line.firstIndex(where: { $0 === place }) else { return false }
        line.remove(at: index)
        return true
      }
    }
  }

  private func start() {
    threads += 1
    // What is read may be nested as deep as its formats go.
    Threads.start(stackBytes: 8 << 20) { [self] in
      while let job = next() { job.body() }
    }
  }

  private func next() -> Job? {
    lock.lock()
    defer { lock.unlock() }
    while line.isEmpty {
      idle += 1
      lock.unlock()
      let isCalled = called.wait(timeout: .now() + .seconds(Self.patience)) == .success
      lock.lock()
      idle -= 1
      if !isCalled, line.isEmpty {
        threads -= 1
        return nil
      }
    }
    return line.removeFirst()
  }
}

import HomeworkSystem

/// A few threads for work that would delay a server: waiting for a disk or another process, or long computations. While
/// all threads are busy, work is queued.
package final class WorkerPool: @unchecked Sendable {  // what changes is guarded by `lock`
  private let lock = Lock()
  /// Signalled to wake one waiting thread.
  private let wakeUp = DispatchSemaphore(value: 0)
  private let maximum: Int
  /// The work, each with its number. Not a slice: it would retain what was removed from its front.
  private var queue: [(number: Int, body: @Sendable () -> Void)] = []
  private var lastNumber = 0
  private var threads = 0
  private var idle = 0

  /// The time that an idle thread waits for work before it ends, in seconds.
  private static let patience = 10

  /// - Parameter maximum: the maximum number of threads.
  package init(_ maximum: Int) {
    self.maximum = maximum
  }

  /// Runs `body` as soon as a thread is free.
  ///
  /// - Returns: a closure that cancels it; returns false if it has already begun.
  @discardableResult
  package func enqueue(_ body: @escaping @Sendable () -> Void) -> @Sendable () -> Bool {
    let (number, isAwaited) = lock.withLock {
      lastNumber += 1
      queue.append((lastNumber, body))
      if idle < queue.count, threads < maximum { start() }
      return (lastNumber, idle > 0)
    }
    // Signal after unlocking: the woken thread would have to wait for the lock.
    if isAwaited { wakeUp.signal() }
    return { [self] in
      lock.withLock {
        guard let index = queue.firstIndex(where: { $0.number == number }) else { return false }
        queue.remove(at: index)
        return true
      }
    }
  }

  private func start() {
    threads += 1
    // Formats may nest deeply, and their readers need the stack.
    Threads.start(stackBytes: 8 << 20) { [self] in
      while let body = next() { body() }
    }
  }

  private func next() -> (@Sendable () -> Void)? {
    lock.lock()
    defer { lock.unlock() }
    while queue.isEmpty {
      idle += 1
      lock.unlock()
      let isWoken = wakeUp.wait(timeout: .now() + .seconds(Self.patience)) == .success
      lock.lock()
      idle -= 1
      if !isWoken, queue.isEmpty {
        threads -= 1
        return nil
      }
    }
    return queue.removeFirst().body
  }
}

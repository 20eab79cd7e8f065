package import HomeworkSystem

/// Values by name, opened on demand and lent to any number of users. If too many are open, the one unused for longest
/// is closed.
///
/// A user keeps its `Loan`: the value stays open as long as the loan lives. No value is opened twice at a time, or
/// reopened before it is closed. Opening or closing a value does not delay callers that request another.
package final class LendingPool<Value: Sendable>: @unchecked Sendable {  // what changes is guarded by `lock`
  /// An open value, kept open for as long as this lives.
  package final class Loan: Sendable {
    package let name: String
    package let value: Value
    private let pool: LendingPool

    fileprivate init(_ name: String, _ value: Value, of pool: LendingPool) {
      (self.name, self.value, self.pool) = (name, value, pool)
    }

    deinit { pool.giveBack(name) }
  }

  /// The number of values open, the number of those in use, and the number of openings and closings so far.
  package struct Figures: Hashable, Sendable {
    package let open: Int, inUse: Int, opened: Int, closed: Int
  }

  private let lock = Lock()
  private var book: LendingBook
  private var values: [String: Value] = [:]
  /// The callers to wake when a change to a name is done.
  private var waiting: [String: [DispatchSemaphore]] = [:]
  private let rest: @Sendable (Value) -> Void
  private let close: @Sendable (Value) -> Void
  /// Closes values that are given back late, so that the caller that gives one back does not have to wait.
  private let closing = DispatchQueue(label: "HomeworkStore.close")

  /// - Parameters:
  ///   - limit: the maximum number of open values, unless more are in use.
  ///   - readyLimit: the number of most recently requested values to keep ready.
  ///   - rest: shrinks a value once enough others have been requested since. It may be in use.
  ///   - close: closes an unused value.
  package init(
    limit: Int, readyLimit: Int, rest: @escaping @Sendable (Value) -> Void, close: @escaping @Sendable (Value) -> Void
  ) {
    book = LendingBook(limit: limit, readyLimit: readyLimit)
    (self.rest, self.close) = (rest, close)
  }

  package var figures: Figures {
    lock.withLock {
      Figures(open: book.openCount, inUse: book.usedCount, opened: book.opened, closed: book.closed)
    }
  }

  /// The values open at this moment, each kept open by its loan.
  package var openLoans: [Loan] { lock.withLock { Array(values.keys) }.sorted().compactMap(loanIfOpen) }

  /// Returns a loan if the value is open; never waits.
  package func loanIfOpen(_ name: String) -> Loan? {
    lock.lock()
    guard values[name] != nil, book.ask(for: name) == .use else {
      lock.unlock()
      return nil
    }
    return lend(name)
  }

  /// Returns a loan of the value, calling `open` if it is not open; concurrent callers wait and get the same value.
  package func loan<Failure: Error>(
    _ name: String, open: () throws(Failure) -> Value
  ) throws(Failure) -> Loan {
    while true {
      lock.lock()
      switch book.ask(for: name) {
      case .use: return lend(name)
      case .wait: waitForChange(name)
      case .open(let closing):
        let others = take(closing)
        lock.unlock()
        end(others)
        do throws(Failure) {
          let value = try open()
          lock.lock()
          book.hasOpened(name, true)
          values[name] = value
          wakeUp(name)
          return lend(name)
        } catch {
          lock.withLock {
            book.hasOpened(name, false)
            wakeUp(name)
          }
          throw error
        }
      }
    }
  }

  /// Runs `body` while the value is closed and cannot be opened.
  ///
  /// - Parameter patience: how long to wait for its users: a call that was answered gives it back an instant later.
  /// - Returns: `nil` if it is still in use.
  package func whileClosed<Result, Failure: Error>(
    _ name: String, within patience: DispatchTimeInterval = .milliseconds(0), _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result? {
    let end = DispatchTime.now() + patience
    while true {
      lock.lock()
      switch book.claim(name) {
      case .refuse:
        guard waitForChange(name, until: end) else { return nil }
      case .wait: waitForChange(name)
      case .take:
        let open = values.removeValue(forKey: name)
        lock.unlock()
        defer {
          lock.withLock {
            book.release(name)
            wakeUp(name)
          }
        }
        if let open { close(open) }
        return try body()
      }
    }
  }

  // Call with the lock held; releases it.
  private func lend(_ name: String) -> Loan {
    guard let value = values[name] else { preconditionFailure("\(name) is open and has no value") }
    let resting = book.becomesReady(name).flatMap { values[$0] }
    lock.unlock()
    if let resting { rest(resting) }
    return Loan(name, value, of: self)
  }

  // Call with the lock held; releases it. Returns false if nothing has changed by `end`.
  @discardableResult
  private func waitForChange(_ name: String, until end: DispatchTime = .distantFuture) -> Bool {
    let changed = DispatchSemaphore(value: 0)
    waiting[name, default: []].append(changed)
    lock.unlock()
    return changed.wait(timeout: end) == .success
  }

  private func wakeUp(_ name: String) {
    for one in waiting.removeValue(forKey: name) ?? [] { one.signal() }
  }

  private func take(_ names: [String]) -> [(String, Value)] {
    names.compactMap { name in values.removeValue(forKey: name).map { (name, $0) } }
  }

  private func end(_ ended: [(String, Value)]) {
    for (name, value) in ended {
      close(value)
      lock.withLock {
        book.hasClosed(name)
        wakeUp(name)
      }
    }
  }

  private func giveBack(_ name: String) {
    let ended = lock.withLock {
      wakeUp(name)
      return take(book.giveBack(name))
    }
    guard !ended.isEmpty else { return }
    closing.async { [self] in end(ended) }
  }
}

package import HomeworkSystem

/// Things by name that are opened when they are first needed, lent to as many as ask, and closed where nobody has had
/// them for longest and too many are open.
///
/// Whoever has one keeps its `Loan`: as long as that lives it stays open. Nothing is opened twice at a time, and
/// nothing is opened again before it is closed. Opening and closing hold up nobody who asks for another name.
package final class LendingPool<Value: Sendable>: @unchecked Sendable {  // what changes is guarded by `lock`
  /// What is open, for as long as this lives.
  package final class Loan: Sendable {
    package let name: String
    package let value: Value
    private let pool: LendingPool

    fileprivate init(_ name: String, _ value: Value, of pool: LendingPool) {
      (self.name, self.value, self.pool) = (name, value, pool)
    }

    deinit { pool.giveBack(name) }
  }

  /// How many are open now, and in use; how often one was opened and closed so far.
  package struct Figures: Hashable, Sendable {
    package let open: Int, inUse: Int, opened: Int, closed: Int
  }

  private let lock = Lock()
  private var book: LendingBook
  private var values: [String: Value] = [:]
  /// Who is to ask again when something about a name is over.
  private var waiting: [String: [DispatchSemaphore]] = [:]
  private let rest: @Sendable (Value) -> Void
  private let close: @Sendable (Value) -> Void
  /// Closes what was given back late: whoever gives it back has other things to do.
  private let closing = DispatchQueue(label: "HomeworkStore.close")

  /// - Parameters:
  ///   - limit: how many are open at a time, unless more are in use.
  ///   - readyLimit: how many of those asked for last are kept ready.
  ///   - rest: makes one small that others were asked for since. It may be in use.
  ///   - close: ends one that nobody uses.
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

  /// Those that are open at this moment, each kept open meanwhile.
  package var openLoans: [Loan] { lock.withLock { Array(values.keys) }.sorted().compactMap(loanIfOpen) }

  /// Returns it where it is open: nothing is waited for.
  package func loanIfOpen(_ name: String) -> Loan? {
    lock.lock()
    guard values[name] != nil, book.ask(for: name) == .use else {
      lock.unlock()
      return nil
    }
    return lend(name)
  }

  /// Returns it, opened by `open` unless it is; whoever comes meanwhile waits, and gets the same one.
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

  /// Does `body` while nobody has it open, or can open it.
  ///
  /// - Parameter patience: how long to wait for who uses it: a call that was answered gives it back an instant later.
  /// - Returns: `nil` where somebody uses it all the same.
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

  // Called with the lock, which it gives back.
  private func lend(_ name: String) -> Loan {
    guard let value = values[name] else { preconditionFailure("\(name) is open and has no value") }
    let resting = book.becomesReady(name).flatMap { values[$0] }
    lock.unlock()
    if let resting { rest(resting) }
    return Loan(name, value, of: self)
  }

  // Called with the lock, which it gives back. False where nothing has changed by then.
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

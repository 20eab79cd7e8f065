package import HomeworkModel
package import HomeworkSystem

/// A connection that a pool lends.
package protocol PooledConnection: AnyObject, SendableMetatype {
  /// Whether it can be lent again. Once it cannot, all others are closed as well, as soon as they are free.
  var isSound: Bool { get }
}

/// Connections to one database, opened when first needed, each lent to one caller at a time, in order of arrival.
package final class ConnectionPool<Connection: PooledConnection>: @unchecked Sendable {
  private let lock = Lock()
  private var idle: [Connection] = []
  private var opened = 0
  /// Called with a connection that now belongs to the caller, or `nil` to ask again.
  private var waiting: [(Connection?) -> Void] = []
  private let limit: Int
  private let connect: @Sendable (_ isOnly: Bool) throws(StoreError) -> Connection?

  /// - Parameter connect: returns `nil` if there can be no more than there are; not if it is asked for the only one.
  package init(
    limit: Int, connect: @escaping @Sendable (_ isOnly: Bool) throws(StoreError) -> Connection?
  ) {
    self.limit = max(1, limit)
    self.connect = connect
  }

  /// Waits for a connection on this thread, and uses it.
  package func use<Result>(_ body: (Connection) throws -> Result) throws -> Result {
    if let connection = free() {
      defer { giveBack(connection) }
      return try body(connection)
    }
    while true {
      let wakeUp = DispatchSemaphore(value: 0)
      nonisolated(unsafe) var lent: Connection?
      let ready = try take {
        lent = $0
        wakeUp.signal()
      }
      if let ready {
        lent = ready
      } else {
        wakeUp.wait()
      }
      guard let connection = lent else { continue }
      defer { giveBack(connection) }
      return try body(connection)
    }
  }

  /// Uses a connection on `queue`, as soon as one is free; no thread waits for it.
  package func use(on queue: DispatchQueue, _ body: @escaping @Sendable (Result<Connection, StoreError>) -> Void) {
    queue.async { [self] in
      do throws(StoreError) {
        let ready = try take(orWait: { [self] lent in
          guard let lent else { return use(on: queue, body) }
          // Lent to this block alone, until it is given back.
          nonisolated(unsafe) let connection = lent
          queue.async { [self] in
            body(.success(connection))
            giveBack(connection)
          }
        })
        guard let ready else { return }
        body(.success(ready))
        giveBack(ready)
      } catch {
        body(.failure(error))
      }
    }
  }

  private func free() -> Connection? {
    lock.lock()
    defer { lock.unlock() }
    return idle.isEmpty ? nil : idle.removeLast()
  }

  /// Returns a free or new connection; if all are lent, returns `nil` and calls `lend` later.
  private func take(orWait lend: @escaping (Connection?) -> Void) throws(StoreError) -> Connection? {
    lock.lock()
    if let connection = idle.popLast() {
      lock.unlock()
      return connection
    }
    guard opened < limit else {
      waiting.append(lend)
      lock.unlock()
      return nil
    }
    opened += 1
    let isOnly = opened == 1
    lock.unlock()
    do throws(StoreError) {
      if let connection = try connect(isOnly) { return connection }
      return waitForOther(lend)
    } catch {
      // The callers that wait count on a connection that will never come back.
      let disappointed = lock.withLock {
        opened -= 1
        defer { waiting.removeAll() }
        return waiting
      }
      for lend in disappointed { lend(nil) }
      throw error
    }
  }

  /// Returns a connection that is free by now; if there is none, returns `nil` and calls `lend` later.
  private func waitForOther(_ lend: @escaping (Connection?) -> Void) -> Connection? {
    let (free, isAlone) = lock.withLock { () -> (Connection?, Bool) in
      opened -= 1
      if let connection = idle.popLast() { return (connection, false) }
      if opened > 0 { waiting.append(lend) }
      return (nil, opened == 0)
    }
    // The others were lost meanwhile.
    if isAlone { lend(nil) }
    return free
  }

  private func giveBack(_ connection: Connection) {
    guard connection.isSound else { return letGo() }
    lock.lock()
    guard waiting.isEmpty else {
      let lend = waiting.removeFirst()
      lock.unlock()
      return lend(connection)
    }
    idle.append(connection)
    lock.unlock()
  }

  /// Gives up one connection, and all that are free.
  private func letGo() {
    let (left, asking) = lock.withLock {
      opened -= 1 + idle.count
      defer { (idle, waiting) = ([], []) }
      return (idle, waiting)
    }
    withExtendedLifetime(left) {}
    for lend in asking { lend(nil) }
  }

  /// Whether no connection is open.
  package var isEmpty: Bool { lock.withLock { opened == 0 } }

  /// Closes the free connections.
  package func letGoOfIdle() {
    let left = lock.withLock {
      opened -= idle.count
      defer { idle = [] }
      return idle
    }
    withExtendedLifetime(left) {}
  }
}

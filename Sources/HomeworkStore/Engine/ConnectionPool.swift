import HomeworkSystem

/// A connection that a pool lends.
package protocol PooledConnection: AnyObject, SendableMetatype {
  /// True if it can be lent again. If not, all other connections are closed too, as soon as they are free.
  var isSound: Bool { get }
}

/// Connections to one database, opened on demand, each lent to one caller at a time, in order of arrival.
package final class ConnectionPool<Connection: PooledConnection>: @unchecked Sendable {
  /// Opens a connection; returns `nil` if the limit is reached, but never if `isOnly` is true.
  package typealias Connect = @Sendable (_ isOnly: Bool) throws -> Connection?

  /// A waiting caller.
  private final class Waiting {
    let wakeUp = DispatchSemaphore(value: 0)
    /// The connection, which now belongs to the caller; `nil` if the caller must try again.
    var lent: Connection?
  }

  private let lock = Lock()
  private var idle: [Connection] = []
  private var opened = 0
  private var waiting: [Waiting] = []
  private let limit: Int
  private let connect: Connect

  package init(limit: Int, connect: @escaping Connect) {
    self.limit = max(1, limit)
    self.connect = connect
  }

  /// Runs `body` with a connection, blocking this thread until one is free.
  package func use<Result>(_ body: (Connection) throws -> Result) throws -> Result {
    let connection = try take()
    defer { giveBack(connection) }
    return try body(connection)
  }

  /// Returns a free or new connection, waiting if necessary.
  private func take() throws -> Connection {
    while true {
      lock.lock()
      if idle.isEmpty, opened < limit {
        if let connection = try open() { return connection }
      }
      if let connection = idle.popLast() {
        lock.unlock()
        return connection
      }
      // If the other connections were lost meanwhile, there is nothing to wait for.
      guard opened > 0 else {
        lock.unlock()
        continue
      }
      let turn = Waiting()
      waiting.append(turn)
      lock.unlock()
      turn.wakeUp.wait()
      if let connection = turn.lent { return connection }
    }
  }

  /// Opens a connection. Call with the lock held; it is released, except that if no more connections can be opened, the
  /// lock is taken again and `nil` returned.
  private func open() throws -> Connection? {
    opened += 1
    let isOnly = opened == 1
    lock.unlock()
    do {
      if let connection = try connect(isOnly) { return connection }
    } catch {
      // Waiting callers count on a connection that will never return.
      lock.withLock {
        opened -= 1
        wakeAll()
      }
      throw error
    }
    lock.lock()
    opened -= 1
    return nil
  }

  private func giveBack(_ connection: Connection) {
    let isSound = connection.isSound
    let left = lock.withLock { () -> [Connection] in
      guard isSound else {
        // Gives up this connection and all free ones.
        opened -= 1 + idle.count
        defer { idle = [] }
        wakeAll()
        return idle
      }
      guard !waiting.isEmpty else {
        idle.append(connection)
        return []
      }
      let next = waiting.removeFirst()
      next.lent = connection
      next.wakeUp.signal()
      return []
    }
    withExtendedLifetime(left) {}
  }

  /// Makes the waiting callers try again. Call with the lock held.
  private func wakeAll() {
    for each in waiting { each.wakeUp.signal() }
    waiting = []
  }

  /// True if no connection is open.
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

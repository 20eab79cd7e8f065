import HomeworkSystem

/// A connection that a pool lends.
package protocol PooledConnection: AnyObject, SendableMetatype {
  /// Whether it can be lent again. Once it cannot, all others are closed as well, as soon as they are free.
  var isSound: Bool { get }
}

/// Connections to one database, opened when first needed, each lent to one caller at a time, in order of arrival.
package final class ConnectionPool<Connection: PooledConnection>: @unchecked Sendable {
  /// Opens a connection; returns `nil` if there can be no more than there are, but not if it is asked for the only one.
  package typealias Connect = @Sendable (_ isOnly: Bool) throws -> Connection?

  /// A caller that waits.
  private final class Waiting {
    let wakeUp = DispatchSemaphore(value: 0)
    /// The connection, which now belongs to the caller; `nil` to ask again.
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

  /// Waits for a connection on this thread, and uses it.
  package func use<Result>(_ body: (Connection) throws -> Result) throws -> Result {
    let connection = try take()
    defer { giveBack(connection) }
    return try body(connection)
  }

  /// Returns a connection that is free or new, once there is one.
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
      // None are left to wait for if the others were lost meanwhile.
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

  /// Opens a connection, called with the lock held, which it releases; if there can be no more, holds it again and
  /// returns `nil`.
  private func open() throws -> Connection? {
    opened += 1
    let isOnly = opened == 1
    lock.unlock()
    do {
      if let connection = try connect(isOnly) { return connection }
    } catch {
      // The callers that wait count on a connection that will never come back.
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
        // Gives up one connection, and all that are free.
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

  /// Has the callers that wait ask again. Called with the lock held.
  private func wakeAll() {
    for each in waiting { each.wakeUp.signal() }
    waiting = []
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

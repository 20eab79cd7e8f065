import HomeworkModel
import HomeworkSQLite
import HomeworkSystem

/// Connections that read, opened when first needed, each lent to one caller at a time; the first come is the first
/// served.
final class ReaderPool: @unchecked Sendable {
  private let lock = Lock()
  private var idle: [Connection] = []
  private var opened = 0
  /// Told of a connection that is theirs now, or `nil` to ask again.
  private var waiting: [(Connection?) -> Void] = []
  private let limit: Int
  private let connect: @Sendable () throws(StoreError) -> Connection
  /// Told when a connection came back that the log's index was cut under.
  private let onLostIndex: @Sendable () -> Void

  init(
    limit: Int, onLostIndex: @escaping @Sendable () -> Void,
    connect: @escaping @Sendable () throws(StoreError) -> Connection
  ) {
    self.limit = max(1, limit)
    self.onLostIndex = onLostIndex
    self.connect = connect
  }

  /// Waits for a connection on this thread, and uses it.
  func use(_ body: (Connection) throws -> Void) throws {
    while true {
      let wakeUp = DispatchSemaphore(value: 0)
      nonisolated(unsafe) var lent: Connection?
      if let ready = try take(orWait: {
        lent = $0
        wakeUp.signal()
      }) {
        lent = ready
      } else {
        wakeUp.wait()
      }
      guard let connection = lent else { continue }
      defer { giveBack(connection) }
      return try body(connection)
    }
  }

  /// Uses a connection on `queue`, once there is one; no thread waits for it.
  func use(on queue: DispatchQueue, _ body: @escaping @Sendable (Result<Connection, StoreError>) -> Void) {
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

  /// One that is free, or new; where all are lent `nil`, and `lend` is called later.
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
    lock.unlock()
    do throws(StoreError) { return try connect() } catch {
      // Those who wait count on one that will never come back.
      let disappointed = lock.withLock {
        opened -= 1
        defer { waiting.removeAll() }
        return waiting
      }
      for lend in disappointed { lend(nil) }
      throw error
    }
  }

  private func giveBack(_ connection: Connection) {
    guard !connection.isLogIndexCut() else { return letGo() }
    lock.lock()
    guard waiting.isEmpty else {
      let lend = waiting.removeFirst()
      lock.unlock()
      return lend(connection)
    }
    idle.append(connection)
    lock.unlock()
  }

  /// Of one connection that is not to be used again, and of all that are free: only where none is left that has mapped
  /// the log's index, it is made anew.
  private func letGo() {
    let (left, asking) = lock.withLock {
      opened -= 1 + idle.count
      defer { (idle, waiting) = ([], []) }
      return (idle, waiting)
    }
    withExtendedLifetime(left) {}
    onLostIndex()
    for lend in asking { lend(nil) }
  }

  /// Of those that are free, where somebody else has found that the log's index is lost.
  func letGoOfIdle() {
    let left = lock.withLock {
      opened -= idle.count
      defer { idle = [] }
      return idle
    }
    withExtendedLifetime(left) {}
  }
}

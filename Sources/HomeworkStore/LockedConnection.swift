import Foundation
import SQLite

/// A connection that one caller at a time may use.
///
/// Sendable though connections are not: this one is reachable only inside `use`, which holds the lock.
final class LockedConnection: @unchecked Sendable {
  private let lock = NSLock()
  private let connection: Connection

  init(_ connection: sending Connection) {
    self.connection = connection
  }

  func use<Result>(_ body: (Connection) throws(StoreError) -> Result) throws(StoreError) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(connection)
  }
}

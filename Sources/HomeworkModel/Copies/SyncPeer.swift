/// A copy of a library with which another one can exchange what each lacks: a store, or one behind a connection.
public protocol SyncPeer: Sendable {
  /// Returns what it says of itself. If it is empty, it becomes a copy of the other's library first.
  ///
  /// - Parameter other: what the other copy says of itself, if that is known already.
  /// - Throws: `otherLibrary`, `otherSchema`; `invalid` if both write as the same copy.
  func hello(_ other: SyncHello?) async throws -> SyncHello
  /// Returns the next changes that another copy lacks; `nil` if there are none.
  ///
  /// - Parameter known: the time up to which that copy has the changes of each copy.
  func give(after known: [SyncCopy.ID: Int64]) async throws -> SyncPart?
  /// Takes changes, which are on disk when this returns.
  func take(_ part: SyncPart) async throws -> SyncCounts
}

/// The result of an exchange.
public struct SyncReport: Hashable, Sendable {
  /// The number of things that the one copy got, and that it gave.
  public var received = SyncCounts(), sent = SyncCounts()
  /// The number of parts, each one transaction.
  public var parts = 0

  /// Creates a report of nothing.
  public init() {}
}

extension SyncPeer {
  /// Exchanges with another copy what each of them lacks, until both are equal. It may be cut anywhere: what is on disk
  /// by then stays, and the next exchange goes on from there.
  ///
  /// - Parameter other: the other copy.
  /// - Throws: what `hello` throws; errors of either copy.
  @discardableResult
  public func sync(with other: some SyncPeer) async throws -> SyncReport {
    var report = SyncReport()
    let theirs = try await other.hello(hello(nil))
    var known = try await hello(theirs).known.mapValues(\.time)
    var others = theirs.known.mapValues(\.time)
    var hasMoved = true
    while hasMoved {
      hasMoved = false
      while let part = try await give(after: others) {
        report.sent.add(try await other.take(part))
        others.add(part)
        known.add(part)
        (report.parts, hasMoved) = (report.parts + 1, true)
      }
      while let part = try await other.give(after: known) {
        report.received.add(try await take(part))
        known.add(part)
        others.add(part)
        (report.parts, hasMoved) = (report.parts + 1, true)
      }
    }
    return report
  }
}

extension [SyncCopy.ID: Int64] {
  /// Adds the changes of a part, which the copy has now.
  package mutating func add(_ part: SyncPart) {
    for change in part.changes { self[change.copyId] = Swift.max(self[change.copyId] ?? 0, change.time) }
  }
}

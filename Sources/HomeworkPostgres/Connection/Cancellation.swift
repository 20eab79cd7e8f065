internal import CHomeworkPostgres
internal import HomeworkSystem

/// A request to stop what the server does for one connection. It goes over a connection of its own, which may hang
/// where the network is dead: so it has a thread.
final class Cancellation: @unchecked Sendable {  // the thread owns the request, and `hasEnded` guards itself
  private let request: OpaquePointer
  private let ended = Guarded(false)

  /// Starts it; `nil` where there is no memory.
  init?(of connection: OpaquePointer) {
    guard let request = pq.getCancel(connection) else { return nil }
    self.request = request
    Threads.start { [self] in
      var reason = [CChar](repeating: 0, count: 256)
      _ = pq.cancel(self.request, &reason, Int32(reason.count))
      pq.freeCancel(self.request)
      ended.withLock { $0 = true }
    }
  }

  /// Whether the server has taken it, or will never.
  var hasEnded: Bool { ended.withLock { $0 } }
}

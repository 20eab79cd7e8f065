internal import CHomeworkPostgres
internal import HomeworkSystem

/// A request to stop the server's work for a connection. It uses a connection of its own, which may hang if the network
/// is down, so it runs on a thread.
final class Cancellation: @unchecked Sendable {  // the thread owns the request, and `hasEnded` guards itself
  private let request: OpaquePointer
  private let ended = Guarded(false)

  /// Starts the request; `nil` if memory is exhausted.
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

  /// True if the server has received it, or never will.
  var hasEnded: Bool { ended.withLock { $0 } }
}

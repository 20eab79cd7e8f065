import HomeworkSystem

/// Waits for signals: calls `onHangUp` for each SIGHUP and `onFirst` for the first SIGTERM or SIGINT; a second one ends
/// the process at once.
final class SignalWatcher: Sendable {
  private struct Calls {
    var onFirst: (@Sendable () -> Void)?
    var onHangUp: (@Sendable () -> Void)?
  }

  private let calls = Guarded(Calls())

  /// Blocks the signals in this thread and in all threads that it starts later.
  init() {
    var signals = sigset_t()
    sigemptyset(&signals)
    for signal in [SIGTERM, SIGINT, SIGHUP] { sigaddset(&signals, signal) }
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    Threads.start { [signals, self] in wait(signals) }
  }

  func onFirst(_ body: @escaping @Sendable () -> Void) {
    calls.withLock { $0.onFirst = body }
  }

  func onHangUp(_ body: @escaping @Sendable () -> Void) {
    calls.withLock { $0.onHangUp = body }
  }

  private func wait(_ signals: sigset_t) {
    var signals = signals
    while true {
      var received: Int32 = 0
      sigwait(&signals, &received)
      guard received != SIGHUP else {
        // On another thread: opening the file may hang, and the next signal must be received.
        if let onHangUp = calls.withLock({ $0.onHangUp }) { Threads.start(onHangUp) }
        continue
      }
      // Before `onFirst` is set, there is nothing to shut down cleanly.
      guard
        let first = calls.withLock({ calls in
          defer { calls.onFirst = nil }
          return calls.onFirst
        })
      else { _exit(128 + received) }
      first()
    }
  }
}

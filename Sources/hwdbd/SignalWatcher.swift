import HomeworkSystem

/// Waits for signals: SIGHUP calls each time, the first of SIGTERM and SIGINT calls, and a second one of these ends the
/// process at once.
final class SignalWatcher: Sendable {
  private struct Calls {
    var onFirst: (@Sendable () -> Void)?
    var onHangUp: (@Sendable () -> Void)?
  }

  private let calls = Guarded(Calls())

  /// Blocks them in this thread and in all that it starts later.
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
        // Beside: what it opens may hang, and the next signal is to be heard.
        if let onHangUp = calls.withLock({ $0.onHangUp }) { Threads.start(onHangUp) }
        continue
      }
      // Before anybody asked to be called there is nothing to end in good order.
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

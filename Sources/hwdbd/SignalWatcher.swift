import Foundation

/// Waits for SIGTERM and SIGINT: the first one calls, a second one ends the process at once.
struct SignalWatcher {
  private let signals: sigset_t

  /// Blocks them in this thread and in all that it starts later.
  init() {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGTERM)
    sigaddset(&signals, SIGINT)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    self.signals = signals
  }

  func onFirst(_ body: @escaping @Sendable () -> Void) {
    let signals = signals
    Thread.detachNewThread {
      var set = signals
      var received: Int32 = 0
      sigwait(&set, &received)
      body()
      sigwait(&set, &received)
      exit(128 + received)
    }
  }
}

import HomeworkProcess
import HomeworkSystem
import Synchronization

/// The programs under test that are running.
public enum TestedPrograms {
  private static let sources = Guarded<[any DispatchSourceSignal]>([])
  private static let isEnding = Atomic(false)
  /// A separate queue, since players may use all threads of the others.
  private static let queue = DispatchQueue(label: "TestedPrograms")

  /// For a process that starts no other programs: adopts the orphans of programs under test, so that they end with it,
  /// and if a signal asks this process to end, ends the programs first.
  public static func endWithThisProcess() {
    ChildProcess.adoptOrphans()
    sources.withLock { sources in
      guard sources.isEmpty else { return }
      for number in [SIGINT, SIGTERM, SIGHUP] {
        signal(number, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
        source.setEventHandler {
          isEnding.store(true, ordering: .sequentiallyConsistent)
          ChildProcess.endAllGroups()
          ScenarioDirectory.removeOwn()
          signal(number, SIG_DFL)
          // The parent process may have blocked the signal.
          var own = sigset_t()
          sigemptyset(&own)
          sigaddset(&own, number)
          pthread_sigmask(SIG_UNBLOCK, &own, nil)
          kill(getpid(), number)
        }
        source.resume()
        sources.append(source)
      }
    }
  }

  /// Does not return if this process is about to end: its programs' deaths then mean nothing.
  static func stayWhereEnding() {
    while isEnding.load(ordering: .sequentiallyConsistent) { usleep(100_000) }
  }
}

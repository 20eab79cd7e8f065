import HomeworkProcess
import HomeworkSystem
import Synchronization

/// The programs under test that are running.
public enum TestedPrograms {
  private static let sources = Guarded<[any DispatchSourceSignal]>([])
  private static let isEnding = Atomic(false)
  /// Of its own, since whoever plays may have all threads of others.
  private static let queue = DispatchQueue(label: "TestedPrograms")

  /// In a process that starts nobody else: has what programs under test leave behind end with them, and the programs
  /// end first if the process is told to.
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
          // Whoever started this process may have had it blocked.
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

  /// Does not return where this process is about to end: that its programs have died then says nothing about them.
  static func stayWhereEnding() {
    while isEnding.load(ordering: .sequentiallyConsistent) { usleep(100_000) }
  }
}

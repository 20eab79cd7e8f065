import HomeworkProcess
import HomeworkSystem
import Synchronization

/// Programs under test, as long as they run.
public enum TestedPrograms {
  private static let sources = Mutex<[any DispatchSourceSignal]>([])

  /// Where this process is told to end, it first ends those that it has started.
  public static func endOnSignals() {
    sources.withLock { sources in
      guard sources.isEmpty else { return }
      for number in [SIGINT, SIGTERM, SIGHUP] {
        signal(number, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
        source.setEventHandler {
          ChildProcess.endAllGroups()
          ScenarioDirectory.removeOwn()
          signal(number, SIG_DFL)
          kill(getpid(), number)
        }
        source.resume()
        sources.append(source)
      }
    }
  }
}

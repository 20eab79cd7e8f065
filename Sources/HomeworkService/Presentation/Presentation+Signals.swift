import Foundation
import HomeworkScenarios
import HomeworkStore

extension Presentation {
  /// Makes signals errors, which programs of this package do before anything else: a reader that has left, a file at
  /// its limit and a log's index that was cut are errors of whoever meets them.
  public static func makeErrorsOfSignals() {
    signal(SIGPIPE, SIG_IGN)
    Store.makeErrorsOfSignals()
  }

  /// Ends programs under test with this one, whoever ends it: they are in process groups of their own, and no terminal
  /// reaches them.
  public static func endProgramsOnSignals() { TestedPrograms.endOnSignals() }
}

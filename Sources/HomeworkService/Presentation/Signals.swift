import Foundation
import HomeworkStore

/// What programs of this package do with signals.
public enum Signals {
  /// Makes signals errors, which programs of this package do before anything else: a reader that has left, a file at
  /// its limit and a log's index that was cut are errors of whoever meets them.
  public static func makeErrors() {
    signal(SIGPIPE, SIG_IGN)
    Store.makeErrorsOfSignals()
  }
}

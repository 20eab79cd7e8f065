import HomeworkPostgres
import HomeworkProcess
import HomeworkStore
import HomeworkSystem

/// Settings of the process, not of a store, which are the program's to decide.
package enum ThisProcess {
  /// Prepares a process of this package, before it does anything else.
  ///
  /// Turns signals into errors of the failing call: a reader that has left, a file at its size limit, a truncated log
  /// index. Also stops SQLite from counting its memory, for which all threads would contend.
  package static func prepare() {
    signal(SIGPIPE, SIG_IGN)
    Store.makeErrorsOfSignals()
    Store.stopCountingMemory()
  }

  /// Returns the reason to refuse the process's arguments: they cannot be read, or one contains a database password;
  /// `nil` if they are fine.
  package static func refusal(of arguments: [String]) -> String? {
    // Even its own name is missing: the standard library reads arguments from /proc.
    guard !CommandLine.arguments.isEmpty else { return "the arguments cannot be read: mount /proc" }
    return arguments.lazy.compactMap(PostgresURL.refusal).first
  }

  /// Prepares the process to serve: a page's daemon ends with the process that waits for the page to be closed.
  package static func prepareToServe() { ParentProcess.endWithIt(ifPartOf: Surroundings.environment) }
}

import HomeworkPostgres
import HomeworkStore
import HomeworkSystem

/// What is the process's and not a store's, and so for a program to decide.
package enum ThisProcess {
  /// Prepares a process of this package, before anything else is done in it.
  ///
  /// Signals become errors: a reader that has left, a file at its limit and a log's index that was cut are errors of
  /// whoever meets them. SQLite no longer counts its memory, for which all threads wait for one another.
  package static func prepare() {
    signal(SIGPIPE, SIG_IGN)
    Store.makeErrorsOfSignals()
    Store.stopCountingMemory()
  }

  /// Returns why the arguments of the process are refused: they cannot be read, or one contains the password of a
  /// database; `nil` if they are not.
  package static func refusal(of arguments: [String]) -> String? {
    // Not even its own name: the standard library reads them from there.
    guard !CommandLine.arguments.isEmpty else { return "the arguments cannot be read: mount /proc" }
    return arguments.lazy.compactMap(PostgresURL.refusal).first
  }

  /// Prepares it to serve the database at a path: where that is a directory, for many libraries.
  package static func prepareToServe(_ path: String) {
    if Service.isDirectory(path) { Store.prepareForMany() }
  }
}

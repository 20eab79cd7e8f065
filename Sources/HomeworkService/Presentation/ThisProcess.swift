import HomeworkPostgres
import HomeworkStore
import HomeworkSystem

/// What is the process's and not a store's, and so for a program to decide.
public enum ThisProcess {
  /// Prepares a process of this package, before anything else is done in it.
  ///
  /// Signals become errors: a reader that has left, a file at its limit and a log's index that was cut are errors of
  /// whoever meets them. SQLite no longer counts its memory, for which all threads wait for one another.
  public static func prepare() {
    signal(SIGPIPE, SIG_IGN)
    Store.makeErrorsOfSignals()
    Store.stopCountingMemory()
  }

  /// Returns the arguments of the process, and hides the passwords in them from those who list processes.
  ///
  /// They can be seen for the moment until then: `$HWDB_DATABASE`, `~/.pgpass` and `$PGPASSWORD` never can.
  public static func arguments() -> [String] {
    let arguments = Array(CommandLine.arguments.dropFirst())
    for index in 0..<Int(CommandLine.argc) {
      guard let argument = CommandLine.unsafeArgv[index] else { continue }
      for range in PostgresURL.secrets(in: String(cString: argument)) {
        for place in range { argument[place] = CChar(UInt8(ascii: "x")) }
      }
    }
    return arguments
  }

  /// Prepares it to serve the database at a path: where that is a directory, for many libraries.
  public static func prepareToServe(_ path: String) {
    if Service.isDirectory(path) { Store.prepareForMany() }
  }
}

import HomeworkSystem

extension Store {
  /// Makes a file that reaches its size limit an error of the write, instead of SIGXFSZ, which ends the process.
  ///
  /// A program calls this once, at its start, unless it handles that signal itself: it belongs to the process, not to a
  /// store. The calls concerned throw `unavailable(.fileTooLarge)`.
  public static func makeErrorsOfSignals() {
    signal(SIGXFSZ, SIG_IGN)
  }

  /// Keeps the database from counting its memory, under a lock of the whole process. A program of this package calls it
  /// before its first store.
  package static func stopCountingMemory() { Connection.stopCountingMemory() }

  /// Makes many stores use less memory, at a little more work for each. A program of this package calls it before its
  /// first store.
  package static func prepareForMany() { Connection.prepareForMany() }

  /// Returns memory that stores have freed to the system.
  package static func giveMemoryBack() { Connection.giveMemoryBack() }
}

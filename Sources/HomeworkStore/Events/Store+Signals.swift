import HomeworkSystem

extension Store {
  /// Makes a write that reaches the file size limit throw, instead of raising SIGXFSZ, which ends the process.
  ///
  /// Call it once at program start, unless the program handles that signal itself: the setting applies to the process,
  /// not to a store. The affected calls throw `unavailable(.fileTooLarge)`.
  public static func makeErrorsOfSignals() {
    signal(SIGXFSZ, SIG_IGN)
  }

  /// Keeps the database from counting its memory under a process-wide lock. Programs of this package call it before
  /// opening their first store.
  package static func stopCountingMemory() { Connection.stopCountingMemory() }
}

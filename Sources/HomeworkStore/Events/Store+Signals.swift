import HomeworkSQLite
import HomeworkSystem

extension Store {
  /// Makes errors of two signals that would end the process: SIGXFSZ, where a file reaches the limit that is set for
  /// it, and SIGBUS, where another program cuts the `-shm` file while it is mapped.
  ///
  /// For a program to call once, at its start, unless it handles these signals itself: they are the process's, not a
  /// store's. What calls then throw is `unavailable(.inputOutput)`; the next ones open everything anew.
  public static func makeErrorsOfSignals() {
    signal(SIGXFSZ, SIG_IGN)
    Connection.outliveCutIndex()
  }

  /// Keeps the database from counting its memory, under a lock of the whole process. For a program of this package to
  /// call before its first store.
  package static func stopCountingMemory() { Connection.stopCountingMemory() }

  /// Makes many stores small, at a little more work for each. For a program of this package to call before its first
  /// store.
  package static func prepareForMany() { Connection.prepareForMany() }

  /// Gives back to the system what memory stores have let go of.
  package static func giveMemoryBack() { Connection.giveMemoryBack() }
}

import HomeworkSQLite
import HomeworkSystem

extension Store {
  /// Turns two signals that would end the process into errors: SIGXFSZ, when a file reaches its size limit, and SIGBUS,
  /// when another program cuts the `-shm` file while it is mapped.
  ///
  /// A program calls this once, at its start, unless it handles these signals itself: they belong to the process, not
  /// to a store. The calls concerned throw `unavailable(.inputOutput)`; the next ones open everything anew.
  public static func makeErrorsOfSignals() {
    signal(SIGXFSZ, SIG_IGN)
    Connection.outliveCutIndex()
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

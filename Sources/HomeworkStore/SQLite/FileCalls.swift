internal import CHomeworkSQLiteShim

/// System calls that Swift does not import; each sets `errno` if it fails.
package enum FileCalls {
  /// Renames a file to a free path; fails with `EEXIST` if the path is taken, `EINVAL` if the file system cannot check.
  package static func renameToNothing(_ from: String, _ to: String) -> Bool { hwdb_rename_to_nothing(from, to) == 0 }

  /// Locks a file that is open for writing until the descriptor is closed or the process ends; returns false if another
  /// descriptor holds the lock.
  package static func hold(_ descriptor: Int32) -> Bool { hwdb_hold(descriptor) == 0 }
}

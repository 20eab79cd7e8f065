internal import CHomeworkSQLiteShim

/// System calls that Swift does not import; each sets `errno` if it fails.
package enum FileCalls {
  /// Renames a file to a path where there is nothing: `EEXIST` if there is something, `EINVAL` if the file system
  /// cannot tell.
  package static func renameToNothing(_ from: String, _ to: String) -> Bool { hwdb_rename_to_nothing(from, to) == 0 }

  /// Holds a file that is open for writing until the descriptor is closed or the process ends; returns false if another
  /// descriptor holds it.
  package static func hold(_ descriptor: Int32) -> Bool { hwdb_hold(descriptor) == 0 }
}

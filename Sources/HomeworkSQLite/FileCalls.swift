internal import CHomeworkSQLiteShim

/// Calls to the system that Swift does not see; each leaves `errno` where it fails.
public enum FileCalls {
  /// Renames a file to a path where there is nothing: `EEXIST` where there is, `EINVAL` where the file system cannot
  /// tell.
  public static func renameToNothing(_ from: String, _ to: String) -> Bool { hwdb_rename_to_nothing(from, to) == 0 }

  /// Holds a file that is open for writing until the descriptor is closed or the process is gone; false where another
  /// descriptor holds it.
  public static func hold(_ descriptor: Int32) -> Bool { hwdb_hold(descriptor) == 0 }
}

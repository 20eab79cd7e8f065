package import HomeworkModel

/// Overwrites what erased learners left in a file's free pages and in its log.
package enum Erasing {
  /// Returns false if other connections are in the way for the busy timeout: something may be left then.
  static func end(_ connection: Connection) throws(StoreError) -> Bool {
    do throws(StoreError) {
      guard let last = try last(connection) else { return true }
      // First, so that readers do not make the log grow by the whole file with each try.
      guard try connection.emptyLog() else { return false }
      try connection.execute("VACUUM")
      guard try connection.emptyLog() else { return false }
      try forget(connection, upTo: last)
      return true
    } catch .busy {
      return false
    }
  }

  /// Records that no byte is left of what was erased up to one that `last` returned before the file was rewritten.
  package static func forget(_ connection: Connection, upTo last: Int) throws(StoreError) {
    try connection.run("DELETE FROM erasure WHERE id <= \(last)")
  }

  /// The number of the last erasure of which bytes may be left.
  package static func last(_ connection: Connection) throws(StoreError) -> Int? {
    let last = try connection.number("SELECT coalesce(max(id), 0) FROM erasure")
    return last == 0 ? nil : last
  }
}

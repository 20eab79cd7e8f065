package import HomeworkModel

/// Overwrites what erased learners left in the free pages of a file.
package enum Erasing {
  /// Rewrites a file whose free pages still hold erased data because the program ended early.
  ///
  /// Works in WAL mode. Does not wait for a reader: the next opening tries again.
  package static func end(_ connection: Connection, busyTimeoutMs: Int) throws(StoreError) {
    do throws(SQLiteError) {
      guard try isPending(connection) else { return }
      connection.setBusyTimeout(ms: 0)
      defer { connection.setBusyTimeout(ms: Int32(clamping: busyTimeoutMs)) }
      // First, so that readers do not make the log grow by the whole file with each opening.
      guard try connection.emptyLog() else { return }
      do throws(SQLiteError) { try connection.execute("VACUUM") } catch {
        guard error.code == SQLiteError.Code.busy else { throw error }
        return
      }
      if try connection.emptyLog() { _ = try forget(connection) }
    } catch {
      throw StoreError(error)
    }
  }

  /// Records that no byte of the erased data is left. Returns whether there was any.
  package static func forget(_ connection: Connection) throws(SQLiteError) -> Bool {
    guard try isPending(connection) else { return false }
    try connection.run("DELETE FROM erasure")
    return true
  }

  package static func isPending(_ connection: Connection) throws(SQLiteError) -> Bool {
    try connection.number("SELECT EXISTS (SELECT 1 FROM erasure)") == 1
  }
}

/// Overwrites what erased learners left in a file's free pages and in its log.
enum Erasing {
  /// Returns false if readers are in the way for the busy timeout: something may be left then.
  static func end(_ connection: Connection) throws(SQLiteError) -> Bool {
    guard try isPending(connection) else { return true }
    // First, so that readers do not make the log grow by the whole file with each try.
    guard try connection.emptyLog() else { return false }
    do throws(SQLiteError) { try connection.execute("VACUUM") } catch {
      guard error.code == SQLiteError.Code.busy else { throw error }
      return false
    }
    guard try connection.emptyLog() else { return false }
    try forget(connection)
    return true
  }

  /// Records that no byte of the erased data is left.
  static func forget(_ connection: Connection) throws(SQLiteError) { try connection.run("DELETE FROM erasure") }

  static func isPending(_ connection: Connection) throws(SQLiteError) -> Bool {
    try connection.number("SELECT EXISTS (SELECT 1 FROM erasure)") == 1
  }
}

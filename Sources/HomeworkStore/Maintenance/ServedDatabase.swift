package import HomeworkModel

/// A database that a server looks after, and what maintenance does with it in place of a file.
package protocol ServedDatabase: EngineDatabase {
  /// Frees what deletions left, as far as the server does it on request.
  func vacuum() throws
  /// Returns a copy of the store as a database of SQLite, in a temporary file.
  func copy(isCancelled: (@Sendable () -> Bool)?) throws -> Connection
  /// Replaces everything in the store by a copy of another, in one transaction.
  ///
  /// - Parameters:
  ///   - whereEmpty: refuses if anything was ever in it; the log of events is then the copy's.
  ///   - time: that of the event that begins the log anew.
  func replace(
    by copy: Connection, whereEmpty: Bool, at time: Timestamp, isCancelled: (@Sendable () -> Bool)?,
    onProgress: (Double) -> Void
  ) throws
}

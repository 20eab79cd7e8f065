package import HomeworkModel

/// A database managed by a server, with maintenance operations that replace those on a file.
package protocol ServerDatabase: EngineDatabase {
  /// Reclaims the space of deletions, as far as the server does so on request.
  func vacuum() throws
  /// Returns a copy of the store as an SQLite database in a temporary file.
  func copy(isCancelled: (@Sendable () -> Bool)?) throws -> Connection
  /// Replaces everything in the store with a copy of another, in one transaction.
  ///
  /// - Parameter time: the time of the event that restarts the log.
  func replace(
    by copy: Connection, at time: Timestamp, isCancelled: (@Sendable () -> Bool)?,
    onProgress: (Double) -> Void
  ) throws
}

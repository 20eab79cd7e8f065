package import HomeworkModel

/// What the writer has seen of a database. It is valid as long as nobody else changes the database.
package struct DatabaseSeen {
  package var dataVersion: UInt32
  private var clockMs: Int64?

  /// A clock that advances by more than this, in milliseconds, from one write to the next, was set: so much time did
  /// not pass.
  private static let longestMs: UInt64 = 86_400_000
  /// How far the clock advances, in milliseconds, before that is stored.
  private static let noticedMs: UInt64 = 60_000

  /// - Throws: `newerSchema` if another program has migrated it meanwhile.
  package init(_ connection: Connection) throws(StoreError) {
    dataVersion = connection.dataVersion
    // First, because a newer schema may lack what is read next.
    try FileCheck.refuseNewer(try SQLiteTransaction(connection).schemaVersion())
    do throws(SQLiteError) {
      clockMs = try connection.first("SELECT seen_ms FROM clock") { $0.int64(0) }
    } catch {
      throw StoreError(error)
    }
  }

  /// If the clock was set by more than a day, moves the times of what is kept for a while with it, so that its age
  /// stays the same.
  package mutating func lookAtClock(_ transaction: SQLiteTransaction, at time: Timestamp) throws(StoreError) {
    let now = time.millisecondsSince1970
    let (passed, isTooFar) = now.subtractingReportingOverflow(clockMs ?? now)
    guard clockMs == nil || isTooFar || passed.magnitude >= Self.noticedMs else { return }
    if passed.magnitude > Self.longestMs, !isTooFar {
      try transaction.run("UPDATE request SET at_ms = at_ms + ?", passed)
      try transaction.run("UPDATE deletion SET at_ms = at_ms + ?", passed)
      // Events report their times, so those stay.
      try transaction.run(
        """
        INSERT INTO clock_jump SELECT coalesce(max(sequence), 0) + 1, ? FROM event WHERE true
        ON CONFLICT DO UPDATE SET ms = ms + excluded.ms
        """, passed)
    }
    try transaction.run("INSERT OR REPLACE INTO clock VALUES (1, ?)", now)
    clockMs = now
  }
}

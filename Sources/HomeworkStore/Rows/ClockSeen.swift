package import HomeworkModel

extension Table {
  static let clock = Table("clock", [.integer("id"), .integer("seen_ms")])

  static let clockJump = Table("clock_jump", [.integer("sequence"), .integer("ms")])
}

/// What a database knows of the clock: the time of one of its last writes. It is valid as long as nobody else writes.
package struct ClockSeen {
  private var clockMs: Int64?

  /// A clock that advances by more than this, in milliseconds, from one write to the next, was set: so much time did
  /// not pass.
  private static let longestMs: UInt64 = 86_400_000
  /// How far the clock advances, in milliseconds, before that is stored.
  private static let noticedMs: UInt64 = 60_000

  package init(clockMs: Int64?) { self.clockMs = clockMs }

  package init(_ rows: RowTransaction) throws(StoreError) {
    clockMs = try rows.first("SELECT seen_ms FROM clock") { $0.int64(0) }
  }

  /// If the clock was set by more than a day, moves the times of what is kept for a while with it, so that its age
  /// stays the same.
  package mutating func look(_ rows: RowTransaction, at time: Timestamp) throws(StoreError) {
    let now = time.millisecondsSince1970
    let (passed, isTooFar) = now.subtractingReportingOverflow(clockMs ?? now)
    guard clockMs == nil || isTooFar || passed.magnitude >= Self.noticedMs else { return }
    if passed.magnitude > Self.longestMs, !isTooFar {
      try rows.run("UPDATE request SET at_ms = at_ms + ?", passed)
      try rows.run("UPDATE deletion SET at_ms = at_ms + ?", passed)
      // Events report their times, so those stay.
      try rows.run(Self.jump, passed)
    }
    try rows.run(Self.remember, now)
    clockMs = now
  }

  private static let jump = SQL.constant { dialect in
    """
    INSERT INTO clock_jump (sequence, ms) SELECT coalesce(max(sequence), 0) + 1, ? FROM event WHERE true
    ON CONFLICT (\(dialect.partition)sequence) DO UPDATE SET ms = clock_jump.ms + excluded.ms
    """
  }
  private static let remember = SQL.constant { dialect in
    """
    INSERT INTO clock (id, seen_ms) VALUES (1, ?)
    ON CONFLICT (\(dialect.partition)id) DO UPDATE SET seen_ms = excluded.seen_ms
    """
  }
}

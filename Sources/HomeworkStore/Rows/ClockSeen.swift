package import HomeworkModel

extension Table {
  static let clock = Table("clock", [.integer("id"), .integer("seen_ms")])

  static let clockJump = Table("clock_jump", [.integer("sequence"), .integer("ms")])
}

/// A database's record of the clock: the time of a recent write. It is valid until another process writes.
package struct ClockSeen {
  private var clockMs: Int64?

  /// The largest credible clock advance between two writes, in milliseconds: beyond it, the clock was set.
  private static let longestMs: UInt64 = 86_400_000
  /// The clock advance that is worth storing, in milliseconds.
  private static let noticedMs: UInt64 = 60_000

  package init(clockMs: Int64?) { self.clockMs = clockMs }

  package init(_ rows: RowTransaction) throws(StoreError) {
    clockMs = try rows.first("SELECT seen_ms FROM clock") { $0.int64(0) }
  }

  /// If the clock was set by more than a day, shifts the times of temporary data by as much, to preserve its age.
  package mutating func look(_ rows: RowTransaction, at time: Timestamp) throws(StoreError) {
    let now = time.millisecondsSince1970
    let (passed, isTooFar) = now.subtractingReportingOverflow(clockMs ?? now)
    guard clockMs == nil || isTooFar || passed.magnitude >= Self.noticedMs else { return }
    if passed.magnitude > Self.longestMs, !isTooFar {
      try rows.run("UPDATE request SET at_ms = at_ms + ?", passed)
      try rows.run("UPDATE deletion SET at_ms = at_ms + ?", passed)
      // Events report their times, so they stay unchanged.
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

import HomeworkEngine
import HomeworkModel

/// What a database knows of the clock: the time of one of its last writes. It is valid as long as nobody else writes.
struct ClockSeen {
  private var clockMs: Int64?

  /// A clock that advances by more than this, in milliseconds, from one write to the next, was set: so much time did
  /// not pass.
  private static let longestMs: UInt64 = 86_400_000
  /// How far the clock advances, in milliseconds, before that is stored.
  private static let noticedMs: UInt64 = 60_000

  init(clockMs: Int64?) { self.clockMs = clockMs }

  init(_ rows: RowTransaction) throws(StoreError) {
    clockMs = try rows.first("SELECT seen_ms FROM clock") { $0.int64(0) }
  }

  /// If the clock was set by more than a day, moves the times of what is kept for a while with it, so that its age
  /// stays the same.
  mutating func look(_ rows: RowTransaction, at time: Timestamp) throws(StoreError) {
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

  private static let jump = SQL.constant(
    """
    INSERT INTO clock_jump (sequence, ms) SELECT coalesce(max(sequence), 0) + 1, ? FROM event WHERE true
    ON CONFLICT (\(Dialect.partition)sequence) DO UPDATE SET ms = clock_jump.ms + excluded.ms
    """)
  private static let remember = SQL.constant(
    """
    INSERT INTO clock (id, seen_ms) VALUES (1, ?)
    ON CONFLICT (\(Dialect.partition)id) DO UPDATE SET seen_ms = excluded.seen_ms
    """)
}

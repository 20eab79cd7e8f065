package import HomeworkModel
import HomeworkSQLite

extension ReadTransaction {
  /// Returns the numbers of the oldest and the newest event that are kept.
  package func eventRange() throws(StoreError) -> EventRange {
    // Two statements: of min and max in one, SQLite would read every row.
    EventRange(
      oldest: Int64(try number("SELECT min(sequence) FROM event")),
      newest: Int64(try number("SELECT max(sequence) FROM event")))
  }

  /// Returns the events after number `since`, in order; 0 is before the first.
  ///
  /// - Throws: `historyGone` where one of them is trimmed already, or where `since` has not happened yet, as after the
  ///   restore of an older backup.
  package func events(since: Int64, limit: Int = 500) throws(StoreError) -> [Event] {
    let events = try all(
      """
      SELECT sequence, kind, at_ms, homework, attempt, question_index, outcome, streak_position, name,
        (SELECT public_id FROM learner WHERE id = event.learner)
      FROM event WHERE sequence > ? ORDER BY sequence LIMIT ?
      """, since, max(1, limit), make: Self.event)
    // The caller's, who may ask for what follows the last number there is.
    guard events.first?.sequence != since &+ 1 else { return events }
    let range = try eventRange()
    guard events.isEmpty, range.newest == since else {
      throw .historyGone(oldest: range.oldest, newest: range.newest)
    }
    return []
  }

  /// The latest events up to the last that speaks of an attempt, in order; none where its own are trimmed already.
  package func events(untilLastOf attempt: Attempt.ID, limit: Int = 256) throws(StoreError) -> [Event] {
    let last = try first(
      "SELECT sequence FROM event WHERE attempt = ? ORDER BY sequence DESC LIMIT 1", attempt.key
    ) { $0.int64(0) }
    guard let last else { return [] }
    return try all(
      """
      SELECT sequence, kind, at_ms, homework, attempt, question_index, outcome, streak_position, name,
        (SELECT public_id FROM learner WHERE id = event.learner)
      FROM event WHERE sequence BETWEEN ? AND ? ORDER BY sequence
      """, last - Int64(limit) + 1, last, make: Self.event)
  }

  private static func event(_ row: Row) throws(SQLiteError) -> Event {
    guard let kind = Event.Kind(rawValue: row.text(1)) else { throw .damaged("kind of event", row.text(1)) }
    let outcome = Outcome(rawValue: row.text(6))
    guard outcome != nil || row.isNull(6) else { throw .damaged("outcome", row.text(6)) }
    return Event(
      sequence: row.int64(0), kind: kind, at: try row.timestamp(2), homeworkId: try row.optionalId(3),
      learnerId: try row.optionalId(9),
      detail: Event.Detail(
        kind: kind, attemptId: try row.optionalId(4),
        questionIndex: try row.optionalInt(5, in: Stored.positions, "position"),
        outcome: outcome, streakPosition: try row.optionalInt(7, in: Stored.streakPositions, "streak position"),
        storedName: row.optionalText(8)))
  }
}

extension Event.Detail {
  /// A state and its reason share a column: neither has a space in it, and a name with a reason is always a state.
  var storedName: String? { reason.map { "\(name ?? "") \($0)" } ?? name }

  init(
    kind: Event.Kind, attemptId: Attempt.ID?, questionIndex: Int?, outcome: Outcome?, streakPosition: Int?,
    storedName: String?
  ) {
    let parts = kind == .generationChanged ? storedName?.split(separator: " ", maxSplits: 1).map(String.init) : nil
    self.init(
      attemptId: attemptId, questionIndex: questionIndex, outcome: outcome, streakPosition: streakPosition,
      name: parts?.first ?? storedName, reason: parts.flatMap { $0.count == 2 ? $0[1] : nil })
  }
}

extension WriteTransaction {
  /// How many events go by between two looks at whether some are to be trimmed.
  private static let trimInterval: Int64 = 256

  /// Takes away the oldest, as many as there are too many or too old; never from between, and never the newest.
  ///
  /// What the clock was set by after an event does not count to its age.
  func trimEvents(_ options: StoreOptions, newest: Int64) throws(StoreError) {
    guard newest % Self.trimInterval == 0 else { return }
    try run(
      """
      DELETE FROM event WHERE sequence <= ?1 - max(1, ?2) OR sequence <
        coalesce((SELECT sequence FROM event WHERE ?3 <= at_ms +
          (SELECT total(ms) FROM clock_jump WHERE clock_jump.sequence > event.sequence) ORDER BY sequence LIMIT 1), ?1)
      """, newest, options.keptEvents, now.millisecondsSince1970 - Int64(options.keptEventDays) * 86_400_000)
    try run("DELETE FROM clock_jump WHERE sequence <= (SELECT min(sequence) FROM event)")
  }
}

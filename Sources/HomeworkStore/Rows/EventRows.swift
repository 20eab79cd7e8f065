import HomeworkModel

extension Table {
  package static let event = Table(
    "event",
    [
      .integer("sequence"), .text("kind"), .integer("at_ms"), .text("homework"), .text("attempt"),
      .integer("question_index"), .text("outcome"), .integer("streak_position"), .text("name"), .text("learner"),
      .text("origin"),
    ])

  static let request = Table(
    "request", isReplaced: true,
    [
      .text("id"), .text("parameters"), .text("reply"), .text("attempt"), .integer("position"), .integer("at_ms"),
      .integer("event"), .text("learner"),
    ])
}

extension RowTransaction {
  /// - Parameter event: its `sequence` is ignored.
  /// - Returns: the number given to the event, the next one.
  func append(_ event: Event, of learner: Learner.ID?) throws(StoreError) -> Int64 {
    let detail = event.detail
    let values = Self.inOrder(
      [
        "kind": event.kind.rawValue, "at_ms": event.at.millisecondsSince1970, "homework": event.homeworkId,
        "attempt": detail.attemptId, "question_index": detail.questionIndex, "outcome": detail.outcome?.rawValue,
        "streak_position": detail.streakPosition, "name": detail.storedName, "learner": learner,
        "origin": event.origin,
      ], of: .event)
    return try writing { try engine.append(event: values) }
  }

  /// Removes the oldest events: those numbered up to `newest - count`, and those that happened before `oldest`.
  func trimEvents(newest: Int64, keeping count: Int, since oldest: Timestamp) throws(StoreError) {
    try run(
      """
      DELETE FROM event WHERE sequence < (
        SELECT max(oldest) FROM (
          SELECT ?1 - ?2 + 1 AS oldest
          UNION ALL
          SELECT coalesce((SELECT sequence FROM event WHERE at_ms >= ?3 ORDER BY sequence LIMIT 1), ?1)
        ) AS limits)
      """, newest, max(1, count), oldest.millisecondsSince1970)
  }

  /// Returns the numbers of the oldest and the newest event, 0 if there is none.
  func eventRange() throws(StoreError) -> EventRange {
    // Two statements: with min and max in one, SQLite would read every row.
    EventRange(
      oldest: Int64(try number("SELECT min(sequence) FROM event")),
      newest: Int64(try number("SELECT max(sequence) FROM event")))
  }

  /// Returns the first `limit` events with these numbers, in order.
  func events(_ numbers: ClosedRange<Int64>, limit: Int) throws(StoreError) -> [Event] {
    try all(Self.eventsBetween, numbers.lowerBound, numbers.upperBound, limit, make: Self.event)
  }

  private static let eventsBetween: SQL = """
    SELECT \(Table.event.list(of: "event")) FROM event WHERE sequence BETWEEN ? AND ? ORDER BY sequence LIMIT ?
    """

  /// Returns the number of an attempt's last event.
  func lastEvent(of attempt: Attempt.ID) throws(StoreError) -> Int64? {
    try first("SELECT sequence FROM event WHERE attempt = ? ORDER BY sequence DESC LIMIT 1", attempt) {
      $0.int64(0)
    }
  }

  private static func event(_ row: any SQLRow) throws(StoreError) -> Event {
    let word = row.text("kind")
    guard let kind = Event.Kind(rawValue: word) else { throw .damaged("kind of event", word) }
    return Event(
      sequence: row.int64("sequence"), kind: kind, at: try row.timestamp("at_ms"),
      homeworkId: try row.optionalId("homework"), learnerId: try row.optionalId("learner"),
      detail: Event.Detail(
        kind: kind, attemptId: try row.optionalId("attempt"),
        questionIndex: try row.optionalInt("question_index", in: Stored.positions, "position"),
        outcome: row.isNull("outcome") ? nil : try row.outcome("outcome"),
        streakPosition: try row.optionalInt("streak_position", in: Stored.streakPositions, "streak position"),
        storedName: row.optionalText("name")), origin: try row.optionalId("origin"))
  }
}

extension Event.Detail {
  /// State, reason and retry time share a column: none of them has a space, and a name with a reason is always a state.
  fileprivate var storedName: String? {
    guard let reason else { return name }
    return "\(name ?? "") \(reason)" + (retryAfterSeconds.map { " \($0)" } ?? "")
  }

  fileprivate init(
    kind: Event.Kind, attemptId: Attempt.ID?, questionIndex: Int?, outcome: Outcome?, streakPosition: Int?,
    storedName: String?
  ) {
    let parts = kind == .generationChanged ? storedName?.split(separator: " ").map(String.init) : nil
    self.init(
      attemptId: attemptId, questionIndex: questionIndex, outcome: outcome, streakPosition: streakPosition,
      name: parts?.first ?? storedName, reason: parts?.dropFirst().first,
      retryAfterSeconds: parts?.dropFirst(2).first.flatMap { Int($0) })
  }
}

// MARK: Requests

extension RowTransaction {
  /// Returns a request; `nil` also if it was made before `oldest` and `Request.memoryEvents` events ago.
  func request(_ id: String, since oldest: Timestamp) throws(StoreError) -> StoredRequest? {
    try first(Self.keptRequest, oldest.millisecondsSince1970, id) { row in
      try Self.request(row, 0)
    }
  }

  private static let isKept =
    "(at_ms >= ?1 OR event > (SELECT coalesce(max(sequence), 0) FROM event) - \(Request.memoryEvents))"
  private static let keptRequest: SQL =
    "SELECT parameters, reply, attempt, position FROM request WHERE id = ?2 AND \(isKept)"
  private static let removeOthers: SQL = "DELETE FROM request WHERE NOT \(isKept)"

  /// Returns the request whose columns begin at `start`.
  static func request(_ row: any SQLRow, _ start: Int) throws(StoreError) -> StoredRequest {
    StoredRequest(
      parameters: row.text(start),
      reply: row.isNull(start + 2)
        ? .whole(row.text(start + 1))
        : .answer(try row.id(start + 2), index: try row.int(start + 3, in: Stored.positions, "position")))
  }

  /// Stores a request, replacing a forgotten one with the same id.
  ///
  /// - Parameter event: the number of the newest event.
  func insert(
    _ request: StoredRequest, id: String, of learner: Learner.ID, at time: Timestamp, after event: Int64
  ) throws(StoreError) {
    let (reply, attempt, index): (String?, Attempt.ID?, Int?) =
      switch request.reply {
      case .whole(let reply): (reply, nil, nil)
      case .answer(let id, let index): (nil, id, index)
      }
    try insert(
      .request,
      [
        "id": id, "parameters": request.parameters, "reply": reply, "attempt": attempt, "position": index,
        "at_ms": time.millisecondsSince1970, "event": event, "learner": learner,
      ])
  }

  /// Removes the requests made before a time, unless fewer than `Request.memoryEvents` events followed.
  func forgetRequests(before time: Timestamp) throws(StoreError) {
    try run(Self.removeOthers, time.millisecondsSince1970)
  }
}

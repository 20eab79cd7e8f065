import HomeworkModel

extension Table {
  static let homework = Table(
    "homework",
    [
      .text("id"), .text("title"), .text("subject"), .text("text"), .text("note"), .text("due_on"),
      .text("picture"), .text("generation_state"), .text("generation_reason"),
      .integer("generation_retry_at_ms"), .integer("created_at_ms"),
      .integer("hidden_at_ms"),
    ])

  static let picture = Table("picture", [.text("digest"), .text("media_type"), .bytes("bytes")])

  static let collection = Table("collection", identifiedBy: 2, [.text("homework"), .text("name")])

  static let completion = Table(
    "completion", identifiedBy: 2,
    [.text("homework"), .text("learner"), .integer("completed_at_ms")])
}

extension RowTransaction {
  /// Returns an assignment as a learner sees it; `nil` if it does not exist.
  func homework(_ id: Homework.ID, of learner: Learner.ID?) throws(StoreError) -> Homework? {
    try first(Self.homeworkById, learner, id, make: Self.homework)
  }

  /// Returns whether an assignment is here and not hidden.
  func isShown(_ id: Homework.ID) throws(StoreError) -> Bool {
    try first("SELECT 1 FROM homework WHERE id = ? AND hidden_at_ms IS NULL", id) { _ in true } ?? false
  }

  /// Returns homework as a learner sees it, newest first, then by id.
  func homework(
    _ filter: HomeworkFilter, of learner: Learner.ID?, after position: ListPosition?, limit: Int
  ) throws(StoreError) -> [Homework] {
    var query = ListQuery(filter, dialect)
    if let search = filter.search {
      let (condition, values) = try engine.condition(matching: search)
      query.add(condition, binding: values)
    }
    if let position { query.add("(h.created_at_ms, h.id) < (?, ?)", position.atMs, position.id) }
    return try all(
      """
      \(Self.homeworkColumns) \(query.text) ORDER BY h.created_at_ms DESC, h.id DESC LIMIT ?
      """, binding: [learner] + query.values + [limit], make: Self.homework)
  }

  /// Calls `body` with every title, newest first.
  func eachTitle(_ body: (Homework.ID, String) -> Void) throws(StoreError) {
    _ = try all(Self.titlesInOrder) { row in body(try row.id(0), row.text(1)) }
  }

  func homeworkCount() throws(StoreError) -> Int {
    try number("SELECT count(*) FROM homework WHERE hidden_at_ms IS NULL")
  }

  /// Returns up to 20 ids that begin or end with `part`, in order.
  func ids(of entity: StoreError.Entity, matching part: String) throws(StoreError) -> [String] {
    let table = entity.rawValue
    let isShown =
      switch entity {
      case .homework: "hidden_at_ms IS NULL"
      case .attempt: "quiz NOT IN (\(Self.hiddenQuizzes))"
      default: "true"
      }
    return try all(
      """
      SELECT id FROM \(table)
      WHERE \(isShown) AND (substr(id, 1, length(?1)) = ?1 OR substr(id, length(id) - length(?1) + 1) = ?1)
      ORDER BY id LIMIT 20
      """, part
    ) { $0.text(0) }
  }

  private static let homeworkColumns = """
    SELECT \(Table.homework.list(of: "h")), d.completed_at_ms AS completed_at_ms, z.id AS quiz_id,
      z.question_count AS question_count, \(progressColumns),
      (SELECT a.id FROM quiz y CROSS JOIN attempt a WHERE y.homework = h.id AND a.quiz = y.id
        AND a.learner = \(wantedLearner) AND a.state = 'inProgress' AND a.copy IS NULL LIMIT 1) AS open_attempt_id,
      (SELECT json_group_array(name) FROM (
        SELECT name FROM collection WHERE homework = h.id ORDER BY name) n) AS collections,
      i.digest AS digest, i.media_type AS media_type, length(i.bytes) AS byte_count
    FROM homework h
    LEFT JOIN quiz z ON z.homework = h.id AND z.is_current
    LEFT JOIN completion d ON d.homework = h.id AND d.learner = \(wantedLearner)
    LEFT JOIN picture i ON i.digest = h.picture
    """

  private static let homeworkById: SQL = "\(homeworkColumns) WHERE h.id = ?2 AND h.hidden_at_ms IS NULL"
  private static let titlesInOrder: SQL = """
    SELECT id, title FROM homework WHERE hidden_at_ms IS NULL ORDER BY created_at_ms DESC, id DESC
    """

  private static func homework(_ row: any SQLRow) throws(StoreError) -> Homework {
    Homework(
      id: try row.id("id"), title: row.text("title"), subject: row.optionalText("subject"),
      collections: try JSONColumn.strings(row, "collections"), picture: try picture(row),
      text: row.optionalText("text"), createdAt: try row.timestamp("created_at_ms"), dueOn: row.optionalText("due_on"),
      completedAt: try row.optionalTimestamp("completed_at_ms"), note: row.optionalText("note"),
      generation: try generation(row),
      quizId: try row.optionalId("quiz_id"),
      questionCount: try row.int("question_count", in: Stored.counts, "number of questions"),
      progress: try progress(row), openAttemptId: try row.optionalId("open_attempt_id"))
  }

  /// The columns that callers set.
  static func values(of homework: Homework) -> [String: any SQLBindable] {
    [
      "title": homework.title, "subject": homework.subject, "text": homework.text, "note": homework.note,
      "due_on": homework.dueOn,
    ]
  }

  static func values(of generation: Generation) -> [String: any SQLBindable] {
    var (reason, retryAt): (String?, Int64?)
    if case .failed(let failure, let time) = generation {
      (reason, retryAt) = (failure.rawValue, time?.millisecondsSince1970)
    }
    return [
      "generation_state": generation.state, "generation_reason": reason, "generation_retry_at_ms": retryAt,
    ]
  }

  /// Returns all homework in overview form, newest first.
  func works() throws(StoreError) -> [Overview.Work] {
    try all(Self.worksInOrder) { row in
      Overview.Work(id: try row.id(0), title: row.text(1), dueOn: row.optionalText(2))
    }
  }

  private static let worksInOrder: SQL = """
    SELECT id, title, due_on FROM homework WHERE hidden_at_ms IS NULL ORDER BY created_at_ms DESC, id DESC
    """

  /// A learner's progress at homework `h`, one by one: SQLite would make the whole view for each list.
  private static let progressColumns = [
    ("max(worth)", "best"), ("count(*)", "total_attempts"), ("max(finished_at_ms)", "last_played_at_ms"),
  ].map { "(SELECT \($0) FROM credit WHERE homework = h.id AND learner = \(wantedLearner)) AS \($1)" }
    .joined(separator: ", ")

  /// - Parameter row: its columns `best` (the worth of the best attempt), `total_attempts` and `last_played_at_ms`.
  static func progress(_ row: any SQLRow) throws(StoreError) -> HomeworkProgress {
    guard !row.isNull("best") else { return HomeworkProgress() }
    let (best, total) = (row.int("best"), row.int("best") % 1000)
    guard QuizDraft.questionCounts.contains(total), 0...total ~= best / 1000 % 1000 else {
      throw .damaged("score", "\(best)")
    }
    return HomeworkProgress(
      bestScore: best / 1000 % 1000, bestTotal: total, completionPercentage: best / 1_000_000,
      totalAttempts: try row.int("total_attempts", in: Stored.tallies, "number of attempts"),
      lastPlayedAt: try row.timestamp("last_played_at_ms"))
  }

  private static func picture(_ row: any SQLRow) throws(StoreError) -> PictureInfo? {
    guard let digest = row.optionalText("digest") else { return nil }
    let word = row.text("media_type")
    guard let type = PictureType(rawValue: word) else { throw .damaged("type of picture", word) }
    return PictureInfo(digest: digest, type: type, byteCount: row.int("byte_count"))
  }

  private static func generation(_ row: any SQLRow) throws(StoreError) -> Generation {
    switch row.text("generation_state") {
    // A quiz that came with a learner's document was never generated here.
    case "none": return row.isNull("quiz_id") ? .none : .ready
    case "pending": return .pending
    case "ready": return .ready
    case "failed":
      let word = row.text("generation_reason")
      guard let reason = GenerationFailure(rawValue: word) else { throw .damaged("reason", word) }
      return .failed(reason, retryAt: try row.optionalTimestamp("generation_retry_at_ms"))
    case let word: throw .damaged("state of generating the quiz", word)
    }
  }

  /// Returns the bytes of an assignment's picture, and the digest that identifies it.
  func picture(homework id: Homework.ID) throws(StoreError) -> (bytes: [UInt8], digest: String)? {
    try first("SELECT i.bytes, i.digest FROM picture i JOIN homework h ON h.picture = i.digest WHERE h.id = ?", id) {
      ($0.bytes(0), $0.text(1))
    }
  }

  /// Returns the collections of an assignment of which the learner has completed all homework, by name.
  func completedCollections(homework id: Homework.ID, by learner: Learner.ID) throws(StoreError) -> [String] {
    try all(
      """
      SELECT mine.name FROM collection mine WHERE mine.homework = ? AND NOT EXISTS (
        SELECT 1 FROM collection m JOIN homework h ON h.id = m.homework AND h.hidden_at_ms IS NULL
          LEFT JOIN completion d ON d.homework = m.homework AND d.learner = ?
        WHERE m.name = mine.name AND d.completed_at_ms IS NULL)
      ORDER BY mine.name
      """, id, learner
    ) { $0.text(0) }
  }

  func collections(of learner: Learner.ID?) throws(StoreError) -> [HomeworkCollection] {
    try all(Self.collections, learner) {
      HomeworkCollection(name: $0.text(0), homework: $0.int(1), completedHomework: $0.int(2))
    }
  }

  private static let collections: SQL = """
    SELECT m.name, count(*), count(d.completed_at_ms) FROM collection m
    JOIN homework h ON h.id = m.homework AND h.hidden_at_ms IS NULL
    LEFT JOIN completion d ON d.homework = m.homework AND d.learner = \(wantedLearner)
    GROUP BY m.name ORDER BY m.name
    """
}

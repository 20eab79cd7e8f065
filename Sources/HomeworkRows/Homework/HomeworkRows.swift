package import HomeworkEngine
package import HomeworkModel

extension RowTransaction {
  package func homework(_ id: Homework.ID, of learner: Int64?) throws(StoreError) -> Homework? {
    try first(Self.homeworkById, learner, id.key, make: Self.homework)
  }

  package func row(of id: Homework.ID) throws(StoreError) -> Int64? { try first(Self.rowById, id.key) { $0.int64(0) } }

  package func homework(
    _ filter: HomeworkFilter, of learner: Int64?, after place: ListPlace?, limit: Int
  ) throws(StoreError) -> [Homework] {
    try rows(filter, of: learner, after: place, limit: limit, make: Self.homework)
  }

  /// Returns the rows of a list, each made into an element.
  func rows<Element>(
    _ filter: HomeworkFilter, of learner: Int64?, after place: ListPlace?, limit: Int,
    make: (Row) throws(RowError) -> Element
  ) throws(StoreError) -> [Element] {
    var query = ListQuery(filter)
    if let search = filter.search { try query.match(search) }
    if let place { query.add("(h.created_at_ms, h.public_id) < (?, ?)", place.atMs, place.id) }
    let (conditions, values) = (query.text, [learner] + query.values + [limit])
    return try all(
      .text(of: conditions) {
        "\(Self.homeworkColumns) \(conditions) ORDER BY h.created_at_ms DESC, h.public_id DESC LIMIT ?"
      },
      binding: values, expected: limit, make: make)
  }

  package func eachTitle(_ body: (Homework.ID, String) -> Void) throws(StoreError) {
    _ = try all(Self.titlesInOrder) { (row) throws(RowError) in body(try row.id(0), row.text(1)) }
  }

  package func homeworkCount() throws(StoreError) -> Int {
    try number("SELECT count(*) FROM homework WHERE import_began_ms IS NULL")
  }

  package func ids(of entity: StoreError.Entity, matching part: String) throws(StoreError) -> [String] {
    let table = entity.rawValue
    return try all(
      .text(
        """
        SELECT public_id FROM \(table)
        WHERE (substr(public_id, 1, length(?1)) = ?1 OR substr(public_id, length(public_id) - length(?1) + 1) = ?1)
          AND \(entity == .homework ? "import_began_ms IS NULL" : "true")
        ORDER BY public_id LIMIT 20
        """), part
    ) { $0.text(0) }
  }

  private static let homeworkColumns = """
    SELECT h.public_id, h.title, h.subject, h.text, h.created_at_ms, h.due_on, d.completed_at_ms,
      h.generation_state, h.generation_reason, h.generation_retry_at_ms, z.public_id, z.question_count,
      \(progressColumns),
      coalesce(
        (SELECT a.public_id FROM attempt a WHERE a.quiz = z.id AND a.learner = \(wantedLearner)
          AND a.state = 'inProgress'),
        CASE WHEN z.revision > 1 THEN (
          SELECT a.public_id FROM quiz y JOIN attempt a ON a.quiz = y.id
          WHERE y.homework = h.id AND a.learner = \(wantedLearner) AND a.state = 'inProgress' LIMIT 1) END),
      (SELECT \(Dialect.jsonList("name")) FROM (
        SELECT c.name FROM homework_collection m JOIN collection c ON c.id = m.collection
        WHERE m.homework = h.id ORDER BY c.name) n),
      i.digest, i.media_type, length(i.bytes)
    FROM homework h
    LEFT JOIN quiz z ON z.homework = h.id AND z.is_current
    LEFT JOIN progress p ON p.homework = h.id AND p.learner = \(wantedLearner)
      AND \(Dialect.isAsWritten(.progress, "p"))
    LEFT JOIN completion d ON d.homework = h.id AND d.learner = \(wantedLearner)
    LEFT JOIN picture i ON i.id = h.picture
    """

  static let homeworkById = SQL.constant("\(homeworkColumns) WHERE h.public_id = ?2 AND h.import_began_ms IS NULL")
  private static let rowById: SQL = "SELECT id FROM homework WHERE public_id = ? AND import_began_ms IS NULL"
  private static let titlesInOrder: SQL = """
    SELECT public_id, title FROM homework WHERE import_began_ms IS NULL ORDER BY created_at_ms DESC, public_id DESC
    """

  private static func homework(_ row: Row) throws(RowError) -> Homework {
    Homework(
      id: try row.id(0), title: row.text(1), subject: row.optionalText(2),
      collections: try JSONColumn.strings(row, 18),
      picture: try picture(row), text: row.optionalText(3), createdAt: try row.timestamp(4),
      dueOn: row.optionalText(5), completedAt: try row.optionalTimestamp(6), generation: try generation(row),
      quizId: try row.optionalId(10), questionCount: try row.int(11, in: Stored.counts, "number of questions"),
      progress: try progress(row, 12), openAttemptId: try row.optionalId(17))
  }

  static let progressColumns =
    "p.best_score, p.best_total, p.completion_percentage, p.total_attempts, p.last_played_at_ms"

  static func progress(_ row: Row, _ start: Int) throws(RowError) -> HomeworkProgress {
    guard !row.isNull(start + 3) else { return HomeworkProgress() }
    let total = try row.int(start + 1, in: QuizDraft.questionCounts, "number of questions")
    return HomeworkProgress(
      bestScore: try row.int(start, in: 0...total, "score"), bestTotal: total,
      completionPercentage: try row.int(start + 2, in: Stored.percentages, "percentage"),
      totalAttempts: try row.int(start + 3, in: Stored.tallies, "number of attempts"),
      lastPlayedAt: try row.timestamp(start + 4))
  }

  static func picture(_ row: Row) throws(RowError) -> PictureInfo? {
    guard let digest = row.optionalText(19) else { return nil }
    guard let type = PictureType(rawValue: row.text(20)) else { throw .damaged("type of picture", row.text(20)) }
    return PictureInfo(digest: digest, type: type, byteCount: row.int(21))
  }

  static func generation(_ row: Row) throws(RowError) -> Generation {
    // The states differ in their first letters, and the schema allows no others.
    switch row.utf8(7)?.first {
    case UInt8(ascii: "n"): return .none
    case UInt8(ascii: "p"): return .pending
    case UInt8(ascii: "r"): return .ready
    case UInt8(ascii: "f"):
      guard let reason = GenerationFailure(rawValue: row.text(8)) else { throw .damaged("reason", row.text(8)) }
      return .failed(reason, retryAt: try row.optionalTimestamp(9))
    default: throw .damaged("state of generating the quiz", row.text(7))
    }
  }

  package func picture(homework row: Int64) throws(StoreError) -> (bytes: [UInt8], digest: String)? {
    try first("SELECT i.bytes, i.digest FROM picture i JOIN homework h ON h.picture = i.id WHERE h.id = ?", row) {
      ($0.bytes(0), $0.text(1))
    }
  }

  package func completedCollections(homework row: Int64, by learner: Int64) throws(StoreError) -> [String] {
    try all(
      """
      SELECT c.name FROM homework_collection mine JOIN collection c ON c.id = mine.collection
      WHERE mine.homework = ? AND NOT EXISTS (
        SELECT 1 FROM homework_collection m LEFT JOIN completion d ON d.homework = m.homework AND d.learner = ?
        WHERE m.collection = c.id AND d.completed_at_ms IS NULL)
      ORDER BY c.name
      """, row, learner
    ) { $0.text(0) }
  }

  package func collections(of learner: Int64?) throws(StoreError) -> [HomeworkCollection] {
    try all(Self.collections, learner) {
      HomeworkCollection(name: $0.text(0), homework: $0.int(1), completedHomework: $0.int(2))
    }
  }

  private static let collections = SQL.constant(
    """
    SELECT c.name, count(*), count(d.completed_at_ms) FROM collection c
    JOIN homework_collection m ON m.collection = c.id
    LEFT JOIN completion d ON d.homework = m.homework AND d.learner = \(wantedLearner)
    GROUP BY c.id, c.name ORDER BY c.name
    """)
}

public import HomeworkModel
import HomeworkSQLite

extension ReadTransaction {
  /// Returns homework, newest first, then by id, as it is to the learner. `after` is the `next` of the page before.
  public func homeworkList(
    _ filter: HomeworkFilter = HomeworkFilter(), limit: Int = 50, after cursor: String? = nil
  ) throws(StoreError) -> Page<Homework> {
    var found = try rows(filter, limit: limit, after: cursor, make: Self.homework)
    guard found.count > limit else { return Page(items: found, next: nil) }
    found.removeLast()
    return Page(items: found, next: found.last.map { Self.cursor($0.createdAt, $0.id) })
  }

  /// Whatever is made of the rows of a page, and of the one after it where there is one.
  func rows<Element>(
    _ filter: HomeworkFilter, limit: Int, after cursor: String?, make: (Row) throws(SQLiteError) -> Element
  ) throws(StoreError) -> [Element] {
    guard Self.pageLimits.contains(limit) else { throw Self.wrongLimit(limit) }
    var query = ListQuery(filter)
    if let search = filter.search { try query.match(search) }
    if let cursor {
      let (createdAt, id) = try Self.position(of: cursor)
      query.add("(h.created_at_ms, h.public_id) < (?, ?)", createdAt, id)
    }
    // One more than asked for says whether there is a next page.
    let (conditions, values) = (query.text, [learnerRow] + query.values + [limit + 1])
    return try all(
      .text(of: conditions) {
        "\(Self.homeworkColumns) \(conditions) ORDER BY h.created_at_ms DESC, h.public_id DESC LIMIT ?"
      },
      binding: values, expected: limit + 1, make: make)
  }

  /// Returns a homework by its id, as it is to the learner.
  public func homework(_ id: Homework.ID) throws(StoreError) -> Homework { try homework(id, of: learnerRow) }

  func homework(_ id: Homework.ID, of learner: Int64?) throws(StoreError) -> Homework {
    let found = try first(Self.homeworkById, learner, id.key, make: Self.homework)
    guard let found else { throw .notFound(.homework, id.text) }
    return found
  }

  /// Returns the homework whose id is, begins with or ends with `text`, of which four characters are enough; else the one
  /// with this title, or the only one with this text in its title. Case does not matter.
  ///
  /// - Throws: `ambiguousId`, `ambiguousTitle`, `notFound`.
  package func homeworkId(matching text: String) throws(StoreError) -> Homework.ID {
    do throws(StoreError) { return try resolve(text, .homework, in: "homework") } catch {
      guard case .notFound = error, let id = try homeworkId(titled: text) else { throw error }
      return id
    }
  }

  private func homeworkId(titled text: String) throws(StoreError) -> Homework.ID? {
    let wanted = text.lowercased()
    guard !wanted.allSatisfy(\.isWhitespace) else { return nil }
    var exact: [(id: Homework.ID, title: String)] = []
    var partial = exact
    _ = try all(Self.titlesInOrder) { (row) throws(SQLiteError) in
      let title = row.text(1)
      let folded = title.lowercased()
      guard folded.contains(wanted) else { return }
      if folded == wanted { exact.append((try row.id(0), title)) } else { partial.append((try row.id(0), title)) }
    }
    let found = exact.isEmpty ? partial : exact
    guard found.count < 2 else {
      throw .ambiguousTitle(text, candidates: found.prefix(20).map { "\($0.title) (\($0.id.text.suffix(8)))" })
    }
    return found.first?.id
  }

  /// Returns the attempt whose id is, begins with or ends with `text`; four characters are enough.
  package func attemptId(matching text: String) throws(StoreError) -> Attempt.ID {
    try resolve(text, .attempt, in: "attempt")
  }

  /// Returns the homework with each of these titles, in one query.
  package func homeworkIds(titled titles: Set<String>) throws(StoreError) -> [String: [Homework.ID]] {
    var found: [String: [Homework.ID]] = [:]
    _ = try all(.text("SELECT title, public_id FROM homework WHERE \(UnfinishedImport.isWhole())")) {
      (row) throws(SQLiteError) in
      let title = row.text(0)
      if titles.contains(title) { found[title, default: []].append(try row.id(1)) }
    }
    return found
  }

  func resolve<Entity>(
    _ text: String, _ entity: StoreError.Entity, in table: String
  ) throws(StoreError) -> Identifier<Entity> {
    if let id = Identifier<Entity>(text) { return id }
    let part = text.lowercased()
    guard part.utf8.count >= 4, part.allSatisfy({ $0.isASCII && ($0.isHexDigit || $0 == "-") }) else {
      throw .notFound(entity, "\"\(text)\"")
    }
    let candidates = try all(
      .text(
        """
        SELECT public_id FROM \(table)
        WHERE (substr(public_id, 1, length(?1)) = ?1 OR substr(public_id, -length(?1)) = ?1)
          AND \(table == "homework" ? UnfinishedImport.isWhole() : "true")
        ORDER BY public_id LIMIT 20
        """), part
    ) { $0.text(0) }
    guard let first = candidates.first else { throw .notFound(entity, "\"\(text)\"") }
    guard candidates.count == 1 else { throw .ambiguousId(text, candidates: candidates) }
    guard let id = Identifier<Entity>(first) else { throw StoreError(.damaged("id", first)) }
    return id
  }

  func row(of id: Homework.ID) throws(StoreError) -> Int64 {
    let row = try first(Self.rowById, id.key) { $0.int64(0) }
    guard let row else { throw .notFound(.homework, id.text) }
    return row
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
          WHERE y.homework = h.id AND a.learner = \(wantedLearner) AND a.state = 'inProgress') END),
      (SELECT json_group_array(name) FROM (
        SELECT c.name FROM homework_collection m JOIN collection c ON c.id = m.collection
        WHERE m.homework = h.id ORDER BY c.name)),
      i.digest, i.media_type, length(i.bytes)
    FROM homework h
    LEFT JOIN quiz z ON z.homework = h.id AND z.is_current
    LEFT JOIN progress p ON p.homework = h.id AND p.learner = \(wantedLearner)
    LEFT JOIN completion d ON d.homework = h.id AND d.learner = \(wantedLearner)
    LEFT JOIN picture i ON i.id = h.picture
    """

  static let homeworkById = SQL.constant(
    "\(homeworkColumns) WHERE h.public_id = ?2 AND \(UnfinishedImport.isWhole("h"))")
  private static let rowById = SQL.constant(
    "SELECT id FROM homework WHERE public_id = ? AND \(UnfinishedImport.isWhole())")
  private static let titlesInOrder = SQL.constant(
    """
    SELECT public_id, title FROM homework WHERE \(UnfinishedImport.isWhole())
    ORDER BY created_at_ms DESC, public_id DESC
    """)

  private static func homework(_ row: Row) throws(SQLiteError) -> Homework {
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

  static func progress(_ row: Row, _ start: Int) throws(SQLiteError) -> HomeworkProgress {
    guard !row.isNull(start + 3) else { return HomeworkProgress() }
    let total = try row.int(start + 1, in: QuizDraft.questionCounts, "number of questions")
    return HomeworkProgress(
      bestScore: try row.int(start, in: 0...total, "score"), bestTotal: total,
      completionPercentage: try row.int(start + 2, in: Stored.percentages, "percentage"),
      totalAttempts: try row.int(start + 3, in: Stored.tallies, "number of attempts"),
      lastPlayedAt: try row.timestamp(start + 4))
  }

  static func picture(_ row: Row) throws(SQLiteError) -> PictureInfo? {
    guard let digest = row.optionalText(19) else { return nil }
    guard let type = PictureType(rawValue: row.text(20)) else { throw .damaged("type of picture", row.text(20)) }
    return PictureInfo(digest: digest, type: type, byteCount: row.int(21))
  }

  static func generation(_ row: Row) throws(SQLiteError) -> Generation {
    // The states differ in their first letters, and the schema knows no others.
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

  static func cursor(_ createdAt: Timestamp, _ id: Homework.ID) -> String {
    "\(createdAt.millisecondsSince1970).\(id)"
  }

  static let pageLimits = 1...500

  static func wrongLimit(_ limit: Int) -> StoreError {
    .invalid([Fault(path: "limit", message: "must be between 1 and 500, is \(limit)")])
  }

  static func position(of cursor: String) throws(StoreError) -> (Int64, String) {
    let parts = cursor.split(separator: ".", maxSplits: 1)
    guard parts.count == 2, let createdAt = Int64(parts[0]), let id = Homework.ID(String(parts[1])) else {
      throw .invalid([Fault(path: "after", message: "\"\(cursor)\" is not the next of a page")])
    }
    return (createdAt, id.text)
  }
}

extension ReadTransaction {
  /// Returns the picture of a homework; `nil` if it has none.
  public func picture(of id: Homework.ID) throws(StoreError) -> Picture? {
    let row = try row(of: id)
    let found = try first(
      "SELECT i.bytes, i.digest FROM picture i JOIN homework h ON h.picture = i.id WHERE h.id = ?", row
    ) { ($0.bytes(0), $0.text(1)) }
    guard let (bytes, digest) = found else { return nil }
    // Known by what is in it: other bytes are another picture.
    guard let picture = try? Picture(bytes), picture.info.digest == digest else {
      throw .unavailable(.corrupt("the picture of homework \(id) is not what was stored"))
    }
    return picture
  }
}

extension WriteTransaction {
  /// Stores a picture that is not there yet; where it is, once is enough.
  func store(_ picture: Picture) throws(StoreError) -> (row: Int64, info: PictureInfo) {
    let info = picture.info
    if let row = try first("SELECT id FROM picture WHERE digest = ?", info.digest, make: { $0.int64(0) }) {
      return (row, info)
    }
    try run(
      "INSERT INTO picture (digest, media_type, bytes) VALUES (?, ?, ?)", info.digest, info.type.rawValue,
      picture.bytes)
    return (lastInsertedRow, info)
  }
}

import HomeworkModel

/// Rows in a form that another copy or library can read.
extension RowTransaction {
  /// Returns a value as it is in a learner's document: without the pictures of homework, and the corrections by which
  /// other learners' answers are graded.
  func documented(_ thing: SyncChange) throws(StoreError) -> JSONValue? {
    let value = try value(of: thing)
    guard case .object(var members)? = value else { return value }
    if thing.kind == .homework { members["picture"] = nil }
    if thing.kind == .quiz { members["regradings"] = nil }
    return .object(members)
  }

  /// Returns a value as other copies get it: of an attempt that was taken over also when, as a hybrid time.
  func exchanged(_ thing: SyncChange) throws(StoreError) -> JSONValue? {
    let value = try value(of: thing)
    guard thing.kind == .attempt, case .object(var members)? = value, let id = thing.entity,
      let moved = try newest([.edited], of: id, part: "home")
    else { return value }
    members["movedAt"] = .int(moved.time)
    return .object(members)
  }

  /// Returns what a learner's document holds, in order, without values.
  func things(ofLearner id: Learner.ID, in copy: SyncCopy.ID) throws(StoreError) -> [SyncChange] {
    try all(Self.thingsOfLearner, id) { row in
      let word = row.text(1)
      guard let kind = SyncChange.Kind(rawValue: word) else { throw StoreError.damaged("kind of change", word) }
      return SyncChange(time: 0, copyId: copy, kind: kind, entity: row.text(2), part: row.optionalText(3))
    }
  }

  private static let thingsOfLearner: SQL = """
    WITH played (id) AS (
      SELECT h.id FROM homework h WHERE h.hidden_at_ms IS NULL AND h.id IN (
        SELECT homework FROM completion WHERE learner = ?1
        UNION SELECT z.homework FROM attempt a JOIN quiz z ON z.id = a.quiz WHERE a.learner = ?1))
    SELECT 0, 'learner', id, NULL FROM learner WHERE id = ?1
    UNION ALL SELECT 1, 'homework', id, NULL FROM played
    UNION ALL SELECT 2, 'quiz', id, NULL FROM quiz WHERE homework IN (SELECT id FROM played)
      OR homework IS NULL AND id IN (SELECT quiz FROM attempt WHERE learner = ?1)
    UNION ALL SELECT 3, 'edited', homework, 'completed ' || learner FROM completion
      WHERE learner = ?1 AND homework IN (SELECT id FROM played)
    UNION ALL SELECT 4, 'attempt', a.id, NULL FROM attempt a JOIN quiz z ON z.id = a.quiz
      WHERE a.learner = ?1 AND (z.homework IS NULL OR z.homework IN (SELECT id FROM played))
    UNION ALL SELECT 5, 'credit', attempt, NULL FROM ledger WHERE learner = ?1
    UNION ALL SELECT 6, 'moment', learner, name FROM moment WHERE learner = ?1
    ORDER BY 1, 3, 4
    """

  /// Returns the events of a learner, oldest first.
  func events(ofLearner id: Learner.ID) throws(StoreError) -> [JSONValue] {
    try portable(.event, "learner = ?", [id])
  }

  /// Returns the present value of a change's subject; `nil` if that is gone.
  func value(of change: SyncChange) throws(StoreError) -> JSONValue? {
    guard let id = change.entity else { return nil }
    switch change.kind {
    case .learner: return try portable(.learner, "id = ?", [id], without: Self.ofLearner).first
    case .homework: return try homeworkValue(id)
    case .quiz: return try quizValue(id)
    case .attempt: return try attemptValue(id)
    case .credit: return try portable(.ledger, "attempt = ?", [id]).first
    case .moment: return try portable(.moment, "learner = ? AND name = ?", [id, change.part]).first
    case .edited: return try fieldValue(change.part ?? "", of: id)
    case .restored: return try everything(ofHomework: id)
    case .deleted, .erased: return nil
    }
  }

  private static let ofLearner: Set = ["folded_name", "is_default"]

  /// Takes every row of another library into an empty one, in open transactions of either engine. Less would not do:
  /// other copies know the library by its changes, clients by their requests, and undo needs what is hidden.
  ///
  /// - Parameter afterTable: receives the share of the tables that are taken, 0…1.
  package func takeEverything(of source: RowTransaction, afterTable: (Double) throws -> Void = { _ in }) throws {
    let tables = Tables.current.all
    for (index, table) in tables.enumerated() {
      let next = "(\(table.order)) > (\(table.identity.map { _ in "?" }.joined(separator: ", ")))"
      // Pictures can have 16 MB each.
      let limit = table.name == "picture" ? 4 : 1000
      var rows = try source.portable(table, "true", [], limit: limit)
      while let last = rows.last {
        for row in rows { try insert(portable: row, into: table) }
        let place = try table.columns.prefix(table.identity.count).map { try $0.value(of: last[$0.member]) }
        rows = rows.count < limit ? [] : try source.portable(table, next, place, limit: limit)
      }
      try afterTable(Double(index + 1) / Double(tables.count + 1))
    }
  }

  /// Returns rows as objects.
  private func portable(
    _ table: Table, _ condition: String, _ values: [any SQLBindable], without left: Set<String> = [],
    limit: Int = .max
  ) throws(StoreError) -> [JSONValue] {
    let columns = table.columns.filter { !left.contains($0.name) }
    let list = columns.map(\.name).joined(separator: ", ")
    return try all(
      "SELECT \(list) FROM \(table.name) WHERE \(condition) ORDER BY \(table.order) LIMIT \(limit)", binding: values
    ) { row in
      var members: [String: JSONValue] = [:]
      for (index, column) in columns.enumerated() where !row.isNull(index) {
        members[column.member] = column.json(in: row, at: index)
      }
      return .object(members)
    }
  }

  /// Returns homework, or only what changes when one of its fields is edited.
  private func homeworkValue(_ id: String, field: String? = nil) throws(StoreError) -> JSONValue? {
    let found = try portable(.homework, "id = ?", [id], without: ["picture", "hidden_at_ms"]).first
    guard case .object(var members)? = found else { return nil }
    members["collections"] = try collections(of: id)
    if field == nil || field == "picture" { members["picture"] = try picture(of: id) }
    guard let field else { return .object(members) }
    return .object(members.filter { Self.members(ofField: field).contains($0.key) })
  }

  /// The fields of homework that are edited one by one, without the picture and the quiz, which are rows of their own.
  static let fieldsOfHomework: [String] = {
    let others = ["id", "createdAtMs", "hiddenAtMs", "picture"] + members(ofField: "generation")
    return Table.homework.columns.map(\.member).filter { !others.contains($0) } + ["collections", "generation"]
  }()

  /// Returns the names, in JSON, of the columns of homework that change together when a field is edited.
  static func members(ofField field: String) -> [String] {
    field == "generation" ? ["generationState", "generationReason", "generationRetryAtMs"] : [field]
  }

  private func collections(of id: String) throws(StoreError) -> JSONValue {
    .array(
      try all("SELECT name FROM collection WHERE homework = ? ORDER BY name", id) { .string($0.text(0)) })
  }

  private func picture(of id: String) throws(StoreError) -> JSONValue? {
    try first("SELECT i.bytes FROM homework h JOIN picture i ON i.digest = h.picture WHERE h.id = ?", id) {
      .string(Base64.text(of: $0.bytes(0)))
    }
  }

  func quizValue(_ id: String) throws(StoreError) -> JSONValue? {
    let found = try portable(.quiz, "id = ?", [id]).first
    guard case .object(var members)? = found else { return nil }
    let questions = try portable(.question, "quiz = ?", [id], without: ["quiz"])
    members["questions"] = .array(questions)
    members["pictures"] = try files(of: questions)
    members["regradings"] = try regradingsValue(ofQuiz: id)
    return .object(members)
  }

  /// Returns the pictures that questions show, by their digests; `nil` if they show none.
  func files(of questions: [JSONValue]) throws(StoreError) -> JSONValue? {
    var files: [String: JSONValue] = [:]
    for question in questions {
      guard let column = question["pictures"]?.string else { continue }
      for picture in try QuestionPictures(stored: column).all where files[picture.digest] == nil {
        files[picture.digest] = try self.picture(digest: picture.digest).map { .string(Base64.text(of: $0)) }
      }
    }
    return files.isEmpty ? nil : .object(files)
  }

  /// Stores such pictures.
  func store(files: JSONValue?) throws(StoreError) {
    guard case .object(let files)? = files else { return }
    for (digest, file) in files {
      guard let bytes = file.string.flatMap(Base64.bytes), let picture = try? Picture(bytes),
        picture.info.digest == digest
      else { throw .damaged("picture", digest) }
      _ = try store(picture)
    }
  }

  private func attemptValue(_ id: String) throws(StoreError) -> JSONValue? {
    guard let attempt = Attempt.ID(id),
      case .object(var members)? = try portable(.attempt, "id = ?", [attempt]).first
    else { return nil }
    members["copy"] = try homeValue(.object(members))
    members["homework"] = try first(
      "SELECT homework FROM quiz WHERE id = ? AND homework IS NOT NULL", members["quiz"]?.string ?? ""
    ) { .string($0.text(0)) }
    // With the outcomes before any grading, by which copies know the same answer.
    let gradings = Dictionary(grouping: try gradings(ofAttempt: attempt), by: \.index)
    members["answers"] = .array(
      try all(Self.answersOfAttemptId, id) { row in
        let graded = gradings[row.int(5)]
        var answer: [String: JSONValue] = [
          "question": .string(row.text(0)), "outcome": .string(graded?.first?.former.rawValue ?? row.text(2)),
          "elapsedMs": .int(row.int64(3)), "answeredAtMs": .int(row.int64(4)),
        ]
        answer["gradings"] = graded.map { .array($0.map(\.json)) }
        answer["response"] = row.optionalText(1).map { .string($0) }
        return .object(answer)
      })
    members["subject"] = try first("SELECT subject FROM ledger WHERE attempt = ?", id) {
      $0.optionalText(0).map { .string($0) } ?? .null
    }
    return .object(members)
  }

  /// Returns the copy on which an attempt continues; in its row, this one is none.
  private func homeValue(_ attempt: JSONValue?) throws(StoreError) -> JSONValue? {
    guard let attempt else { return nil }
    if let copy = attempt["copy"] { return copy }
    return .string(try ownCopy().text)
  }

  private static let answersOfAttemptId: SQL = """
    SELECT question, response, outcome, elapsed_ms, answered_at_ms, position FROM answer WHERE attempt = ?
    ORDER BY position
    """

  /// Returns a field of homework, a learner or an attempt; null if it has no value.
  private func fieldValue(_ field: String, of id: String) throws(StoreError) -> JSONValue? {
    if let learner = SyncChange.learner(completing: field) {
      return try first(
        """
        SELECT d.completed_at_ms FROM homework h LEFT JOIN completion d ON d.homework = h.id AND d.learner = ?2
        WHERE h.id = ?1
        """, id, learner
      ) { $0.isNull(0) ? .null : .int($0.int64(0)) }
    }
    if field.hasPrefix("regrading ") {
      guard let quiz = Quiz.ID(String(field.dropFirst(10))), try has(quiz, in: .quiz) else { return nil }
      return try regradingsValue(ofQuiz: quiz.text)
    }
    switch field {
    case "quiz":
      // A revision that takes in corrections is no edit, and made by each copy.
      let current = try first(Self.currentQuiz, id) { row -> (id: Quiz.ID, former: String?) in
        (try row.id(0), row.optionalText(1))
      }
      return current.map { .string($0.id.isDerived ? $0.former ?? $0.id.text : $0.id.text) }
    case "name": return try portable(.learner, "id = ?", [id]).first?[field] ?? .null
    case "home": return try homeValue(portable(.attempt, "id = ?", [id]).first)
    case LibrarySettings.field: return .bool(try settings()?.acceptsAnswers ?? false)
    default: return try homeworkValue(id, field: field)
    }
  }

  private static let currentQuiz: SQL = """
    SELECT id, former FROM quiz WHERE homework = ? AND is_current
    """

  /// Returns homework with everything that belongs to it.
  private func everything(ofHomework id: String) throws(StoreError) -> JSONValue? {
    guard let homework = try homeworkValue(id) else { return nil }
    func texts(_ query: SQL) throws(StoreError) -> [String] { try all(query, id) { $0.text(0) } }
    let quizzes = try texts("SELECT id FROM quiz WHERE homework = ? ORDER BY created_at_ms, id")
    let attempts = try texts(
      """
      SELECT a.id FROM quiz z JOIN attempt a ON a.quiz = z.id WHERE z.homework = ? ORDER BY a.started_at_ms, a.id
      """)
    let known = try known()
    var changes = try changes(ofHomework: id)
    // The last edit of each field with its value.
    let last = Dictionary(changes.indices.map { (changes[$0].subject, $0) }) { $1 }
    for index in last.values where changes[index].kind == .edited {
      changes[index].value = try value(of: changes[index])
    }
    return [
      "homework": homework,
      "quizzes": .array(try quizzes.map(quizValue).map { $0 ?? .null }),
      "attempts": .array(try attempts.map(attemptValue).map { $0 ?? .null }),
      "changes": .array(changes.map(\.json)),
      "known": .object(Dictionary(uniqueKeysWithValues: known.map { ($0.text, .int($1.time)) })),
    ]
  }

  /// Inserts a row.
  ///
  /// - Parameters:
  ///   - value: its columns that have values, as `portable` returns them.
  ///   - others: the columns that are not as in `value`.
  /// - Throws: `corrupt` if a value has another type; `inconsistent` if it breaks a rule.
  func insert(
    portable value: JSONValue, _ others: [String: SQLValue] = [:], into table: Table
  ) throws(StoreError) {
    var values = others
    for column in table.columns where others[column.name] == nil {
      guard let json = value[column.member], json != .null else { continue }
      values[column.name] = try column.value(of: json)
    }
    try insert(table, values)
  }

  /// Returns whether a table has a row with this id.
  func has<Entity>(_ id: Identifier<Entity>, in table: Table) throws(StoreError) -> Bool {
    try first("SELECT 1 FROM \(table.name) WHERE id = ?", id) { _ in true } ?? false
  }
}

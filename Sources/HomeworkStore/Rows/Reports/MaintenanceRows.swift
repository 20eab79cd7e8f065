package import HomeworkModel

/// Consistency checks that do not follow from rules.
extension RowTransaction {
  /// Returns rows that are not as written, or that contradict each other.
  func rowFaults() throws(StoreError) -> [Inconsistency] {
    let foreign = try all(
      """
      SELECT a.id, r.position
      FROM answer r JOIN attempt a ON a.id = r.attempt JOIN question q ON q.id = r.question
      WHERE q.quiz <> a.quiz
        OR (q.position <> r.position AND a.asked IS NULL AND coalesce(a.shuffle, 'options') = 'options')
      """
    ) {
      Inconsistency(
        kind: .question, place: $0.text(0), detail: "answer \($0.int(1) + 1) is to the question at another position")
    }
    let miscounted = try all(
      """
      SELECT z.id, z.question_count, count(q.id) FROM quiz z LEFT JOIN question q ON q.quiz = z.id
      GROUP BY z.id, z.question_count HAVING count(q.id) <> z.question_count
      """
    ) {
      Inconsistency(
        kind: .questionCount, place: $0.text(0), detail: "\($0.int(1)) questions stored, \($0.int(2)) are there")
    }
    let pictures = try pictureFaults()
    let gaps = try all(
      "SELECT e.sequence FROM event e WHERE NOT EXISTS (SELECT 1 FROM event WHERE sequence = e.sequence - 1) ORDER BY 1"
    ) { $0.int(0) }.dropFirst()
      .map { Inconsistency(kind: .events, place: "event \($0)", detail: "the one before it is not there") }
    var found = foreign + miscounted + pictures + gaps
    func require(_ isRight: Bool, _ place: String, _ detail: String) {
      if !isRight { found.append(Inconsistency(kind: .value, place: place, detail: detail)) }
    }
    let own = try number("SELECT count(*) FROM copy WHERE is_own")
    require(own == 1, "copy", "\(own) are this database, not 1")
    let latest = HybridTime.limits.upperBound + HybridTime.largestStep
    let late = try number("SELECT count(*) FROM change WHERE time < 0 OR time > ?", latest)
    require(late == 0, "change", "\(late) have a time that no copy can reach")
    let unknown = try number("SELECT count(*) FROM learner WHERE NOT EXISTS (SELECT 1 FROM change)")
    require(unknown == 0, "change", "no change is there that other copies could get")
    return found
  }

  /// Returns the rows that refer to missing ones. An engine refuses such rows, unless constraints were disabled, for
  /// example by a restore without triggers or by replication.
  package func lostReferences() throws(StoreError) -> [Inconsistency] {
    let keys = try all(dialect.foreignKeys) {
      (table: $0.text(0), column: $0.text(1), other: $0.text(2), isSame: $0.text(3))
    }
    var found: [Inconsistency] = []
    for (table, column, other, isSame) in keys {
      let identity = Tables.current.named(table)?.identity ?? [column]
      // A repair rebuilds the index.
      let kind = table == "homework_search" ? Inconsistency.Kind.search : .reference
      found += try all(
        """
        SELECT \((identity + [column]).map { "x.\($0)" }.joined(separator: ", ")) FROM \(table) x
        WHERE x.\(column) IS NOT NULL AND NOT EXISTS (SELECT 1 FROM \(other) y WHERE \(isSame)) ORDER BY 1, 2
        """
      ) { row in
        let row = (identity + [column]).enumerated().map { ($1, row.text($0)) }
        let name = row.dropLast().map { "\($0) \($1)" }.joined(separator: ", ")
        return Inconsistency(
          kind: kind, place: table, detail: "\(name) refers to \(other) \(row.last?.1 ?? ""), which is not there")
      }
    }
    return found
  }

  /// Checks the pictures that something shows.
  private func pictureFaults() throws(StoreError) -> [Inconsistency] {
    let ofQuestions = try picturesOfQuestions()
    let pictures = try all(Self.pictures) { (digest: $0.text(0), actual: SHA256.hexDigest(of: $0.bytes(1)), $0.int(2)) }
    let missing = ofQuestions.subtracting(pictures.map(\.digest)).sorted()
    return pictures.filter { $0.digest != $0.actual && ($0.2 == 1 || ofQuestions.contains($0.digest)) }.map {
      Inconsistency(kind: .picture, place: $0.digest, detail: "its bytes have another digest")
    } + missing.map { Inconsistency(kind: .picture, place: $0, detail: "a question shows it, and it is not there") }
  }

  private static let pictures: SQL = """
    SELECT digest, bytes, CASE WHEN EXISTS (SELECT 1 FROM homework WHERE picture = i.digest) THEN 1 ELSE 0 END
    FROM picture i
    """

  /// Returns the homework with answers to missing questions, whose attempts are unreadable; `nil` stands for reviews.
  func homeworkLackingQuestions() throws(StoreError) -> Set<Homework.ID?> {
    Set(
      try all(
        """
        SELECT DISTINCT h.id
        FROM answer r JOIN attempt a ON a.id = r.attempt JOIN quiz z ON z.id = a.quiz
          LEFT JOIN homework h ON h.id = z.homework
        WHERE NOT EXISTS (SELECT 1 FROM question q WHERE q.id = r.question)
        """
      ) { try $0.optionalId(0) })
  }
}

extension RowTransaction {
  /// Counts the rows of each kind.
  package func info(
    path: String?, schemaVersion: Int, sqliteVersion: String, postgresVersion: String? = nil, fileBytes: Int,
    logBytes: Int = 0, freeBytes: Int = 0
  ) throws(StoreError) -> StoreInfo {
    StoreInfo(
      path: path, schemaVersion: schemaVersion, sqliteVersion: sqliteVersion, postgresVersion: postgresVersion,
      fileBytes: fileBytes, logBytes: logBytes, freeBytes: freeBytes, homework: try homeworkCount(),
      quizzes: try number(
        "SELECT count(*) FROM quiz WHERE homework IS NOT NULL AND id NOT IN (\(Self.hiddenQuizzes))"),
      questions: try number("SELECT count(*) FROM question WHERE quiz NOT IN (\(Self.hiddenQuizzes))"),
      attempts: try number("SELECT count(*) FROM attempt WHERE quiz NOT IN (\(Self.hiddenQuizzes))"),
      answers: try number(
        """
        SELECT (SELECT count(*) FROM answer) - (SELECT count(*) FROM attempt a JOIN answer r ON r.attempt = a.id
          WHERE a.quiz IN (\(Self.hiddenQuizzes)))
        """), pictures: try number("SELECT count(*) FROM picture"),
      events: try eventRange())
  }
}

/// Rebuilds derived data for a repair.
extension RowTransaction {
  /// Recounts the questions of quizzes.
  package func repairCounts() throws(StoreError) {
    try run(
      """
      UPDATE quiz SET question_count = (SELECT count(*) FROM question WHERE quiz = quiz.id)
      WHERE question_count <> (SELECT count(*) FROM question WHERE quiz = quiz.id)
        AND (SELECT count(*) FROM question WHERE quiz = quiz.id) BETWEEN 1 AND 200
      """)
  }

  /// Returns all homework, hidden or not, in the order of its ids.
  func everyHomework() throws(StoreError) -> [(id: Homework.ID, subject: String?)] {
    try all("SELECT id, subject FROM homework ORDER BY id") { row in
      (id: try row.id(0), subject: row.optionalText(1))
    }
  }

  func forgetCredit(of id: Attempt.ID) throws(StoreError) {
    try run("DELETE FROM ledger WHERE attempt = ?", id)
  }
}

public import HomeworkModel
import HomeworkSQLite

extension ReadTransaction {
  /// Returns everything in this store that is damaged or that a recomputation does not reproduce; nothing for a sound
  /// one.
  func check(onProgress: (Double) -> Void = { _ in }) throws(StoreError) -> [Inconsistency] {
    var found = try structure()
    onProgress(0.3)
    // In a file whose structure is damaged the rest would be guesses, where it can be read at all.
    guard found.allSatisfy({ $0.kind != .structure }) else { return found }
    found += try wronglySigned().map {
      Inconsistency(kind: .checksum, place: $0.place, detail: "the \($0.table) is not what was written")
    }
    found += try rows()
    let total = try homeworkCount()
    var done = 0
    var cursor: String?
    repeat {
      let page = try homeworkList(limit: 500, after: cursor)
      guard !connection.isInterruptionWanted else { throw .cancelled }
      for homework in page.items { found += try derived(of: homework.id) }
      done += page.items.count
      onProgress(0.4 + 0.6 * Double(done) / Double(max(1, total)))
      cursor = page.next
    } while cursor != nil
    for review in try reviews() { found += try derived(of: try stored(review)) }
    return found
  }

  private func structure() throws(StoreError) -> [Inconsistency] {
    let structure = try all("PRAGMA integrity_check") { $0.text(0) }.filter { $0 != "ok" }
    let references = try all("PRAGMA foreign_key_check") {
      ($0.text(0), "row \($0.int64(1)) refers to \($0.text(2)) that is not there")
    }
    return structure.map { Inconsistency(kind: .structure, place: "file", detail: $0) }
      + references.map { Inconsistency(kind: .reference, place: $0.0, detail: $0.1) }
  }

  private func rows() throws(StoreError) -> [Inconsistency] {
    let strangers = try all(
      """
      SELECT a.public_id, r.position FROM answer r JOIN attempt a ON a.id = r.attempt JOIN question q ON q.id = r.question
      WHERE q.quiz <> a.quiz
        OR (q.position <> r.position AND a.asked IS NULL AND coalesce(a.shuffle, 'options') = 'options')
      """
    ) {
      Inconsistency(
        kind: .question, place: $0.text(0), detail: "answer \($0.int(1) + 1) is to a question of another place")
    }
    let miscounted = try all(
      """
      SELECT z.public_id, z.question_count, count(q.id) FROM quiz z LEFT JOIN question q ON q.quiz = z.id
      GROUP BY z.id HAVING count(q.id) <> z.question_count
      """
    ) {
      Inconsistency(
        kind: .questionCount, place: $0.text(0), detail: "\($0.int(1)) questions stored, \($0.int(2)) are there")
    }
    let pictures = try all("SELECT digest, bytes FROM picture") { ($0.text(0), $0.bytes(1)) }
      .filter { SHA256.hexDigest(of: $0.1) != $0.0 }
      .map { Inconsistency(kind: .picture, place: $0.0, detail: "its bytes have another digest") }
    let gaps = try all(
      "SELECT e.sequence FROM event e WHERE NOT EXISTS (SELECT 1 FROM event WHERE sequence = e.sequence - 1) ORDER BY 1"
    ) { $0.int(0) }.dropFirst()
      .map { Inconsistency(kind: .events, place: "event \($0)", detail: "the one before it is not there") }
    return strangers + miscounted + pictures + gaps
  }

  func derived(of homework: Homework.ID) throws(StoreError) -> [Inconsistency] {
    var found: [Inconsistency] = []
    let stored = try stored(ofHomework: homework)
    for stored in stored { found += try derived(of: stored) }
    let kept = try progress(ofHomework: homework)
    let played = Dictionary(grouping: stored, by: \.learnerRow)
    for learner in Set(kept.keys).union(played.keys).sorted() {
      let (kept, progress) = (kept[learner] ?? HomeworkProgress(), Self.progress(of: played[learner] ?? []))
      guard progress != kept else { continue }
      found.append(
        Inconsistency(
          kind: .progress, place: homework.text,
          detail: "\(Self.words(kept)) stored, the attempts give \(Self.words(progress))"))
    }
    return found
  }

  func derived(of stored: StoredAttempt<Attempt>) throws(StoreError) -> [Inconsistency] {
    var found: [Inconsistency] = []
    let attempt = stored.attempt
    func tell(_ kind: Inconsistency.Kind, _ detail: String) {
      found.append(Inconsistency(kind: kind, place: attempt.id.text, detail: detail))
    }
    let order = try shown(stored).order ?? []
    for (answer, asked) in zip(attempt.answers, order) where answer.questionId != asked.questionId {
      tell(.question, "answer \(answer.index + 1) is to a question of another place")
    }
    for (answer, right) in zip(attempt.answers, attempt.recomputed.answers) where answer != right {
      let (position, wanted) = (Self.text(answer.streakPosition), Self.text(right.streakPosition))
      tell(.streakPosition, "question \(answer.index + 1) stands at \(position), not \(wanted)")
    }
    for (answer, right) in zip(try standings(ofAttempt: stored.row), attempt.standings) where answer != right {
      tell(.standing, "after question \(right.settled) stored are \(Self.words(answer)), not \(Self.words(right))")
    }
    guard attempt.state == .completed else { return found }
    let (credit, right) = (try credit(of: attempt.id), attempt.credit)
    if credit != right { tell(.credit, "\(Self.text(credit)) stars credited, not \(Self.text(right))") }
    return found
  }

  static func progress(of stored: [StoredAttempt<Attempt>]) -> HomeworkProgress {
    HomeworkProgress(of: stored.map(\.attempt))
  }

  /// What is stored of each learner's progress at a homework, by their row.
  private func progress(ofHomework id: Homework.ID) throws(StoreError) -> [Int64: HomeworkProgress] {
    let found = try all(Self.progressOfHomework, id.key) { (row) throws(SQLiteError) -> (Int64, HomeworkProgress) in
      (row.int64(5), try Self.progress(row, 0))
    }
    return Dictionary(uniqueKeysWithValues: found)
  }

  private static let progressOfHomework = SQL.constant(
    """
    SELECT \(progressColumns), p.learner FROM progress p JOIN homework h ON h.id = p.homework WHERE h.public_id = ?
    """)

  /// What is stored with each answer; `nil` where that cannot be.
  func standings(ofAttempt row: Int64) throws(StoreError) -> [Standing?] {
    try all(Self.standingsOfAttempt, row) { (row) throws(SQLiteError) in
      // What cannot be is as wrong as what is not.
      try? Self.standing(row, 0)
    }
  }

  private static let standingsOfAttempt = SQL.constant(
    "SELECT \(standingColumns) FROM answer r WHERE r.attempt = ? ORDER BY r.position")

  private static func words(_ standing: Standing?) -> String {
    guard let standing else { return "counts that cannot be" }
    let streak = standing.streak
    return "\(standing.correct) correct, \(standing.elapsedMs) ms, \(streak.run) in a row, \(streak.longest) at most, "
      + "\(streak.stars) stars"
  }

  private static func text(_ number: Int?) -> String { number.map(String.init) ?? "nothing" }

  private static func words(_ progress: HomeworkProgress) -> String {
    "best \(text(progress.bestScore)) of \(text(progress.bestTotal)), \(progress.completionPercentage) %, "
      + "\(progress.totalAttempts) attempts"
  }
}

extension Store {
  /// Returns everything in this store that is damaged or that a recomputation does not reproduce; nothing for a sound
  /// one.
  ///
  /// Over one snapshot; others may write meanwhile. Takes long for a large store: it reads all of it.
  ///
  /// - Parameter onProgress: told about which share is done, 0…1, on the thread that checks.
  public func check(onProgress: @escaping @Sendable (Double) -> Void = { _ in }) async throws -> [Inconsistency] {
    try await Self.offThread { try self.checkAndWait(isCancelled: $0, onProgress: onProgress) }
  }

  package func checkAndWait(
    isCancelled: IsCancelled? = nil, onProgress: (Double) -> Void = { _ in }
  ) throws -> [Inconsistency] {
    let found = try readAndWait(isCancelled: isCancelled) { try $0.check(onProgress: onProgress) }
    guard found.allSatisfy({ $0.kind != .structure }) else { return found }
    return try found + searchFaults(isCancelled)
  }

  /// The index compares itself with what it indexes, which to SQLite is a write.
  private func searchFaults(_ isCancelled: IsCancelled?) throws -> [Inconsistency] {
    var found: [Inconsistency] = []
    try writer.exclusively { connection in
      try Self.interruptible(connection, isCancelled) {
        do throws(SQLiteError) {
          try connection.run("INSERT INTO homework_search (homework_search, rank) VALUES ('integrity-check', 1)")
        } catch {
          guard error.code == SQLiteError.Code.corrupt else { throw StoreError(error) }
          found.append(
            Inconsistency(kind: .search, place: "homework_search", detail: "it does not hold the words that are there"))
        }
      }
    }
    return found
  }
}

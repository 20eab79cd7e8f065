public import HomeworkModel

extension ReadTransaction {
  /// Returns everything in this store that is damaged or that recomputation does not reproduce; empty for a sound
  /// store.
  func check(onProgress: (Double) -> Void = { _ in }) throws -> [Inconsistency] {
    var found = try rows.structureFaults()
    onProgress(0.3)
    // If the file's structure is damaged, further findings would be guesses, even if the rows are readable.
    // Without a view, many rows cannot be read.
    guard found.allSatisfy({ $0.kind != .structure && !($0.kind == .schema && $0.detail.contains("view")) }) else {
      return found
    }
    found += try rows.rowFaults()
    // A sound store need not be searched for these.
    let lacking = found.contains { $0.kind == .reference } ? try rows.homeworkLackingQuestions() : []
    // Reads rows as calls do; a value outside its range fails.
    let miscounted = Set(found.lazy.filter { $0.kind == .questionCount }.map(\.place))
    let everyHomework = try rows.everyHomework()
    for (index, homework) in everyHomework.enumerated() where !lacking.contains(homework.id) {
      guard !rows.isInterruptionWanted else { throw StoreError.cancelled }
      onProgress(0.4 + 0.6 * Double(index) / Double(everyHomework.count))
      for stored in try rows.attempts(.at(homework.id)) { found += try derived(of: stored) }
      found += try unreadable(homework.id.text) {
        _ = try rows.homework(homework.id, of: nil)
        for quiz in try rows.revisions(homework: homework.id) where !miscounted.contains(quiz.id.text) {
          _ = try wholeQuiz(.id(quiz.id))
        }
      }
    }
    onProgress(1)
    for learner in try rows.learners() {
      found += try unreadable(learner.id.text) {
        _ = try rows.statistics(of: learner.id, earned(by: learner.id))
      }
    }
    guard !lacking.contains(nil) else { return found }
    for review in try rows.attempts(.reviews(of: nil)) {
      found += try derived(of: review)
      found += try unreadable(review.attempt.id.text) {
        _ = try wholeQuiz(.asked(by: review.attempt.id))
      }
    }
    return found
  }

  /// Returns a quiz, and throws if a question is missing in between: an attempt could not continue there.
  func wholeQuiz(_ key: QuizKey) throws(StoreError) -> Quiz? {
    guard let quiz = try rows.quiz(key) else { return nil }
    for index in quiz.questions.indices where try rows.question(at: index, quiz: quiz.id) == nil {
      throw .damaged("number of a question that is there", "\(index + 1)")
    }
    return quiz
  }

  private func unreadable(_ place: String, _ read: () throws -> Void) throws -> [Inconsistency] {
    do { try read() } catch StoreError.unavailable(.corrupt(let what)) {
      return [Inconsistency(kind: .value, place: place, detail: what)]
    }
    return []
  }

  func derived(of stored: StoredAttempt<Attempt>) throws(StoreError) -> [Inconsistency] {
    var found: [Inconsistency] = []
    let attempt = stored.attempt
    func report(_ kind: Inconsistency.Kind, _ detail: String) {
      found.append(Inconsistency(kind: kind, place: attempt.id.text, detail: detail))
    }
    let order = try shown(stored).order ?? []
    for (answer, asked) in zip(attempt.answers, order) where answer.questionId != asked.questionId {
      report(.question, "answer \(answer.index + 1) is to the question at another position")
    }
    let graded = attempt.graded(by: try rows.gradings(ofAttempt: attempt.id))
    for (answer, right) in zip(attempt.answers, graded.answers) where answer.outcome != right.outcome {
      report(
        .grading, "answer \(answer.index + 1) is \(answer.outcome.rawValue), but was graded \(right.outcome.rawValue)")
    }
    guard attempt.state == .completed else { return found }
    let line = try rows.ledgerLine(of: attempt.id)
    if line?.stars != attempt.credit {
      report(.credit, "\(Self.text(line?.stars)) stars credited, not \(Self.text(attempt.credit))")
    } else if line != credit(for: attempt, line?.subject) {
      report(.credit, "the line of the ledger is not what the answers give")
    }
    return found
  }

  /// Returns the line of the ledger that a completed attempt has earned; `nil` for none.
  func credit(for attempt: Attempt, _ subject: String?) -> LedgerLine? {
    guard attempt.credit != nil, let finishedAt = attempt.finishedAt else { return nil }
    return LedgerLine(attempt.summary, subject: subject, finishedAt: finishedAt)
  }

  private static func text(_ number: Int?) -> String { number.map(String.init) ?? "nothing" }

}

extension Store {
  /// Returns everything in this store that is damaged or that recomputation does not reproduce; empty for a sound
  /// store.
  ///
  /// Checks one snapshot while others may write. Slow for a large store, because it reads everything.
  ///
  /// - Parameter onProgress: receives the approximate share done, 0…1, on the checking thread.
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

  /// The index checks itself, which SQLite treats as a write.
  private func searchFaults(_ isCancelled: IsCancelled?) throws -> [Inconsistency] {
    // Other engines compare them along with everything else.
    guard let file = database as? FileDatabase else { return [] }
    var found: [Inconsistency] = []
    try file.exclusively { connection in
      try FileDatabase.interruptible(connection, isCancelled) {
        do {
          // Another process may have written since this connection did: begin with what is there now.
          try connection.transaction(.immediate) {
            try connection.run("INSERT INTO homework_search (homework_search) VALUES ('integrity-check')")
          }
        } catch StoreError.unavailable(.corrupt) {
          found.append(
            Inconsistency(kind: .search, place: "homework_search", detail: "it contradicts itself"))
        }
      }
    }
    return found
  }
}

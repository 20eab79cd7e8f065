public import Homework
import SQLite

/// One answer settled, with what is said about it.
public struct Settlement: Hashable, Sendable {
  public let attempt: Attempt
  public let answer: Answer
  public let correctAnswer: String
  public let explanation: String
}

/// An attempt finished, with what it moved.
public struct FinishResult: Hashable, Sendable {
  public let attempt: Attempt
  public let progress: Progress
  /// The sum of the ledger, this attempt's stars in it.
  public let starsTotal: Int
  /// Unlocked by this attempt, for the first time in this store.
  public let achievements: [Achievement]
  public let milestones: [Int]
}

extension ReadTransaction {
  public func attempt(_ id: Attempt.ID) throws(StoreError) -> Attempt {
    guard let found = try attempts(where: "a.public_id = ?", [id.text]).first else {
      throw .notFound(.attempt, id.text)
    }
    return found
  }

  /// The attempt in progress of a homework; `nil` where none is.
  public func openAttempt(_ homeworkId: Homework.ID) throws(StoreError) -> Attempt? {
    try attempts(where: "h.public_id = ? AND a.state = 'inProgress'", [homeworkId.text]).first
  }

  /// Every attempt at a homework, at quizzes since replaced too, the oldest first.
  public func attempts(of homeworkId: Homework.ID) throws(StoreError) -> [Attempt] {
    try attempts(where: "h.public_id = ?", [homeworkId.text])
  }

  private func attempts(where condition: String, _ values: [any Bindable]) throws(StoreError) -> [Attempt] {
    try sql { (connection) throws(SQLiteError) in
      let heads = try connection.all(
        """
        SELECT a.id, a.public_id, h.public_id, z.public_id, a.state, z.question_count, a.started_at_ms, a.finished_at_ms
        FROM attempt a JOIN quiz z ON z.id = a.quiz JOIN homework h ON h.id = z.homework
        WHERE \(condition) ORDER BY a.id
        """, values
      ) { (row) throws(SQLiteError) -> (Int64, Attempt) in
        guard let state = Attempt.State(rawValue: row.text(4)) else { throw .damaged("attempt state", row.text(4)) }
        let attempt = Attempt(
          id: try row.id(1), homeworkId: try row.id(2), quizId: try row.id(3), state: state, questionCount: row.int(5),
          startedAt: Timestamp(millisecondsSince1970: row.int64(6)), finishedAt: Timestamp(row.optionalInt64(7)))
        return (row.int64(0), attempt)
      }
      var attempts: [Attempt] = []
      for (row, head) in heads {
        var attempt = head
        attempt.answers = try connection.all(
          """
          SELECT q.public_id, r.position, r.response, r.outcome, r.streak_position, r.elapsed_ms, r.answered_at_ms
          FROM answer r JOIN question q ON q.id = r.question WHERE r.attempt = ? ORDER BY r.position
          """, [row], Self.answer)
        // More answers than questions would have no score.
        guard attempt.answers.count <= attempt.questionCount else {
          throw .damaged("number of questions", "\(attempt.questionCount)")
        }
        attempts.append(attempt)
      }
      return attempts
    }
  }

  private static func answer(_ row: Row) throws(SQLiteError) -> Answer {
    guard let outcome = Outcome(rawValue: row.text(3)) else { throw .damaged("outcome", row.text(3)) }
    guard Answer.elapsedLimitsMs.contains(row.int(5)) else { throw .damaged("time spent", row.text(5)) }
    return Answer(
      questionId: try row.id(0), index: row.int(1), response: row.optionalText(2), outcome: outcome,
      streakPosition: row.optionalInt(4), elapsedMs: row.int(5),
      answeredAt: Timestamp(millisecondsSince1970: row.int64(6)))
  }
}

extension WriteTransaction {
  /// Starts an attempt at the homework's quiz. A quiz has at most one in progress.
  public func startAttempt(_ homeworkId: Homework.ID) throws(StoreError) -> Attempt {
    let homework = try homework(homeworkId)
    guard let quizId = homework.quizId else { throw .notFound(.quiz, "of homework \(homeworkId)") }
    if let open = homework.openAttemptId { throw .attemptAlreadyOpen(open) }
    let id: Attempt.ID = newId()
    try sql { (connection) throws(SQLiteError) in
      try connection.run(
        "INSERT INTO attempt (public_id, quiz, started_at_ms) SELECT ?, id, ? FROM quiz WHERE public_id = ?",
        id.text, now.millisecondsSince1970, quizId.text)
    }
    return try attempt(id)
  }

  /// Settles the current question and returns what came of it; once the transaction is committed, for good.
  ///
  /// Celebrate only after the write returns: an unsaved answer is never shown as earned.
  /// - Parameters:
  ///   - index: where the caller believes to be, from 0; another question than the current is refused.
  ///   - elapsedMs: time spent on this question, in milliseconds, up to a year.
  public func settle(
    _ response: Response, in id: Attempt.ID, at index: Int? = nil, elapsedMs: Int = 0
  ) throws(StoreError) -> Settlement {
    let (attempt, question) = try currentQuestion(of: id)
    let current = attempt.questionIndex
    guard index == nil || index == current else { throw .wrongQuestion(current: current) }
    guard Answer.elapsedLimitsMs.contains(elapsedMs) else {
      let limit = Answer.elapsedLimitsMs.upperBound
      throw .invalid([Fault(path: "elapsedMs", message: "must be between 0 and \(limit), is \(elapsedMs)")])
    }
    guard let outcome = question.grade(response) else {
      throw .invalid([Fault(path: "response", message: "does not fit the question: give \(question.wantedResponse)")])
    }
    var streak = attempt.streak
    let position = streak.settle(outcome, isMCQ: question.isMCQ)
    try sql { (connection) throws(SQLiteError) in
      try connection.run(
        """
        INSERT INTO answer (attempt, position, question, response, outcome, streak_position, elapsed_ms, answered_at_ms)
        SELECT a.id, ?, q.id, ?, ?, ?, ?, ? FROM attempt a, question q WHERE a.public_id = ? AND q.public_id = ?
        """, current, Question.text(of: response), outcome.rawValue, position, elapsedMs, now.millisecondsSince1970,
        id.text, question.id.text)
    }
    let after = try self.attempt(id)
    return Settlement(
      attempt: after, answer: after.answers[current], correctAnswer: question.correctAnswer,
      explanation: question.explanation)
  }

  /// Completes an attempt whose questions are all settled; progress, ledger, achievements and milestones move with it.
  public func finishAttempt(_ id: Attempt.ID) throws(StoreError) -> FinishResult {
    let attempt = try inProgress(id)
    guard attempt.isSettled else { throw .questionsLeft(attempt.questionCount - attempt.questionIndex) }
    let homework = try homework(attempt.homeworkId)
    var progress = homework.progress
    progress.record(attempt.score, at: now)
    try close(id, as: .completed)
    try store(progress, of: attempt.homeworkId)
    let streak = attempt.streak
    try sql { (connection) throws(SQLiteError) in
      try connection.run(
        """
        INSERT INTO ledger (attempt_public_id, subject, stars, score, total, longest_run, elapsed_ms, finished_at_ms)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        """, id.text, homework.subject, streak.stars, attempt.score.correct, attempt.score.total, streak.longest,
        attempt.elapsedMs, now.millisecondsSince1970)
    }
    let earned = try earned()
    var achievements: [Achievement] = []
    for achievement in Achievement.earned(by: attempt, starsTotal: earned.starsTotal) {
      if try remember(achievement.rawValue, kind: "achievement") { achievements.append(achievement) }
    }
    var milestones: [Int] = []
    for milestone in Milestone.completedAttempts where milestone <= earned.finishedAttempts {
      if try remember("completedAttempts\(milestone)", kind: "milestone") { milestones.append(milestone) }
    }
    return FinishResult(
      attempt: try self.attempt(id), progress: progress, starsTotal: earned.starsTotal, achievements: achievements,
      milestones: milestones)
  }

  /// Ends an attempt that counts for nothing; progress is untouched.
  public func abandonAttempt(_ id: Attempt.ID) throws(StoreError) -> Attempt {
    _ = try inProgress(id)
    try close(id, as: .abandoned)
    return try attempt(id)
  }

  private func inProgress(_ id: Attempt.ID) throws(StoreError) -> Attempt {
    let attempt = try attempt(id)
    guard attempt.state == .inProgress else { throw .attemptOver(id, attempt.state) }
    return attempt
  }

  private func currentQuestion(of id: Attempt.ID) throws(StoreError) -> (Attempt, Question) {
    let attempt = try inProgress(id)
    let question = try sql { (connection) throws(SQLiteError) in
      try connection.first(
        "\(Self.questionColumns) WHERE quiz = (SELECT id FROM quiz WHERE public_id = ?) AND position = ?",
        attempt.quizId.text, attempt.questionIndex, make: Self.question)
    }
    guard let question else { throw .everyQuestionSettled(id) }
    return (attempt, question)
  }

  private func close(_ id: Attempt.ID, as state: Attempt.State) throws(StoreError) {
    try sql { (connection) throws(SQLiteError) in
      try connection.run(
        "UPDATE attempt SET state = ?, finished_at_ms = ? WHERE public_id = ?", state.rawValue,
        now.millisecondsSince1970, id.text)
    }
  }

  private func store(_ progress: Progress, of id: Homework.ID) throws(StoreError) {
    let row = try row(of: id)
    try sql { (connection) throws(SQLiteError) in
      try connection.run(
        """
        INSERT INTO progress VALUES (?, ?, ?, ?, ?, ?)
        ON CONFLICT (homework) DO UPDATE SET best_score = excluded.best_score, best_total = excluded.best_total,
          completion_percentage = excluded.completion_percentage, total_attempts = excluded.total_attempts,
          last_played_at_ms = excluded.last_played_at_ms
        """, row, progress.bestScore, progress.bestTotal, progress.completionPercentage, progress.totalAttempts,
        progress.lastPlayedAt?.millisecondsSince1970)
    }
  }
}

extension Answer {
  /// Up to a year of 365 days, so that the times of an attempt can be added without overflow.
  static let elapsedLimitsMs = 0...31_536_000_000
}

extension Question {
  fileprivate var wantedResponse: String {
    switch body {
    case .mcq(let options, _): "an option from A to \(Question.letters[min(options.count, 26) - 1])"
    case .fillBlank, .shortAnswer: "a text"
    }
  }
}

import HomeworkModel
import HomeworkMotion
package import HomeworkStore

/// The whole content of a store in one canonical value, which the laws compare.
///
/// Time spent on a question is left out: a kill makes the learner read the question again.
package struct Snapshot: Hashable, Sendable {
  struct HomeworkSnapshot: Hashable, Sendable {
    var homework: Homework
    /// The prompts and right answers of the current quiz.
    var quiz: [String] = []
    var attempts: [AttemptSnapshot] = []
  }

  struct AttemptSnapshot: Hashable, Sendable {
    var attempt: Attempt
    /// How answers were graded anew.
    var gradings: [AnswerGrading] = []
    /// The counts stored with the last answer, from which the next ones follow.
    var counted: Counted
    /// The credit that finishing wrote into the ledger; `nil` before that.
    var credit: Int?
  }

  struct Counted: Hashable, Sendable {
    var answers = 0
    var correct = 0
    var streak = Streak()
  }

  /// The learner at the screen, whose homework, ledger and achievements these are.
  var learnerId: Learner.ID
  /// The data of other learners, by name.
  var others: [String: Snapshot] = [:]
  var homework: [HomeworkSnapshot] = []
  /// The events that the store remembers, in order, without their numbers.
  var events: [Event] = []
  var starsTotal = 0
  /// The number of ledger rows, which outlive their subjects.
  var finishedAttempts = 0
  var achievements: [String] = []
  var milestones: [Int] = []
  var hasFirstCapture = false

  /// The attempt that a script refers to: the last one started of the first homework that has any.
  var attempt: Attempt? {
    homework.lazy.compactMap { homework in
      // An attempt of another copy comes later than it was started; a line of answers that lost was not started at all.
      homework.attempts.lazy.map(\.attempt).filter { !$0.id.isDerived }.max { $0.id < $1.id }
    }.first
  }

  /// The attempt in progress that is played on this copy of the library.
  var attemptInProgress: Attempt? {
    homework.lazy.flatMap(\.attempts).first { $0.attempt.state == .inProgress && $0.attempt.home == nil }?.attempt
  }

  /// The question, from 0, at which the attempt in progress continues; `nil` if none is open.
  var openQuestion: Int? { attempt.flatMap { $0.state == .inProgress ? $0.answers.count : nil } }

  func stored(_ id: Attempt.ID) -> AttemptSnapshot? {
    homework.lazy.flatMap(\.attempts).first { $0.attempt.id == id }
      ?? others.values.lazy.compactMap { $0.stored(id) }.first
  }

  func attempt(_ id: Attempt.ID) -> Attempt? { stored(id)?.attempt }

  /// The persisted and derived fields of the survival table, without missing ones.
  var state: [FieldName: String] {
    var state: [FieldName: String] = [:]
    func put(_ name: FieldName, _ values: [String]) {
      if !values.isEmpty { state[name] = values.joined(separator: "; ") }
    }
    func put(_ name: FieldName, _ number: Int) { if number != 0 { state[name] = String(number) } }
    let all = homework.map(\.homework)
    put(.homework, all.map { "\($0.title)\($0.completedAt != nil ? ", completed" : "")" })
    put(.quiz, homework.flatMap(\.quiz))
    put(.collections, all.flatMap(\.collections))
    put(
      .progress,
      all.map(\.progress).filter { $0.totalAttempts > 0 }.map {
        "best \($0.bestScore ?? 0) of \($0.bestTotal ?? 0), completion \($0.completionPercentage), "
          + $0.totalAttempts.counted("attempt")
      })
    put(
      .attempts,
      homework.flatMap(\.attempts).map(\.attempt).map {
        "\($0.state.rawValue), \($0.answers.count) of \($0.questionCount)"
      })
    put(.ledger, finishedAttempts)
    put(.events, events.count)
    put(.total, starsTotal)
    put(.achievements, achievements)
    put(.milestones, milestones.map(String.init))
    put(.firstCapture, hasFirstCapture ? ["set"] : [])
    guard let attempt else { return state }
    let streak = attempt.streak
    put(.answers, attempt.answers.map { "\($0.response ?? "-") \($0.outcome.rawValue)" })
    put(.question, min(attempt.answers.count + 1, attempt.questionCount))
    put(.streak, streak.position)
    put(.stars, streak.stars)
    put(.longestRun, streak.longest)
    put(.bar, streak.position == 0 ? [] : streak.bar.map(\.rawValue))
    return state
  }
}

// MARK: Reading a store

extension Snapshot {
  /// Reads everything in a store, in one snapshot.
  ///
  /// - Parameter learner: the learner at the screen; the first one by default.
  package init(reading store: Store, of learner: String? = nil) throws {
    self = try store.readAndWait { tx in
      let rows = try Rows(tx)
      try tx.use(learner)
      var snapshot = try Snapshot(rows, tx)
      for other in try tx.learners() where other.id != snapshot.learnerId {
        try tx.use(other.id)
        snapshot.others[other.name] = try Snapshot(rows, tx)
      }
      return snapshot
    }
  }

  /// Returns each learner's own view, without what belongs to the others.
  static func each(of learners: [Learner.ID], _ tx: ReadTransaction) throws -> [Snapshot] {
    let rows = try Rows(tx)
    var all: [Snapshot] = []
    for learner in learners {
      try tx.use(learner)
      var snapshot = try Snapshot(rows, tx)
      snapshot.events.removeAll { $0.learnerId != nil && $0.learnerId != learner }
      all.append(snapshot)
    }
    return all
  }

  /// Reads the data of the transaction's learner, and of the library.
  private init(_ rows: Rows, _ tx: ReadTransaction) throws {
    learnerId = try tx.learner().id
    for item in rows.homework {
      let own = item.attempts.filter { $0.attempt.learnerId == learnerId }
      homework.append(HomeworkSnapshot(homework: try tx.homework(item.homework.id), quiz: item.quiz, attempts: own))
    }
    events = rows.events
    let earned = try tx.earned()
    (starsTotal, finishedAttempts, milestones) = (earned.starsTotal, earned.finishedAttempts, earned.milestones)
    (achievements, hasFirstCapture) = (earned.achievements.map(\.rawValue), earned.hasFirstCapture)
  }

  /// The rows read once for all learners.
  private struct Rows {
    var homework: [HomeworkSnapshot] = []
    var events: [Event] = []

    init(_ tx: ReadTransaction) throws {
      var cursor: String?
      repeat {
        let page = try tx.homeworkList(limit: 500, after: cursor)
        for listed in page.items {
          let questions = try tx.quiz(for: listed.id)?.questions ?? []
          var item = HomeworkSnapshot(homework: listed, quiz: questions.map { "\($0.prompt): \($0.correctAnswer)" })
          for attempt in try tx.attempts(of: listed.id) { item.attempts.append(try AttemptSnapshot(attempt, tx)) }
          homework.insert(item, at: 0)
        }
        cursor = page.next
      } while cursor != nil
      var since: Int64 = 0
      while case let page = try tx.events(since: since), let last = page.last {
        events += page.map { $0.numbered(0, of: $0.learnerId) }
        since = last.sequence
      }
    }
  }
}

extension Snapshot.AttemptSnapshot {
  fileprivate init(_ attempt: Attempt, _ tx: ReadTransaction) throws {
    self.attempt = attempt
    for index in attempt.answers.indices { self.attempt.answers[index].elapsedMs = 0 }
    gradings = try tx.gradings(of: attempt.id)
    let summary = try tx.attemptSummary(attempt.id)
    counted = Snapshot.Counted(answers: summary.questionIndex, correct: summary.score.correct, streak: summary.streak)
    credit = try tx.credit(of: attempt.id)
  }
}

extension Store {
  /// Returns the number of questions due at a time of the session clock.
  package func due(atMs: Int, for learner: String? = nil) throws -> Int {
    try readAndWait { tx in
      try tx.use(learner)
      return try tx.dueReviews(at: World.time(ofSessionMs: atMs)).total
    }
  }
}

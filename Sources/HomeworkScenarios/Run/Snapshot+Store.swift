import HomeworkModel
package import HomeworkStore

extension Snapshot {
  /// Reads everything in a store, in one snapshot, with the oldest homework first.
  ///
  /// - Parameter learner: the learner at the screen; the first one by default.
  package init(reading store: Store, of learner: String? = nil) throws(ProgramFailure) {
    do {
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
    } catch {
      throw .broken("the store cannot be read: \(error)")
    }
  }

  /// Returns each learner's own view, without what belongs to the others.
  static func each(of learners: [Learner.ID], _ tx: ReadTransaction) throws(StoreError) -> [Snapshot] {
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
  private init(_ rows: Rows, _ tx: ReadTransaction) throws(StoreError) {
    learnerId = try tx.learner().id
    for item in rows.homework {
      let own = item.attempts.filter { $0.learner == learnerId }.map(\.attempt)
      homework.append(HomeworkSnapshot(try tx.homework(item.id), quiz: item.quiz, own))
    }
    events = rows.events
    let earned = try tx.earned()
    starsTotal = earned.starsTotal
    finishedAttempts = earned.finishedAttempts
    achievements = earned.achievements.map(\.rawValue)
    milestones = earned.milestones
    hasFirstCapture = earned.hasFirstCapture
  }

  /// The rows read once for all learners.
  private struct Rows {
    struct Item {
      let id: Homework.ID
      let quiz: [String]
      var attempts: [(learner: Learner.ID, attempt: AttemptSnapshot)] = []
    }

    /// The homework, oldest first.
    var homework: [Item] = []
    var events: [EventSnapshot] = []

    init(_ tx: ReadTransaction) throws(StoreError) {
      var cursor: String?
      repeat {
        let page = try tx.homeworkList(limit: 500, after: cursor)
        for listed in page.items {
          let questions = try tx.quiz(for: listed.id)?.questions ?? []
          var item = Item(id: listed.id, quiz: questions.map { "\($0.prompt): \($0.correctAnswer)" })
          for attempt in try tx.attempts(of: listed.id) {
            item.attempts.append((attempt.learnerId, try AttemptSnapshot(attempt, tx)))
          }
          homework.insert(item, at: 0)
        }
        cursor = page.next
      } while cursor != nil
      var since: Int64 = 0
      while case let page = try tx.events(since: since), let last = page.last {
        events += page.map(EventSnapshot.init)
        since = last.sequence
      }
    }
  }
}

extension Snapshot.HomeworkSnapshot {
  fileprivate init(_ homework: Homework, quiz: [String], _ attempts: [Snapshot.AttemptSnapshot]) {
    (id, title) = (homework.id, homework.title)
    collections = homework.collections
    isCompleted = homework.completedAt != nil
    generation = homework.generation.state
    bestScore = homework.progress.bestScore
    bestTotal = homework.progress.bestTotal
    completionPercentage = homework.progress.completionPercentage
    totalAttempts = homework.progress.totalAttempts
    (self.quiz, self.attempts) = (quiz, attempts)
  }
}

extension Snapshot.AttemptSnapshot {
  fileprivate init(_ attempt: Attempt, _ tx: ReadTransaction) throws(StoreError) {
    id = attempt.id
    state = attempt.state
    questionCount = attempt.questionCount
    isPractice = attempt.terms.isPractice
    deadlineMs = attempt.terms.deadline.map(World.sessionMs)
    order = attempt.order?.map { Snapshot.AskedSnapshot(question: $0.questionId, options: $0.options) }
    answers = attempt.answers.map {
      Snapshot.AnswerSnapshot(
        response: $0.response, outcome: $0.outcome, streakPosition: $0.streakPosition,
        answeredAtMs: World.sessionMs(of: $0.answeredAt))
    }
    gradings = try tx.gradings(of: attempt.id)
    let summary = try tx.attemptSummary(attempt.id)
    counted = Snapshot.Counted(
      answers: summary.questionIndex, correct: summary.score.correct, streak: summary.streak)
    credit = try tx.credit(of: attempt.id)
    finishedAtMs = attempt.finishedAt.map(World.sessionMs)
  }
}

extension Store {
  /// Returns the number of questions due at a time of the session clock.
  package func due(atMs: Int, for learner: String? = nil) throws(ProgramFailure) -> Int {
    do {
      return try readAndWait { tx in
        try tx.use(learner)
        return try tx.dueReviews(at: World.time(ofSessionMs: atMs)).total
      }
    } catch {
      throw .broken("the store cannot be read: \(error)")
    }
  }
}

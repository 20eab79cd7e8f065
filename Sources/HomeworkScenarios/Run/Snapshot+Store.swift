import HomeworkModel
package import HomeworkStore

extension Snapshot {
  /// All of a store, over one snapshot, the oldest homework first.
  ///
  /// - Parameter learner: who is at the screen; the first one unless given.
  package init(reading store: Store, of learner: String? = nil) throws(ProgramFailure) {
    do {
      self = try store.readAndWait { tx in
        try tx.use(learner)
        var snapshot = try Snapshot(tx)
        let own = try tx.learner().id
        for other in try tx.learners() where other.id != own {
          try tx.use(other.id)
          snapshot.others[other.name] = try Snapshot(tx)
        }
        return snapshot
      }
    } catch {
      throw .broken("the store cannot be read: \(error)")
    }
  }

  /// What the learner has whom the transaction speaks of, and what is the library's.
  private init(_ tx: ReadTransaction) throws(StoreError) {
    let learner = try tx.learner().id
    learnerId = learner
    var cursor: String?
    repeat {
      let page = try tx.homeworkList(limit: 500, after: cursor)
      for item in page.items { homework.insert(try HomeworkSnapshot(item, of: learner, tx), at: 0) }
      cursor = page.next
    } while cursor != nil
    var since: Int64 = 0
    while case let page = try tx.events(since: since), let last = page.last {
      events += page.map(EventSnapshot.init)
      since = last.sequence
    }
    let earned = try tx.earned()
    starsTotal = earned.starsTotal
    finishedAttempts = earned.finishedAttempts
    achievements = earned.achievements.map(\.rawValue)
    milestones = earned.milestones
    hasFirstCapture = earned.hasFirstCapture
  }
}

extension Snapshot.HomeworkSnapshot {
  fileprivate init(_ homework: Homework, of learner: Learner.ID, _ tx: ReadTransaction) throws(StoreError) {
    title = homework.title
    collections = homework.collections
    isCompleted = homework.completedAt != nil
    generation = homework.generation.state
    quiz = try tx.quiz(for: homework.id)?.questions.map { "\($0.prompt): \($0.correctAnswer)" } ?? []
    bestScore = homework.progress.bestScore
    bestTotal = homework.progress.bestTotal
    completionPercentage = homework.progress.completionPercentage
    totalAttempts = homework.progress.totalAttempts
    attempts = []
    for attempt in try tx.attempts(of: homework.id) where attempt.learnerId == learner {
      attempts.append(try Snapshot.AttemptSnapshot(attempt, tx))
    }
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
    let summary = try tx.attemptSummary(attempt.id)
    counted = Snapshot.Counted(
      answers: summary.questionIndex, correct: summary.score.correct, streak: summary.streak)
    credit = try tx.credit(of: attempt.id)
    finishedAtMs = attempt.finishedAt.map(World.sessionMs)
  }
}

extension Store {
  /// How many questions are to be asked again at a time of the session clock.
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

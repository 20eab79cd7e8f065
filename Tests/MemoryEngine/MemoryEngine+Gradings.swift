package import HomeworkModel
package import HomeworkStore

/// Cards, which learners grade; and answers graded anew, with what follows.
extension MemoryEngine {
  package func hasCards(quiz row: Int64) -> Bool {
    tables.quizzes[row]?.quiz.questions.contains { $0.body.kind == .card } ?? false
  }

  package func settings() -> LibrarySettings? { tables.settings }
  package func set(_ settings: LibrarySettings) { tables.settings = settings }

  package func removeAnswers(from index: Int, attempt row: Int64) {
    tables.attempts[row]?.answers.removeAll { $0.answer.index >= index }
  }

  package func insertIfAbsent(_ grading: AnswerGrading, attempt row: Int64) {
    tables.attempts[row]?.gradings.insert(grading)
  }

  package func gradings(ofAttempt row: Int64) -> [AnswerGrading] { tables.attempts[row]?.gradings.sorted() ?? [] }

  package func insert(_ regrading: StoredRegrading) { tables.regradings.append(regrading) }

  package func remove(_ regrading: StoredRegrading) {
    tables.regradings.removeAll { $0.questionRow == regrading.questionRow && $0.at == regrading.at }
  }

  private var regradings: [StoredRegrading] {
    tables.regradings.filter { tables.questions[$0.questionRow] != nil }.sorted {
      ($0.at, $0.questionRow) < ($1.at, $1.questionRow)
    }
  }

  package func newestRegrading() -> StoredRegrading? { regradings.last }

  package func regradings(since quiz: Int64) -> [StoredRegrading] {
    guard let former = tables.quizzes[quiz] else { return [] }
    return regradings.filter { regrading in
      guard let row = tables.questions[regrading.questionRow]?.quiz, let later = tables.quizzes[row] else {
        return false
      }
      let isLater =
        former.homework == nil
        ? former.createdAt <= later.createdAt : former.quiz.revision < later.quiz.revision
      return isLater && former.quiz.questions.contains { $0.id == regrading.key.id }
    }
  }

  package func update(_ line: LedgerLine) {
    for index in tables.ledger.indices where tables.ledger[index].line.attempt == line.attempt {
      tables.ledger[index].line = line.with(subject: tables.ledger[index].line.subject)
    }
  }

  package func ledger(of learner: Int64) -> [CreditedAttempt] {
    lines(of: learner).sorted { ($0.finishedAt, $0.attempt.text) < ($1.finishedAt, $1.attempt.text) }.map {
      ($0.stars, $0.score, $0.longestRun, $0.finishedAt.millisecondsSince1970)
    }
  }

  package func scores(homework row: Int64, by learner: Int64) -> [(score: Score, finishedAt: Timestamp)] {
    let id = tables.homework[row]?.homework.id
    let played = attempts {
      $0.isAt(id) && $0.new.learnerRow == learner && $0.state == .completed && !$0.new.terms.isPractice
    }
    return played.compactMap { attempt in attempt.finishedAt.map { (stored(attempt).attempt.score, $0) } }
      .sorted { $0.1 < $1.1 }
  }

  package func replace(_ progress: HomeworkProgress, homework: Int64, learner: Int64) {
    tables.homework[homework]?.progress[learner] = progress.totalAttempts > 0 ? progress : nil
  }
}

/// Requests with an id.
extension MemoryEngine {
  package func request(_ id: String, since oldest: Timestamp) -> StoredRequest? {
    tables.requests[id].flatMap { isKept($0.at, $0.event, since: oldest) ? $0.request : nil }
  }

  package func insert(_ request: StoredRequest, id: String, of learner: Int64, at time: Timestamp, after event: Int64) {
    tables.requests[id] = (request, learner, time, event)
  }

  package func forgetRequests(before time: Timestamp) {
    tables.requests = tables.requests.filter { isKept($0.value.at, $0.value.event, since: time) }
  }

  private func isKept(_ at: Timestamp, _ event: Int64, since oldest: Timestamp) -> Bool {
    at >= oldest || event > eventRange().newest - Request.memoryEvents
  }
}

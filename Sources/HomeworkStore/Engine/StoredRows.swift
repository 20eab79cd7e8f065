import HomeworkModel

/// An attempt or its summary, with what the model does not show of it.
struct StoredAttempt<Played> {
  /// Also of a review.
  let quizId: Quiz.ID
  /// `nil` if the quiz is asked unchanged. Letters in `attempt` are the quiz's letters.
  let order: StoredOrder?
  /// The copy of the library on which it is played; `nil` for this one.
  let owningCopy: SyncCopy.ID?
  /// True if its homework was deleted, and undo can show it again.
  let isHidden: Bool
  var attempt: Played
}

extension StoredAttempt<Attempt> {
  var summary: StoredAttempt<AttemptSummary> {
    StoredAttempt<AttemptSummary>(
      quizId: quizId, order: order, owningCopy: owningCopy, isHidden: isHidden, attempt: attempt.summary)
  }
}

/// A question with the id of this revision of it, and its index in the quiz.
struct StoredQuestion {
  let id: Question.ID, index: Int, question: Question
}

/// The questions of its quiz that an attempt asks, and their order, if it differs from the quiz: the stored content,
/// which determines everything else.
struct StoredOrder {
  /// Places in the quiz; `nil` for all of them.
  let asked: [Int]?
  let shuffle: QuizOrder.Shuffle?, seed: UInt64
}

/// A question about to be stored, and the card that it continues; `nil` for a new one.
struct NewQuestion {
  let id: Question.ID, card: Question.ID?, draft: QuestionDraft

  var question: Question {
    Question(
      id: card ?? id, introduction: draft.introduction, prompt: draft.prompt, body: draft.body,
      explanation: draft.explanation, pictures: draft.pictures)
  }
}

/// A ledger's totals of a learner's finished attempts, and the names of the learner's moments.
struct StoredEarnings {
  let starsTotal: Int, finishedAttempts: Int, moments: Set<String>
}

/// One line of a ledger.
struct LedgerLine: Equatable {
  let attempt: Attempt.ID, subject: String?, stars: Int, score: Score, longestRun: Int, elapsedMs: Int
  let finishedAt: Timestamp

  init(_ attempt: AttemptSummary, subject: String?, finishedAt: Timestamp) {
    (self.attempt, self.subject, self.finishedAt) = (attempt.id, subject, finishedAt)
    (stars, score, longestRun) = (attempt.streak.stars, attempt.score, attempt.streak.longest)
    elapsedMs = attempt.elapsedMs
  }

  /// - Parameter row: its columns by their names.
  init(_ row: any SQLRow) throws(StoreError) {
    (attempt, subject) = (try row.id("attempt"), row.optionalText("subject"))
    let total = try row.int("total", in: QuizDraft.questionCounts, "number of questions")
    score = Score(correct: try row.int("score", in: 0...total, "score"), total: total)
    stars = try row.int("stars", in: Stored.counts, "number of stars")
    longestRun = try row.int("longest_run", in: Stored.counts, "number of answers in a row")
    elapsedMs = row.int("elapsed_ms")
    finishedAt = try row.timestamp("finished_at_ms")
  }
}

/// A corrected key by which answers to earlier revisions were graded anew.
struct StoredRegrading: Hashable {
  /// The corrected revision of the question, and its quiz.
  let questionId: Question.ID, quizId: Quiz.ID
  let at: Timestamp, neverLower: Bool
  /// True if the former grades were restored. The key stays corrected.
  let isUndone: Bool
  let key: Question
}

/// The stored part of a request, in case it is repeated.
struct StoredRequest: Hashable, Sendable {
  /// A digest of its parameters.
  let parameters: String
  let reply: KeptReply
}

/// A revision of a quiz.
struct StoredRevision {
  let id: Quiz.ID, revision: Int, createdAt: Timestamp, isCurrent: Bool
  /// The quiz of which it is an edition; `nil` for a new one.
  let former: Quiz.ID?
}

/// A settled answer as the review schedule sees it, and a question that may have been answered.
typealias ReviewAnswer = (question: Question.ID, outcome: Outcome, elapsedMs: Int, at: Timestamp)
typealias ReviewQuestion = (id: Question.ID, kind: QuestionKind, quiz: Quiz.ID)

/// Identifies a quiz.
enum QuizKey {
  case id(Quiz.ID)
  /// The current quiz of an assignment.
  case of(Homework.ID)
  case asked(by: Attempt.ID)
}

/// Selects attempts.
enum AttemptQuery {
  case id(Attempt.ID)
  /// Every learner's attempts at an assignment, oldest first, including those at quizzes since replaced.
  case at(Homework.ID)
  /// Every learner's completed attempts and reviews with an answer to a question, in any revision, oldest first.
  case completed(asking: Question.ID)
  /// Reviews in the same order, of one learner or of all.
  case reviews(of: Learner.ID?)
  /// A learner's attempt in progress at an assignment; if `nil`, their review.
  case open(Homework.ID?, of: Learner.ID?)
  /// A learner's attempts, newest first, then by id.
  case list(Homework.ID?, Attempt.State?, of: Learner.ID?, after: ListPosition?, limit: Int)
}

/// A position in a newest-first list: after the item with this time and id.
typealias ListPosition = (atMs: Int64, id: String)

/// The stars, score and longest run of a finished attempt, and when it was finished.
typealias CreditedAttempt = (stars: Int, score: Score, longestRun: Int, atMs: Int64)

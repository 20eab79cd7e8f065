package import HomeworkModel

// Row keys, by which an engine's rows refer to each other, and the model's values beside them.

/// A learner with their row key.
package struct StoredLearner {
  package let row: Int64, learner: Learner

  package init(row: Int64, learner: Learner) {
    (self.row, self.learner) = (row, learner)
  }
}

/// An attempt or its summary, with its row keys.
package struct StoredAttempt<Played> {
  package let row: Int64, quizRow: Int64
  /// `nil` for a review.
  package let homeworkRow: Int64?
  package let learnerRow: Int64
  /// `nil` if the quiz is asked unchanged. Letters in `attempt` are the quiz's letters.
  package let order: StoredOrder?
  /// True if it is played on another copy of the library; if its homework was deleted, and undo can show it again.
  package let isElsewhere: Bool, isHidden: Bool
  package var attempt: Played

  package init(
    row: Int64, quizRow: Int64, homeworkRow: Int64?, learnerRow: Int64, order: StoredOrder?, isElsewhere: Bool = false,
    isHidden: Bool = false, attempt: Played
  ) {
    (self.row, self.quizRow, self.homeworkRow, self.learnerRow) = (row, quizRow, homeworkRow, learnerRow)
    (self.order, self.isElsewhere, self.isHidden, self.attempt) = (order, isElsewhere, isHidden, attempt)
  }

  /// Returns the same row with another view of its attempt.
  package func with<Other>(_ attempt: Other) -> StoredAttempt<Other> {
    StoredAttempt<Other>(
      row: row, quizRow: quizRow, homeworkRow: homeworkRow, learnerRow: learnerRow, order: order,
      isElsewhere: isElsewhere, isHidden: isHidden, attempt: attempt)
  }
}

/// A question with its row key and its place in the quiz.
package struct StoredQuestion {
  package let row: Int64, place: Int, question: Question

  package init(row: Int64, place: Int, question: Question) {
    (self.row, self.place, self.question) = (row, place, question)
  }
}

/// The questions of its quiz that an attempt asks, and their order, if it differs from the quiz: the stored content,
/// which determines everything else.
package struct StoredOrder {
  /// Places in the quiz; `nil` for all of them.
  package let asked: [Int]?
  package let shuffle: QuizOrder.Shuffle?, seed: UInt64

  package init(asked: [Int]?, shuffle: QuizOrder.Shuffle?, seed: UInt64) {
    (self.asked, self.shuffle, self.seed) = (asked, shuffle, seed)
  }
}

/// An attempt about to be stored.
package struct NewAttempt {
  package let id: Attempt.ID, quizRow: Int64, learnerRow: Int64, startedAt: Timestamp
  package var terms: AttemptTerms
  /// Places in the quiz; `nil` for all of them.
  package let asked: [Int]?

  package init(
    id: Attempt.ID, quizRow: Int64, learnerRow: Int64, startedAt: Timestamp, terms: AttemptTerms, asked: [Int]?
  ) {
    (self.id, self.quizRow, self.learnerRow, self.startedAt) = (id, quizRow, learnerRow, startedAt)
    (self.terms, self.asked) = (terms, asked)
  }
}

/// A question about to be stored, and the card that it continues; `nil` for a new one.
package struct NewQuestion {
  package let id: Question.ID, card: Question.ID?, draft: QuestionDraft

  package init(id: Question.ID, card: Question.ID?, draft: QuestionDraft) {
    (self.id, self.card, self.draft) = (id, card, draft)
  }

  package var question: Question {
    Question(
      id: card ?? id, introduction: draft.introduction, prompt: draft.prompt, body: draft.body,
      explanation: draft.explanation, pictures: draft.pictures)
  }
}

/// A ledger's totals of a learner's finished attempts, and the learner's one-time events.
package struct StoredEarnings {
  package let starsTotal: Int, finishedAttempts: Int, once: Set<String>

  package init(starsTotal: Int, finishedAttempts: Int, once: Set<String>) {
    (self.starsTotal, self.finishedAttempts, self.once) = (starsTotal, finishedAttempts, once)
  }
}

/// One line of a ledger.
package struct LedgerLine: Equatable {
  package let attempt: Attempt.ID, subject: String?, stars: Int, score: Score, longestRun: Int, elapsedMs: Int
  package let finishedAt: Timestamp

  package init(_ attempt: AttemptSummary, subject: String?, finishedAt: Timestamp) {
    (self.attempt, self.subject, self.finishedAt) = (attempt.id, subject, finishedAt)
    (stars, score, longestRun) = (attempt.streak.stars, attempt.score, attempt.streak.longest)
    elapsedMs = attempt.elapsedMs
  }

  /// - Parameter row: its columns by their names.
  init(_ row: any SQLRow) throws(StoreError) {
    (attempt, subject) = (try row.id("attempt_public_id"), row.optionalText("subject"))
    let total = try row.int("total", in: QuizDraft.questionCounts, "number of questions")
    score = Score(correct: try row.int("score", in: 0...total, "score"), total: total)
    stars = try row.int("stars", in: Stored.counts, "number of stars")
    longestRun = try row.int("longest_run", in: Stored.counts, "number of answers in a row")
    elapsedMs = row.int("elapsed_ms")
    finishedAt = try row.timestamp("finished_at_ms")
  }

  /// Returns the same line with another subject.
  package func with(subject: String?) -> LedgerLine { LedgerLine(self, subject: subject) }

  private init(_ line: LedgerLine, subject: String?) {
    (attempt, self.subject, stars, score) = (line.attempt, subject, line.stars, line.score)
    (longestRun, elapsedMs, finishedAt) = (line.longestRun, line.elapsedMs, line.finishedAt)
  }
}

/// A corrected key by which answers to earlier revisions were graded anew.
package struct StoredRegrading: Hashable {
  /// The row of the corrected question, and its quiz.
  package let questionRow: Int64
  package let quizId: Quiz.ID
  package let at: Timestamp, neverLower: Bool, key: Question
  /// True if the former grades were restored. The key stays corrected.
  package let isUndone: Bool

  package init(
    questionRow: Int64, quizId: Quiz.ID, at: Timestamp, neverLower: Bool, isUndone: Bool = false, key: Question
  ) {
    (self.questionRow, self.quizId) = (questionRow, quizId)
    (self.at, self.neverLower, self.isUndone, self.key) = (at, neverLower, isUndone, key)
  }
}

/// The stored part of a request, in case it is repeated.
package struct StoredRequest: Hashable, Sendable {
  /// A digest of its parameters.
  package let parameters: String
  package let reply: KeptReply

  package init(parameters: String, reply: KeptReply) {
    (self.parameters, self.reply) = (parameters, reply)
  }
}

/// A revision of a quiz.
package struct StoredRevision {
  package let id: Quiz.ID, revision: Int, createdAt: Timestamp, isCurrent: Bool
  /// The quiz of which it is an edition; `nil` for a new one.
  package let former: Quiz.ID?

  package init(id: Quiz.ID, revision: Int, createdAt: Timestamp, isCurrent: Bool, former: Quiz.ID?) {
    (self.id, self.revision, self.createdAt, self.isCurrent) = (id, revision, createdAt, isCurrent)
    self.former = former
  }
}

/// A settled answer as the review schedule sees it, and a question that may have been answered.
package typealias ReviewAnswer = (question: Int64, outcome: Outcome, elapsedMs: Int, at: Timestamp)
package typealias ReviewQuestion = (row: Int64, kind: QuestionKind, quizRow: Int64)

/// Identifies a learner.
package enum LearnerKey {
  /// `nil` for the default learner.
  case row(Int64?)
  case id(Learner.ID)
}

/// Identifies a quiz.
package enum QuizKey {
  case id(Quiz.ID)
  /// The current quiz of an assignment.
  case of(Homework.ID)
  case asked(by: Attempt.ID)
}

/// Selects attempts.
package enum AttemptQuery {
  case id(Attempt.ID)
  /// Every learner's attempts at an assignment, oldest first, including those at quizzes since replaced.
  case at(Homework.ID)
  /// Every learner's completed attempts and reviews with an answer to a question, in any revision, oldest first.
  case completed(asking: Question.ID)
  /// Reviews in the same order, of one learner or of all.
  case reviews(of: Int64?)
  /// A learner's attempt in progress at an assignment; if `nil`, their review.
  case open(Homework.ID?, of: Int64?)
  /// A learner's attempts, newest first, then by id.
  case list(Homework.ID?, Attempt.State?, of: Int64?, after: ListPlace?, limit: Int)
}

/// A position in a newest-first list: after the item with this time and id.
package typealias ListPlace = (atMs: Int64, id: String)

/// The stars, score and longest run of a finished attempt, and when it was finished.
package typealias CreditedAttempt = (stars: Int, score: Score, longestRun: Int, atMs: Int64)

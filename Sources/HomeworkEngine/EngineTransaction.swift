package import HomeworkJSON
package import HomeworkModel

/// What a store asks of the engine that keeps its rows, in one transaction: rows by what they mean, never by SQL.
///
/// An engine knows no rule. It gives what is there, and stores what it is given: what may be stored, what follows from
/// it and who is told are the store's to decide, once for all engines. Rows refer to each other by keys of the engine's
/// own. Where a learner's row is `nil`, the one marked default is meant.
///
/// Whatever throws an error of the engine itself leaves it in `failure`, and nothing of the transaction is kept.
package protocol EngineTransaction: AnyObject {
  /// The first error of the engine itself.
  var failure: StoreError? { get }
  /// Ends the transaction for a reason that the store has found, and returns it.
  func fail(_ error: StoreError) -> StoreError

  /// What not every engine can do.
  var search: (any SearchIndex)? { get }
  var undo: (any UndoMemory)? { get }
  var transfer: (any LearnerTransfer)? { get }
  var maintenance: (any RowMaintenance)? { get }
  var reports: (any Reports)? { get }

  // MARK: Learners

  /// In the order in which they were added.
  func learners() throws(StoreError) -> [StoredLearner]
  func learner(_ key: LearnerKey) throws(StoreError) -> StoredLearner?
  func insert(_ learner: Learner) throws(StoreError) -> Int64
  func rename(learner row: Int64, to name: String) throws(StoreError)
  /// Marks them default, and nobody else.
  func makeDefault(learner row: Int64) throws(StoreError)
  /// Takes away all that speaks of a learner. Of their events number and time stay.
  ///
  /// - Returns: how many attempts went.
  func erase(learner row: Int64, at time: Timestamp) throws(StoreError) -> Int

  // MARK: Homework

  /// As it is to a learner; `nil` where there is none, or none that is seen yet.
  func homework(_ id: Homework.ID, of learner: Int64?) throws(StoreError) -> Homework?
  func row(of id: Homework.ID) throws(StoreError) -> Int64?
  /// Newest first, then by id, as it is to a learner.
  func homework(
    _ filter: HomeworkFilter, of learner: Int64?, after place: ListPlace?, limit: Int
  ) throws(StoreError) -> [Homework]
  func homeworkCount() throws(StoreError) -> Int
  /// Every title, newest first.
  func eachTitle(_ body: (Homework.ID, String) -> Void) throws(StoreError)
  /// Up to 20 ids that begin or end with this, in order.
  func ids(of entity: StoreError.Entity, matching part: String) throws(StoreError) -> [String]
  /// - Parameter createdAtMs: its time, or the mark of an import that nobody sees yet.
  func insert(_ homework: Homework, picture: Picture?, createdAtMs: Int64) throws(StoreError) -> Int64
  /// Stores title, subject, text, day and generation.
  func update(_ homework: Homework, row: Int64) throws(StoreError)
  func setCollections(_ names: [String], homework row: Int64) throws(StoreError)
  func setPicture(_ picture: Picture?, homework row: Int64) throws(StoreError)
  /// With its quizzes, and every learner's attempts, answers, progress and completion.
  func delete(homework row: Int64) throws(StoreError)
  /// The bytes of a homework's picture, and the digest by which they are known.
  func picture(homework row: Int64) throws(StoreError) -> (bytes: [UInt8], digest: String)?
  /// - Returns: whether it was not completed before.
  func complete(homework row: Int64, by learner: Int64, at time: Timestamp) throws(StoreError) -> Bool
  /// - Returns: whether it was completed before.
  func reopen(homework row: Int64, by learner: Int64) throws(StoreError) -> Bool
  /// The collections of a homework of which the learner has completed all homework, by name.
  func completedCollections(homework row: Int64, by learner: Int64) throws(StoreError) -> [String]
  func collections(of learner: Int64?) throws(StoreError) -> [HomeworkCollection]

  // MARK: Imports in several parts

  /// Gives all homework with this mark a time, with which it is seen.
  ///
  /// - Returns: how many there were.
  func publish(mark: Int64, at time: Timestamp) throws(StoreError) -> Int
  /// Every mark that there is.
  func marks() throws(StoreError) -> [Int64]
  func rows(marked mark: Int64, id: Homework.ID?, limit: Int) throws(StoreError) -> [Int64]

  // MARK: Quizzes

  func quiz(_ key: QuizKey) throws(StoreError) -> Quiz?
  func row(of id: Quiz.ID) throws(StoreError) -> Int64?
  /// Oldest first.
  func revisions(homework row: Int64) throws(StoreError) -> [StoredRevision]
  /// Stores a quiz as the current one; its questions are those of `questions`.
  func insert(_ quiz: Quiz, _ questions: [NewQuestion], homework: Int64, createdAt: Timestamp) throws(StoreError)
  /// Has a homework have no current quiz. The one that it had stays for attempts at it.
  ///
  /// - Parameter keepsUnplayed: whether it stays where there are none as well.
  func retireQuiz(homework row: Int64, keepsUnplayed: Bool) throws(StoreError)
  /// Copies questions into a quiz that no homework has.
  func insertReview(
    _ id: Quiz.ID, copying questions: [(row: Int64, as: Question.ID)], createdAt: Timestamp
  ) throws(StoreError) -> Int64
  func question(at place: Int, quiz row: Int64) throws(StoreError) -> StoredQuestion?
  func question(_ row: Int64) throws(StoreError) -> StoredQuestion?
  /// The questions of a quiz in its order, and how many options each has; 0 for a text.
  func optionCounts(quiz row: Int64) throws(StoreError) -> [(id: Question.ID, optionCount: Int)]
  /// The homework that a question is of, by its first revision; `nil` where it is deleted.
  func homework(ofQuestion id: Question.ID) throws(StoreError) -> Homework.ID?

  // MARK: Attempts

  /// With their answers, in letters of the quiz.
  func attempts(_ query: AttemptQuery) throws(StoreError) -> [StoredAttempt<Attempt>]
  /// - Parameter index: of the last answer that counts, -1 for none; the last that there is unless given.
  func summary(_ id: Attempt.ID, upTo index: Int?) throws(StoreError) -> StoredAttempt<AttemptSummary>?
  func answer(at index: Int, attempt row: Int64) throws(StoreError) -> (answer: Answer, questionRow: Int64)?
  /// Whoever's attempt is in progress at a homework.
  func openAttempt(homework row: Int64) throws(StoreError) -> Attempt.ID?
  func insert(_ attempt: NewAttempt) throws(StoreError)
  func close(attempt row: Int64, as state: Attempt.State, at time: Timestamp) throws(StoreError)
  /// - Parameter standing: what the answers up to this one, with it, amount to.
  func insert(
    _ answer: Answer, _ standing: Standing, question: Int64, attempt: Int64
  ) throws(StoreError)
  /// What a learner settled of a homework's questions, in attempts and reviews that are not abandoned, in order of
  /// time.
  func outcomes(
    homework row: Int64, by learner: Int64
  ) throws(StoreError) -> [(question: Question.ID, outcome: Outcome)]

  // MARK: What is earned

  func store(_ progress: HomeworkProgress, homework: Int64, learner: Int64) throws(StoreError)
  func append(_ line: LedgerLine, of learner: Int64) throws(StoreError)
  /// - Returns: whether it was new.
  func remember(
    _ name: String, kind: String, of learner: Int64, at time: Timestamp
  ) throws(StoreError) -> Bool
  func earnings(of learner: Int64) throws(StoreError) -> StoredEarnings
  /// The stars of an attempt's line in the ledger.
  func credit(of id: Attempt.ID) throws(StoreError) -> Int?
  /// The sum of its learner's ledger up to an attempt's line; of all of it where it has none.
  func starsTotal(upTo id: Attempt.ID) throws(StoreError) -> Int
  /// - Parameter earned: what is told with the sums.
  func statistics(of learner: Int64, _ earned: Earned) throws(StoreError) -> Statistics

  // MARK: Reviews

  /// What a learner has settled in attempts that are not abandoned, nearly in order of time.
  func reviewAnswers(of learner: Int64?) throws(StoreError) -> [ReviewAnswer]
  /// The questions with these keys, or of all quizzes that the learner has played; more is no mistake.
  func reviewQuestions(
    of learner: Int64?, in keys: ClosedRange<Int64>?
  ) throws(StoreError) -> [ReviewQuestion]
  /// The same of homework with these keys of their current quizzes, or that was played or revised.
  func reviewHomework(
    of learner: Int64?, in keys: ClosedRange<Int64>?, isRevised: Bool
  ) throws(StoreError) -> [(quizRow: Int64, id: Homework.ID, title: String)]
  /// Of questions with several revisions each of them, in order of their keys. A copy is what a review asked.
  func revisedQuestions() throws(StoreError) -> [(question: ReviewQuestion, card: String, isCopy: Bool)]

  // MARK: Events and requests

  /// - Parameter event: its `sequence` is not looked at.
  /// - Returns: its number: the next one.
  func append(_ event: Event, of learner: Int64?) throws(StoreError) -> Int64
  /// Takes away the oldest events, up to `newest` less `count`, and those that happened before `oldest`.
  func trimEvents(newest: Int64, keeping count: Int, since oldest: Timestamp) throws(StoreError)
  /// 0 where there is none.
  func eventRange() throws(StoreError) -> EventRange
  /// The first so many of those with these numbers, in order.
  func events(_ numbers: ClosedRange<Int64>, limit: Int) throws(StoreError) -> [Event]
  /// The number of the last event that speaks of an attempt.
  func lastEvent(of attempt: Attempt.ID) throws(StoreError) -> Int64?
  /// `nil` where it was made before `oldest`, too.
  func request(_ id: String, since oldest: Timestamp) throws(StoreError) -> StoredRequest?
  /// In place of one with this id that was made too long ago.
  func insert(_ request: StoredRequest, id: String, of learner: Int64, at time: Timestamp) throws(StoreError)
  func forgetRequests(before time: Timestamp) throws(StoreError)
}

/// What a learner is found by.
package enum LearnerKey {
  /// `nil` for the one marked default.
  case row(Int64?)
  case id(Learner.ID)
  case foldedName(String)
}

/// What a quiz is found by.
package enum QuizKey {
  case id(Quiz.ID)
  /// The current one.
  case of(Homework.ID)
  case asked(by: Attempt.ID)
}

/// Which attempts are asked for.
package enum AttemptQuery {
  case id(Attempt.ID)
  /// Every learner's, oldest first, those at quizzes since replaced included.
  case at(Homework.ID)
  /// The same of reviews, of one learner or of all.
  case reviews(of: Int64?)
  /// A learner's that is in progress at a homework; with `nil` their review.
  case open(Homework.ID?, of: Int64?)
  /// A learner's, newest first, then by id.
  case list(Homework.ID?, Attempt.State?, of: Int64?, after: ListPlace?, limit: Int)
}

/// A place in a list that is newest first: after what has this time and id.
package typealias ListPlace = (atMs: Int64, id: String)

// MARK: Capabilities

extension EngineTransaction {
  package var search: (any SearchIndex)? { nil }
  package var undo: (any UndoMemory)? { nil }
  package var transfer: (any LearnerTransfer)? { nil }
  package var maintenance: (any RowMaintenance)? { nil }
  package var reports: (any Reports)? { nil }
}

/// An index of the words of homework: told of them before they change, and after.
package protocol SearchIndex: AnyObject {
  func index(homework row: Int64) throws(StoreError)
  func unindex(homework row: Int64) throws(StoreError)
}

/// What was deleted last, for an undo.
package protocol UndoMemory: AnyObject {
  func keep(homework row: Int64, at time: Timestamp) throws(StoreError)
  /// Brings back what was deleted since `oldest`, as it was but for the index of its words.
  func restore(since oldest: Timestamp) throws(StoreError) -> [(id: Homework.ID, row: Int64)]
  func forget() throws(StoreError)
}

/// Learners as documents, which another library takes in.
package protocol LearnerTransfer: AnyObject {
  /// All that speaks of a learner, as one JSON document.
  func document(ofLearner row: Int64) throws(StoreError) -> String?
  /// `nil` where it is no JSON.
  func head(of document: String) throws(StoreError) -> LearnerDocument?
  /// The homework that the learner played, each with all of it.
  func homework(in document: String) throws(StoreError) -> [(id: Homework.ID?, content: String)]
  /// Stores a homework that is not there yet, and what the learner did with it.
  ///
  /// - Throws: `unavailable(.corrupt)` and `inconsistent` where what is in it cannot be.
  func take(
    homework content: String, _ id: Homework.ID, of learner: Int64, at time: Timestamp
  ) throws(StoreError) -> (row: Int64, isNew: Bool)
  func takeReviews(in document: String, of learner: Int64, at time: Timestamp) throws(StoreError)
  func takeEarnings(in document: String, of learner: Int64) throws(StoreError)
  func homeworkPlayed(by learner: Int64) throws(StoreError) -> [Homework.ID]
}

/// What a learner's document says of itself; nothing of it is looked at yet.
package struct LearnerDocument {
  /// The name by which such a document is known, and its version. In the first one every attempt was for progress, and
  /// before the third there were no reviews.
  package static let format = "hwdb-learner", version = 3

  package let format: String, version: Int, learnerId: String, name: String, createdAtMs: Int64

  package init(format: String, version: Int, learnerId: String, name: String, createdAtMs: Int64) {
    (self.format, self.version, self.learnerId) = (format, version, learnerId)
    (self.name, self.createdAtMs) = (name, createdAtMs)
  }
}

/// What checks and repairs need of rows besides what they mean.
package protocol RowMaintenance: AnyObject {
  /// Damage of the file itself, after which nothing else of it can be believed.
  func structureFaults() throws(StoreError) -> [Inconsistency]
  /// Rows that are not what was written, or that do not fit each other.
  func rowFaults() throws(StoreError) -> [Inconsistency]
  /// What is stored of each learner's progress at a homework, by their row.
  func progress(ofHomework id: Homework.ID) throws(StoreError) -> [Int64: HomeworkProgress]
  /// What is stored with each answer; `nil` where that cannot be.
  func standings(ofAttempt row: Int64) throws(StoreError) -> [Standing?]

  /// Makes anew what the engine itself derives: indexes, counts, search.
  func repairIndexes() throws(StoreError)
  /// In order of their keys, those that nobody sees yet as well.
  func everyHomework() throws(StoreError) -> [(row: Int64, id: Homework.ID, subject: String?)]
  /// Whether attempts and answers of a homework are what was written.
  func isSigned(homework row: Int64) throws(StoreError) -> Bool
  /// The question of an answer that was signed as it is, or with this streak position.
  func question(
    signedAt index: Int, attempt row: Int64, orWith streakPosition: Int?
  ) throws(StoreError) -> Int64?
  func forgetAnswers(from index: Int, attempt row: Int64) throws(StoreError)
  func forgetCredit(of id: Attempt.ID) throws(StoreError)
  func forgetProgress(homework row: Int64) throws(StoreError)
}

/// What is read of many rows at once, by queries of the engine's own.
package protocol Reports: AnyObject {
  /// All learners by all homework, and the questions that were answered wrong most often.
  func overview() throws(StoreError) -> Overview
  /// Writes what `homework(_:of:)` gives, as the protocol tells it.
  ///
  /// - Returns: whether it is there.
  func write(
    homework id: Homework.ID, of learner: Int64?, to writer: inout JSONWriter
  ) throws(StoreError) -> Bool
  /// Writes a list of homework as an array.
  ///
  /// - Returns: the place of the last of them, where more follow.
  func write(
    _ filter: HomeworkFilter, of learner: Int64?, after place: ListPlace?, limit: Int, to writer: inout JSONWriter
  ) throws(StoreError) -> ListPlace?
}

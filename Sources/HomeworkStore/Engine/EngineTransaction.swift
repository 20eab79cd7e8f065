package import HomeworkModel

/// The operations that a store needs from its engine in one transaction: rows by meaning, never by SQL.
///
/// An engine knows no rules. It returns the rows it has and stores the rows it is given: the store decides, once for
/// all engines, what may be stored, what follows from it and whom to notify. Rows refer to each other by
/// engine-specific keys. A learner row of `nil` means the default learner.
///
/// If a call throws an error of the engine itself, `failure` is set to it, and nothing of the transaction is kept.
package protocol EngineTransaction: AnyObject {
  /// The first error of the engine itself.
  var failure: StoreError? { get }
  /// Ends the transaction because of an error that the store found, and returns that error.
  func fail(_ error: StoreError) -> StoreError

  /// The tables that the transaction has read so far.
  var tablesRead: TableSet { get }
  /// True if the caller wants the transaction to stop; checked by work that consists of many short calls.
  var isInterruptionWanted: Bool { get }

  /// Capabilities that not every engine has.
  var search: (any SearchIndex)? { get }
  var undo: (any UndoMemory)? { get }
  var transfer: (any LearnerTransfer)? { get }
  var copies: (any CopyRows)? { get }
  var maintenance: (any RowMaintenance)? { get }
  var reports: (any Reports)? { get }

  // MARK: Learners

  /// Returns the learners, in the order in which they were added.
  func learners() throws(StoreError) -> [StoredLearner]
  func learner(_ key: LearnerKey) throws(StoreError) -> StoredLearner?
  func insert(_ learner: Learner) throws(StoreError) -> Int64
  func rename(learner row: Int64, to name: String) throws(StoreError)
  /// Makes a learner the only default.
  func makeDefault(learner row: Int64) throws(StoreError)
  /// Erases everything about a learner. The learner's events keep only number and time.
  ///
  /// - Returns: the number of attempts erased.
  func erase(learner row: Int64, at time: Timestamp) throws(StoreError) -> Int

  /// Returns what is allowed in the library; `nil` before the first change.
  func settings() throws(StoreError) -> LibrarySettings?
  func set(_ settings: LibrarySettings) throws(StoreError)

  // MARK: Homework

  /// Returns an assignment as a learner sees it; `nil` if it does not exist.
  func homework(_ id: Homework.ID, of learner: Int64?) throws(StoreError) -> Homework?
  func row(of id: Homework.ID) throws(StoreError) -> Int64?
  /// Returns homework as a learner sees it, newest first, then by id.
  func homework(
    _ filter: HomeworkFilter, of learner: Int64?, after place: ListPlace?, limit: Int
  ) throws(StoreError) -> [Homework]
  func homeworkCount() throws(StoreError) -> Int
  /// Calls `body` with every title, newest first.
  func eachTitle(_ body: (Homework.ID, String) -> Void) throws(StoreError)
  /// Returns up to 20 ids that begin or end with `part`, in order.
  func ids(of entity: StoreError.Entity, matching part: String) throws(StoreError) -> [String]
  func insert(_ homework: Homework, picture: Picture?) throws(StoreError) -> Int64
  /// Stores title, subject, text, day and generation.
  func update(_ homework: Homework, row: Int64) throws(StoreError)
  func setCollections(_ names: [String], homework row: Int64) throws(StoreError)
  func setPicture(_ picture: Picture?, homework row: Int64) throws(StoreError)
  /// Deletes an assignment with its quizzes, and every learner's attempts, answers, progress and completion.
  func delete(homework row: Int64) throws(StoreError)
  /// Returns the bytes of an assignment's picture, and the digest that identifies it.
  func picture(homework row: Int64) throws(StoreError) -> (bytes: [UInt8], digest: String)?
  /// Returns the bytes of the picture with a digest.
  func picture(digest: String) throws(StoreError) -> [UInt8]?
  /// Removes the pictures that neither homework nor a question shows, and that no undo would restore.
  func dropUnusedPictures() throws(StoreError)
  /// - Returns: whether it was not completed before.
  func complete(homework row: Int64, by learner: Int64, at time: Timestamp) throws(StoreError) -> Bool
  /// - Returns: whether it was completed before.
  func reopen(homework row: Int64, by learner: Int64) throws(StoreError) -> Bool
  /// Returns the collections of an assignment of which the learner has completed all homework, by name.
  func completedCollections(homework row: Int64, by learner: Int64) throws(StoreError) -> [String]
  func collections(of learner: Int64?) throws(StoreError) -> [HomeworkCollection]

  // MARK: Quizzes

  func quiz(_ key: QuizKey) throws(StoreError) -> Quiz?
  func row(of id: Quiz.ID) throws(StoreError) -> Int64?
  /// Returns the revisions of an assignment's quiz, oldest first.
  func revisions(homework row: Int64) throws(StoreError) -> [StoredRevision]
  /// Stores a quiz as the current one, with the questions in `questions`.
  func insert(_ quiz: Quiz, _ questions: [NewQuestion], homework: Int64, createdAt: Timestamp) throws(StoreError)
  /// Leaves an assignment without a current quiz.
  func retireQuiz(homework row: Int64) throws(StoreError)
  /// Copies questions into a quiz that belongs to no homework.
  func insertReview(
    _ id: Quiz.ID, copying questions: [(row: Int64, as: Question.ID)], createdAt: Timestamp
  ) throws(StoreError) -> Int64
  func question(at place: Int, quiz row: Int64) throws(StoreError) -> StoredQuestion?
  func question(_ row: Int64) throws(StoreError) -> StoredQuestion?
  /// Returns the questions of a quiz in order, with the number of options or items of each; 0 for other types.
  func optionCounts(quiz row: Int64) throws(StoreError) -> [(id: Question.ID, optionCount: Int)]
  /// Returns whether a quiz asks any card, which its learner grades.
  func hasCards(quiz row: Int64) throws(StoreError) -> Bool
  /// Returns the homework of a question, by its first revision; `nil` if it is deleted.
  func homework(ofQuestion id: Question.ID) throws(StoreError) -> Homework.ID?

  // MARK: Attempts

  /// Returns attempts with their answers, in the quiz's letters.
  func attempts(_ query: AttemptQuery) throws(StoreError) -> [StoredAttempt<Attempt>]
  /// - Parameter index: the index of the last answer to count, -1 for none; the last answer's index by default.
  func summary(_ id: Attempt.ID, upTo index: Int?) throws(StoreError) -> StoredAttempt<AttemptSummary>?
  func answer(at index: Int, attempt row: Int64) throws(StoreError) -> (answer: Answer, questionRow: Int64)?
  /// Returns an attempt in progress at an assignment, of any learner.
  func openAttempt(homework row: Int64) throws(StoreError) -> Attempt.ID?
  func insert(_ attempt: NewAttempt) throws(StoreError)
  func close(attempt row: Int64, as state: Attempt.State, at time: Timestamp) throws(StoreError)
  func extend(attempt row: Int64, to deadline: Timestamp) throws(StoreError)
  /// - Parameter standing: the totals of the answers up to and including this one.
  func insert(
    _ answer: Answer, _ standing: Standing, question: Int64, attempt: Int64
  ) throws(StoreError)
  /// Removes an attempt's answers from an index on.
  func removeAnswers(from index: Int, attempt row: Int64) throws(StoreError)
  /// Returns a learner's settled outcomes for an assignment's questions, in attempts and reviews that are not
  /// abandoned, in order of time.
  func outcomes(
    homework row: Int64, by learner: Int64
  ) throws(StoreError) -> [(question: Question.ID, outcome: Outcome)]

  // MARK: Gradings

  /// Stores a grading, unless it is there.
  func insertIfAbsent(_ grading: AnswerGrading, attempt row: Int64) throws(StoreError)
  /// Returns the gradings of an attempt's answers, in order of the answers, then of time.
  func gradings(ofAttempt row: Int64) throws(StoreError) -> [AnswerGrading]
  func insert(_ regrading: StoredRegrading) throws(StoreError)
  func remove(_ regrading: StoredRegrading) throws(StoreError)
  func newestRegrading() throws(StoreError) -> StoredRegrading?
  /// Returns the corrections of a quiz's questions in later revisions, oldest first.
  func regradings(since quiz: Int64) throws(StoreError) -> [StoredRegrading]

  // MARK: Earnings

  func store(_ progress: HomeworkProgress, homework: Int64, learner: Int64) throws(StoreError)
  func append(_ line: LedgerLine, of learner: Int64) throws(StoreError)
  /// Changes the stars, the score and the longest run of an attempt's line.
  func update(_ line: LedgerLine) throws(StoreError)
  /// Returns a learner's ledger, in the order in which the attempts were finished.
  func ledger(of learner: Int64) throws(StoreError) -> [CreditedAttempt]
  /// Returns the scores of a learner's completed attempts at an assignment that are no practice, oldest first.
  func scores(homework row: Int64, by learner: Int64) throws(StoreError) -> [(score: Score, finishedAt: Timestamp)]
  /// Replaces progress, which may fall.
  func replace(_ progress: HomeworkProgress, homework: Int64, learner: Int64) throws(StoreError)
  /// - Returns: whether it was new.
  func remember(
    _ name: String, kind: String, of learner: Int64, at time: Timestamp
  ) throws(StoreError) -> Bool
  func earnings(of learner: Int64) throws(StoreError) -> StoredEarnings
  /// Returns the stars of an attempt's line in the ledger.
  func credit(of id: Attempt.ID) throws(StoreError) -> Int?
  /// Returns the sum of the learner's ledger up to an attempt's line; of the whole ledger if it has none.
  func starsTotal(upTo id: Attempt.ID) throws(StoreError) -> Int
  /// - Parameter earned: the earnings to report with the sums.
  func statistics(of learner: Int64, _ earned: Earned) throws(StoreError) -> Statistics

  // MARK: Reviews

  /// Returns a learner's settled answers in attempts that are not abandoned, roughly in order of time.
  func reviewAnswers(of learner: Int64?) throws(StoreError) -> [ReviewAnswer]
  /// Returns the questions with these keys, or of all quizzes that the learner has played; may return more.
  func reviewQuestions(
    of learner: Int64?, in keys: ClosedRange<Int64>?
  ) throws(StoreError) -> [ReviewQuestion]
  /// Returns homework in the same way: by the keys of the current quizzes, or homework that was played or revised.
  func reviewHomework(
    of learner: Int64?, in keys: ClosedRange<Int64>?, isRevised: Bool
  ) throws(StoreError) -> [(quizRow: Int64, id: Homework.ID, title: String)]
  /// Returns each revision of every question that has several, in key order. A copy is a question asked by a review.
  func revisedQuestions() throws(StoreError) -> [(question: ReviewQuestion, card: String, isCopy: Bool)]

  // MARK: Events and requests

  /// - Parameter event: its `sequence` is ignored.
  /// - Returns: the number given to the event, the next one.
  func append(_ event: Event, of learner: Int64?) throws(StoreError) -> Int64
  /// Removes the oldest events: those numbered up to `newest - count`, and those that happened before `oldest`.
  func trimEvents(newest: Int64, keeping count: Int, since oldest: Timestamp) throws(StoreError)
  /// Returns the numbers of the oldest and the newest event, 0 if there is none.
  func eventRange() throws(StoreError) -> EventRange
  /// Returns the first `limit` events with these numbers, in order.
  func events(_ numbers: ClosedRange<Int64>, limit: Int) throws(StoreError) -> [Event]
  /// Returns the number of an attempt's last event.
  func lastEvent(of attempt: Attempt.ID) throws(StoreError) -> Int64?
  /// Returns a request; `nil` also if it was made before `oldest` and `Request.memoryEvents` events ago.
  func request(_ id: String, since oldest: Timestamp) throws(StoreError) -> StoredRequest?
  /// Stores a request, replacing a forgotten one with the same id.
  ///
  /// - Parameter event: the number of the newest event.
  func insert(
    _ request: StoredRequest, id: String, of learner: Int64, at time: Timestamp, after event: Int64
  ) throws(StoreError)
  /// Removes the requests made before a time, unless fewer than `Request.memoryEvents` events followed.
  func forgetRequests(before time: Timestamp) throws(StoreError)
}

/// Identifies a learner.
package enum LearnerKey {
  /// `nil` for the default learner.
  case row(Int64?)
  case id(Learner.ID)
  case foldedName(String)
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

// MARK: Capabilities

extension EngineTransaction {
  package var tablesRead: TableSet { .all }
  package var isInterruptionWanted: Bool { false }
  package var search: (any SearchIndex)? { nil }
  package var undo: (any UndoMemory)? { nil }
  package var transfer: (any LearnerTransfer)? { nil }
  package var copies: (any CopyRows)? { nil }
  package var maintenance: (any RowMaintenance)? { nil }
  package var reports: (any Reports)? { nil }
}

/// An index of the words in homework, called before and after they change.
package protocol SearchIndex: AnyObject {
  func index(homework row: Int64) throws(StoreError)
  func unindex(homework row: Int64) throws(StoreError)
}

/// Keeps the last deletion so that it can be undone.
package protocol UndoMemory: AnyObject {
  func keep(homework row: Int64, at time: Timestamp) throws(StoreError)
  /// Restores everything deleted since `oldest`, unchanged, except for the search index.
  func restore(since oldest: Timestamp) throws(StoreError) -> [(id: Homework.ID, row: Int64)]
  /// Returns the time of the last deletion; `nil` if none is kept.
  func newestDeletion() throws(StoreError) -> Timestamp?
  func forget() throws(StoreError)
}

/// Learners as documents, which another library can import.
package protocol LearnerTransfer: AnyObject {
  /// Returns everything about a learner, as one JSON document.
  func document(ofLearner row: Int64) throws(StoreError) -> String?
  /// Returns a document's description of itself; `nil` if it is not JSON.
  func head(of document: String) throws(StoreError) -> LearnerDocument?
  /// Stores a learner, their activity, and the homework that this library lacks.
  ///
  /// - Returns: the homework in the document.
  /// - Throws: `unavailable(.corrupt)` and `inconsistent` if the content is impossible.
  func take(_ document: String) throws(StoreError) -> [(id: Homework.ID, row: Int64, isNew: Bool)]
  func homeworkPlayed(by learner: Int64) throws(StoreError) -> [Homework.ID]
}

/// The stars, score and longest run of a finished attempt, and when it was finished.
package typealias CreditedAttempt = (stars: Int, score: Score, longestRun: Int, atMs: Int64)

/// The changes of all copies of a library, and rows in a form that another copy can read.
package protocol CopyRows: AnyObject {
  func ownCopy() throws(StoreError) -> SyncCopy.ID
  func libraryId() throws(StoreError) -> SyncCopy.LibraryID
  /// Makes an empty database a copy of a library.
  func join(_ library: SyncCopy.LibraryID) throws(StoreError)
  func insertIfAbsent(copy id: SyncCopy.ID) throws(StoreError)
  /// Makes this database another copy.
  ///
  /// - Parameter takesAttempts: whether attempts in progress go on in it, and not where they were.
  func beginCopy(_ id: SyncCopy.ID, takesAttempts: Bool, at now: Timestamp) throws(StoreError)

  /// Adds a change on this copy.
  func note(_ kind: SyncChange.Kind, _ entity: String, _ part: String?, at time: Timestamp) throws(StoreError)
  /// Adds what is here of a learner, as changes on this copy.
  func noteEverything(ofLearner row: Int64, at time: Timestamp) throws(StoreError)
  /// Adds a change on another copy; returns whether it was new.
  func insertIfAbsent(_ change: SyncChange) throws(StoreError) -> Bool
  /// Returns what is here of each copy's changes; of one, up to a time.
  func known() throws(StoreError) -> [SyncCopy.ID: SyncKnown]
  func known(of copy: SyncCopy.ID, upTo time: Int64) throws(StoreError) -> SyncKnown?
  /// Returns the changes that are later than what is known of their copies, in order, without their values.
  func changes(after known: [SyncCopy.ID: Int64], limit: Int) throws(StoreError) -> [SyncChange]
  /// Returns the time of a copy's newest change before a time; 0 if there is none.
  func newestTime(of copy: SyncCopy.ID, before time: Int64) throws(StoreError) -> Int64
  /// Returns the latest change of certain kinds: of a part, or of all parts at once, if one is given.
  func newest(
    _ kinds: [SyncChange.Kind], of entity: String, part: String?
  ) throws(StoreError) -> (time: Int64, copyId: SyncCopy.ID)?
  /// Returns the time at which an assignment was last edited, restored or played.
  func newestUse(homework row: Int64) throws(StoreError) -> Int64

  func value(of change: SyncChange) throws(StoreError) -> JSONValue?
  func insert(
    portable value: JSONValue, _ others: [String: SQLValue], into table: Table
  ) throws(StoreError) -> Int64?
  /// Stores pictures, given by their digests in Base64.
  func store(files: JSONValue?) throws(StoreError)
  func row(of id: String, in table: String) throws(StoreError) -> Int64?
  /// Stores columns of homework, given by their names in JSON.
  func set(_ columns: [String], from value: JSONValue, homework row: Int64) throws(StoreError)
  func makeCurrent(quiz row: Int64, homework: Int64) throws(StoreError)
  /// Stores when a learner completed an assignment; `nil` for not completed.
  func setCompletion(homework row: Int64, by learner: Int64, at time: Int64?) throws(StoreError)
  /// Stores when something happened to a learner once, if that is earlier than what is known.
  func keepEarlier(moment name: String, kind: String, of learner: Int64, at time: Int64) throws(StoreError)
  /// Adds a learner with a name that another one may have; lookups by name find them by their id then.
  func insertNamesake(_ learner: Learner) throws(StoreError) -> Int64
  func rename(namesake row: Int64, to name: String) throws(StoreError)

  /// Sets the copy on which an attempt goes on.
  func move(attempt row: Int64, to copy: SyncCopy.ID) throws(StoreError)
  /// Returns the copy on which an attempt goes on, if not this one.
  func home(ofAttempt row: Int64) throws(StoreError) -> SyncCopy.ID?
  /// Removes an attempt's answers from a place on, with their gradings.
  func cut(attempt row: Int64, from index: Int) throws(StoreError)
  /// Makes an attempt that had ended one in progress.
  func reopen(attempt row: Int64) throws(StoreError)
  /// Returns a quiz's questions by their own ids.
  func questions(ofQuiz row: Int64) throws(StoreError) -> [String: (row: Int64, question: Question)]
  /// Stores the corrections of a quiz's keys, in place of those that are there.
  func setRegradings(quiz row: Int64, from value: JSONValue) throws(StoreError)
  /// Returns the corrections of a quiz's questions, oldest first.
  func regradings(ofQuiz row: Int64) throws(StoreError) -> [StoredRegrading]
}

/// A learner document's description of itself, unchecked.
package struct LearnerDocument {
  /// The name that identifies such a document, and its version, unchanged since the first release, 0.1.0.
  package static let format = "hwdb-learner", version = 4

  package let format: String, version: Int, learnerId: String, name: String, createdAtMs: Int64

  package init(format: String, version: Int, learnerId: String, name: String, createdAtMs: Int64) {
    (self.format, self.version, self.learnerId) = (format, version, learnerId)
    (self.name, self.createdAtMs) = (name, createdAtMs)
  }
}

/// The row access that checks and repairs need, beyond rows by meaning.
package protocol RowMaintenance: AnyObject {
  /// Returns the details of the database, and its row counts.
  ///
  /// - Parameters:
  ///   - path: the file's path, if the database is a file.
  ///   - logBytes: the size of its log.
  func info(path: String?, logBytes: Int) throws(StoreError) -> StoreInfo
  /// Runs `body` on rows as stored: a normal read may throw for a damaged row.
  func asStored<Result>(_ body: () throws(StoreError) -> Result) throws(StoreError) -> Result
  /// Returns damage to the file itself, after which nothing else in it can be trusted.
  func structureFaults() throws(StoreError) -> [Inconsistency]
  /// Returns rows that are not as written, or that contradict each other.
  func rowFaults() throws(StoreError) -> [Inconsistency]
  /// Returns rows without a valid checksum: all of them, or those in a learner's document.
  func signatureFaults(ofLearner learner: Int64?) throws(StoreError) -> [Inconsistency]
  /// Returns the homework with answers to missing questions, whose attempts are unreadable; `nil` stands for reviews.
  func homeworkLackingQuestions() throws(StoreError) -> Set<Homework.ID?>
  /// Returns the stored progress of each learner at an assignment, by learner row.
  func progress(ofHomework id: Homework.ID) throws(StoreError) -> [Int64: HomeworkProgress]
  /// Returns the stored standing of each answer; `nil` for an impossible one.
  func standings(ofAttempt row: Int64) throws(StoreError) -> [Standing?]

  /// Gives a checksum to rows that another program wrote.
  func signUnsigned() throws(StoreError)
  /// Rebuilds what the engine itself derives: indexes, counts, search.
  func repairIndexes() throws(StoreError)
  /// Returns all homework in key order.
  func everyHomework() throws(StoreError) -> [(row: Int64, id: Homework.ID, subject: String?)]
  /// Returns whether an assignment's attempts and answers are as written.
  func isSigned(homework row: Int64) throws(StoreError) -> Bool
  /// Returns the question of an answer whose signature matches it as stored, or with this streak position and standing.
  func question(
    signedAt index: Int, attempt row: Int64, orWith streakPosition: Int?, _ standing: Standing
  ) throws(StoreError) -> Int64?
  func forgetCredit(of id: Attempt.ID) throws(StoreError)
  func forgetProgress(homework row: Int64) throws(StoreError)
}

extension RowMaintenance {
  package func asStored<Result>(_ body: () throws(StoreError) -> Result) throws(StoreError) -> Result { try body() }
}

/// Reads many rows at once, by engine-specific queries.
package protocol Reports: AnyObject {
  /// Returns all learners, or one, with all homework, and the questions most often answered wrong.
  func overview(of learner: Int64?) throws(StoreError) -> Overview
}

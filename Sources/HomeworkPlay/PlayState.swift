package import HomeworkModel
package import HomeworkMotion
import HomeworkStore

/// The part of a live attempt without storage: a session, and the facts on disk that it receives.
///
/// Nothing else in the program sends facts to a session. The laws drive this type, so they are proved for the code that
/// ships.
package struct PlayState: Sendable {
  package private(set) var session: Session

  package init(resuming attempt: Attempt?, environment: SessionEnvironment, atMs: Int) {
    session = Session(resuming: attempt, environment: environment, atMs: atMs)
  }

  /// Starts again from the present state, as a resumed process does.
  package mutating func load(_ attempt: Attempt?, atMs: Int) {
    self = PlayState(resuming: attempt, environment: session.environment, atMs: atMs)
  }

  /// Continues with the session of another process.
  package init(_ session: Session) {
    self.session = session
  }

  /// The attempt on screen. Only the store knows whether it is still in progress.
  var openAttempt: Attempt.ID {
    get throws(LiveAttemptError) {
      guard let id = session.attemptId else { throw .notStarted }
      return id
    }
  }

  /// Sends the session a fact that is on disk, or a screen event.
  package mutating func receive(_ event: SessionEvent, atMs: Int) throws(SessionError) -> CueChanges {
    try session.receive(event, atMs: atMs)
  }

  package mutating func advance(toMs: Int) {
    session.advance(toMs: toMs)
  }

  /// Sends the session the meaning of an event for its attempt.
  ///
  /// - Parameters:
  ///   - all: the events that were committed with it.
  ///   - credit: the stars in the ledger, if the event finishes an attempt.
  package mutating func receive(
    _ event: Event, among all: [Event], credit: Credit, atMs: Int
  ) throws(SessionError) -> CueChanges {
    var changes = CueChanges()
    let isOfThis = event.detail.attemptId == session.attemptId
    switch event.kind {
    case .answerSettled:
      guard isOfThis, let answer = SettledAnswer(event) else { break }
      changes = try receive(.settled(answer), atMs: atMs)
    case .answerRegraded, .answerAccepted:
      guard isOfThis, let index = event.detail.questionIndex, let outcome = event.detail.outcome else { break }
      changes = try receive(.regraded(questionIndex: index, outcome), atMs: atMs)
    case .attemptFinished:
      guard isOfThis else { break }
      changes = try receive(.finished(starsEarned: credit.earned, starsTotal: credit.total), atMs: atMs)
    case .attemptAbandoned:
      guard isOfThis else { break }
      changes = try receive(.abandoned, atMs: atMs)
    default:
      guard let fact = StoreFact(event, among: all) else { break }
      changes = try receive(.store(fact), atMs: atMs)
    }
    return changes
  }
}

/// The stars in the ledger for a finished attempt (0 for practice), and all stars including them.
package struct Credit: Sendable {
  package var earned = 0, total = 0

  package init(earned: Int = 0, total: Int = 0) { (self.earned, self.total) = (earned, total) }

  init(_ id: Attempt.ID, _ tx: ReadTransaction) throws(StoreError) {
    self.init(earned: try tx.credit(of: id) ?? 0, total: try tx.starsTotal(upTo: id))
  }
}

extension SettledAnswer {
  /// Returns the answer of an event; `nil` for other kinds of events, and for a damaged one.
  fileprivate init?(_ event: Event) {
    guard let index = event.detail.questionIndex, let outcome = event.detail.outcome else { return nil }
    let position = event.detail.streakPosition
    self.init(questionIndex: index, outcome: outcome, movesStreak: position != nil, streakPosition: position)
  }
}

extension StoreFact {
  /// Returns the fact to send to a session for an event; `nil` if the session receives the event differently, or not at
  /// all.
  ///
  /// - Parameter all: the events that were committed with it.
  package init?(_ event: Event, among all: [Event]) {
    guard let fact = Fact(event.kind) else { return nil }
    let isCollection = fact == .collectionCompleted
    let isOfLearner = fact == .achievementUnlocked || fact == .milestoneReached
    self.init(
      fact, homeworkId: isCollection || isOfLearner ? nil : event.homeworkId,
      collection: isCollection ? event.detail.name : nil, name: isCollection ? nil : event.detail.name,
      reason: event.detail.reason, retryAfterSeconds: event.detail.retryAfterSeconds,
      isFirst: all.contains { $0.kind == .firstCapture && $0.homeworkId == event.homeworkId })
  }
}

extension Event {
  /// Returns whether a session of this learner shows the event. It does not show events of other learners.
  package func isShown(to learner: Learner.ID) -> Bool { learnerId == nil || learnerId == learner }
}

extension Fact {
  /// Uses a `switch` without `default`, so that a new kind of event does not compile until it is handled here.
  package init?(_ kind: Event.Kind) {
    switch kind {
    case .homeworkAdded: self = .homeworkAdded
    case .homeworkCompleted: self = .homeworkCompleted
    case .homeworkDeleted: self = .homeworkDeleted
    case .collectionCompleted: self = .collectionCompleted
    case .achievementUnlocked: self = .achievementUnlocked
    case .milestoneReached: self = .milestoneReached
    case .generationChanged: self = .generationChanged
    case .homeworkUpdated, .homeworkReopened, .homeworkRestored, .databaseRestored, .firstCapture, .quizSet,
      .attemptStarted, .answerSettled, .attemptFinished, .attemptAbandoned, .attemptExtended, .attemptTaken,
      .answerRegraded, .answerAccepted, .learnerAdded, .learnerUpdated, .erased:
      return nil
    }
  }
}

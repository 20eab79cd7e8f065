package import HomeworkModel
package import HomeworkMotion
import HomeworkStore

/// The part of a live attempt that needs no storage: a session, told facts that are on disk.
///
/// Nothing else in the program tells a session a fact, so that the laws, which drive this, are proved for all that
/// ships.
package struct PlayState: Sendable {
  package private(set) var session: Session
  private let hooks: PlayHooks
  /// What only a seeded bug shows.
  package private(set) var shownWrongly = ShownWrongly()

  package struct ShownWrongly: Sendable {
    /// Before the fact was saved.
    package var tooEarly: [Cue] = []
    /// Once more, after a kill.
    package var again: [Cue] = []
  }

  package init(
    resuming attempt: Attempt?, environment: SessionEnvironment, atMs: Int, hooks: PlayHooks = PlayHooks()
  ) {
    self.hooks = hooks
    let resumed = hooks.resuming.flatMap { change in attempt.map(change) } ?? attempt
    session = Session(resuming: resumed, environment: environment, atMs: atMs)
    if let attempt, let again = hooks.showsAgain { shownWrongly.again = again(attempt, environment, atMs) }
  }

  /// Starts afresh on what is there now, as a resumed process does.
  mutating func takeUp(_ attempt: Attempt?, atMs: Int) {
    self = PlayState(resuming: attempt, environment: session.environment, atMs: atMs, hooks: hooks)
  }

  /// Goes on with a session that another process had.
  package init(_ session: Session) {
    self.session = session
    hooks = PlayHooks()
  }

  /// Of the attempt that is shown. Whether it is still in progress the store says.
  var openAttempt: Attempt.ID {
    get throws(LiveAttemptError) {
      guard let id = session.attemptId else { throw .notStarted }
      return id
    }
  }

  /// Tells the session a fact that is on disk, or what only the screen knows.
  package mutating func tell(_ event: SessionEvent, atMs: Int) throws(SessionError) -> CueChanges {
    try session.receive(event, atMs: atMs)
  }

  package mutating func advance(toMs: Int) {
    session.advance(toMs: toMs)
  }

  /// Tells the session what an event means for its attempt, if anything.
  ///
  /// - Parameters:
  ///   - all: those that were committed with it.
  ///   - credit: what the ledger says, where the event finishes an attempt.
  package mutating func tell(
    _ event: Event, among all: [Event], credit: Credit, atMs: Int
  ) throws(SessionError) -> CueChanges {
    var changes = CueChanges()
    let isOfThis = event.detail.attemptId == session.attemptId
    switch event.kind {
    case .answerSettled:
      guard isOfThis, let answer = SettledAnswer(event) else { break }
      changes = try tell(.settled(answer), atMs: atMs)
    case .attemptFinished:
      guard isOfThis else { break }
      changes = try tell(.finished(starsEarned: credit.earned, starsTotal: credit.total), atMs: atMs)
    case .attemptAbandoned:
      guard isOfThis else { break }
      changes = try tell(.abandoned, atMs: atMs)
    default:
      guard let fact = StoreFact(event, among: all) else { break }
      changes = try tell(.store(fact), atMs: atMs)
    }
    return changes
  }

  /// Whether a bug is seeded that shows an answer before it is saved.
  var isToForesee: Bool { hooks.showsBeforeCommit != nil }

  package mutating func foresee(_ answer: SettledAnswer?, atMs: Int) {
    guard let show = hooks.showsBeforeCommit, let answer else { return }
    shownWrongly.tooEarly = show(session, answer, atMs)
  }
}

/// What the ledger says of a finished attempt: stars that it brought, none for practice, and all stars with them.
package struct Credit: Sendable {
  package var earned = 0, total = 0

  package init(earned: Int = 0, total: Int = 0) { (self.earned, self.total) = (earned, total) }

  init(_ id: Attempt.ID, _ tx: ReadTransaction) throws(StoreError) {
    self.init(earned: try tx.credit(of: id) ?? 0, total: try tx.starsTotal(upTo: id))
  }
}

/// Where tests of the laws let an attempt go wrong on purpose. The program itself sets none of them.
package struct PlayHooks: Sendable {
  /// The attempt that a resumed session is given, in place of the one on disk.
  package var resuming: (@Sendable (Attempt) -> Attempt)?
  /// Cues that a resumed session shows at once.
  package var showsAgain: (@Sendable (Attempt, SessionEnvironment, _ atMs: Int) -> [Cue])?
  /// Cues that are shown before the answer is saved.
  package var showsBeforeCommit: (@Sendable (Session, SettledAnswer, _ atMs: Int) -> [Cue])?

  package init() {}
}

extension SettledAnswer {
  /// Of an event that says an answer was settled; `nil` for another, or for one that is damaged.
  fileprivate init?(_ event: Event) {
    guard let index = event.detail.questionIndex, let outcome = event.detail.outcome else { return nil }
    let position = event.detail.streakPosition
    self.init(questionIndex: index, outcome: outcome, isMCQ: position != nil, streakPosition: position)
  }
}

extension StoreFact {
  /// The fact that a session is told of an event; `nil` for those that it is told in another way, or not at all.
  ///
  /// - Parameter all: the events that were committed with it.
  package init?(_ event: Event, among all: [Event]) {
    guard let fact = Fact(event.kind) else { return nil }
    let isCollection = fact == .collectionCompleted
    let isOfLearner = fact == .achievementUnlocked || fact == .milestoneReached
    self.init(
      fact, homeworkId: isCollection || isOfLearner ? nil : event.homeworkId,
      collection: isCollection ? event.detail.name : nil, name: isCollection ? nil : event.detail.name,
      reason: event.detail.reason,
      isFirst: all.contains { $0.kind == .firstCapture && $0.homeworkId == event.homeworkId })
  }
}

extension Event {
  /// Whether a session of this learner shows it: what happens to others is theirs.
  package func isShown(to learner: Learner.ID) -> Bool { learnerId == nil || learnerId == learner }
}

extension Fact {
  /// A `switch` without `default`, so that a new kind of event does not compile before it is told here.
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
      .attemptStarted, .answerSettled, .attemptFinished, .attemptAbandoned, .learnerAdded, .learnerUpdated, .erased:
      return nil
    }
  }
}

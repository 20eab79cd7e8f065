import HomeworkAPI
import HomeworkModel
package import HomeworkMotion
import HomeworkPlay
package import HomeworkReports
package import HomeworkStore

package enum ExploredAction: String, CaseIterable, Sendable {
  case correct, wrong, skip, finish, leave, revisit, abandon, start
  /// The second learner continues: starts, answers correctly, or finishes, whichever is next.
  case other

  /// The learner who acts: 0 for the first, 1 for the second.
  package var player: Int { self == .other ? 1 : 0 }

  var saves: Bool { self != .leave && self != .revisit }
}

/// One process of a target: a live attempt on the store, or a session of which only the rules say what is saved.
package final class ExploredProcess {
  fileprivate let live: LiveAttempt?
  fileprivate var play: PlayState
  /// True if its attempt had answers when it opened.
  package let isResumed: Bool
  /// The session that a seeded bug shows instead.
  package var shown: Session?
  /// The death of the process before it; `nil` if none has died.
  var death: ActionDeath?

  fileprivate init(_ live: LiveAttempt?, _ play: PlayState) {
    (self.live, self.play) = (live, play)
    isResumed = (live?.session ?? play.session).questionIndex > 0
  }

  private init(copying other: ExploredProcess) {
    (live, play, isResumed) = (other.live?.copy(), other.play, other.isResumed)
    (shown, death) = (other.shown, other.death)
  }

  package var session: Session { shown ?? live?.session ?? play.session }
  /// The cues that its resume report lists as suppressed; `nil` without a report.
  package var reported: [CueID]? { live?.report.suppressed.map(\.id) }
  package func copy() -> ExploredProcess { ExploredProcess(copying: self) }
}

/// A seeded bug in what a target shows.
package protocol ExplorationBug: AnyObject {
  func opened(_ process: ExploredProcess, of player: Int)
  func played(_ action: ExploredAction, on process: ExploredProcess, _ done: Acknowledged, _ cues: inout CueChanges)
  /// - Parameter before: what it showed before the action in which it died.
  func died(in action: ExploredAction, on process: ExploredProcess, before: Session, atMs: Int)
}

/// A place to play sequences: an action can be undone, and the next one tried in its place.
///
/// Sequences of answers are one attempt with its finish, played by the rules alone, so that all of them can be tried.
/// Sequences of all actions are played by live attempts of two learners at one homework, on a store in memory: before
/// they begin, both have given some correct answers, so that the next answers celebrate, and the text question and the
/// end are near.
package final class ExplorationTarget {
  /// The numbers of correct answers before a sequence: with 0 the first star is far away, after 4 the next answer earns
  /// it, after 9 the next one fills the cycle.
  package static let answersBefore = [0, 4, 9]
  static let second = "Second"
  static let gapMs = 600

  let kind: SequenceActions
  /// The quiz as a setting of the language.
  let quiz: String
  let questionCount: Int
  /// The actions before a sequence begins. The second learner takes no time.
  package let beginning: [ExploredAction]
  package var bug: (any ExplorationBug)?
  private let ownCount: Int
  private let stored: Stored?
  private let learners: [Learner.ID]
  /// By the rules alone: the attempt that would be on disk, and the facts, once they were asked for.
  private var attempt: Attempt? { didSet { known = nil } }
  private var known: [Snapshot]?

  private struct Stored {
    let world: World
    let reused: ReusedStore
    let homework: Homework.ID
    let questions: [Question]
  }

  /// - Parameter position: the number of answers before the sequences or, if they consist of answers, in them.
  package init(_ kind: SequenceActions, at position: Int) throws {
    self.kind = kind
    guard kind == .all else {
      (ownCount, questionCount, quiz, beginning) = (1, position, "quiz mcq \(position)", [.start])
      (stored, learners) = (nil, [Self.id(4), Self.id(5)])
      return
    }
    ownCount = position + 1
    beginning = [.start] + Array(repeating: .correct, count: position) + Array(repeating: .other, count: ownCount)
    quiz = "quiz mcq \(position + 1), fillBlank 1, mcq 1"
    var setup = ScenarioSetup()
    setup.quiz = .generated([(.mcq, position + 1), (.fillBlank, 1), (.mcq, 1)])
    let world = try World(setup, learners: [Self.second])
    let reused = try ReusedStore(world)
    try world.fill(reused.store)
    (learners, stored) = try reused.store.readAndWait { tx in
      guard let homework = try tx.homeworkList().items.first, let quiz = try tx.quiz(for: homework.id) else {
        throw ProgramFailure.broken("the quiz is not there")
      }
      let stored = Stored(world: world, reused: reused, homework: homework.id, questions: quiz.questions)
      return (try tx.learners().map(\.id), stored)
    }
    questionCount = stored?.questions.count ?? 0
  }

  private static func id<Entity>(_ number: UInt64) -> Identifier<Entity> { Identifier(atMs: 0, random: (0, number)) }

  package var store: Store? { stored?.reused.store }

  func actions(after done: [ExploredAction]) -> [ExploredAction] {
    guard kind == .answers else { return ExploredAction.allCases }
    return done.isEmpty ? [.start] : done.count <= questionCount ? [.correct, .wrong] : [.finish]
  }

  /// Returns the time of the action after this many others.
  package func time(ofStep step: Int) -> Int {
    (step < ownCount ? step : max(ownCount - 1, step - ownCount)) * Self.gapMs
  }

  /// Returns all facts on disk, as each learner sees them.
  package func facts() throws -> [Snapshot] {
    if let store { return try store.readAndWait { tx in try Snapshot.each(of: learners, tx) } }
    let facts = known ?? [Snapshot(attempt, of: learners[0]), Snapshot(nil, of: learners[1])]
    known = facts
    return facts
  }

  /// Starts a process, which opens the attempt in progress.
  package func open(_ player: Int, atMs: Int) throws -> ExploredProcess {
    let environment = stored?.world.environment ?? SessionEnvironment()
    let open = player == 0 ? attempt : nil
    let live = try stored.map { stored in
      try LiveAttempt(
        in: stored.reused.store, learner: learners[player], environment: environment, after: nil,
        clock: .standing(atMs: atMs)
      ) { tx in try tx.openAttempt(stored.homework) }
    }
    let process = ExploredProcess(live, PlayState(resuming: open, environment: environment, atMs: atMs))
    bug?.opened(process, of: player)
    return process
  }

  /// - Throws: the program's refusal, or a failure.
  package func play(
    _ action: ExploredAction, on process: ExploredProcess, step: Int
  ) throws -> (done: Acknowledged, cues: CueChanges) {
    var (done, cues) = try playSoundly(action, on: process, step: step)
    process.shown = nil
    bug?.played(action, on: process, done, &cues)
    return (done, cues)
  }

  private func playSoundly(
    _ action: ExploredAction, on process: ExploredProcess, step: Int
  ) throws -> (done: Acknowledged, cues: CueChanges) {
    let atMs = time(ofStep: step)
    guard let stored, let live = process.live else {
      let (done, event) = save(action, atMs: atMs)
      return (done, try process.play.receive(event, atMs: atMs))
    }
    // Ids are made from the time and the step, so that a killed process makes the same ids as one that lives on.
    stored.reused.failpoint.now(atMs: atMs, serial: step + 1)
    let (session, question) = (live.session, stored.questions[min(live.session.questionIndex, questionCount - 1)])
    let played = try live.performAndWait(scenarioStep(of: action, session, question), of: stored.homework, atMs: atMs)
    return (played.done ?? .shown, played.cues)
  }

  private func scenarioStep(of action: ExploredAction, _ session: Session, _ question: Question) -> ScenarioStep {
    switch action {
    case .correct: .answer(question.correctResponse)
    case .wrong: .answer(question.wrongResponse)
    case .skip: .answer(.skip)
    case .finish: .finish
    case .abandon: .abandon
    case .start: .start(AttemptOptions())
    case .leave: .screen(.leave)
    case .revisit: .screen(.revisit(questionIndex: max(0, session.questionIndex - 1)))
    case .other where session.stage != .question: .start(AttemptOptions())
    case .other: session.questionIndex < session.questionCount ? .answer(question.correctResponse) : .finish
    }
  }

  /// Does by the rules what a store does, and returns the event for a session.
  private func save(_ action: ExploredAction, atMs: Int) -> (Acknowledged, SessionEvent) {
    let at = World.time(ofSessionMs: atMs)
    var attempt =
      self.attempt
      ?? Attempt(
        id: Self.id(1), homeworkId: Self.id(2), quizId: Self.id(3), learnerId: learners[0],
        questionCount: questionCount, startedAt: World.beginning)
    defer { self.attempt = attempt }
    switch action {
    case .start: return (.started(attempt.id), .started(attempt))
    case .finish:
      (attempt.state, attempt.finishedAt) = (.completed, at)
      let stars = attempt.streak.stars
      return (.finished(attempt.id, starsTotal: stars), .finished(starsEarned: stars, starsTotal: stars))
    default:
      var streak = attempt.streak
      let (index, isCorrect) = (attempt.answers.count, action == .correct)
      let answer = Answer(
        questionId: Self.id(UInt64(100 + index)), index: index, response: isCorrect ? "A" : "B",
        outcome: isCorrect ? .correct : .wrong,
        streakPosition: streak.settle(isCorrect ? .correct : .wrong, movesStreak: true), elapsedMs: 0, answeredAt: at)
      attempt.answers.append(answer)
      return (.settled(answer, in: attempt.id), .settled(SettledAnswer(answer)))
    }
  }

  /// Plays an action that dies at its commit, without any report.
  ///
  /// - Returns: whether it reached its commit.
  package func die(in action: ExploredAction, on process: ExploredProcess, step: Int, isCommitted: Bool) -> Bool {
    let (before, atMs) = (process.session, time(ofStep: step))
    defer { bug?.died(in: action, on: process, before: before, atMs: atMs) }
    guard let failpoint = stored?.reused.failpoint else {
      if isCommitted { _ = save(action, atMs: atMs) }
      return true
    }
    failpoint.arm(isCommitted ? .afterCommit : .beforeCommit) { throw Failpoint.Triggered() }
    defer { failpoint.reset() }
    _ = try? playSoundly(action, on: process, step: step)
    return failpoint.hasTriggered
  }

  /// Returns whether a process has nothing to show of the last action.
  func isUntouched(_ process: ExploredProcess, atMs: Int) -> Bool {
    guard let live = process.live?.copy() else { return true }
    var session = live.session
    session.advance(toMs: atMs)
    return (try? live.followAndWait(atMs: atMs)) == CueChanges() && live.session == session
  }

  package func rehearse<Result>(_ body: () throws -> Result) throws -> Result {
    if let store { return try store.rehearse(body) }
    let before = (attempt, known)
    defer { (attempt, known) = before }
    return try body()
  }
}

extension Snapshot {
  /// Creates the snapshot of one attempt, as from a store.
  fileprivate init(_ attempt: Attempt?, of learner: Learner.ID) {
    learnerId = learner
    guard let attempt else { return }
    let standing = attempt.standings.last ?? Standing()
    let counted = Counted(answers: standing.settled, correct: standing.correct, streak: standing.streak)
    var stored = AttemptSnapshot(attempt: attempt, counted: counted)
    if attempt.state == .completed {
      (stored.credit, starsTotal, finishedAttempts) = (attempt.credit, attempt.credit ?? 0, 1)
    }
    let quiz = Homework(
      id: Identifier(atMs: 0, random: (0, 0)), title: "Quiz", createdAt: World.beginning,
      progress: HomeworkProgress(of: [attempt]))
    homework = [HomeworkSnapshot(homework: quiz, attempts: [stored])]
  }
}

import HomeworkModel
package import HomeworkMotion
import HomeworkPlay

/// One attempt played by the rules alone, without a store, with only correct and wrong answers.
package final class RulesStage: Stage {
  package let questionCount: Int
  private var state: State {
    didSet { known = nil }
  }
  private var known: [Snapshot]?

  /// The state that would be on disk.
  private struct State {
    var attempt: Attempt
    var isStarted = false
  }

  /// One process.
  package final class Life: StageLife {
    fileprivate(set) var play: PlayState
    package var session: Session { play.session }
    package var reported: [CueID]? { nil }

    init(_ play: PlayState) { self.play = play }
    package func copy() -> Life { Life(play) }
  }

  package init(questionCount: Int) {
    self.questionCount = questionCount
    state = State(
      attempt: Attempt(
        id: Self.id(1), homeworkId: Self.id(2), quizId: Self.id(3), learnerId: Self.id(4),
        questionCount: questionCount, startedAt: World.beginning))
  }

  private static func id<Entity>(_ number: UInt64) -> Identifier<Entity> { Identifier(atMs: 0, random: (0, number)) }

  package var quiz: String { "quiz mcq \(questionCount)" }
  package var beginning: [ExploredAction] { [.start] }
  package var judgesAll: Bool { true }
  package var momentsOfResults: [Int]? { [0, 450, 900, 1100] }

  package func actions(after done: [ExploredAction]) -> [ExploredAction] {
    done.isEmpty ? [.start] : done.count <= questionCount ? [.correct, .wrong] : [.finish]
  }

  package func time(ofStep step: Int) -> Int { max(0, step - 1) * gapMs }

  package func open(_ player: Int, atMs: Int) -> Life {
    let attempt = player == 0 && state.isStarted ? state.attempt : nil
    return Life(PlayState(resuming: attempt, environment: SessionEnvironment(), atMs: atMs))
  }

  package func play(
    _ action: ExploredAction, on life: Life, step: Int
  ) throws -> (done: Acknowledged, cues: CueChanges) {
    let (done, event) = save(action, step: step)
    return (done, try life.play.tell(event, atMs: time(ofStep: step)))
  }

  package func die(in action: ExploredAction, on life: Life, step: Int, isCommitted: Bool) -> Bool {
    if isCommitted { _ = save(action, step: step) }
    return true
  }

  /// Does what a store does, and returns the event for a session.
  private func save(_ action: ExploredAction, step: Int) -> (Acknowledged, SessionEvent) {
    let (id, at) = (state.attempt.id, World.time(ofSessionMs: time(ofStep: step)))
    switch action {
    case .start:
      state.isStarted = true
      return (.started(id), .started(state.attempt))
    case .finish:
      (state.attempt.state, state.attempt.finishedAt) = (.completed, at)
      let stars = state.attempt.streak.stars
      return (.finished(id, starsTotal: stars), .finished(starsEarned: stars, starsTotal: stars))
    default:
      var streak = state.attempt.streak
      let (index, isCorrect) = (state.attempt.answers.count, action == .correct)
      let answer = Answer(
        questionId: Self.id(UInt64(100 + index)), index: index, response: isCorrect ? "A" : "B",
        outcome: isCorrect ? .correct : .wrong,
        streakPosition: streak.settle(isCorrect ? .correct : .wrong, movesStreak: true),
        elapsedMs: 0, answeredAt: at)
      state.attempt.answers.append(answer)
      return (.settled(answer, in: id), .settled(SettledAnswer(answer)))
    }
  }

  package func facts() -> [Snapshot] {
    if let known { return known }
    let facts = [Snapshot(state.isStarted ? state.attempt : nil, of: Self.id(4)), Snapshot(nil, of: Self.id(5))]
    known = facts
    return facts
  }

  package func isUntouched(_ life: Life, atMs: Int) -> Bool { true }

  package func rehearse<Result>(_ body: () throws -> Result) rethrows -> Result {
    let before = (state, known)
    defer { (state, known) = before }
    return try body()
  }
}

extension Snapshot {
  /// Creates the snapshot of one attempt, as from a store.
  fileprivate init(_ attempt: Attempt?, of learner: Learner.ID) {
    learnerId = learner
    guard let attempt else { return }
    let (standing, isOver) = (attempt.standings.last ?? Standing(), attempt.state == .completed)
    let progress = HomeworkProgress(of: [attempt])
    var stored = AttemptSnapshot(
      id: attempt.id, state: attempt.state, questionCount: attempt.questionCount, isPractice: false,
      answers: attempt.answers.map {
        AnswerSnapshot(
          response: $0.response, outcome: $0.outcome, streakPosition: $0.streakPosition,
          answeredAtMs: World.sessionMs(of: $0.answeredAt))
      },
      counted: Counted(answers: standing.settled, correct: standing.correct, streak: standing.streak))
    stored.finishedAtMs = attempt.finishedAt.map(World.sessionMs)
    if isOver { (stored.credit, starsTotal, finishedAttempts) = (attempt.credit, attempt.credit ?? 0, 1) }
    homework = [
      HomeworkSnapshot(
        id: Identifier(atMs: 0, random: (0, 0)), title: "Quiz", collections: [], isCompleted: false, generation: "",
        quiz: [], bestScore: progress.bestScore,
        bestTotal: progress.bestTotal, completionPercentage: progress.completionPercentage,
        totalAttempts: progress.totalAttempts, attempts: [stored])
    ]
  }
}

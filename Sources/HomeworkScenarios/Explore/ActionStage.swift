import HomeworkModel
package import HomeworkMotion
package import HomeworkPlay
package import HomeworkStore

/// A store in memory with two learners at one homework, on which live attempts play.
///
/// Before a sequence begins, both have given some correct answers in their attempts, so that the next answers
/// celebrate, and the text question and the end are near.
package final class ActionStage: Stage {
  private let world: World
  private let reused: ReusedStore
  private let homeworkId: Homework.ID
  private let learners: [Learner.ID]
  private let questions: [Question]

  /// The numbers of correct answers before a sequence: with 0 the first star is far away, after 4 the next answer earns
  /// it, after 9 the next one fills the cycle.
  package static let answersBefore = [0, 4, 9]
  static let second = "Second"
  package let quiz: String
  package let beginning: [ExploredAction]
  /// The number of actions in `beginning` by each of the two learners.
  private let ownCount: Int

  /// - Parameter answersBefore: the number of correct answers of both learners.
  package init(answersBefore: Int) throws {
    ownCount = answersBefore + 1
    beginning =
      [.start] + Array(repeating: .correct, count: answersBefore) + Array(repeating: .other, count: ownCount)
    quiz = "quiz mcq \(answersBefore + 1), fillBlank 1, mcq 1"
    var setup = ScenarioSetup()
    setup.quiz = .generated([(.mcq, answersBefore + 1), (.fillBlank, 1), (.mcq, 1)])
    var world = try World(setup)
    world.learners = [Self.second]
    let reused = try ReusedStore(world)
    try world.fill(reused.store)
    (self.world, self.reused) = (world, reused)
    (learners, homeworkId, questions) = try reused.store.readAndWait { tx in
      guard let homework = try tx.homeworkList().items.first, let quiz = try tx.quiz(for: homework.id) else {
        throw ProgramFailure.broken("the quiz is not there")
      }
      return (try tx.learners().map(\.id), homework.id, quiz.questions)
    }
  }

  package var store: Store { reused.store }
  private var failpoint: Failpoint { reused.failpoint }
  package var questionCount: Int { questions.count }
  package var judgesAll: Bool { false }
  package var momentsOfResults: [Int]? { nil }
  package func actions(after done: [ExploredAction]) -> [ExploredAction] { ExploredAction.allCases }

  package func time(ofStep step: Int) -> Int {
    (step < ownCount ? step : max(ownCount - 1, step - ownCount)) * gapMs
  }

  package func facts() throws -> [Snapshot] {
    try store.readAndWait { tx in try Snapshot.each(of: learners, tx) }
  }

  package func open(_ player: Int, atMs: Int) throws -> LiveAttempt {
    try LiveAttempt(
      in: store, learner: learners[player], environment: world.environment, after: nil, clock: .standing(atMs: atMs)
    ) { tx in try tx.openAttempt(homeworkId) }
  }

  package func play(
    _ action: ExploredAction, on live: LiveAttempt, step: Int
  ) throws -> (done: Acknowledged, cues: CueChanges) {
    let atMs = time(ofStep: step)
    // Ids are made from the time and the step, so that a killed process makes the same ids as one that lives on.
    failpoint.now(atMs: atMs, serial: step + 1)
    switch action {
    case .correct, .wrong, .skip: return try settle(action, on: live, atMs: atMs)
    case .finish: return try finish(live, atMs: atMs)
    case .abandon:
      let played = try live.abandonAndWait(atMs: atMs)
      return (.abandoned(played.value.id), played.cues)
    case .start: return try start(live, atMs: atMs)
    case .leave: return (.shown, try live.showAndWait(.leave, atMs: atMs))
    case .revisit:
      let question = max(0, live.session.questionIndex - 1)
      return (.shown, try live.showAndWait(.revisit(questionIndex: question), atMs: atMs))
    case .other:
      let session = live.session
      guard session.stage == .question else { return try start(live, atMs: atMs) }
      guard session.questionIndex < session.questionCount else { return try finish(live, atMs: atMs) }
      return try settle(.correct, on: live, atMs: atMs)
    }
  }

  private func start(_ live: LiveAttempt, atMs: Int) throws -> (Acknowledged, CueChanges) {
    let played = try live.startAndWait(homeworkId, atMs: atMs)
    return (.started(played.value.id), played.cues)
  }

  private func finish(_ live: LiveAttempt, atMs: Int) throws -> (Acknowledged, CueChanges) {
    let played = try live.finishAndWait(atMs: atMs)
    return (.finished(played.value.attempt.id, starsTotal: played.value.starsTotal), played.cues)
  }

  private func settle(_ action: ExploredAction, on live: LiveAttempt, atMs: Int) throws -> (Acknowledged, CueChanges) {
    let index = live.session.questionIndex
    let question = questions[min(index, questions.count - 1)]
    let response =
      switch action {
      case .skip: Response.skip
      case .wrong: question.wrongResponse
      default: question.correctResponse
      }
    let played = try live.settleAndWait(response, atMs: atMs)
    return (.settled(played.value.answer, in: played.value.attempt.id), played.cues)
  }

  package func die(
    in action: ExploredAction, on live: LiveAttempt, step: Int, isCommitted: Bool = false
  ) -> Bool {
    failpoint.arm(isCommitted ? .afterCommit : .beforeCommit) { throw Failpoint.Triggered() }
    defer { failpoint.reset() }
    _ = try? play(action, on: live, step: step)
    return failpoint.hasTriggered
  }

  package func isUntouched(_ life: LiveAttempt, atMs: Int) -> Bool {
    let live = life.copy()
    var session = live.session
    session.advance(toMs: atMs)
    return (try? live.followAndWait(atMs: atMs)) == CueChanges() && live.session == session
  }

  package func rehearse<Result>(_ body: () throws -> Result) throws -> Result { try store.rehearse(body) }
}

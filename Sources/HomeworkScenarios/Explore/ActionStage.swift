import HomeworkFaults
package import HomeworkModel
package import HomeworkMotion
package import HomeworkPlay
package import HomeworkStore

/// What sequences of all actions are made of.
package enum ExploredAction: String, CaseIterable, Sendable {
  case correct, wrong, skip, finish, leave, revisit, abandon, start
  /// The second learner plays on: begins, answers correctly, or finishes, whichever is next.
  case other

  /// By 0 the first learner, by 1 the second.
  package var player: Int { self == .other ? 1 : 0 }

  /// Whether it changes what is on disk.
  var saves: Bool { self != .leave && self != .revisit }
}

/// A store in memory with two learners at one homework, on which live attempts play.
///
/// Each is some correct answers into their attempt before a sequence begins, so that its next ones celebrate, and its
/// text question and its end are near.
package final class ActionStage {
  private let world: World
  private let reused: ReusedStore
  private let homeworkId: Homework.ID
  private let learners: [Learner.ID]
  private let questions: [Question]

  /// Before which a sequence may begin: with none a first star is far away, after four the next answer earns it, after
  /// nine the cycle is full.
  package static let answersBefore = [0, 4, 9]
  static let gapMs = 600
  static let second = "Second"
  /// As the language has it.
  let quiz: String
  /// What is played before a sequence begins: the second learner takes no time.
  package let beginning: [ExploredAction]
  /// Of it, how many are the first learner's, and the second's.
  private let ownCount: Int

  /// - Parameter answersBefore: correct ones, of both learners.
  package init(answersBefore: Int, _ faults: SeededFaults = SeededFaults()) throws {
    ownCount = answersBefore + 1
    beginning =
      [.start] + Array(repeating: .correct, count: answersBefore) + Array(repeating: .other, count: ownCount)
    quiz = "quiz mcq \(answersBefore + 1), fillBlank 1, mcq 1"
    var setup = ScenarioSetup()
    setup.quiz = .generated([(.mcq, answersBefore + 1), (.fillBlank, 1), (.mcq, 1)])
    var world = try World(setup)
    world.faults = faults
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
  var questionCount: Int { questions.count }

  /// When the action is played that comes after so many.
  package func time(ofStep step: Int) -> Int {
    (step < ownCount ? step : max(ownCount - 1, step - ownCount)) * Self.gapMs
  }

  /// All that is on disk, as each learner sees it.
  package func facts() throws -> [Snapshot] {
    try store.readAndWait { tx in try Snapshot.each(of: learners, tx) }
  }

  /// A process starts: it opens what is in progress.
  package func open(_ player: Int, atMs: Int) throws -> LiveAttempt {
    try LiveAttempt(
      in: store, learner: learners[player], environment: world.environment, after: nil, clock: .standing(atMs: atMs),
      hooks: world.faults.play
    ) { tx in try tx.openAttempt(homeworkId) }
  }

  /// What was acknowledged.
  package enum Done {
    case started(Attempt.ID)
    case settled(Answer, in: Attempt.ID)
    case finished(FinishResult)
    case abandoned(Attempt.ID)
    /// On the screen alone.
    case shown
  }

  /// - Throws: what the store or the session refuses, and what went wrong.
  package func play(
    _ action: ExploredAction, on live: LiveAttempt, step: Int
  ) throws -> (done: Done, cues: CueChanges) {
    let atMs = time(ofStep: step)
    // Ids are made of the time and the step: those of a killed process are those of one that lived on.
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

  private func start(_ live: LiveAttempt, atMs: Int) throws -> (Done, CueChanges) {
    let played = try live.startAndWait(homeworkId, atMs: atMs)
    return (.started(played.value.id), played.cues)
  }

  private func finish(_ live: LiveAttempt, atMs: Int) throws -> (Done, CueChanges) {
    let played = try live.finishAndWait(atMs: atMs)
    return (.finished(played.value), played.cues)
  }

  private func settle(_ action: ExploredAction, on live: LiveAttempt, atMs: Int) throws -> (Done, CueChanges) {
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

  /// Plays an action that dies at its commit.
  ///
  /// - Returns: whether it came so far.
  package func die(
    in action: ExploredAction, on live: LiveAttempt, step: Int, isCommitted: Bool = false
  ) -> Bool {
    failpoint.arm(isCommitted ? .afterCommit : .beforeCommit) { throw Failpoint.Triggered() }
    defer { failpoint.reset() }
    // Nobody is told anything.
    _ = try? play(action, on: live, step: step)
    return failpoint.hasTriggered
  }
}

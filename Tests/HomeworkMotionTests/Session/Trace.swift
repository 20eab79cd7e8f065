import HomeworkModel
import HomeworkMotion

/// One answer of a script: its outcome, and whether its question is an MCQ.
enum Step: Hashable, CaseIterable {
  case correct, wrong, skip, text

  var outcome: Outcome {
    switch self {
    case .correct, .text: .correct
    case .wrong: .wrong
    case .skip: .skipped
    }
  }
  var movesStreak: Bool { self != .text }
}

/// An attempt being played: the session, and every cue reported so far, as the laws see them.
struct Trace {
  static let attemptId: Attempt.ID = id(1)

  static func id<Entity>(_ number: Int) -> Identifier<Entity> {
    Identifier("00000000-0000-7000-8000-\(String(1_000_000_000_000 + number).dropFirst())")!
  }

  private(set) var session: Session
  private(set) var steps: [Step]
  private(set) var cues: [CueID: Cue] = [:]
  /// Violations of the laws, collected so that a loop needs only one expectation.
  private(set) var faults: [String] = []
  let questionCount: Int

  init(
    after steps: [Step] = [], questions questionCount: Int = 60, motion: MotionPreference = .full, atMs: Int = 0,
    profiles: [ProfileName] = [.mcqStreak], lowPower: Bool = false
  ) {
    self.steps = steps
    self.questionCount = questionCount
    session = Session(
      resuming: Self.attempt(steps, of: questionCount),
      environment: SessionEnvironment(motion: motion, lowPower: lowPower, catalogue: Self.catalogue(profiles)),
      atMs: atMs)
  }

  /// Returns a catalogue that is built once, since many tests play in loops.
  static func catalogue(_ profiles: [ProfileName]) -> Catalogue {
    profiles == ProfileName.designs ? .all : profiles == [.mcqStreak] ? .mcqStreak : .designs(profiles)
  }

  static func attempt(_ steps: [Step], of questionCount: Int) -> Attempt {
    var streak = Streak()
    return Attempt(
      id: attemptId, homeworkId: id(2), quizId: id(3), learnerId: id(4),
      questionCount: questionCount, startedAt: Timestamp(millisecondsSince1970: 0),
      answers: steps.enumerated().map { index, step in
        Answer(
          questionId: id(100 + index), index: index,
          response: step == .skip ? nil : "A", outcome: step.outcome,
          streakPosition: streak.settle(step.outcome, movesStreak: step.movesStreak), elapsedMs: 0,
          answeredAt: Timestamp(millisecondsSince1970: 0))
      })
  }

  var attempt: Attempt { Self.attempt(steps, of: questionCount) }

  @discardableResult
  mutating func settle(_ step: Step, atMs: Int) throws -> CueChanges {
    let answer = SettledAnswer(questionIndex: steps.count, outcome: step.outcome, movesStreak: step.movesStreak)
    let changes = try receive(.settled(answer), atMs: atMs)
    steps.append(step)
    return changes
  }

  /// Settles correct answers, `gapMs` apart, the first at `atMs`.
  mutating func settleCorrect(_ count: Int, atMs: Int = 0, gapMs: Int = 0) throws {
    for index in 0..<count { try settle(.correct, atMs: atMs + index * gapMs) }
  }

  @discardableResult
  mutating func receive(_ event: SessionEvent, atMs: Int) throws -> CueChanges {
    let changes = try session.receive(event, atMs: atMs)
    note(changes, atMs: atMs)
    return changes
  }

  mutating func kill(atMs: Int) {
    note(CueChanges(changed: session.killed(atMs: atMs)), atMs: atMs)
    for cue in cues.values where cue.ending.atMs > atMs {
      faults.append("\(cue.id) outlives the kill at \(atMs)")
    }
  }

  mutating func resume(atMs: Int) {
    session = Session(resuming: attempt, environment: session.environment, atMs: atMs)
  }

  private mutating func note(_ changes: CueChanges, atMs: Int) {
    for cue in changes.started {
      if cues.updateValue(cue, forKey: cue.id) != nil { faults.append("\(cue.id) is told twice") }
      if cue.startMs < atMs { faults.append("\(cue.id) starts before its fact") }
      if cue.ending.disposition == .running { faults.append("\(cue.id) ends running") }
    }
    for cue in changes.changed {
      let before = cues.updateValue(cue, forKey: cue.id)
      if before.map({ $0.ending.atMs <= atMs }) ?? true { faults.append("\(cue.id) had ended, or was never told") }
      if cue.ending.atMs < atMs { faults.append("\(cue.id) ends in the past") }
    }
  }

  /// Returns the cue of an animation for the question of this index.
  func cue(_ animation: AnimationName, question index: Int) -> Cue? {
    cues.values.first {
      $0.animation == animation && $0.trigger.fact == .answerSettled && $0.trigger.questionIndex == index
    }
  }

  func ending(_ animation: AnimationName, question index: Int) -> Ending? { cue(animation, question: index)?.ending }

  func cue(_ animation: AnimationName) -> Cue? { cues.values.first { $0.animation == animation } }
}

extension Ending {
  static func played(_ atMs: Int) -> Self { Ending(atMs: atMs, disposition: .played) }
  static func reduced(_ atMs: Int) -> Self { Ending(atMs: atMs, disposition: .reduced, reason: .reduceMotion) }
  static func suppressed(_ atMs: Int, _ reason: Reason) -> Self {
    Ending(atMs: atMs, disposition: .suppressed, reason: reason)
  }
  static func interrupted(_ atMs: Int, _ reason: Reason = .superseded) -> Self {
    Ending(atMs: atMs, disposition: .interrupted, reason: reason)
  }
  static func capped(_ atMs: Int) -> Self { Ending(atMs: atMs, disposition: .capped, reason: .burstCap) }
}

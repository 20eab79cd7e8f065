import HomeworkModel
import HomeworkStore
import HomeworkTestKit
import Testing

@Suite struct `An answer that its learner was right about` {
  private static let four = ["w", "x", "y", "z"]
  /// Every type, and every mixture of gaps.
  private static let bodies: [Question.Body] = [
    .mcq(options: four, correctIndex: 2), .multi(options: four, correctIndexes: [0, 3]), .ordering(four),
    .card(back: "back"), .gaps([.mcq(options: four, correctIndex: 1)]),
    .fillBlank(correctAnswer: "?", acceptedAnswers: ["??"]), .shortAnswer(correctAnswer: "half", keyConcepts: []),
    .numeric(NumericKey(-2.5, tolerance: .absolute(0.5), unit: "kg")),
    .gaps([.fillBlank(correctAnswer: "a; b", acceptedAnswers: [])]),
    .gaps([.fillBlank(correctAnswer: "a; b", acceptedAnswers: []), .mcq(options: four, correctIndex: 3)]),
  ]
  /// The first of them that is typed.
  private static let firstTyped = 5

  private struct Example {
    let body: Question.Body, response: Response, isTyped: Bool, isAllowed: Bool
    /// The answer's index in an attempt of two, and whether the attempt has gone on after it.
    let index: Int, isLate: Bool

    /// The reason why the answer cannot be accepted; `nil` if it can.
    func refusal(of id: Attempt.ID, _ outcome: Outcome) -> StoreError? {
      if isLate, index == 1 { return .attemptOver(id, .completed) }
      if !isAllowed { return .notAcceptable(id, .notAllowed) }
      if isLate { return .notAcceptable(id, .isNotLast(lastIndex: 1)) }
      if !isTyped { return .notAcceptable(id, .isNotTyped(index)) }
      return outcome == .wrong ? nil : .notAcceptable(id, .isNotWrong(index, outcome))
    }
  }

  private static let examples: [Example] = bodies.enumerated().flatMap { number, body in
    let question = Question(id: Question.ID(atMs: 0, random: (0, 0)), prompt: "?", body: body)
    return [question.correctResponse, question.wrongResponse, .skip].flatMap { response in
      [true, false].flatMap { isAllowed in
        [0, 1].flatMap { index in
          [true, false].map { isLate in
            Example(
              body: body, response: response, isTyped: number >= firstTyped, isAllowed: isAllowed, index: index,
              isLate: isLate)
          }
        }
      }
    }
  }

  private struct Seen: Equatable {
    let attempt: Attempt, earned: Earned, gradings: [AnswerGrading], newest: Int64

    init(_ id: Attempt.ID, _ tx: ReadTransaction) throws(StoreError) {
      (attempt, earned) = (try tx.attempt(id), try tx.earned())
      (gradings, newest) = (try tx.gradings(of: id), try tx.eventRange().newest)
    }

    func events(in store: Store) throws -> [Event] { try store.readAndWait { try $0.events(since: newest) } }
  }

  @Test func `counts exactly if it was typed, wrong and the last, where the library allows it`() throws {
    let store = try makeStore()
    var acceptedCount = 0
    for example in Self.examples {
      let id = try begin(example, in: store)
      let before = try store.readAndWait { try Seen(id, $0) }
      let outcome = before.attempt.answers[example.index].outcome
      let refusal = example.refusal(of: id, outcome)
      for _ in 1...2 {
        let result = Result { try store.writeAndWait { try $0.acceptAnswer(in: id, at: example.index) } }
        let after = try store.readAndWait { try Seen(id, $0) }
        if let refusal {
          #expect(throws: refusal) { try result.get() }
          #expect(after == before, "\(example)")
          continue
        }
        // Twice is as once.
        acceptedCount += 1
        let (answer, former) = (after.attempt.answers[example.index], before.attempt.answers[example.index])
        #expect(try result.get().answer == answer && result.get().attempt == after.attempt.summary)
        #expect(answer.outcome == .correct && answer.response == former.response && answer.streakPosition == nil)
        #expect(after.attempt.score.correct == before.attempt.score.correct + 1)
        #expect(after.attempt.streak == before.attempt.streak && after.earned == before.earned)
        #expect(after.gradings.map(\.reason) == [.accepted])
        let events = try before.events(in: store)
        #expect(events.map(\.kind) == [.answerAccepted] && events[0].detail.questionIndex == example.index)
      }
    }
    // Five typed bodies at two places, each accepted twice.
    #expect(acceptedCount == 20)
    #expect(try store.checkAndWait() == [])
  }

  private func begin(_ example: Example, in store: Store) throws -> Attempt.ID {
    try store.writeAndWait { tx in
      _ = try tx.set(LibrarySettings(acceptsAnswers: example.isAllowed))
      let prompt = if case .gaps(let gaps) = example.body { gaps.count == 1 ? "{1}" : "{1} {2}" } else { "?" }
      let asked = QuestionDraft(prompt: prompt, body: example.body)
      let quiz = QuizDraft(questions: example.index == 0 ? [asked, mcq] : [mcq, asked])
      let homework = try tx.addHomework(HomeworkDraft(title: "t", quiz: quiz)).id
      let id = try tx.startAttempt(homework, AttemptOptions(isPractice: example.body.kind == .card)).id
      if example.index == 1 { _ = try tx.settle(.choice(0), in: id) }
      _ = try tx.settle(example.response, in: id, elapsedMs: 7)
      if example.isLate, example.index == 1 { _ = try tx.finishAttempt(id) }
      if example.isLate, example.index == 0 { _ = try tx.settle(.choice(0), in: id) }
      return id
    }
  }

  private enum Step: CaseIterable {
    case right, wrong, accepted

    var question: QuestionDraft { self == .accepted ? fillBlank : mcq }
  }

  /// Every sequence of four steps after four correct answers, where one more earns a star.
  @Test func `moves score and progress, and neither streak nor stars`() throws {
    let store = try makeStore()
    _ = try store.writeAndWait { try $0.set(LibrarySettings(acceptsAnswers: true)) }
    var sequences: [[Step]] = [[]]
    for _ in 1...4 { sequences = sequences.flatMap { sequence in Step.allCases.map { sequence + [$0] } } }
    for last in sequences {
      let steps = Array(repeating: Step.right, count: 4) + last
      let streak = Streak(
        settling: steps.filter { $0 != .accepted }.map { ($0 == .right ? Outcome.correct : .wrong, movesStreak: true) })
      let finished = try store.writeAndWait { tx in
        let quiz = QuizDraft(questions: steps.map(\.question))
        let id = try tx.startAttempt(tx.addHomework(HomeworkDraft(title: "t", quiz: quiz)).id).id
        for step in steps {
          guard step == .accepted else {
            _ = try tx.settle(.choice(step == .right ? 0 : 1), in: id)
            continue
          }
          _ = try tx.settle(.text("numerator"), in: id)
          _ = try tx.acceptAnswer(in: id)
        }
        return try tx.finishAttempt(id)
      }
      #expect(finished.attempt.score.correct == steps.count { $0 != .wrong })
      #expect(finished.attempt.streak == streak && finished.progress?.bestScore == finished.attempt.score.correct)
      #expect(try store.readAndWait { try $0.credit(of: finished.attempt.id) } == streak.stars)
    }
    #expect(try store.checkAndWait() == [])
  }

  private func play(_ store: Store) throws -> (homework: Homework.ID, attempt: Attempt.ID) {
    try store.writeAndWait { tx in
      let quiz = QuizDraft(questions: [fillBlank, fillBlank])
      let homework = try tx.addHomework(HomeworkDraft(title: "t", quiz: quiz)).id
      let id = try tx.startAttempt(homework).id
      _ = try tx.settle(.text("numerator"), in: id)
      return (homework, id)
    }
  }

  @Test func `stays counted when the key is corrected, before and after the end`() throws {
    let store = try makeStore()
    _ = try store.writeAndWait { try $0.set(LibrarySettings(acceptsAnswers: true)) }
    let (homework, id) = try play(store)
    var corrected = fillBlank
    corrected.body = .fillBlank(correctAnswer: "the other number", acceptedAnswers: [])
    try store.writeAndWait { tx in
      _ = try tx.acceptAnswer(in: id)
      _ = try tx.regrade(homework, KeyCorrection(at: 0, to: corrected))
      _ = try tx.settle(.text("denominator"), in: id)
      _ = try tx.finishAttempt(id)
      #expect(try tx.regrade(homework, KeyCorrection(at: 0, to: corrected)).changes == [])
    }
    #expect(try store.readAndWait { try $0.attempt(id).answers.map(\.outcome) } == [.correct, .correct])
    #expect(try store.checkAndWait() == [])
  }

  @Test func `needs an answer, and an attempt that goes on here`() throws {
    let store = try makeStore()
    _ = try store.writeAndWait { try $0.set(LibrarySettings(acceptsAnswers: true)) }
    let (_, id) = try play(store)
    let other = try store.writeAndWait { tx in
      let quiz = QuizDraft(questions: [fillBlank])
      return try tx.startAttempt(tx.addHomework(HomeworkDraft(title: "t", quiz: quiz)).id).id
    }
    #expect(throws: StoreError.notAcceptable(other, .nothingSettled)) {
      try store.writeAndWait { try $0.acceptAnswer(in: other) }
    }
    _ = try store.writeAndWait { try $0.abandonAttempt(id) }
    #expect(throws: StoreError.attemptOver(id, .abandoned)) { try store.writeAndWait { try $0.acceptAnswer(in: id) } }
    let nobodys = Attempt.ID(atMs: 0, random: (0, 0))
    #expect(throws: StoreError.notFound(.attempt, nobodys.text)) {
      try store.writeAndWait { try $0.acceptAnswer(in: nobodys) }
    }
  }

  private struct Killed: Error {}

  /// Killed before the commit it is not there, and after it, it is; and so is the setting.
  @Test(arguments: [false, true]) func `survives a kill whole or not at all`(isCommitted: Bool) throws {
    let directory = TemporaryDirectory()
    let path = directory.path("x.sqlite")
    let id = try {
      let store = try makeStore(path: path)
      #expect(try store.readAndWait { try $0.settings() } == LibrarySettings())
      _ = try store.writeAndWait { try $0.set(LibrarySettings(acceptsAnswers: true)) }
      return try play(store).attempt
    }()
    let kill: @Sendable () throws -> Void = { throw Killed() }
    let dying = try makeStore(
      path: path, hooks: isCommitted ? CommitHooks(didCommit: kill) : CommitHooks(willCommit: kill))
    #expect(throws: (any Error).self) { try dying.writeAndWait { try $0.acceptAnswer(in: id) } }
    let store = try makeStore(path: path)
    let seen = try store.readAndWait { try Seen(id, $0) }
    #expect(seen.attempt.answers.map(\.outcome) == [isCommitted ? .correct : .wrong])
    #expect(seen.gradings.count == (isCommitted ? 1 : 0))
    #expect(try store.readAndWait { try $0.settings() } == LibrarySettings(acceptsAnswers: true))
    // The repetition counts it once.
    #expect(try store.writeAndWait { try $0.acceptAnswer(in: id) }.attempt.score.correct == 1)
    #expect(try store.readAndWait { try $0.gradings(of: id).count } == 1)
    #expect(try store.checkAndWait() == [])
  }

  /// Accepted on one copy, and played on from there on the other.
  @Test func `travels to other copies of the library, once`() async throws {
    let (home, tablet) = (try makeStore(), try makeStore())
    _ = try home.writeAndWait { try $0.set(LibrarySettings(acceptsAnswers: true)) }
    let (_, id) = try play(home)
    try await home.sync(with: tablet)
    // Settings are the same on each copy; the attempt continues at home.
    #expect(try tablet.readAndWait { try $0.settings().acceptsAnswers })
    #expect(throws: StoreError.attemptElsewhere(id)) { try tablet.writeAndWait { try $0.acceptAnswer(in: id) } }
    _ = try home.writeAndWait { try $0.acceptAnswer(in: id) }
    for _ in 1...2 { try await home.sync(with: tablet) }
    let accepted = try tablet.readAndWait { try $0.events(since: 0) }.filter { $0.kind == .answerAccepted }
    #expect(accepted.count == 1 && accepted[0].origin != nil)
    #expect(try tablet.readAndWait { try $0.attempt(id).score.correct } == 1)
    // The later change wins.
    _ = try home.writeAndWait { try $0.set(LibrarySettings(acceptsAnswers: true)) }
    for _ in 0..<9 { _ = try tablet.writeAndWait { try $0.set(LibrarySettings(acceptsAnswers: false)) } }
    try await home.sync(with: tablet)
    #expect(try !home.readAndWait { try $0.settings().acceptsAnswers })
    _ = try tablet.writeAndWait { try $0.takeAttempt(id) }
    #expect(throws: StoreError.notAcceptable(id, .notAllowed)) {
      try tablet.writeAndWait { try $0.acceptAnswer(in: id) }
    }
    try tablet.writeAndWait { tx in
      _ = try tx.settle(.text("denominator"), in: id)
      _ = try tx.finishAttempt(id)
    }
    try await home.sync(with: tablet)
    let (one, other) = (try home.readAndWait { try $0.shared() }, try tablet.readAndWait { try $0.shared() })
    #expect(one == other)
    #expect(try home.readAndWait { try $0.attempt(id).score.percentage } == 100)
    for store in [home, tablet] { #expect(try store.checkAndWait() == []) }
  }
}

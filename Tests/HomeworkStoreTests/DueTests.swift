import HomeworkModel
import HomeworkStore
import HomeworkSystem
import Testing

private let dayMs: Int64 = 86_400_000

@Suite struct `The due questions` {
  private let store: Store
  private let time = Clock()
  private let halves: Homework
  private let thirds: Homework

  init() throws {
    let time = time
    store = try Store.inMemory(options: StoreOptions(clock: { time.now.withLock { $0 } }))
    let kinds = [mcq, fillBlank, shortAnswer]
    (halves, thirds) = try store.writeAndWait { tx in
      (
        try tx.addHomework(HomeworkDraft(title: "Halves", quiz: QuizDraft(questions: [mcq]))),
        try tx.addHomework(HomeworkDraft(title: "Thirds", quiz: QuizDraft(questions: kinds)))
      )
    }
  }

  /// Constant until it is set.
  private final class Clock: Sendable {
    let now = Guarded(Timestamp(millisecondsSince1970: 1_767_225_600_000))

    func pass(days: Int64) {
      now.withLock { $0 = Timestamp(millisecondsSince1970: $0.millisecondsSince1970 + days * dayMs) }
    }
  }

  /// One learner's attempt, after some days.
  private struct Step {
    var days: Int64 = 0
    var isSecond = false
    var isThirds = false
    var outcomes: [Outcome]
    var isAbandoned = false
  }

  @discardableResult
  private func play(
    _ homework: Homework, _ outcomes: [Outcome], as learner: Learner? = nil, isAbandoned: Bool = false,
    elapsedMs: Int = 0
  ) throws -> Attempt.ID {
    try store.writeAndWait { tx in
      if let learner { try tx.use(learner.id) }
      let quiz = try #require(try tx.quiz(for: homework.id))
      let attempt = try tx.startAttempt(homework.id)
      for (question, outcome) in zip(quiz.questions, outcomes) {
        let response: Response =
          switch (question.body, outcome) {
          case (_, .skipped): .skip
          case (_, .correct): question.correctResponse
          case (.mcq(_, let index), .wrong): .choice(1 - index)
          case (_, .wrong): .text("no")
          }
        let result = try tx.settle(response, in: attempt.id, elapsedMs: elapsedMs)
        #expect(result.answer.outcome == outcome)
      }
      if isAbandoned {
        _ = try tx.abandonAttempt(attempt.id)
      } else if outcomes.count == quiz.questions.count {
        _ = try tx.finishAttempt(attempt.id)
      }
      return attempt.id
    }
  }

  /// Recomputed from the list of attempts, without the code under test.
  private func recomputed(
    for retention: Retention, as learner: Learner?
  ) throws -> [(question: Question.ID, homework: Homework, dueAt: Timestamp)] {
    try store.readAndWait { tx in
      if let learner { try tx.use(learner.id) }
      let attempts = try tx.attemptList(limit: 500).items.filter { $0.state != .abandoned }
        .sorted { ($0.startedAt, $0.id) < ($1.startedAt, $1.id) }
      let answers = attempts.flatMap(\.answers).enumerated()
        .sorted { ($0.element.answeredAt, $0.offset) < ($1.element.answeredAt, $1.offset) }.map(\.element)
      let homework = try tx.homeworkList(limit: 500).items
      var questions: [Question.ID: (kind: QuestionKind, homework: Homework?)] = [:]
      for attempt in attempts {
        for question in try tx.quiz(ofAttempt: attempt.id).questions {
          questions[question.id] = (question.body.kind, homework.first { $0.quizId == attempt.quizId })
        }
      }
      var pace = AnswerPace()
      var reviews: [Question.ID: [(rating: CardMemory.Rating, at: Timestamp)]] = [:]
      for answer in answers {
        let kind = try #require(questions[answer.questionId]).kind
        reviews[answer.questionId, default: []]
          .append((pace.rate(answer.outcome, of: kind, elapsedMs: answer.elapsedMs), answer.answeredAt))
      }
      return try reviews.compactMap { id, reviews in
        guard let homework = questions[id]?.homework else { return nil }
        return (id, homework, try #require(CardMemory(of: reviews)).dueAt(for: retention))
      }.sorted { ($0.2, $0.0) < ($1.2, $1.0) }
    }
  }

  /// Compares before, at and after each moment at which a question becomes due.
  private func expectRecomputed(
    for retention: Retention = .usual, as learner: Learner? = nil, _ comment: Comment? = nil
  ) throws {
    let expected = try recomputed(for: retention, as: learner)
    var edges: Set<Int64> = [0]
    for question in expected { edges.formUnion([0, 1].map { question.dueAt.millisecondsSince1970 - $0 }) }
    for edge in edges {
      let moment = Timestamp(millisecondsSince1970: edge)
      let (counted, listed) = try store.readAndWait { tx in
        if let learner { try tx.use(learner.id) }
        return (try tx.dueReviews(at: moment, for: retention), try tx.dueQuestions(at: moment, for: retention))
      }
      let due = expected.filter { $0.dueAt <= moment }
      #expect(listed.map(\.dueAt) == due.map(\.dueAt), comment)
      #expect(Set(listed.map(\.questionId)) == Set(due.map(\.question)) && listed.count == due.count, comment)
      for question in listed {
        #expect(expected.contains { $0.question == question.questionId && $0.homework.id == question.homeworkId })
      }
      let byHomework = Dictionary(grouping: expected, by: \.homework.id).map { id, questions in
        DueHomework(
          homeworkId: id, title: questions[0].homework.title, due: questions.count { $0.dueAt <= moment },
          nextDueAt: questions.map(\.dueAt).min())
      }
      #expect(counted == DueReviews(byHomework), comment)
      #expect(counted.total == due.count, comment)
      #expect(counted.nextDueAt == (due.isEmpty ? expected.first?.dueAt : nil), comment)
    }
  }

  /// Each history by two new learners, in one store: other learners' histories must not affect them.
  private func expectRecomputed(afterEach histories: [[Step]]) throws {
    for (number, history) in histories.enumerated() {
      let learners = try store.writeAndWait { tx in
        [try tx.addLearner("a\(number)"), try tx.addLearner("b\(number)")]
      }
      for step in history {
        time.pass(days: step.days)
        try play(
          step.isThirds ? thirds : halves, step.outcomes, as: learners[step.isSecond ? 1 : 0],
          isAbandoned: step.isAbandoned)
      }
      for learner in learners { try expectRecomputed(as: learner, "\(history)") }
    }
  }

  @Test func `match a recomputation after every two attempts of two learners`() throws {
    var histories: [[Step]] = []
    let steps = [false, true].flatMap { isSecond in
      [false, true].flatMap { isThirds in
        [[.correct], [.wrong], [.skipped]].flatMap { (outcomes: [Outcome]) in
          [false, true].map { isAbandoned in
            // Three questions are all settled: an attempt left in progress would block others.
            Step(
              isSecond: isSecond, isThirds: isThirds,
              outcomes: isThirds ? outcomes + [.correct, .wrong] : outcomes, isAbandoned: isAbandoned)
          }
        }
      }
    }
    for first in steps {
      for second in steps {
        for days in [0, 2, -1] as [Int64] {
          var second = second
          second.days = days
          histories.append([first, second])
        }
      }
    }
    #expect(histories.count == 1728)
    try expectRecomputed(afterEach: histories)
  }

  @Test func `match a recomputation after every three attempts at one quiz`() throws {
    let steps = Outcome.allCases.flatMap { outcome in
      ([0, 3, -1] as [Int64]).map { Step(days: $0, outcomes: [outcome]) }
    }
    try expectRecomputed(
      afterEach: steps.flatMap { first in
        steps.flatMap { second in steps.map { third in [first, second, third] } }
      })
  }

  @Test func `come due sooner at a higher retention`() throws {
    try play(thirds, [.correct, .wrong, .skipped])
    time.pass(days: 3)
    try play(halves, [.correct])
    for share in [0.001, 0.5, 0.7, 0.9, 0.97, 0.999] {
      try expectRecomputed(for: try #require(Retention(rawValue: share)))
    }
  }

  @Test func `include answers of an attempt in progress until it is abandoned`() throws {
    let attempt = try play(thirds, [.correct, .wrong])
    try expectRecomputed()
    time.pass(days: 30)
    let now = time.now.withLock { $0 }
    #expect(try store.readAndWait { try $0.dueReviews(at: now) }.total == 2)
    _ = try store.writeAndWait { try $0.abandonAttempt(attempt) }
    #expect(try store.readAndWait { try $0.dueReviews(at: now) } == DueReviews([]))
  }

  @Test func `disappear with a deleted assignment and return with the undo`() throws {
    try play(thirds, [.correct, .wrong, .skipped])
    try play(halves, [.correct])
    time.pass(days: 30)
    let now = time.now.withLock { $0 }
    func due() throws -> DueReviews { try store.readAndWait { try $0.dueReviews(at: now) } }
    let before = try due()
    #expect(before.homework.map(\.title) == ["Thirds", "Halves"] && before.homework.map(\.due) == [3, 1])
    _ = try store.writeAndWait { try $0.deleteHomework([thirds.id]) }
    #expect(try due().homework.map(\.title) == ["Halves"])
    try expectRecomputed()
    // The restored rows get new numbers.
    _ = try store.writeAndWait { tx in
      try tx.addHomework(HomeworkDraft(title: "New", quiz: QuizDraft(questions: [mcq, mcq])))
    }
    _ = try store.writeAndWait { try $0.undoDeletion() }
    #expect(try due() == before)
    try expectRecomputed()
  }

  @Test func `exclude a replaced quiz, whose answers still measure the learner's speed`() throws {
    // Ten answers of one second each: more than two seconds counts as slow.
    for _ in 1...10 { try play(halves, [.correct], elapsedMs: 1000) }
    _ = try store.writeAndWait { try $0.setQuiz(QuizDraft(questions: [mcq, mcq]), for: halves.id) }
    time.pass(days: 300)
    let now = time.now.withLock { $0 }
    #expect(try store.readAndWait { try $0.dueReviews(at: now) } == DueReviews([]))
    #expect(try store.readAndWait { try $0.dueQuestions(at: now) } == [])
    try play(halves, [.correct, .correct], elapsedMs: 2001)
    try expectRecomputed()
    // Slow answers are rated hard: due after one day instead of two.
    let next = try store.readAndWait { try $0.dueReviews(at: now) }
    #expect(next.nextDueAt?.millisecondsSince1970 == now.millisecondsSince1970 + dayMs)
  }

  @Test func `are found among few answers to many quizzes, and many to few`() throws {
    let homework = try store.writeAndWait { tx in
      try (1...40).map { number in
        try tx.addHomework(
          HomeworkDraft(title: "\(number)", quiz: QuizDraft(questions: [fillBlank, mcq, shortAnswer, mcq])))
      }
    }
    // From both ends towards the middle, so that an ever larger share in between was answered.
    for (low, high) in zip(homework.prefix(20), homework.suffix(20).reversed()) {
      try play(high, [.correct, .wrong, .skipped, .correct])
      try play(low, [.wrong, .correct, .correct])
      time.pass(days: 1)
      try expectRecomputed()
    }
    let now = time.now.withLock { $0 }
    let all = try store.readAndWait { try $0.dueQuestions(at: now) }
    #expect(all.count > 20)
    for limit in [0, 1, 20, all.count, .max] {
      #expect(try store.readAndWait { try $0.dueQuestions(at: now, limit: limit) } == Array(all.prefix(limit)))
    }
  }
}

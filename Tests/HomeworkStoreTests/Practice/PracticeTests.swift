import HomeworkModel
import HomeworkStore
import HomeworkSystem
import HomeworkTestKit
import Testing

@Suite struct `A practice attempt` {
  private let store: Store
  private let homework: Homework

  init() throws {
    store = try makeStore()
    homework = try store.writeAndWait {
      try $0.addHomework(
        HomeworkDraft(title: "t", collections: ["C"], quiz: QuizDraft(questions: Array(repeating: mcq, count: 6))))
    }
  }

  private static let nothingWrong = StoreError.nothingToPractise(
    "no question was last answered wrong or skipped")

  private func settle(_ outcomes: [Outcome], in id: Attempt.ID, _ tx: WriteTransaction) throws {
    for outcome in outcomes {
      _ = try tx.settle(outcome == .skipped ? .skip : .choice(outcome == .correct ? 0 : 1), in: id, elapsedMs: 50)
    }
  }

  /// Six right answers would otherwise change everything.
  @Test(arguments: [nil, 3] as [Int?]) func `changes nothing but itself`(_ asked: Int?) throws {
    func seen() throws -> [AnyHashable] {
      try store.readAndWait { tx in
        let homework = try tx.homework(self.homework.id)
        return [
          homework.progress, homework.completedAt, try tx.earned(), try tx.statistics(), try tx.collections(),
          try tx.homeworkList(HomeworkFilter(status: .completed)).items.count,
        ]
      }
    }
    let before = try seen()
    let result = try store.writeAndWait { tx in
      let options = asked.map { AttemptOptions(only: .questions(Array(0..<$0))) } ?? AttemptOptions(isPractice: true)
      let attempt = try tx.startAttempt(homework.id, options)
      try settle(Array(repeating: .correct, count: asked ?? 6), in: attempt.id, tx)
      return try tx.finishAttempt(attempt.id)
    }
    #expect(try seen() == before)
    #expect(result.attempt.score.percentage == 100 && result.attempt.streak.run == (asked ?? 6))
    #expect(result.starsTotal == 0 && result.achievements == [] && result.milestones == [])
    #expect(result.progress == HomeworkProgress(of: [Attempt]()))
    let listed = try #require(try store.readAndWait { try $0.attemptList() }.items.first)
    #expect(listed.terms.isPractice && listed.state == .completed && listed.questionCount == asked ?? 6)
    #expect(try store.checkAndWait() == [])
    // The same attempt for the record does change everything.
    _ = try store.writeAndWait { tx in
      let attempt = try tx.startAttempt(homework.id)
      try settle(Array(repeating: .correct, count: 6), in: attempt.id, tx)
      _ = try tx.finishAttempt(attempt.id)
    }
    #expect(zip(try seen(), before).allSatisfy { $0 != $1 })
    #expect(try store.checkAndWait() == [])
  }

  @Test func `that another program credited is found and repaired`() throws {
    let directory = TemporaryDirectory()
    let path = directory.path("x.sqlite")
    let store = try makeStore(path: path)
    let homework = try store.writeAndWait {
      try $0.addHomework(HomeworkDraft(title: "t", quiz: QuizDraft(questions: Array(repeating: mcq, count: 6))))
    }
    let id = try store.writeAndWait { tx in
      let attempt = try tx.startAttempt(homework.id, AttemptOptions(isPractice: true))
      try settle(Array(repeating: .correct, count: 6), in: attempt.id, tx)
      return try tx.finishAttempt(attempt.id).attempt.id
    }
    try Connection(path: path, access: .readWrite).execute(
      """
      INSERT INTO ledger
        (attempt, stars, score, total, longest_run, elapsed_ms, finished_at_ms, learner)
      SELECT '\(id)', 2, 6, 6, 6, 300, 0, id FROM learner
      """)
    #expect(try store.checkAndWait().contains { $0.kind == .credit })
    #expect(try store.repairAndWait().left == [])
    #expect(try store.readAndWait { try $0.statistics() }.earned.finishedAttempts == 0)
  }

  /// Every outcome of two attempts at three questions, ended in both orders.
  @Test func `on wrong answers asks the questions last answered wrong or skipped`() throws {
    let store = try makeStore()
    let draft = QuizDraft(questions: Array(repeating: mcq, count: 3))
    let all: [[Outcome]] = Outcome.allCases.flatMap { one in
      Outcome.allCases.flatMap { two in Outcome.allCases.map { [one, two, $0] } }
    }
    let homework = try store.writeAndWait { try $0.addHomework(HomeworkDraft(title: "t", quiz: draft)) }
    var last: [Outcome?] = [nil, nil, nil]
    for (number, outcomes) in all.enumerated() {
      // Now and then an attempt is left unfinished, or abandoned.
      let settled = outcomes.prefix(number % 4 == 3 ? 2 : 3)
      let isAbandoned = number % 5 == 4
      try store.writeAndWait { tx in
        let attempt = try tx.startAttempt(homework.id)
        try settle(Array(settled), in: attempt.id, tx)
        if !isAbandoned { for (index, outcome) in settled.enumerated() { last[index] = outcome } }
        if settled.count < 3 {
          try settle([.skipped], in: attempt.id, tx)
          if !isAbandoned { last[2] = .skipped }
        }
        _ = try isAbandoned ? tx.abandonAttempt(attempt.id).id : tx.finishAttempt(attempt.id).attempt.id
      }
      let wanted = last.indices.filter { last[$0] == .wrong || last[$0] == .skipped }
      if wanted.isEmpty {
        #expect(throws: Self.nothingWrong) {
          try store.writeAndWait { try $0.startAttempt(homework.id, AttemptOptions(only: .wrong)) }
        }
        continue
      }
      try store.writeAndWait { tx in
        let attempt = try tx.startAttempt(homework.id, AttemptOptions(only: .wrong))
        let quiz = try #require(try tx.quiz(for: homework.id))
        #expect(attempt.order?.map(\.questionId) == wanted.map { quiz.questions[$0].id })
        #expect(attempt.terms.isPractice)
        // A question practised correctly no longer counts as wrong, unless the attempt is abandoned.
        let isAbandoned = number.isMultiple(of: 2)
        try settle(Array(repeating: .correct, count: isAbandoned ? 1 : wanted.count), in: attempt.id, tx)
        if !isAbandoned { for index in wanted { last[index] = .correct } }
        _ = try isAbandoned ? tx.abandonAttempt(attempt.id).id : tx.finishAttempt(attempt.id).attempt.id
      }
    }
    #expect(try store.checkAndWait() == [])
  }

  @Test func `on due questions asks them, longest overdue first`() throws {
    let now = Guarded<Int64>(1_767_225_600_000)
    let store = try Store.inMemory(
      options: StoreOptions(clock: { Timestamp(millisecondsSince1970: now.withLock { $0 }) }))
    let draft = QuizDraft(questions: Array(repeating: mcq, count: 4))
    let (homework, other) = try store.writeAndWait { tx in
      (
        try tx.addHomework(HomeworkDraft(title: "t", quiz: draft)),
        try tx.addHomework(HomeworkDraft(title: "u", quiz: draft))
      )
    }
    _ = try store.play([.correct, .wrong, .skipped, .correct], of: homework)
    _ = try store.play([.wrong, .wrong, .wrong, .wrong], of: other)
    #expect(throws: StoreError.nothingToPractise("no question is due")) {
      try store.writeAndWait { try $0.startAttempt(homework.id, AttemptOptions(only: .due(.usual))) }
    }
    for days in 1...20 as ClosedRange<Int64> {
      now.withLock { $0 = 1_767_225_600_000 + days * 86_400_000 }
      let moment = Timestamp(millisecondsSince1970: now.withLock { $0 })
      let due = try store.readAndWait { try $0.dueQuestions(at: moment) }.filter { $0.homeworkId == homework.id }
      let asked = try store.writeAndWait { tx in
        let first = try tx.startAttempt(homework.id, AttemptOptions(only: .due(.usual, atMost: 1)))
        #expect(first.order?.map(\.questionId) == [due[0].questionId])
        _ = try tx.abandonAttempt(first.id)
        let attempt = try tx.startAttempt(homework.id, AttemptOptions(only: .due(.usual)))
        _ = try tx.abandonAttempt(attempt.id)
        return attempt
      }
      #expect(asked.order?.map(\.questionId) == due.map(\.questionId) && due.count >= 2 && asked.terms.isPractice)
    }
  }

  @Test func `of one learner ignores another's answers`() throws {
    let ada = try store.writeAndWait { try $0.addLearner("Ada") }
    _ = try store.play(Array(repeating: .wrong, count: 6), of: homework)
    #expect(throws: Self.nothingWrong) {
      try store.writeAndWait { tx in
        try tx.use(ada.id)
        _ = try tx.startAttempt(homework.id, AttemptOptions(only: .wrong))
      }
    }
    #expect(
      try store.writeAndWait { try $0.startAttempt(homework.id, AttemptOptions(only: .wrong)) }.questionCount == 6)
  }
}

@Suite struct `An attempt with a time limit` {
  private final class Clock: Sendable {
    let ms = Guarded<Int64>(1_767_225_600_000)
  }

  /// Answers are accepted up to the last millisecond and not after it, however many were settled before. The client's
  /// reported time may exceed the limit.
  @Test(arguments: 0...3, [0, 7_000, 40_000])
  func `accepts answers until its deadline, and then counts the rest as skipped`(
    _ settled: Int, _ spentMs: Int
  ) throws {
    let clock = Clock()
    let store = try Store.inMemory(
      options: StoreOptions(clock: { Timestamp(millisecondsSince1970: clock.ms.withLock { $0 }) }))
    let homework = try store.writeAndWait {
      try $0.addHomework(HomeworkDraft(title: "t", quiz: QuizDraft(questions: Array(repeating: mcq, count: 3))))
    }
    let options = AttemptOptions(timeLimitMs: 60_000)
    let id = try store.writeAndWait { try $0.startAttempt(homework.id, options) }.id
    for index in 0..<settled {
      clock.ms.withLock { $0 = 1_767_225_600_000 + (index == settled - 1 ? 60_000 : 1) }
      _ = try store.writeAndWait { try $0.settle(.choice(0), in: id, elapsedMs: spentMs) }
    }
    if settled < 3 {
      #expect(throws: StoreError.questionsLeft(3 - settled)) { try store.writeAndWait { try $0.finishAttempt(id) } }
    }
    clock.ms.withLock { $0 = 1_767_225_660_001 }
    #expect(throws: settled < 3 ? StoreError.timeUp(id) : .everyQuestionSettled(id)) {
      try store.writeAndWait { try $0.settle(.choice(0), in: id) }
    }
    let newest = try store.readAndWait { try $0.eventRange().newest }
    let result = try store.writeAndWait { try $0.finishAttempt(id) }
    let answers = try store.readAndWait { try $0.attempt(id) }.answers
    #expect(
      answers.map(\.outcome) == Array(repeating: .correct, count: settled)
        + Array(repeating: .skipped, count: 3 - settled))
    let (spent, rest) = (Array(repeating: spentMs, count: settled), max(0, 60_000 - settled * spentMs))
    #expect(answers.map(\.elapsedMs) == Array((spent + [rest, 0, 0]).prefix(3)))
    #expect(result.attempt.score.correct == settled && result.progress?.totalAttempts == 1)
    let events = try store.readAndWait { try $0.events(since: newest) }
    #expect(events.filter { $0.kind == .answerSettled }.map(\.detail.questionIndex) == Array(settled..<3))
    #expect(try store.checkAndWait() == [])
  }

  /// An extension counts from the deadline, or from now once the time is up.
  @Test(arguments: [(at: 30_000, until: 70_000), (at: 60_000, until: 70_000), (at: 90_000, until: 100_000)])
  func `accepts answers until the end of an extension`(at: Int64, until: Int64) throws {
    let (start, clock) = (Int64(1_767_225_600_000), Clock())
    func set(_ milliseconds: Int64) { clock.ms.withLock { $0 = start + milliseconds } }
    set(0)
    let store = try Store.inMemory(
      options: StoreOptions(clock: { Timestamp(millisecondsSince1970: clock.ms.withLock { $0 }) }))
    let homework = try store.writeAndWait {
      try $0.addHomework(HomeworkDraft(title: "t", quiz: QuizDraft(questions: Array(repeating: mcq, count: 3))))
    }
    let id = try store.writeAndWait { try $0.startAttempt(homework.id, AttemptOptions(timeLimitMs: 60_000)) }.id
    set(at)
    let newest = try store.readAndWait { try $0.eventRange().newest }
    let extended = try store.writeAndWait { try $0.extendAttempt(id, byMs: 10_000) }
    #expect(extended.terms.deadline == Timestamp(millisecondsSince1970: start + until))
    #expect(try store.readAndWait { try $0.attempt(id) } == extended)
    let events = try store.readAndWait { try $0.events(since: newest) }
    #expect(events.map(\.kind) == [.attemptExtended] && events.first?.detail.attemptId == id)
    set(until)
    _ = try store.writeAndWait { try $0.settle(.choice(0), in: id) }
    set(until + 1)
    #expect(throws: StoreError.timeUp(id)) { try store.writeAndWait { try $0.settle(.choice(0), in: id) } }
    for wrong in [0, -1, AttemptOptions.timeLimitsMs.upperBound + 1] {
      #expect(throws: StoreError.self) { try store.writeAndWait { try $0.extendAttempt(id, byMs: wrong) } }
    }
    _ = try store.writeAndWait { try $0.finishAttempt(id) }
    #expect(throws: StoreError.attemptOver(id, .completed)) {
      try store.writeAndWait { try $0.extendAttempt(id, byMs: 1) }
    }
    let endless = try store.writeAndWait { try $0.startAttempt(homework.id) }.id
    #expect(throws: StoreError.self) { try store.writeAndWait { try $0.extendAttempt(endless, byMs: 1) } }
    #expect(try store.checkAndWait() == [])
  }
}

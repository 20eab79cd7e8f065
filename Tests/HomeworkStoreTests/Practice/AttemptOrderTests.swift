import HomeworkModel
import HomeworkStore
import HomeworkTestKit
import Testing

@Suite struct `A shuffled attempt` {
  private static let draft = QuizDraft(questions: [
    QuestionDraft(prompt: "a", body: .mcq(options: ["0", "1", "2"], correctIndex: 2)), fillBlank,
    QuestionDraft(prompt: "b", body: .mcq(options: ["0", "1", "2", "3"], correctIndex: 1)), shortAnswer,
  ])

  private func right(_ question: Question) -> String { Question.text(of: question.correctResponse) ?? "" }

  @Test(arguments: QuizOrder.Shuffle.allCases)
  func `keeps the order of its seed, in this process and the next`(_ shuffle: QuizOrder.Shuffle) throws {
    for seed in 0..<12 as Range<UInt64> {
      let directory = TemporaryDirectory()
      let path = directory.path("x.sqlite")
      let order = QuizOrder(optionCounts: [3, 0, 4, 0], shuffling: shuffle, seed: seed)
      var store = try makeStore(path: path)
      let homework = try store.writeAndWait { try $0.addHomework(HomeworkDraft(title: "t", quiz: Self.draft)) }
      let quiz = try #require(try store.readAndWait { try $0.quiz(for: homework.id) })
      let options = AttemptOptions(shuffle: shuffle, seed: seed)
      let attemptId = try store.writeAndWait { try $0.startAttempt(homework.id, options) }.id
      for (index, quizIndex) in order.questions.enumerated() {
        // Another process, as after a kill.
        store = try makeStore(path: path)
        let (attempt, asked) = try store.readAndWait {
          (try $0.attempt(attemptId), try $0.currentQuestion(of: attemptId))
        }
        #expect(attempt.order?.map(\.questionId) == order.questions.map { quiz.questions[$0].id })
        #expect(attempt.order?.map(\.options) == order.options)
        #expect(attempt.terms == AttemptTerms(shuffle: shuffle, seed: seed))
        var wanted = quiz.questions[quizIndex]
        wanted.body = wanted.body.withOptions(in: order.options[index])
        #expect(asked == wanted && attempt.questions(of: quiz)[index] == wanted)
        let result = try store.writeAndWait { try $0.settle(typed: right(wanted), in: attemptId, at: index) }
        #expect(result.answer.outcome == .correct && result.answer.index == index)
        #expect(result.answer.response == right(wanted) && result.correctAnswer == wanted.correctAnswer)
        let again = try store.readAndWait { try $0.answerResult(of: attemptId, at: index) }
        #expect(again == result)
        #expect(try store.readAndWait { try $0.attempt(attemptId) }.answers.last == result.answer)
      }
      #expect(try store.writeAndWait { try $0.finishAttempt(attemptId) }.progress?.completionPercentage == 100)
      #expect(try store.checkAndWait() == [])
    }
  }

  /// Two learners who choose the same option under different letters have given the same answer.
  @Test func `counts a wrong option under the quiz's own letter`() throws {
    let store = try makeStore()
    let homework = try store.writeAndWait {
      try $0.addHomework(HomeworkDraft(title: "t", quiz: QuizDraft(questions: [Self.draft.questions[2]])))
    }
    var letters: Set<String> = []
    for seed in 0..<8 as Range<UInt64> {
      try store.writeAndWait { tx in
        let id = try tx.startAttempt(homework.id, AttemptOptions(shuffle: .options, seed: seed)).id
        let asked = try #require(try tx.currentQuestion(of: id))
        guard case .mcq(let options, _) = asked.body else { return }
        let index = try #require(options.firstIndex(of: "3"))
        letters.insert(try #require(try tx.settle(.choice(index), in: id).answer.response))
        _ = try tx.finishAttempt(id)
      }
    }
    #expect(letters.count > 1)
    let hardest = try store.readAndWait { try $0.overview() }.hardest
    #expect(hardest.map(\.wrongAnswers) == [[Overview.WrongAnswer(text: "D: 3", count: 8)]])
    #expect(try store.checkAndWait() == [])
  }

  @Test func `draws a seed if none is given, and keeps it`() throws {
    let store = try Store.inMemory(options: StoreOptions())
    let homework = try store.writeAndWait { try $0.addHomework(HomeworkDraft(title: "t", quiz: Self.draft)) }
    var seeds: Set<UInt64> = []
    for _ in 0..<10 {
      let attempt = try store.writeAndWait { tx in
        let attempt = try tx.startAttempt(homework.id, AttemptOptions(shuffle: .both))
        _ = try tx.abandonAttempt(attempt.id)
        return attempt
      }
      let seed = try #require(attempt.terms.seed)
      seeds.insert(seed)
      #expect(seed <= 0xFFFF_FFFF)
      #expect(
        attempt.order?.map(\.options) == QuizOrder(optionCounts: [3, 0, 4, 0], shuffling: .both, seed: seed).options)
    }
    #expect(seeds.count == 10)
  }

  @Test func `survives an undo, and moves with its learner, unchanged`() throws {
    let store = try makeStore()
    let homework = try store.writeAndWait { try $0.addHomework(HomeworkDraft(title: "t", quiz: Self.draft)) }
    let options = AttemptOptions(
      shuffle: .both, seed: .max, only: .questions([3, 2, 0]), isPractice: true, timeLimitMs: 600_000)
    let started = try store.writeAndWait { try $0.startAttempt(homework.id, options) }
    #expect(started.questionCount == 3 && started.terms.isPractice && started.terms.seed == .max)
    #expect(started.terms.deadline?.millisecondsSince1970 == started.startedAt.millisecondsSince1970 + 600_000)
    _ = try store.writeAndWait { try $0.settle(typed: "no", in: started.id, elapsedMs: 5) }
    _ = try store.writeAndWait { try $0.settle(.skip, in: started.id) }
    let before = try store.readAndWait { try $0.attempt(started.id) }
    _ = try store.writeAndWait { try $0.deleteHomework([homework.id]) }
    #expect(try store.writeAndWait { try $0.undoDeletion() }.map(\.openAttemptId) == [started.id])
    #expect(try store.readAndWait { try $0.attempt(started.id) } == before)
    #expect(try store.checkAndWait() == [])

    let learner = try store.readAndWait { try $0.learner() }
    let document = try store.readAndWait { try $0.exportLearner(learner.id) }
    let other = try makeStore()
    _ = try other.writeAndWait { tx in try tx.updateLearner(tx.learner().id, name: "Other") }
    _ = try other.writeAndWait { try $0.importLearner(document) }
    #expect(try other.readAndWait { try $0.attempt(started.id) } == before)
    #expect(try other.checkAndWait() == [])
  }

  private static let refused: [(AttemptOptions, String)] = [
    (AttemptOptions(seed: 1), "seed"), (AttemptOptions(only: .questions([])), "only"),
    (AttemptOptions(only: .questions([4])), "only"), (AttemptOptions(only: .questions([-1])), "only"),
    (AttemptOptions(only: .questions([.max])), "only"), (AttemptOptions(only: .questions([1, 0, 1])), "only"),
    (AttemptOptions(timeLimitMs: 0), "timeLimitMs"), (AttemptOptions(timeLimitMs: -1), "timeLimitMs"),
    (AttemptOptions(timeLimitMs: .max), "timeLimitMs"), (AttemptOptions(timeLimitMs: 31_536_000_001), "timeLimitMs"),
  ]

  @Test(arguments: refused.indices) func `is refused if impossible, and starts nothing`(_ index: Int) throws {
    let store = try makeStore()
    let homework = try store.writeAndWait { try $0.addHomework(HomeworkDraft(title: "t", quiz: Self.draft)) }
    let (options, path) = Self.refused[index]
    let error = #expect(throws: StoreError.self) {
      try store.writeAndWait { try $0.startAttempt(homework.id, options) }
    }
    guard case .invalid(let faults)? = error else { return #expect(Bool(false), "\(String(describing: error))") }
    #expect(faults.map(\.path) == [path])
    #expect(try store.readAndWait { try $0.attemptList() }.items == [])
  }

  /// Values that our programs never write: the call fails, or the attempt is readable.
  @Test(arguments: [
    "asked = '[]'", "asked = '[0,0.5]'", "asked = '[\"a\"]'", "asked = '[9]'", "asked = '[200]'", "asked = '[-1]'",
    "asked = '[0,1,2,3,0,1,2,3]'", "shuffle = NULL, seed = NULL, asked = '[3]'", "deadline_ms = 9e18",
  ]) func `fails only the call if it is damaged`(_ damage: String) throws {
    let directory = TemporaryDirectory()
    let path = directory.path("x.sqlite")
    let store = try makeStore(path: path)
    let homework = try store.writeAndWait { try $0.addHomework(HomeworkDraft(title: "t", quiz: Self.draft)) }
    let options = AttemptOptions(shuffle: .both, seed: 3, only: .questions([0, 1, 2]))
    let id = try store.writeAndWait { try $0.startAttempt(homework.id, options) }.id
    _ = try store.writeAndWait { try $0.settle(.skip, in: id) }
    try Connection(path: path, access: .readWrite)
      .executeUnseen("PRAGMA ignore_check_constraints = ON; UPDATE attempt SET \(damage)")
    var isNoticed = false
    for read in [
      { _ = try store.readAndWait { try $0.attempt(id) } }, { _ = try store.readAndWait { try $0.attemptSummary(id) } },
      { _ = try store.readAndWait { try $0.currentQuestion(of: id) } },
      { _ = try store.writeAndWait { try $0.settle(.skip, in: id) } },
      { isNoticed = try !store.checkAndWait().isEmpty || isNoticed },
    ] as [() throws -> Void] {
      do { try read() } catch is StoreError { isNoticed = true }
    }
    #expect(isNoticed)
  }
}

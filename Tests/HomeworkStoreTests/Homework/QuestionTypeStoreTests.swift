import HomeworkModel
import HomeworkStore
import HomeworkTestKit
import Testing

/// One question of each type, and some in their other forms.
let questionsOfAllTypes = [
  mcq, fillBlank, shortAnswer,
  QuestionDraft(
    introduction: "Read this first.", prompt: "Which are prime?",
    body: .multi(options: ["1", "2", "3", "4"], correctIndexes: [1, 2]), explanation: "1 is not"),
  QuestionDraft(prompt: "g?", body: .numeric(NumericKey(9.81, tolerance: .absolute(0.05), unit: "m/s²"))),
  QuestionDraft(prompt: "Half?", body: .numeric(NumericKey(0.5, tolerance: .percent(10)))),
  QuestionDraft(
    prompt: "{1} lies on the {2}",
    body: .gaps([
      .fillBlank(correctAnswer: "Paris", acceptedAnswers: ["Lutetia"], isExact: true),
      .mcq(options: ["Loire", "Seine"], correctIndex: 1),
    ])),
  QuestionDraft(prompt: "A {1}", body: .gaps([.mcq(options: ["b", "c"], correctIndex: 0)])),
  QuestionDraft(prompt: "Count", body: .ordering(["one", "two", "three"])),
  QuestionDraft(prompt: "chat", body: .card(back: "cat")),
]

@Suite struct `A quiz with all types of questions` {
  @Test(arguments: [nil, QuizOrder.Shuffle.both])
  func `is stored and graded, and replies again as it did`(shuffle: QuizOrder.Shuffle?) throws {
    let store = try makeStore()
    let draft = HomeworkDraft(title: "t", quiz: QuizDraft(questions: questionsOfAllTypes))
    let homework = try store.writeAndWait { try $0.addHomework(draft) }
    let quiz = try #require(try store.readAndWait { try $0.quiz(for: homework.id) })
    #expect(quiz.questions.map(QuestionDraft.init) == questionsOfAllTypes)
    let options = AttemptOptions(shuffle: shuffle, seed: shuffle.map { _ in 5 }, isPractice: true)
    let attempt = try store.writeAndWait { try $0.startAttempt(homework.id, options) }
    let questions = attempt.questions(of: quiz)
    for (index, question) in questions.enumerated() {
      let isRight = index % 4 != 3
      let response = isRight ? question.correctResponse : question.wrongResponse
      let typed = Question.text(of: response)
      let result = try store.writeAndWait { try $0.settle(typed: typed, in: attempt.id, at: index) }
      #expect(result.answer.outcome == (isRight ? .correct : .wrong), "\(question.prompt)")
      #expect(result.answer.response == typed)
      #expect((result.answer.streakPosition != nil) == question.body.isChosen, "\(question.prompt)")
      #expect(try store.readAndWait { try $0.answerResult(of: attempt.id, at: index) } == result)
    }
    let finished = try store.writeAndWait { try $0.finishAttempt(attempt.id) }.attempt
    #expect(finished.score.correct == 8)
    let answers = try store.readAndWait { try $0.attempt(attempt.id) }.answers
    #expect(
      zip(questions, answers).allSatisfy { $0.grade($0.response(from: $1.response ?? "") ?? .skip) == $1.outcome })
    #expect(try store.checkAndWait().isEmpty)
  }

  @Test func `is only practised if it has cards`() throws {
    let store = try makeStore()
    let card = QuestionDraft(prompt: "chat", body: .card(back: "cat"))
    let homework = try store.writeAndWait {
      try $0.addHomework(HomeworkDraft(title: "t", quiz: QuizDraft(questions: [mcq, card])))
    }
    let error = #expect(throws: StoreError.self) { try store.writeAndWait { try $0.startAttempt(homework.id) } }
    #expect(error?.description.contains("practice: is needed, because the quiz has cards") == true)
    let practice = try store.writeAndWait { try $0.startAttempt(homework.id, AttemptOptions(isPractice: true)) }
    _ = try store.writeAndWait { try $0.settle(.choice(0), in: practice.id) }
    #expect(throws: StoreError.self) { try store.writeAndWait { try $0.settle(.text("cat"), in: practice.id) } }
    let known = try store.writeAndWait { try $0.settle(.known(true), in: practice.id) }
    #expect(known.answer.outcome == .correct && known.answer.streakPosition == nil)
    let stars = try store.writeAndWait { try $0.finishAttempt(practice.id) }.starsTotal
    #expect(stars == 0)
  }

  @Test(arguments: [
    "{}", #"{"correctIndexes":[1]}"#, #"{"correctIndexes":[1,9]}"#, #"{"correctIndexes":"1,2"}"#,
    #"{"correctIndexes":[1,1.5]}"#,
  ])
  func `is damaged if it has no valid key`(details: String) throws {
    let directory = TemporaryDirectory()
    let store = try makeStore(path: directory.path("x.sqlite"))
    let draft = HomeworkDraft(title: "t", quiz: QuizDraft(questions: [questionsOfAllTypes[3]]))
    let homework = try store.writeAndWait { try $0.addHomework(draft) }
    try Connection(path: directory.path("x.sqlite"), access: .readWrite)
      .execute("UPDATE question SET details = '\(details)'")
    #expect(throws: StoreError.self) { try store.readAndWait { try $0.quiz(for: homework.id) } }
  }
}

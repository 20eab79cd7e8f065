import HomeworkJSON
import HomeworkModel
import HomeworkStore
import HomeworkTestKit
import Testing

@Suite struct `A learner who is exported` {
  private let source: Store
  private let ada: Learner

  /// With an attempt finished at a quiz that was replaced since, one in progress, a homework done and one deleted.
  init() throws {
    source = try makeStore()
    ada = try source.writeAndWait { try $0.addLearner("Ada") }
    try source.writeAndWait { tx in
      try tx.use(ada.id)
      let first = try tx.addHomework(
        HomeworkDraft(
          title: "a", subject: "S", collections: ["C"], quiz: QuizDraft(questions: Array(repeating: mcq, count: 6))))
      let attempt = try tx.startAttempt(first.id)
      for _ in 0..<6 { _ = try tx.settle(.choice(0), in: attempt.id, elapsedMs: 700) }
      _ = try tx.finishAttempt(attempt.id)
      _ = try tx.setQuiz(QuizDraft(questions: [mcq, mcq]), for: first.id)
      let second = try tx.startAttempt(first.id)
      _ = try tx.settle(.choice(1), in: second.id)
      _ = try tx.completeHomework(tx.addHomework(HomeworkDraft(title: "b")).id)
      _ = try tx.addHomework(HomeworkDraft(title: "not played"))
    }
    try play(by: source.readAndWait { try $0.learner() })
  }

  private func play(by learner: Learner) throws {
    try source.writeAndWait { tx in
      try tx.use(learner.id)
      let attempt = try tx.startAttempt(tx.homeworkId(matching: "a"))
      _ = try tx.settle(.choice(0), in: attempt.id)
    }
  }

  private func document() throws -> String { try source.readAndWait { try $0.exportLearner(ada.id) } }

  private func seen(in store: Store) throws -> [AnyHashable] {
    try store.readAndWait { tx in
      try tx.use(ada.id)
      let homework = try tx.homeworkList().items.filter { $0.title != "not played" }
      return [
        try tx.learner().name, homework.map(\.progress), homework.map(\.completedAt), homework.map(\.openAttemptId),
        try tx.earned(), try tx.attemptList().items, homework.map(\.id),
        try tx.statistics().subjects, try tx.statistics().grades,
      ]
    }
  }

  @Test func `is the same in another library, with the homework that they played`() throws {
    let target = try makeStore()
    let imported = try target.writeAndWait { try $0.importLearner(document()) }
    #expect(
      imported.id == ada.id && imported.name == "Ada" && !imported.isDefault && imported.createdAt == ada.createdAt)
    #expect(try seen(in: target) == seen(in: source))
    #expect(try target.checkAndWait() == [])
    #expect(try target.readAndWait { try $0.homeworkList().items.map(\.title).sorted() } == ["a", "b"])
    #expect(try target.readAndWait { try $0.homeworkList(HomeworkFilter(search: "a")).items.count } == 1)
    // Nobody else came with them, and whoever was there has nothing of theirs.
    #expect(try target.readAndWait { try $0.learners().count } == 2)
    #expect(try target.readAndWait { try $0.earned() }.finishedAttempts == 0)
    // And they go on.
    try target.writeAndWait { tx in
      try tx.use(ada.id)
      let open = try #require(tx.homework(tx.homeworkId(matching: "a")).openAttemptId)
      _ = try tx.settle(.choice(0), in: open)
      #expect(try tx.finishAttempt(open).attempt.score.correct == 1)
    }
  }

  @Test func `comes back where they were erased, and the document is the same again`() throws {
    let (before, first) = (try seen(in: source), try document())
    _ = try source.eraseLearnerAndWait(ada.id)
    _ = try source.writeAndWait { try $0.importLearner(first) }
    #expect(try seen(in: source) == before)
    #expect(try source.checkAndWait() == [])
    let (old, new) = (try JSONValue(parsing: Array(first.utf8)), try JSONValue(parsing: Array(document().utf8)))
    // Events are of the library where they happened.
    guard case .object(var was) = old, case .object(var again) = new else { return #expect(Bool(false)) }
    (was["events"], again["events"]) = (nil, nil)
    #expect(was == again)
  }

  @Test func `is refused where they are here already, or another has the name`() throws {
    let document = try document()
    #expect(throws: StoreError.alreadyThere(.learner, "Ada")) {
      try source.writeAndWait { try $0.importLearner(document) }
    }
    let target = try makeStore()
    _ = try target.writeAndWait { try $0.addLearner("ADA") }
    #expect(throws: StoreError.nameTaken("Ada")) { try target.writeAndWait { try $0.importLearner(document) } }
    #expect(try target.readAndWait { try $0.homeworkList().items.isEmpty && $0.learners().count == 2 })
  }

  /// It would be left over when that question is deleted, for nothing looks for the answers to it then.
  @Test func `is refused where an answer is to another quiz's question, though the card is the same`() throws {
    let learner = try source.writeAndWait { tx in
      let learner = try tx.addLearner("Grace")
      try tx.use(learner.id)
      let homework = try tx.addHomework(HomeworkDraft(title: "g", quiz: QuizDraft(questions: [mcq])))
      for _ in 0..<2 {
        let attempt = try tx.startAttempt(homework.id)
        _ = try tx.settle(.choice(0), in: attempt.id)
        _ = try tx.finishAttempt(attempt.id)
        var other = mcq
        other.explanation += "."
        if try tx.quizHistory(homework.id).count == 1 {
          _ = try tx.editQuiz(homework.id, [.change(at: 0, to: other)])
        }
      }
      return learner
    }
    let document = try source.readAndWait { try $0.exportLearner(learner.id) }
    #expect(throws: Never.self) { try makeStore().writeAndWait { try $0.importLearner(document) } }
    let ids = document.matches(of: /"question":"([0-9a-f-]{36})"/).map(\.1)
    #expect(ids.count == 2 && ids[0] != ids[1])
    let broken = document.replacing("\"question\":\"\(ids[0])\"", with: "\"question\":\"\(ids[1])\"")
    let target = try makeStore()
    let error = #expect(throws: StoreError.self) { try target.writeAndWait { try $0.importLearner(broken) } }
    guard case .invalid? = error else { return #expect(Bool(false), "\(String(describing: error))") }
    #expect(try target.readAndWait { try $0.homeworkList().items.isEmpty && $0.learners().count == 1 })
  }

  /// Whatever is wrong with a document, nothing of it is imported.
  @Test(arguments: [
    ("\"outcome\":\"correct\"", "\"outcome\":\"wrong\""), ("\"outcome\":\"correct\"", "\"outcome\":\"right\""),
    ("\"streakPosition\":6", "\"streakPosition\":5"), ("\"stars\":2", "\"stars\":3"),
    ("\"position\":5", "\"position\":7"),
    ("\"state\":\"completed\"", "\"state\":\"done\""), ("\"title\":\"a\"", "\"title\":\" \""),
    ("\"attempts\":[", "\"attempts\":[7,"), ("\"quizzes\":[", "\"quizzes\":[],\"x\":["),
    ("\"name\":\"Ada\"", "\"name\":\"\""),
  ])
  func `is refused as a whole where what is in it cannot be`(part: String, other: String) throws {
    let document = try document()
    let broken = part.isEmpty ? String(document.dropLast(9)) : document.replacing(part, with: other)
    #expect(broken != document)
    let target = try makeStore()
    let error = #expect(throws: StoreError.self) { try target.writeAndWait { try $0.importLearner(broken) } }
    if case .invalid? = error {} else { Issue.record("\(String(describing: error))") }
    #expect(try target.readAndWait { try $0.homeworkList().items.isEmpty && $0.learners().count == 1 })
    #expect(try target.checkAndWait() == [])
  }
}

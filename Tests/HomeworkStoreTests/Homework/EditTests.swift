import HomeworkModel
import HomeworkStore
import HomeworkSystem
import Testing

@Suite struct `An edit` {
  @Test func `changes only the named fields`() throws {
    let store = try makeStore()
    let draft = HomeworkDraft(title: "t", subject: "s", collections: ["a", "b"], text: "x", dueOn: "2026-11-20")
    let before = try store.writeAndWait { try $0.addHomework(draft) }
    let changes: [(HomeworkChange, (inout Homework) -> Void)] = [
      (HomeworkChange(), { _ in }), (HomeworkChange(title: "u"), { $0.title = "u" }),
      (HomeworkChange(subject: .set("v")), { $0.subject = "v" }),
      (HomeworkChange(subject: .clear), { $0.subject = nil }),
      (HomeworkChange(collections: ["c", "b"]), { $0.collections = ["b", "c"] }),
      (HomeworkChange(collections: []), { $0.collections = [] }), (HomeworkChange(text: .clear), { $0.text = nil }),
      (HomeworkChange(dueOn: .set("2027-01-01")), { $0.dueOn = "2027-01-01" }),
    ]
    var expected = before
    for (change, apply) in changes {
      apply(&expected)
      #expect(try store.writeAndWait { try $0.updateHomework(before.id, change) } == expected)
    }
  }

  @Test func `obeys the rules of adding, or changes nothing`() throws {
    let store = try makeStore()
    let before = try store.writeAndWait { try $0.addHomework(HomeworkDraft(title: "t", collections: ["a"])) }
    for change in [
      HomeworkChange(title: ""), HomeworkChange(subject: .set(" ")), HomeworkChange(dueOn: .set("soon")),
      HomeworkChange(title: "ok", collections: ["x", "x"]),
    ] {
      #expect(throws: StoreError.self) { try store.writeAndWait { try $0.updateHomework(before.id, change) } }
      #expect(try store.readAndWait { try $0.homework(before.id) } == before)
    }
  }
}

@Suite struct `The generation of a quiz` {
  @Test func `can be retried only after a delay, which is reported`() throws {
    let now = Guarded<Int64>(0)
    let store = try Store.inMemory(
      options: StoreOptions(
        clock: { Timestamp(millisecondsSince1970: now.withLock { $0 }) }, identifiers: { (0, 1) }))
    let id = try store.writeAndWait { try $0.addHomework(HomeworkDraft(title: "t")) }.id
    #expect(try store.writeAndWait { try $0.updateGeneration(id, .pending) }.generation == .pending)
    let failed = try store.writeAndWait { try $0.updateGeneration(id, .failed(.rateLimited, retryAfterSeconds: nil)) }
    #expect(failed.generation == .failed(.rateLimited, retryAt: Timestamp(millisecondsSince1970: 300_000)))
    for (time, left) in [(0, 300), (1, 300), (1000, 299), (299_999, 1)] as [(Int64, Int)] {
      now.withLock { $0 = time }
      #expect(throws: StoreError.tooEarly(retryAfterSeconds: left)) {
        try store.writeAndWait { try $0.updateGeneration(id, .pending) }
      }
    }
    now.withLock { $0 = 300_000 }
    #expect(try store.writeAndWait { try $0.updateGeneration(id, .pending) }.generation == .pending)
  }

  @Test func `has a reason for each failure, one of them with its own delay`() throws {
    let store = try makeStore()
    let id = try store.writeAndWait { try $0.addHomework(HomeworkDraft(title: "t")) }.id
    for reason in GenerationFailure.allCases where reason != .rateLimited {
      let homework = try store.writeAndWait { try $0.updateGeneration(id, .failed(reason, retryAfterSeconds: nil)) }
      #expect(homework.generation == .failed(reason, retryAt: nil))
      _ = try store.writeAndWait { try $0.updateGeneration(id, .pending) }
    }
    #expect(throws: StoreError.self) {
      try store.writeAndWait { try $0.updateGeneration(id, .failed(.network, retryAfterSeconds: -1)) }
    }
    #expect(throws: StoreError.self) { try store.writeAndWait { try $0.updateGeneration(id, .ready) } }
    _ = try store.writeAndWait { try $0.setQuiz(QuizDraft(questions: [mcq]), for: id) }
    #expect(try store.readAndWait { try $0.homework(id) }.generation == .ready)
  }
}

@Suite struct `Statistics` {
  @Test func `include finished attempts, also those of deleted homework`() throws {
    let store = try makeStore()
    let french = try store.writeAndWait {
      try $0.addHomework(
        HomeworkDraft(
          title: "f", subject: "French", collections: ["a"],
          quiz: QuizDraft(questions: Array(repeating: mcq, count: 10)))
      )
    }
    _ = try store.play(Array(repeating: .correct, count: 10), of: french)
    _ = try store.play(Array(repeating: .correct, count: 6) + Array(repeating: .wrong, count: 4), of: french)
    let (other, _) = try store.play([.wrong, .correct])
    _ = try store.play([.wrong, .correct], finishes: false, of: other)
    _ = try store.writeAndWait { try $0.completeHomework(french.id) }
    let before = try store.readAndWait { try $0.statistics() }
    #expect(before.earned.finishedAttempts == 3)
    #expect((before.correctAnswers, before.questions) == (17, 22))
    #expect(before.earned.starsTotal == 8)
    #expect(before.longestRun == 10)
    #expect(before.elapsedMs == 2200)
    #expect(before.grades == [.excellent: 1, .goodEffort: 2])
    #expect(before.subjects.map(\.name) == [nil, "French"])
    #expect(before.subjects.map(\.finishedAttempts) == [1, 2])
    #expect((before.homework, before.completedHomework) == (2, 1))
    #expect(
      try store.readAndWait { try $0.collections() } == [
        HomeworkCollection(name: "a", homework: 1, completedHomework: 1)
      ])
    _ = try store.writeAndWait { try $0.deleteHomework([french.id]) }
    let after = try store.readAndWait { try $0.statistics() }
    #expect(after.subjects == before.subjects)
    #expect(after.homework == 1)
    #expect(try store.readAndWait { try $0.collections() }.isEmpty)
  }
}

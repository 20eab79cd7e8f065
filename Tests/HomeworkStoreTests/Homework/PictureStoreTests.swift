import HomeworkModel
import HomeworkStore
import HomeworkSystem
import HomeworkTestKit
import Testing

@Suite struct `Pictures in a store` {
  let first: Picture
  let second: Picture

  init() throws {
    first = try Picture([0xFF, 0xD8, 0xFF, 1])
    second = try Picture([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
  }

  @Test func `read back unchanged`() throws {
    let store = try makeStore()
    let homework = try store.writeAndWait { try $0.addHomework(HomeworkDraft(title: "t", picture: first)) }
    #expect(homework.picture == first.info)
    #expect(try store.readAndWait { try $0.homework(homework.id) } == homework)
    #expect(try store.readAndWait { try $0.picture(of: homework.id) } == first)
    #expect(try store.writeAndWait { tx in try tx.picture(of: tx.addHomework(HomeworkDraft(title: "none")).id) } == nil)
  }

  @Test func `are stored once, and deleted with the last assignment that shows them`() throws {
    let now = Guarded<Int64>(0)
    let store = try Store.inMemory(
      options: StoreOptions(clock: { Timestamp(millisecondsSince1970: now.withLock { $0 }) }))
    let homework = try (0..<3).map { number in
      try store.writeAndWait { try $0.addHomework(HomeworkDraft(title: "\(number)", picture: first)) }
    }
    let plain = try store.writeAndWait { try $0.addHomework(HomeworkDraft(title: "plain")) }.id
    #expect(try store.infoAndWait().pictures == 1)
    _ = try store.writeAndWait { try $0.updateHomework(homework[0].id, HomeworkChange(picture: .set(second))) }
    #expect(try store.infoAndWait().pictures == 2)
    _ = try store.writeAndWait { try $0.updateHomework(homework[1].id, HomeworkChange(picture: .set(second))) }
    #expect(try store.readAndWait { try $0.picture(of: homework[2].id) } == first)
    #expect(
      try store.writeAndWait { try $0.updateHomework(homework[2].id, HomeworkChange(picture: .clear)) }.picture == nil)
    #expect(try store.infoAndWait().pictures == 1)
    _ = try store.writeAndWait { try $0.deleteHomework([homework[0].id]) }
    #expect(try store.readAndWait { try $0.picture(of: homework[1].id) } == second)
    _ = try store.writeAndWait { try $0.deleteHomework([homework[1].id]) }
    // An undo may show it again for 30 days.
    #expect(try store.infoAndWait().pictures == 1)
    now.withLock { $0 += 30 * 86_400_000 + 1 }
    _ = try store.writeAndWait { try $0.deleteHomework([plain]) }
    #expect(try store.infoAndWait().pictures == 0)
  }

  /// Hidden homework is removed by the first event of any kind after its 30 days.
  @Test func `go with hidden homework, whichever event removes it`() throws {
    let now = Guarded<Int64>(0)
    let store = try Store.inMemory(
      options: StoreOptions(clock: { Timestamp(millisecondsSince1970: now.withLock { $0 }) }))
    _ = try store.writeAndWait { try $0.deleteHomework([$0.addHomework(HomeworkDraft(title: "t", picture: first)).id]) }
    now.withLock { $0 += 30 * 86_400_000 + 1 }
    #expect(try store.infoAndWait().pictures == 1)
    _ = try store.writeAndWait { try $0.addHomework(HomeworkDraft(title: "plain")) }
    #expect(try store.infoAndWait().pictures == 0)
  }

  @Test func `stay if an edit does not mention them`() throws {
    let store = try makeStore()
    let homework = try store.writeAndWait { try $0.addHomework(HomeworkDraft(title: "t", picture: first)) }
    #expect(
      try store.writeAndWait { try $0.updateHomework(homework.id, HomeworkChange(title: "u")) }.picture == first.info)
  }
}

@Suite struct `Pictures of questions in a store` {
  private let map: QuestionPicture, cell: QuestionPicture
  private let question: QuestionDraft

  init() throws {
    map = QuestionPicture(try Picture([0xFF, 0xD8, 0xFF, 1]), alternative: "A map")
    cell = QuestionPicture(try Picture(Array("GIF89a".utf8)))
    question = QuestionDraft(
      prompt: "Which?", body: .mcq(options: ["a", "b", "c"], correctIndex: 0),
      pictures: QuestionPictures(question: map, options: [0: cell, 2: map], answer: cell))
  }

  private func add(_ store: Store) throws -> Homework {
    try store.writeAndWait {
      try $0.addHomework(HomeworkDraft(title: "t", quiz: QuizDraft(questions: [question, mcq])))
    }
  }

  @Test func `read back equal, each stored once, with the options as they are shown`() throws {
    let store = try makeStore()
    let homework = try add(store)
    #expect(try store.infoAndWait().pictures == 2)
    let quiz = try #require(try store.readAndWait { try $0.quiz(for: homework.id) })
    #expect(QuestionDraft(quiz.questions[0]) == question && quiz.questions[1].pictures == QuestionPictures())
    #expect(try store.readAndWait { try $0.picture(digest: map.digest) } == map.file)
    #expect(try store.readAndWait { try $0.picture(digest: "x") } == nil)
    for seed in 0..<6 as Range<UInt64> {
      let practice = AttemptOptions(shuffle: .both, seed: seed, isPractice: true)
      let attempt = try store.writeAndWait { try $0.startAttempt(homework.id, practice) }
      let shown = try #require(attempt.questions(of: quiz).first { $0.prompt == "Which?" })
      let (first, third) = (shown.body.options.firstIndex(of: "a"), shown.body.options.firstIndex(of: "c"))
      #expect(shown.pictures.options == [first ?? 9: cell, third ?? 9: map])
      let index = try #require(attempt.questions(of: quiz).firstIndex(of: shown))
      if index == 1 { _ = try store.writeAndWait { try $0.settle(.skip, in: attempt.id) } }
      #expect(try store.readAndWait { try $0.currentQuestion(of: attempt.id) } == shown)
      #expect(try store.writeAndWait { try $0.settle(.choice(0), in: attempt.id) }.picture == cell)
      _ = try store.writeAndWait { try $0.abandonAttempt(attempt.id) }
    }
    #expect(try store.checkAndWait().isEmpty)
  }

  @Test func `stay in revisions and reviews, and after an undo, and go with the last that shows them`() throws {
    let now = Guarded<Int64>(0)
    let store = try Store.inMemory(
      options: StoreOptions(clock: { Timestamp(millisecondsSince1970: now.withLock { $0 }) }))
    let homework = try add(store)
    var changed = question
    changed.prompt = "What?"
    changed.pictures = QuestionPictures(
      question: QuestionPicture(digest: map.digest, alternative: "A map"), answer: QuestionPicture(digest: cell.digest))
    let revised = try store.writeAndWait { try $0.editQuiz(homework.id, [.change(at: 0, to: changed)]) }
    #expect(revised.questions[0].pictures == QuestionPictures(question: map, answer: cell))
    let history = try store.readAndWait { try $0.quizHistory(homework.id) }
    #expect(history.first?.changes.first?.parts == [.question, .pictures])
    let plain = try store.writeAndWait { try $0.addHomework(HomeworkDraft(title: "plain")) }.id
    _ = try store.writeAndWait { try $0.deleteHomework([homework.id]) }
    #expect(try store.infoAndWait().pictures == 2)
    // A replaced picture of homework leaves those that an undo would restore.
    _ = try store.writeAndWait {
      try $0.updateHomework(plain, HomeworkChange(picture: .set(Picture([0xFF, 0xD8, 0xFF]))))
    }
    _ = try store.writeAndWait { try $0.updateHomework(plain, HomeworkChange(picture: .clear)) }
    #expect(try store.infoAndWait().pictures == 2)
    _ = try store.writeAndWait { try $0.undoDeletion() }
    #expect(try store.readAndWait { try $0.quiz(for: homework.id) }?.questions[0].pictures.question == map)
    #expect(try store.checkAndWait().isEmpty)
    _ = try store.writeAndWait { try $0.deleteHomework([homework.id]) }
    now.withLock { $0 += 30 * 86_400_000 + 1 }
    _ = try store.writeAndWait { try $0.deleteHomework([plain]) }
    #expect(try store.infoAndWait().pictures == 0)
  }

  @Test func `are refused if they are not here, with nothing stored`() throws {
    let store = try makeStore()
    var wrong = question
    wrong.pictures.options[2] = QuestionPicture(digest: String(repeating: "a", count: 64))
    let error = #expect(throws: StoreError.self) {
      try store.writeAndWait { try $0.addHomework(HomeworkDraft(title: "t", quiz: QuizDraft(questions: [wrong]))) }
    }
    #expect(error.map { "\($0)" }?.contains("the library has no picture with the digest aaaa") == true)
    #expect(try store.infoAndWait().pictures == 0)
    wrong.pictures.options = [3: map]
    #expect(wrong.faults.map(\.description) == ["optionPictures: option 4 is not one of 3"])
  }

  @Test func `come back with what another copy deleted, if it is undone here`() async throws {
    let (here, there) = (try makeStore(), try makeStore())
    let homework = try add(here)
    try await here.sync(with: there)
    #expect(try there.infoAndWait().pictures == 2)
    _ = try here.writeAndWait { try $0.deleteHomework([homework.id]) }
    try await here.sync(with: there)
    #expect(try there.readAndWait { try $0.homeworkList().items.isEmpty })
    // An undo shows it again, here as there.
    #expect(try there.writeAndWait { try $0.undoDeletion() }.map(\.id) == [homework.id])
    #expect(try there.readAndWait { try $0.quiz(for: homework.id) }?.questions[0].pictures.question == map)
  }

  @Test func `are missed by a check if they are gone`() throws {
    let directory = TemporaryDirectory()
    let store = try makeStore(path: directory.path("hwdb.sqlite"))
    _ = try add(store)
    try Connection(path: directory.path("hwdb.sqlite"), access: .readWrite)
      .execute("DELETE FROM picture WHERE digest = '\(cell.digest)'")
    let found = try store.checkAndWait()
    #expect(
      found.map { "\($0.kind) \($0.place): \($0.detail)" } == [
        "picture \(cell.digest): a question shows it, and it is not there"
      ])
  }

  @Test func `come with a copy of the library, and with a learner's document`() async throws {
    let (here, there) = (try makeStore(), try makeStore())
    let homework = try add(here)
    let attempt = try here.writeAndWait { try $0.startAttempt(homework.id) }
    _ = try here.writeAndWait { try $0.settle(.choice(0), in: attempt.id) }
    let copy = try makeStore()
    try await here.sync(with: copy)
    #expect(try copy.readAndWait { try $0.quiz(for: homework.id) }.map { QuestionDraft($0.questions[0]) } == question)
    #expect(try copy.readAndWait { try $0.picture(digest: cell.digest) } == cell.file)
    #expect(try copy.checkAndWait().isEmpty)
    let document = try here.readAndWait { tx in try tx.exportLearner(tx.learners()[0].id) }
    _ = try there.writeAndWait { try $0.importLearner(document.replacing("Learner 1", with: "Ada")) }
    let taken = try #require(try there.readAndWait { try $0.homeworkList(limit: 9, after: nil) }.items.first)
    #expect(try there.readAndWait { try $0.quiz(for: taken.id) }.map { QuestionDraft($0.questions[0]) } == question)
    #expect(try there.readAndWait { try $0.picture(digest: map.digest) } == map.file)
    #expect(try there.checkAndWait().isEmpty)
  }
}

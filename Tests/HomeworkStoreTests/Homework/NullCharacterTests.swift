import HomeworkModel
import HomeworkStore
import HomeworkTestKit
import Testing

/// PostgreSQL cannot hold U+0000, so no engine takes it, wherever it stands.
@Suite struct `The character U+0000` {
  private static let text = "a\u{0}b"
  private static let picture = QuestionPictures(
    question: QuestionPicture(digest: String(repeating: "0", count: 64), alternative: text))

  private static let drafts: [(String, HomeworkDraft)] = [
    ("title", HomeworkDraft(title: text)), ("subject", HomeworkDraft(title: "t", subject: text)),
    ("collections[1]", HomeworkDraft(title: "t", collections: ["c", text])),
    ("text", HomeworkDraft(title: "t", text: text)), ("note", HomeworkDraft(title: "t", note: text)),
    ("quiz.topic", HomeworkDraft(title: "t", quiz: QuizDraft(topic: text, questions: [mcq]))),
    ("quiz.subtopic", HomeworkDraft(title: "t", quiz: QuizDraft(subtopic: text, questions: [mcq]))),
  ]

  private static let questions: [(String, QuestionDraft)] = [
    ("question", QuestionDraft(prompt: text, body: .card(back: "b"))),
    ("introduction", QuestionDraft(introduction: text, prompt: "p", body: .card(back: "b"))),
    ("explanation", QuestionDraft(prompt: "p", body: .card(back: "b"), explanation: text)),
    ("picture", QuestionDraft(prompt: "p", body: .card(back: "b"), pictures: picture)),
    ("back", QuestionDraft(prompt: "p", body: .card(back: text))),
    ("options[1]", QuestionDraft(prompt: "p", body: .mcq(options: ["a", text], correctIndex: 0))),
    ("items[0]", QuestionDraft(prompt: "p", body: .ordering(items: [text, "b"], correctOrder: [0, 1]))),
    ("unit", QuestionDraft(prompt: "p", body: .numeric(NumericKey(1, unit: text)))),
    ("correctAnswer", QuestionDraft(prompt: "p", body: .fillBlank(correctAnswer: text, acceptedAnswers: []))),
    (
      "acceptedAnswers[0]",
      QuestionDraft(prompt: "p", body: .fillBlank(correctAnswer: "a", acceptedAnswers: [text]))
    ),
    ("correctAnswer", QuestionDraft(prompt: "p", body: .shortAnswer(correctAnswer: text, keyConcepts: []))),
    (
      "keyConcepts[0][1]",
      QuestionDraft(prompt: "p", body: .shortAnswer(correctAnswer: "a", keyConcepts: [["a", text]]))
    ),
    (
      "gaps[0].options[0]",
      QuestionDraft(prompt: "{1}", body: .gaps([.mcq(options: [text, "b"], correctIndex: 0)]))
    ),
  ]

  @Test(
    arguments: drafts
      + questions.map { path, question in
        ("quiz.questions[0].\(path)", HomeworkDraft(title: "t", quiz: QuizDraft(questions: [question])))
      })
  func `is refused by its place`(path: String, draft: HomeworkDraft) throws {
    let store = try Store.inMemory()
    let fault = Fault(path: path, message: "has the character U+0000: leave it out")
    #expect(throws: StoreError.invalid([fault])) { try store.writeAndWait { try $0.addHomework(draft) } }
    #expect(try store.readAndWait { try $0.homeworkList() }.items.isEmpty)
  }

  @Test func `is refused in an edit, a name, a response and a part of a sync`() throws {
    let store = try Store.inMemory()
    let homework = try store.writeAndWait { try $0.addHomework(HomeworkDraft(title: "t")) }
    let fault = Fault(path: "note", message: "has the character U+0000: leave it out")
    #expect(throws: StoreError.invalid([fault])) {
      try store.writeAndWait { try $0.updateHomework(homework.id, HomeworkChange(note: .set(Self.text))) }
    }
    #expect(throws: StoreError.self) { try store.writeAndWait { try $0.addLearner(Self.text) } }
    let quiz = try store.writeAndWait { tx in
      try tx.addHomework(HomeworkDraft(title: "Leaves", quiz: QuizDraft(questions: [fillBlank])))
    }
    let attempt = try store.writeAndWait { try $0.startAttempt(quiz.id) }
    #expect(throws: StoreError.self) { try store.writeAndWait { try $0.settle(.text(Self.text), in: attempt.id) } }
    let other = try Store.inMemory()
    let hello = try store.readAndWait { try $0.syncHello() }
    _ = try other.writeAndWait { try $0.syncHello(to: hello) }
    let part = try #require(try store.readAndWait { try $0.syncPart(after: [:], size: SyncPart.size) })
    let forged = try part.changes.map { change in
      let words = String(decoding: (change.value ?? .null).encoded(), as: UTF8.self)
      return SyncChange(
        time: change.time, copyId: change.copyId, kind: change.kind, entity: change.entity, part: change.part,
        value: try JSONValue(parsing: words.replacing("Leaves", with: #"Lea\u0000ves"#).utf8))
    }
    #expect(throws: StoreError.self) {
      try other.writeAndWait { try $0.takeSync(SyncPart(after: part.after, changes: forged)) }
    }
    #expect(try other.readAndWait { try $0.homeworkList() }.items.isEmpty)
    _ = try other.writeAndWait { try $0.takeSync(part) }
    #expect(try store.readAndWait { try $0.homework(homework.id) } == homework)
  }
}

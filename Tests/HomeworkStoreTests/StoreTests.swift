import Foundation
import HomeworkModel
import HomeworkStore
import HomeworkTestKit
import Testing

@Suite struct `A store` {
  @Test func `returns an assignment as it was added`() throws {
    let store = try makeStore()
    let draft = HomeworkDraft(
      title: "Fractions", subject: "Mathematics", collections: ["b", "a"], text: "p. 12", dueOn: "2026-11-20",
      quiz: QuizDraft(topic: "t", subtopic: "s", confidence: 0.5, questions: [mcq, fillBlank, shortAnswer]))
    let added = try store.writeAndWait { try $0.addHomework(draft) }
    #expect(try store.readAndWait { try $0.homework(added.id) } == added)
    #expect(added.title == "Fractions")
    #expect(added.collections == ["a", "b"])
    #expect(added.dueOn == "2026-11-20")
    #expect(added.questionCount == 3)
    #expect(added.progress == HomeworkProgress())
    let quiz = try #require(try store.readAndWait { try $0.quiz(for: added.id) })
    #expect(quiz.questions.map(\.body) == [mcq, fillBlank, shortAnswer].map(\.body))
    #expect(quiz.questions.map(\.prompt) == [mcq, fillBlank, shortAnswer].map(\.prompt))
    #expect((quiz.topic, quiz.subtopic, quiz.confidence) == ("t", "s", 0.5))
  }

  @Test func `lists the newest first, in pages that neither repeat nor skip`() throws {
    let store = try makeStore()
    for number in 1...7 { _ = try store.writeAndWait { try $0.addHomework(HomeworkDraft(title: "\(number)")) } }
    for size in 1...8 {
      var titles: [String] = []
      var cursor: String?
      repeat {
        let page = try store.readAndWait { try $0.homeworkList(limit: size, after: cursor) }
        titles += page.items.map(\.title)
        cursor = page.next
        // Homework added meanwhile is newer than everything still to come.
        if titles.count == size, size == 3 {
          _ = try store.writeAndWait { try $0.addHomework(HomeworkDraft(title: "late")) }
        }
      } while cursor != nil
      #expect(titles.filter { $0 != "late" } == ["7", "6", "5", "4", "3", "2", "1"])
    }
  }

  @Test func `filters by subject, collection and status`() throws {
    let store = try makeStore()
    let new = try store.writeAndWait {
      try $0.addHomework(HomeworkDraft(title: "new", subject: "French", collections: ["a"]))
    }
    let (started, _) = try store.play([.correct], finishes: false)
    let done = try store.writeAndWait { tx in
      try tx.completeHomework(tx.addHomework(HomeworkDraft(title: "done", collections: ["a"])).id)
    }
    func ids(_ filter: HomeworkFilter) throws -> [Homework.ID] {
      try store.readAndWait { try $0.homeworkList(filter) }.items.map(\.id)
    }
    #expect(try ids(HomeworkFilter(subject: "French")) == [new.id])
    #expect(try ids(HomeworkFilter(collection: "a")) == [done.id, new.id])
    #expect(try ids(HomeworkFilter(status: .new)) == [new.id])
    #expect(try ids(HomeworkFilter(status: .started)) == [started.id])
    #expect(try ids(HomeworkFilter(status: .completed)) == [done.id])
    #expect(try store.writeAndWait { try $0.reopenHomework(done.id) }.completedAt == nil)
  }

  @Test func `finds an id by its beginning or end, and rejects an ambiguous one`() throws {
    let store = try makeStore()
    let one = try store.writeAndWait { try $0.addHomework(HomeworkDraft(title: "1")) }
    #expect(try store.readAndWait { try $0.homeworkId(matching: String(one.id.text.suffix(4))) } == one.id)
    #expect(try store.readAndWait { try $0.homeworkId(matching: String(one.id.text.prefix(8)).uppercased()) } == one.id)
    #expect(throws: StoreError.notFound(.homework, "\"abc\"")) {
      try store.readAndWait { try $0.homeworkId(matching: "abc") }
    }
    let other = try store.writeAndWait { try $0.addHomework(HomeworkDraft(title: "2")) }
    let shared = String(one.id.text.commonPrefix(with: other.id.text).prefix(6))
    #expect(throws: StoreError.ambiguousId(shared, candidates: [one.id.text, other.id.text].sorted())) {
      try store.readAndWait { try $0.homeworkId(matching: shared) }
    }
  }

  @Test func `deletes all of several or none, and keeps earned stars`() throws {
    let store = try makeStore()
    let (homework, attempt) = try store.play(Array(repeating: .correct, count: 10))
    let other = try store.writeAndWait { try $0.addHomework(HomeworkDraft(title: "other")) }
    let absent = Homework.ID(atMs: 0, random: (0, 0))
    #expect(throws: StoreError.notFound(.homework, absent.text)) {
      try store.writeAndWait { try $0.deleteHomework([homework.id, other.id, absent]) }
    }
    #expect(try store.readAndWait { try $0.homeworkList() }.items.count == 2)
    #expect(try store.writeAndWait { try $0.deleteHomework([homework.id, homework.id]) }.map(\.id) == [homework.id])
    #expect(throws: StoreError.notFound(.attempt, attempt.id.text)) {
      try store.readAndWait { try $0.attempt(attempt.id) }
    }
    let earned = try store.readAndWait { try $0.earned() }
    #expect(earned.starsTotal == 6)
    #expect(earned.finishedAttempts == 1)
    #expect(earned.achievements == [.firstPerfect, .fullCycle])
    #expect(earned.hasFirstCapture)
  }

  @Test func `rejects invalid data, naming each fault, and stays unchanged`() throws {
    let store = try makeStore()
    let bad = QuestionDraft(prompt: " ", body: .mcq(options: ["a"], correctIndex: 3))
    let draft = HomeworkDraft(title: "", dueOn: "2026-02-30", quiz: QuizDraft(confidence: 2, questions: [mcq, bad]))
    let error = #expect(throws: StoreError.self) { try store.writeAndWait { try $0.addHomework(draft) } }
    guard case .invalid(let faults) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(
      faults.map(\.path) == [
        "title", "dueOn", "quiz.confidence", "quiz.questions[1].question", "quiz.questions[1].options",
        "quiz.questions[1].correctIndex",
      ])
    #expect(try store.readAndWait { try $0.homeworkList() }.items.isEmpty)
    #expect(try store.readAndWait { try $0.earned() }.hasFirstCapture == false)
  }

  @Test func `rejects an empty answer, so a question must be skipped instead`() throws {
    let store = try Store.inMemory()
    let bodies: [Question.Body] = [
      .fillBlank(correctAnswer: "x", acceptedAnswers: []), .shortAnswer(correctAnswer: "x", keyConcepts: [["x"]]),
    ]
    let quiz = QuizDraft(questions: bodies.map { QuestionDraft(prompt: "?", body: $0) })
    let id = try store.writeAndWait { tx in
      try tx.startAttempt(tx.addHomework(HomeworkDraft(title: "t", quiz: quiz)).id).id
    }
    let newest = try store.readAndWait { try $0.eventRange().newest }
    for index in bodies.indices {
      for text in ["", " ", "\t\n", "\u{A0}\u{3000}", "\r\n"] {
        let fault = Fault(path: "response", message: "is empty: give a text, or skip the question")
        #expect(throws: StoreError.invalid([fault])) { try store.writeAndWait { try $0.settle(.text(text), in: id) } }
        #expect(throws: StoreError.invalid([fault])) { try store.writeAndWait { try $0.settle(typed: text, in: id) } }
      }
      #expect(
        try store.readAndWait { try ($0.attempt(id).questionIndex, $0.eventRange().newest) } == (
          index, newest + Int64(index)
        ))
      #expect(try store.writeAndWait { try $0.settle(.skip, in: id) }.answer.outcome == .skipped)
    }
  }

  @Test func `keeps everything when closed and reopened`() throws {
    let directory = TemporaryDirectory()
    let path = directory.path("hwdb.sqlite")
    let (homework, attempt) = try makeStore(path: path).play([.correct, .wrong, .skipped])
    let again = try makeStore(path: path)
    #expect(try again.readAndWait { try $0.attempt(attempt.id) } == attempt)
    #expect(try again.readAndWait { try $0.homework(homework.id) }.progress.bestScore == 1)
  }

  @Test func `sees another store's writes to the same file`() throws {
    let directory = TemporaryDirectory()
    let path = directory.path("hwdb.sqlite")
    let one = try makeStore(path: path)
    let other = try makeStore(path: path)
    let homework = try one.writeAndWait { try $0.addHomework(HomeworkDraft(title: "shared")) }
    #expect(try other.readAndWait { try $0.homework(homework.id) } == homework)
    #expect(try other.writeAndWait { try $0.deleteHomework([homework.id]) }.count == 1)
    #expect(try one.readAndWait { try $0.homeworkList() }.items.isEmpty)
  }
}

import HomeworkModel
import HomeworkStore
import HomeworkTestKit
import Synchronization
import Testing

@Suite struct `An unfinished import` {
  private let store: Store

  init() throws {
    store = try makeStore()
    _ = try store.writeAndWait { try $0.addHomework(HomeworkDraft(title: "there")) }
  }

  private static func draft(_ title: String) -> HomeworkDraft {
    HomeworkDraft(title: title, quiz: QuizDraft(questions: [mcq, fillBlank]))
  }

  private func begin(_ titles: String...) throws -> (UnfinishedImport, [Homework]) {
    let parts = try store.writeAndWait { try $0.beginImport() }
    return (
      parts, try titles.map { title in try store.writeAndWait { try $0.addHomework(Self.draft(title), to: parts) } }
    )
  }

  /// Returns the number of questions, visible or not.
  private func rows(_ store: Store) throws -> Int { try store.infoAndWait().questions }

  @Test func `is invisible to every read and write`() throws {
    let before = try store.readAndWait { tx in (try tx.eventRange().newest, try tx.earned()) }
    let (_, hidden) = try begin("Fractions", "Rivers")
    let (id, quizId) = (hidden[0].id, try #require(hidden[0].quizId))
    try store.readAndWait { tx in
      let titles = try tx.homeworkList().items.map(\.title)
      #expect(titles == ["there"])
      #expect(try tx.homeworkList(HomeworkFilter(search: "fractions")).items.isEmpty)
      #expect(try tx.homeworkList(HomeworkFilter(search: "denominator")).items.isEmpty)
      #expect(try tx.homeworkList(HomeworkFilter(status: .new)).items.count == 1)
      #expect(throws: StoreError.notFound(.homework, id.text)) { try tx.homework(id) }
      #expect(throws: StoreError.notFound(.homework, id.text)) { try tx.quiz(for: id) }
      #expect(try tx.quiz(quizId) == nil)
      #expect(throws: StoreError.self) { try tx.homeworkId(matching: "Fractions") }
      #expect(throws: StoreError.self) { try tx.homeworkId(matching: String(id.text.suffix(12))) }
      #expect(try tx.homeworkIds(titled: ["Fractions", "there"]).keys.sorted() == ["there"])
      #expect(try tx.overview().homework.map(\.title) == ["there"])
      #expect(try tx.statistics().homework == 1)
      #expect(try tx.eventRange().newest == before.0)
      #expect(try tx.earned() == before.1)
    }
    #expect(try store.infoAndWait().homework == 1)
    // Other callers cannot change it, either.
    let changes: [(WriteTransaction) throws -> Void] = [
      { _ = try $0.startAttempt(id) }, { _ = try $0.completeHomework(id) }, { _ = try $0.deleteHomework([id]) },
      { _ = try $0.updateHomework(id, HomeworkChange(title: "mine")) },
      { _ = try $0.setQuiz(QuizDraft(questions: [mcq]), for: id) },
    ]
    for change in changes {
      #expect(throws: StoreError.notFound(.homework, id.text)) { try store.writeAndWait { try change($0) } }
    }
    #expect(try store.checkAndWait().isEmpty)
  }

  @Test func `appears as if added at once when it is published`() throws {
    let (parts, hidden) = try begin("Fractions", "Rivers")
    let newest = try store.readAndWait { try $0.eventRange().newest }
    let seen = try store.writeAndWait { try $0.publish(hidden, of: parts) }
    #expect(Set(seen.map(\.createdAt)).count == 1)
    try store.readAndWait { tx in
      #expect(try tx.homeworkList().items.map(\.title) == ["Rivers", "Fractions", "there"])
      #expect(try seen.map { try tx.homework($0.id) } == seen)
      #expect(try tx.homeworkList(HomeworkFilter(search: "fractions")).items.map(\.id) == [seen[0].id])
      let events = try tx.events(since: newest)
      #expect(events.map(\.kind) == [.homeworkAdded, .quizSet, .homeworkAdded, .quizSet])
      #expect(events.map(\.homeworkId) == [seen[0].id, seen[0].id, seen[1].id, seen[1].id])
      #expect(try tx.statistics().homework == 3)
    }
    #expect(try store.checkAndWait().isEmpty)
    _ = try store.writeAndWait { try $0.startAttempt(seen[0].id) }
  }

  @Test func `is the first capture of an empty store`() throws {
    let store = try makeStore()
    let parts = try store.writeAndWait { try $0.beginImport() }
    let one = try store.writeAndWait { try $0.addHomework(Self.draft("one"), to: parts) }
    #expect(try !store.readAndWait { try $0.earned() }.hasFirstCapture)
    _ = try store.writeAndWait { try $0.publish([one], of: parts) }
    #expect(try store.readAndWait { try $0.events(since: 0).map(\.kind) } == [.homeworkAdded, .firstCapture, .quizSet])
  }

  @Test func `is removed in steps down to the last row`() throws {
    let (parts, hidden) = try begin("a", "b", "c", "d", "e", "f", "g")
    #expect(try rows(store) == 14)
    #expect(try !store.writeAndWait { try $0.takeBack(parts) })
    #expect(try rows(store) == 4)
    // A partly removed import can no longer be published.
    #expect(throws: StoreError.self) { try store.writeAndWait { try $0.publish(hidden, of: parts) } }
    try store.takeBackAndWait(parts)
    #expect(try rows(store) == 0)
    #expect(try store.checkAndWait().isEmpty)
    #expect(try store.readAndWait { try $0.homeworkList() }.items.map(\.title) == ["there"])
  }

  @Test func `differs from one that began at the same moment`() throws {
    try store.writeAndWait { tx in
      let one = try tx.beginImport()
      _ = try tx.addHomework(Self.draft("one"), to: one)
      let other = try tx.beginImport()
      #expect(one != other)
      let added = try tx.addHomework(Self.draft("other"), to: other)
      _ = try tx.publish([added], of: other)
    }
    #expect(try store.readAndWait { try $0.homeworkList() }.items.map(\.title) == ["other", "there"])
  }

  /// Its process may take up to an hour; after that, the next process to open the file removes its remains.
  @Test(arguments: [(59, true), (61, false), (-59, true), (-61, false)])
  func `of a dead process is removed when the file is opened`(minutes: Int, isLeft: Bool) throws {
    let directory = try TemporaryDirectory()
    let path = directory.path("x.sqlite")
    let beginning: Int64 = 1_767_225_600_000
    func open(atMinute minute: Int) throws -> Store {
      let now = Timestamp(millisecondsSince1970: beginning + Int64(minute) * 60_000)
      return try Store.openAndWait(path: path, options: StoreOptions(clock: { now }))
    }
    do {
      let store = try open(atMinute: 0)
      let parts = try store.writeAndWait { try $0.beginImport() }
      for number in 1...12 { _ = try store.writeAndWait { try $0.addHomework(Self.draft("\(number)"), to: parts) } }
    }
    let store = try open(atMinute: minutes)
    #expect(try store.readAndWait { try $0.homeworkList() }.items.isEmpty)
    #expect(try rows(store) == (isLeft ? 24 : 0))
    #expect(try store.checkAndWait().isEmpty)
  }
}

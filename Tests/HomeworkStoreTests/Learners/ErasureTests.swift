import Foundation
import HomeworkModel
import HomeworkStore
import HomeworkTestKit
import Testing

@Suite struct `Erasing a learner` {
  private let directory = TemporaryDirectory()
  private let path: String
  private let store: Store
  private let first: Learner
  private let second: Learner
  private static let text = QuestionDraft(
    prompt: "p", body: .shortAnswer(correctAnswer: "c", keyConcepts: [["c"]]), explanation: "")

  init() throws {
    path = directory.path("x.sqlite")
    store = try makeStore(path: path)
    let (me, other) = try store.writeAndWait { tx in (try tx.learner(), try tx.addLearner("Wilhelmina")) }
    (first, second) = (me, other)
    for (index, learner) in [me, other].enumerated() {
      for title in ["kept", "deleted", "forgotten"] {
        try play("typed\(index)\(title)", at: title, as: learner, finishes: title == "kept")
      }
    }
    for title in ["forgotten", "deleted"] {
      try store.writeAndWait { tx in _ = try tx.deleteHomework([tx.homeworkId(matching: title)]) }
    }
  }

  private func play(_ words: String, at title: String, as learner: Learner, finishes: Bool) throws {
    try store.writeAndWait { tx in
      try tx.use(learner.id)
      let homework =
        try tx.homeworkList().items.first { $0.title == title }
        ?? tx.addHomework(HomeworkDraft(title: title, quiz: QuizDraft(questions: [Self.text, mcq])))
      let attempt = try tx.startAttempt(homework.id)
      let id = "0190a3b2-0000-7000-8000-\(words.utf8.reduce(100_000_000_000) { $0 + Int($1) })"
      _ = try tx.idempotently(try #require(Request(id: id, parameters: ""))) {
        _ = try tx.settle(.text(words), in: attempt.id)
        return .whole("{\"reply\":\"\(words)\"}")
      }
      guard finishes else { return }
      _ = try tx.settle(.choice(0), in: attempt.id)
      _ = try tx.finishAttempt(attempt.id)
      _ = try tx.completeHomework(homework.id)
    }
  }

  private func holds(_ words: String) throws -> [String] {
    try ["", "-wal", "-shm"].filter { FileManager.default.fileExists(atPath: path + $0) }.filter {
      try Data(contentsOf: URL(filePath: path + $0)).range(of: Data(words.utf8)) != nil
    }
  }

  @Test func `leaves no byte of a name, answer or id in the file or its log`() throws {
    // Includes attempts at hidden homework.
    let ids = try Connection(path: path, access: .readOnly).all(
      "SELECT a.id FROM attempt a JOIN learner l ON l.id = a.learner WHERE l.name = 'Wilhelmina'"
    ) { $0.text(0) }
    #expect(ids.count == 3)
    let secret = ["Wilhelmina", "wilhelmina", second.id.text, "typed1"] + ids
    for words in secret { #expect(try !holds(words).isEmpty) }
    let erasure = try store.eraseLearnerAndWait(second.id)
    #expect(erasure == Erasure(learner: second, attempts: 3))
    for words in secret { #expect(try holds(words) == []) }
    #expect(try !holds("typed0").isEmpty && !holds("Learner 1").isEmpty)
    #expect(try store.checkAndWait() == [])
  }

  @Test func `keeps all data of others, and event numbers without gaps`() throws {
    func seen() throws -> [AnyHashable] {
      try store.readAndWait { tx in
        [try tx.homeworkList().items, try tx.statistics(), try tx.earned(), try tx.attemptList().items]
      }
    }
    let before = try seen()
    let events = try store.readAndWait { tx in try tx.events(since: 0) }
    _ = try store.eraseLearnerAndWait(second.id)
    #expect(try seen() == before)
    let after = try store.readAndWait { tx in try tx.events(since: 0) }
    #expect(after.map(\.sequence) == Array(1...Int64(events.count + 1)))
    for (was, now) in zip(events, after) {
      if was.learnerId == second.id {
        #expect(
          now
            == Event(
              sequence: was.sequence, kind: .erased, at: was.at, homeworkId: nil, learnerId: nil, detail: .init()))
      } else {
        #expect(now == was)
      }
    }
    // Hidden homework still belongs to the remaining learner.
    let back = try store.writeAndWait { try $0.undoDeletion() }
    #expect(back.map(\.title) == ["deleted"] && back.allSatisfy { $0.openAttemptId != nil })
    #expect(try store.readAndWait { try $0.attempts(of: back[0].id) }.map(\.learnerId) == [first.id])
    #expect(try store.checkAndWait() == [])
    // So do the kept replies.
    let request = try #require(Request(id: id(of: "typed0kept"), parameters: ""))
    let again = try store.writeAndWait { tx in try tx.idempotently(request) { .whole("new") } }
    #expect(again == .whole("{\"reply\":\"typed0kept\"}"))
  }

  private func id(of words: String) -> String {
    "0190a3b2-0000-7000-8000-\(words.utf8.reduce(100_000_000_000) { $0 + Int($1) })"
  }

  @Test func `makes the oldest remaining learner the default, or a new one if none remains`() throws {
    let third = try store.writeAndWait { try $0.addLearner("c") }
    let erasure = try store.eraseLearnerAndWait(first.id)
    #expect(erasure.newDefault?.id == second.id && erasure.newDefault?.isDefault == true)
    #expect(try store.readAndWait { try $0.learner().id } == second.id)
    #expect(try store.eraseLearnerAndWait(third.id).newDefault == nil)
    #expect(try store.eraseLearnerAndWait(second.id).newDefault?.name == "Learner 1")
    let left = try store.readAndWait { try $0.learners() }
    #expect(left.map(\.name) == ["Learner 1"] && left[0].isDefault && left[0].id != first.id)
    #expect(throws: StoreError.notFound(.learner, first.id.text)) { try store.eraseLearnerAndWait(first.id) }
  }

  /// A reader's snapshot keeps the log from being emptied.
  @Test(arguments: ["opening", "erasure", "vacuum"])
  func `succeeds beside a reader, names the file that still holds bytes, and completes later`(end: String) throws {
    let secret = ["Wilhelmina", "wilhelmina", second.id.text, "typed1"]
    let reader = try Connection(path: path, access: .readOnly)
    try reader.execute("BEGIN; SELECT count(*) FROM homework")
    let erasure = try store.eraseLearnerAndWait(second.id)
    #expect(erasure == Erasure(learner: second, attempts: 3, pending: [path + "-wal"]))
    #expect(try store.readAndWait { try $0.learners().map(\.id) } == [first.id])
    #expect(try store.hasPendingErasure && !holds("typed1").isEmpty)
    // An opening does not wait for the reader.
    let start = ContinuousClock.now
    _ = try makeStore(path: path)
    #expect(start.duration(to: .now) < .seconds(3))
    #expect(try store.endErasuresAndWait() == [path + "-wal"])
    try reader.execute("COMMIT")
    switch end {
    case "opening": _ = try makeStore(path: path)
    case "erasure": #expect(try store.endErasuresAndWait() == [])
    default: try store.vacuumAndWait()
    }
    #expect(try !store.hasPendingErasure)
    for words in secret { #expect(try holds(words) == [], "\(words)") }
    #expect(try store.checkAndWait() == [])
  }

  /// Another learner may be erased while a file is rewritten for the first one.
  @Test func `is not taken for done because an earlier one is`() throws {
    let connection = try Connection(path: path, access: .readWrite)
    try connection.execute("INSERT INTO erasure (at_ms) VALUES (0)")
    let last = try #require(try Erasing.last(connection))
    try connection.execute("INSERT INTO erasure (at_ms) VALUES (1)")
    try Erasing.forget(connection, upTo: last)
    #expect(try store.hasPendingErasure)
  }

  /// A daemon may have the other copy open for months, and its observers and clients read it.
  @Test(arguments: ["no reader", "a reader that ends", "a reader that stays"])
  func `leaves no byte in a copy that is open while it takes the erasure`(beside: String) async throws {
    let other = try makeStore(path: directory.path("other.sqlite"))
    try await store.sync(with: other)
    _ = try store.eraseLearnerAndWait(second.id)
    let reader = try Connection(path: directory.path("other.sqlite"), access: .readOnly)
    if beside != "no reader" { try reader.execute("BEGIN; SELECT count(*) FROM homework") }
    let store = store
    async let isSynced = store.sync(with: other)
    if beside == "a reader that ends" {
      try await Task.sleep(for: .milliseconds(200))
      try reader.execute("COMMIT")
    }
    _ = try await isSynced
    if beside == "a reader that stays" {
      #expect(try other.hasPendingErasure)
      try reader.execute("COMMIT")
      try other.writeAndWait { _ = try $0.addLearner("c") }
    }
    #expect(try !other.hasPendingErasure && other.readAndWait { try $0.learners().first?.id } == first.id)
    for name in ["other.sqlite", "other.sqlite-wal"] {
      let bytes = (try? Data(contentsOf: URL(filePath: directory.path(name)))) ?? Data()
      for words in ["Wilhelmina", "wilhelmina", second.id.text, "typed1"] {
        #expect(bytes.range(of: Data(words.utf8)) == nil, "\(words) in \(name)")
      }
    }
    #expect(try other.checkAndWait() == [])
  }

  @Test func `is completed by the next opening if the program was killed after its commit`() throws {
    // The state after a commit: the rows are gone, but their old pages are not overwritten.
    try store.writeAndWait { try $0.execute("PRAGMA secure_delete = OFF; INSERT INTO erasure (at_ms) VALUES (0)") }
    try store.writeAndWait { tx in
      try tx.execute("DELETE FROM learner WHERE folded_name = 'wilhelmina'; DELETE FROM request")
    }
    try store.checkpointAndWait()
    #expect(try holds("typed1kept") == [""])
    let copy = directory.path("y.sqlite")
    try FileManager.default.copyItem(atPath: path, toPath: copy)
    let opened = try makeStore(path: copy)
    #expect(try Data(contentsOf: URL(filePath: copy)).range(of: Data("typed1kept".utf8)) == nil)
    #expect(try opened.readAndWait { try $0.learners().count } == 1)
    let connection = try Connection(path: copy, access: .readWrite)
    #expect(try connection.number("SELECT count(*) FROM erasure") == 0)
  }
}

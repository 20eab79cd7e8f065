import HomeworkModel
import HomeworkStore
import HomeworkTestKit
import Testing

@Suite struct `An exported learner` {
  private let source: Store
  private let ada: Learner

  /// Creates an attempt finished at a since replaced quiz, one in progress, and homework completed and deleted.
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

  private func document(of learner: Learner? = nil) throws -> String {
    try source.readAndWait { try $0.exportLearner((learner ?? ada).id) }
  }

  private func seen(in store: Store, of learner: Learner? = nil) throws -> [AnyHashable] {
    try store.readAndWait { tx in
      try tx.use((learner ?? ada).id)
      let homework = try tx.homeworkList().items.filter { $0.title != "not played" }
      return [
        try tx.learner().name, homework.map(\.progress), homework.map(\.completedAt), homework.map(\.openAttemptId),
        try tx.earned(), try tx.attemptList().items, homework.map(\.id),
        try tx.statistics().subjects, try tx.statistics().grades,
      ]
    }
  }

  @Test func `is the same in another library, with the homework played`() throws {
    let target = try makeStore()
    let imported = try target.writeAndWait { try $0.importLearner(document()) }
    #expect(
      imported.id == ada.id && imported.name == "Ada" && !imported.isDefault && imported.createdAt == ada.createdAt)
    #expect(try seen(in: target) == seen(in: source))
    #expect(try target.checkAndWait() == [])
    #expect(try target.readAndWait { try $0.homeworkList().items.map(\.title).sorted() } == ["a", "b"])
    #expect(try target.readAndWait { try $0.homeworkList(HomeworkFilter(search: "a")).items.count } == 1)
    // No other learner was imported, and existing learners got none of the data.
    #expect(try target.readAndWait { try $0.learners().count } == 2)
    #expect(try target.readAndWait { try $0.earned() }.finishedAttempts == 0)
    // The imported learner can continue.
    try target.writeAndWait { tx in
      try tx.use(ada.id)
      let open = try #require(tx.homework(tx.homeworkId(matching: "a")).openAttemptId)
      _ = try tx.settle(.choice(0), in: open)
      #expect(try tx.finishAttempt(open).attempt.score.correct == 1)
    }
  }

  @Test func `returns after an erasure as another learner, with other attempts and the same document`() throws {
    let (before, first) = (try seen(in: source), try document())
    let attempts = try source.readAndWait { tx in
      try tx.use(ada.id)
      return try tx.attemptList().items.map(\.id)
    }
    _ = try source.eraseLearnerAndWait(ada.id)
    let again = try source.writeAndWait { try $0.importLearner(first) }
    #expect(again.id != ada.id && again.name == ada.name)
    func original(_ text: String) -> String {
      attempts.reduce(text.replacing(again.id.text, with: ada.id.text)) { text, attempt in
        text.replacing(attempt.derived(for: again.id.text).text, with: attempt.text)
      }
    }
    let imported = try document(of: again), text = original(imported)
    #expect(attempts.allSatisfy { !imported.contains($0.text) })
    #expect(try original("\(seen(in: source, of: again))") == "\(before)")
    #expect(try source.checkAndWait() == [])
    let (old, new) = (try JSONValue(parsing: Array(first.utf8)), try JSONValue(parsing: Array(text.utf8)))
    // Events belong to the library in which they happened.
    #expect(old["rows"] != nil && old["rows"] == new["rows"])
  }

  @Test func `is refused if already present, or if the name is taken`() throws {
    let document = try document()
    #expect(throws: StoreError.alreadyThere(.learner, "Ada")) {
      try source.writeAndWait { try $0.importLearner(document) }
    }
    let target = try makeStore()
    _ = try target.writeAndWait { try $0.addLearner("ADA") }
    #expect(throws: StoreError.nameTaken("Ada")) { try target.writeAndWait { try $0.importLearner(document) } }
    #expect(try target.readAndWait { try $0.homeworkList().items.isEmpty && $0.learners().count == 2 })
  }

  /// Such an answer would survive its question's deletion, which does not look for it.
  @Test func `is refused if an answer refers to another quiz's question with the same card`() throws {
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
    let keys = document.matches(of: /"question":("[-0-9a-f]+")/).map(\.1)
    try #require(keys.count == 2 && keys[0] != keys[1])
    let broken = document.replacing("\"question\":\(keys[0])", with: "\"question\":\(keys[1])")
    let target = try makeStore()
    let error = #expect(throws: StoreError.self) { try target.writeAndWait { try $0.importLearner(broken) } }
    guard case .invalid? = error else { return #expect(Bool(false), "\(String(describing: error))") }
    #expect(try target.readAndWait { try $0.homeworkList().items.isEmpty && $0.learners().count == 1 })
  }

  /// Every member of a document in turn, with every value that it might have instead: the import refuses it, or leaves
  /// a library that every call can read. Each day tries another quarter.
  @Test func `is refused, or readable by every call, whatever value a member has`() throws {
    let document = try JSONValue(parsing: Array(document().utf8))
    let values: [JSONValue] = [
      .null, .int(-1), .int(7), .int(201), .int(2_147_483_648), .int(.max), .int(.min), .double(1e300), .string(""),
      .string(" "), .string("x"), .string("[1,2,3,4]"), .string("[[1]]"), .string(String(repeating: "a", count: 5000)),
      .array([]), .object([:]),
    ]
    var (tried, refused) = (0, 0)
    let cases = document.members().flatMap { path in values.map { (path, $0) } }.filter { path, value in
      document.setting(path, to: value) != document
    }
    for (path, value) in Sampling.part(cases, oneIn: 4) {
      let changed = document.setting(path, to: value)
      let target = try makeStore()
      tried += 1
      do {
        _ = try target.writeAndWait { try $0.importLearner(String(decoding: changed.encoded(), as: UTF8.self)) }
      } catch StoreError.invalid {
        refused += 1
        continue
      } catch StoreError.alreadyThere, StoreError.nameTaken {
        continue
      } catch {
        Issue.record("\(path.joined(separator: ".")) = \(value): \(error)")
        continue
      }
      #expect(try target.checkAndWait() == [])
      do { try readAll(target) } catch { Issue.record("\(path.joined(separator: ".")) = \(value): \(error)") }
      let found = try target.checkAndWait()
      #expect(found == [], "\(path.joined(separator: ".")) = \(value)")
    }
    #expect(cases.count > 300 && tried >= cases.count / 4 && refused > tried / 2, "\(refused) of \(tried)")
  }

  private func readAll(_ store: Store) throws {
    for learner in try store.readAndWait({ try $0.learners() }) {
      try store.readAndWait { tx in
        try tx.use(learner.id)
        _ = try (tx.exportLearner(learner.id), tx.statistics(), tx.earned(), tx.attemptList(), tx.collections())
        _ = try (tx.overview(), tx.events(since: 0))
        for homework in try tx.homeworkList().items {
          _ = try tx.attempts(of: homework.id).map { try (tx.attempt($0.id), tx.attemptSummary($0.id)) }
          for revision in try tx.quizHistory(homework.id) { _ = try tx.quiz(revision.quizId) }
        }
      }
      try store.writeAndWait { tx in
        try tx.use(learner.id)
        for homework in try tx.homeworkList().items where homework.quizId != nil {
          let open = try homework.openAttemptId ?? tx.startAttempt(homework.id).id
          do {
            while let question = try tx.currentQuestion(of: open) {
              _ = try tx.settle(typed: question.movesStreak ? "A" : "x", in: open, elapsedMs: 1)
            }
          } catch StoreError.timeUp {}  // the attempt then finishes as is
          _ = try tx.finishAttempt(open)
        }
      }
    }
  }

  /// If anything in a document is wrong, nothing of it is imported.
  @Test(arguments: [
    ("\"outcome\":\"correct\"", "\"outcome\":\"wrong\""), ("\"outcome\":\"correct\"", "\"outcome\":\"right\""),
    ("\"kind\":\"quiz\"", "\"kind\":\"moment\""), ("\"stars\":2", "\"stars\":3"),
    ("\"position\":5", "\"position\":7"),
    ("\"state\":\"completed\"", "\"state\":\"done\""), ("\"title\":\"a\"", "\"title\":\" \""),
    ("\"rows\":[", "\"rows\":[7,"), ("\"answers\":[", "\"answers\":[7],\"x\":["),
    ("\"name\":\"Ada\"", "\"name\":\"\""),
  ])
  func `is refused completely if any part is impossible`(part: String, other: String) throws {
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

extension JSONValue {
  /// The paths of all members; of arrays, those of the first and the last item only.
  fileprivate func members(_ path: [String] = []) -> [[String]] {
    let inner: [(String, JSONValue)] =
      switch self {
      case .object(let members): members.sorted { $0.key < $1.key }
      case .array(let items):
        Set([0, items.count - 1]).filter(items.indices.contains).sorted().map { ("\($0)", items[$0]) }
      default: []
      }
    return inner.flatMap { name, value in [path + [name]] + value.members(path + [name]) }
  }

  fileprivate func setting(_ path: some Collection<String>, to value: JSONValue) -> JSONValue {
    guard let name = path.first else { return value }
    switch self {
    case .object(var members):
      members[name] = members[name]?.setting(path.dropFirst(), to: value)
      return .object(members)
    case .array(var items):
      if let index = Int(name) { items[index] = items[index].setting(path.dropFirst(), to: value) }
      return .array(items)
    default: return self
    }
  }
}

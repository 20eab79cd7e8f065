import HomeworkModel
import HomeworkPostgres
import HomeworkStore
import HomeworkTestKit
import Testing

@Suite(.onPostgres) struct `A store on PostgreSQL and one in a file` {
  private let sides: Sides

  init() throws { sides = try Sides() }

  /// Adds homework with everything that it can have, played by two learners.
  private func addPlayed() throws -> [Homework.ID] {
    let ada = try sides.write { try $0.addLearner("Ada").id }
    let added = try sides.write { tx in
      try ["a", "B", "é", "0"].enumerated().map { number, title in
        try tx.addHomework(
          HomeworkDraft(
            title: title, subject: number < 2 ? "Maths" : nil, collections: number % 2 == 0 ? ["x", "Y"] : ["x"],
            picture: Picture([0xFF, 0xD8, 0xFF, UInt8(number / 2)]), text: number == 3 ? nil : "text \(number)",
            dueOn: number == 3 ? nil : "2026-01-0\(number + 1)",
            quiz: QuizDraft(
              topic: "T", confidence: number == 0 ? nil : 1 / Double(number + 2),
              questions: number == 3 ? [fillBlank, shortAnswer] : Array(repeating: mcq, count: 5)))
        ).id
      }
    }
    try sides.write { tx in
      for learner in [nil, ada] {
        if let learner { try tx.use(learner) }
        try tx.answer([.correct, .correct, .wrong, .correct, .skipped], in: tx.startAttempt(added[0]).id)
        try tx.answer([.wrong, .correct], in: tx.startAttempt(added[0]).id, finishes: false)
        try tx.answer(
          [.correct], in: tx.startAttempt(added[1], AttemptOptions(shuffle: .both, seed: 7)).id, finishes: false)
        _ = try tx.completeHomework(added[2])
        let typed = try tx.startAttempt(added[3])
        _ = try tx.settle(.text("denominator"), in: typed.id)
        _ = try tx.settle(.text("a “guess”"), in: typed.id)
        _ = try tx.finishAttempt(typed.id)
      }
    }
    return added
  }

  /// PostgreSQL's indexes limit texts in bytes: the longest accepted text fits, with any characters.
  @Test(arguments: ["a", "é", "猫", "😀", "e\u{301}"])
  func `accept texts of the same lengths`(character: String) throws {
    func text(_ scalars: Int) -> String {
      String(String.UnicodeScalarView(repeatElement(character.unicodeScalars, count: scalars).joined().prefix(scalars)))
    }
    let (title, name) = (HomeworkDraft.longestTitle, HomeworkDraft.longestName)
    let homework = try sides.write { tx in
      try tx.addHomework(HomeworkDraft(title: text(title), subject: text(name), collections: [text(name)]))
    }
    #expect(homework.collections == [text(name)])
    for draft in [
      HomeworkDraft(title: text(title + 1)), HomeworkDraft(title: "t", subject: text(name + 1)),
      HomeworkDraft(title: "t", collections: ["c", text(name + 1)]),
      HomeworkDraft(title: "t", collections: [text(5000)]),
    ] {
      #expect(draft.faults.map(\.message).allSatisfy { $0.contains("is longer than") } && draft.faults.count == 1)
      #expect(throws: StoreError.self) { try sides.write { try $0.addHomework(draft) } }
    }
    for words in [text(title), Array(repeating: character, count: title / 4).joined(separator: " ")] {
      // Both find it, or both report that it contains no word.
      _ = try? sides.read { tx in try tx.homeworkList(HomeworkFilter(search: words)).items.map(\.id) }
    }
    let long = HomeworkFilter(search: Array(repeating: "a", count: 100_000).joined(separator: " "))
    #expect(throws: StoreError.invalid([Fault(path: "search", message: "is longer than 500 characters")])) {
      try sides.read { try $0.homeworkList(long).items }
    }
    _ = try sides.read { try $0.homeworkList(HomeworkFilter(subject: text(5000), collection: text(5000))).items }
    try expectSame()
  }

  private func expectSame() throws {
    try sides.read { tx in
      var found: [AnyHashable] = [try tx.learners(), try tx.events(since: 0), try tx.overview()]
      for learner in try tx.learners() {
        try tx.use(learner.id)
        found += [try tx.homeworkList().items, try tx.attemptList().items, try tx.earned(), try tx.statistics()]
      }
      for homework in try tx.homeworkList().items {
        found += [try tx.quizHistory(homework.id), try tx.attempts(of: homework.id), try tx.picture(of: homework.id)]
      }
      return found
    }
    #expect(try sides.both { try $0.checkAndWait() } == [])
  }

  @Test func `grade earlier answers anew, and restore the former grades`() throws {
    for id in try addPlayed() {
      for index in 0..<(try sides.served.readAndWait { try $0.quiz(for: id)?.questions.count ?? 0 }) {
        for neverLower in [true, false] {
          let foretold = try sides.write { tx in
            try tx.regrade(id, Self.correction(of: id, at: index, neverLower, isDryRun: true, tx)).changes
          }
          let changed = try sides.write { tx in
            try tx.regrade(id, Self.correction(of: id, at: index, neverLower, tx)).changes
          }
          #expect(foretold == changed)
          try expectSame()
        }
        if index % 2 == 0 { try sides.write { try $0.undo() } }
      }
      // An attempt in progress follows when it is finished.
      if let open = try sides.served.readAndWait({ try $0.homework(id).openAttemptId }) {
        try sides.write { tx in
          while try tx.currentQuestion(of: open) != nil { _ = try tx.settle(typed: "A", in: open) }
          return try tx.finishAttempt(open)
        }
      }
      try expectSame()
    }
  }

  @Test func `count an answer that its learner was right about, where the library allows it`() throws {
    let id = try addPlayed()[3]
    let attempt = try sides.write { tx in
      let attempt = try tx.startAttempt(id).id
      _ = try tx.settle(.text("numerator"), in: attempt)
      return attempt
    }
    func accept() throws { _ = try sides.write { try $0.acceptAnswer(in: attempt).answer } }
    #expect(throws: StoreError.notAcceptable(attempt, .notAllowed)) { try accept() }
    for isAllowed in [false, true] {
      try sides.write { try $0.set(LibrarySettings(acceptsAnswers: isAllowed)) }
      #expect(try sides.read { try $0.settings().acceptsAnswers } == isAllowed)
    }
    for _ in 1...2 { try accept() }
    try expectSame()
    try sides.write { tx in
      _ = try tx.settle(.text("half"), in: attempt)
      return try tx.finishAttempt(attempt)
    }
    #expect(try sides.read { try $0.homework(id).progress.bestScore } == 2)
    try expectSame()
  }

  /// Makes another answer the right one.
  private static func correction(
    of id: Homework.ID, at index: Int, _ neverLower: Bool, isDryRun: Bool = false, _ tx: ReadTransaction
  ) throws -> KeyCorrection {
    var draft = QuestionDraft(try #require(try tx.quiz(for: id)).questions[index])
    switch draft.body {
    case .mcq(let options, let key): draft.body = .mcq(options: options, correctIndex: (key + 1) % options.count)
    default: draft.body = .fillBlank(correctAnswer: "something else", acceptedAnswers: [])
    }
    return KeyCorrection(at: index, to: draft, neverLower: neverLower, isDryRun: isDryRun)
  }

  @Test func `undo the same deletions, of one and of many`() throws {
    let added = try addPlayed()
    for count in 1...added.count {
      try sides.write { try $0.deleteHomework(Array(added.prefix(count))) }
      try expectSame()
      #expect(try sides.write { try $0.undoDeletion() }.count == count)
      try expectSame()
    }
    // There is nothing to undo; later, only the last deletion can be undone.
    _ = try? sides.write { try $0.undoDeletion() }
    try sides.write { try $0.deleteHomework([added[0]]) }
    try sides.write { try $0.deleteHomework([added[1]]) }
    try sides.write { try $0.undoDeletion() }
    _ = try? sides.write { try $0.undoDeletion() }
    try expectSame()
    // Undoing a deletion does not restore data erased meanwhile.
    try sides.write { try $0.deleteHomework([added[3]]) }
    let ada = try sides.read { try $0.learners() }.last!.id
    try sides.both { try $0.eraseLearnerAndWait(ada).attempts }
    try sides.write { try $0.undoDeletion() }
    try expectSame()
    #expect(try sides.served.readAndWait { try $0.learners().count } == 1)
  }

  @Test func `exchange learners in both directions`() throws {
    _ = try addPlayed()
    // The first learner has a name that every new library contains.
    for learner in try sides.read({ try $0.learners() }).dropFirst() {
      let documents = try [sides.file, sides.served].map { store in
        try store.readAndWait { try $0.exportLearner(learner.id) }
      }
      for document in documents {
        let targets = try Sides()
        _ = try? targets.write { try $0.importLearner(document) }
        for (target, source) in [(targets.file, sides.served), (targets.served, sides.file)] {
          #expect(try seen(of: learner, in: target) == seen(of: learner, in: source))
          #expect(try target.checkAndWait() == [])
        }
        // Importing a learner again is refused, and so is a modified document.
        _ = try? targets.write { try $0.importLearner(document) }
        for (part, other) in [
          ("\"correct\"", "\"wrong\""), ("\"position\":", "\"place\":"), ("{", "["), ("\"stars\"", "\"s\""),
        ] {
          _ = try? targets.write { try $0.importLearner(document.replacing(part, with: other)) }
        }
      }
    }
  }

  private func seen(of learner: Learner, in store: Store) throws -> [AnyHashable] {
    try store.readAndWait { tx in
      try tx.use(learner.id)
      let homework = try tx.homeworkList().items
      return [
        try tx.learner().name, homework.map(\.title).sorted(), try tx.earned(), try tx.attemptList().items,
        try tx.statistics().grades, Set(homework.map(\.progress)), Set(homework.map(\.completedAt)),
      ]
    }
  }

  @Test func `erase the same learner data`() throws {
    _ = try addPlayed()
    let learners = try sides.read { try $0.learners() }
    try sides.both { try $0.eraseLearnerAndWait(learners[0].id).attempts }
    try expectSame()
    _ = try? sides.both { try $0.eraseLearnerAndWait(learners[0].id).attempts }
    _ = try? sides.both { try $0.eraseLearnerAndWait(learners[1].id).attempts }
    try expectSame()
    // None of her text is in the tables or in the search index.
    let left = try sides.served.readAndWait { try $0.learners() }
    #expect(left.count == 1)
  }

  @Test func `list the same items, with every filter and page`() throws {
    _ = try addPlayed()
    let subjects: [String?] = [nil, "Maths", "maths", "none", ""]
    let collections: [String?] = [nil, "x", "Y", "y"]
    let states: [HomeworkFilter.Status?] = [nil] + HomeworkFilter.Status.allCases
    let dues: [HomeworkFilter.Due?] = [
      nil, .today("2026-01-02"), .week(from: "2025-12-27"), .week(from: "2025-12-28"), .overdue(on: "2026-01-03"),
      .today("2026-02-30"), .week(from: "x"),
    ]
    for subject in subjects {
      for collection in collections {
        for status in states {
          for due in dues {
            let filter = HomeworkFilter(subject: subject, collection: collection, status: status, due: due)
            _ = try? sides.read { try $0.homeworkList(filter).items.map(\.id) }
          }
        }
      }
    }
    for limit in [-1, 0, 1, 2, 3, 500, 501] {
      try pages { tx, cursor in
        let page = try tx.homeworkList(limit: limit, after: cursor)
        return [page.next ?? ""] + page.items.map(\.id.text)
      }
      try pages { tx, cursor in
        let page = try tx.attemptList(limit: limit, after: cursor)
        return [page.next ?? ""] + page.items.map(\.id.text)
      }
      for cursor in ["x", "\0", "9999999999999999999"] {
        _ = try? sides.read { try $0.homeworkList(limit: limit, after: cursor).items }
      }
    }
    for text in ["a", "A", "É", "e", "", "%", "_", "zz", "ada", "AD", "learner"] {
      _ = try? sides.read { try $0.homeworkId(matching: text) }
      _ = try? sides.read { try $0.learnerId(matching: text) }
    }
  }

  /// Reads the pages of both, each starting at the cursor from the previous one.
  private func pages(_ page: (ReadTransaction, String?) throws -> [String]) throws {
    var cursor: String?
    repeat {
      let next = (try? sides.read { try page($0, cursor) })?[0]
      cursor = next == "" ? nil : next
    } while cursor != nil
  }

  @Test func `select the same questions again`() throws {
    _ = try addPlayed()
    for day in [0, 1, 3, 10, 40, 400] as [Int64] {
      let moment = Timestamp(millisecondsSince1970: 1_767_225_600_000 + day * FullLibrary.day)
      for retention in [Retention.usual] {
        try sides.read { try $0.dueQuestions(at: moment, for: retention) }
        try sides.read { try $0.dueReviews(at: moment, for: retention) }
        try sides.read { try $0.dueQuestions(at: moment, for: retention, limit: 2) }
      }
    }
  }

  @Test func `give a repeated request the same reply`() throws {
    let requests = FullLibrary.requests.map { Request(id: $0, parameters: "p")! }
    for text in ["{}", "é \\ \" \n 🙂", ""] {
      let request = Request(id: FullLibrary.requests[1].replacing("2", with: "3"), parameters: text)!
      _ = try? sides.write { tx in try tx.idempotently(request) { .whole(text) } }
    }
    for number in 0..<3 {
      try sides.write { tx in
        try tx.idempotently(requests[0]) { .whole(try tx.addHomework(HomeworkDraft(title: "\(number)")).id.text) }
      }
    }
    let other = Request(id: FullLibrary.requests[0], parameters: "q")!
    let error = #expect(throws: StoreError.self) { try sides.write { try $0.idempotently(other) { .whole("") } } }
    #expect(error == .requestReused(FullLibrary.requests[0]))
    // Failures are not remembered.
    _ = try? sides.write { tx in
      try tx.idempotently(requests[1]) { .whole(try tx.addHomework(HomeworkDraft(title: " ")).id.text) }
    }
    #expect(try sides.write { try $0.idempotently(requests[1]) { .whole("now") } } == .whole("now"))
    #expect(try sides.read { try $0.homeworkList().items.count } == 1)
  }

  @Test func `find the same words in notes`() throws {
    try sides.write { _ = try $0.addHomework(HomeworkDraft(title: "t", note: "Écrire la RÈGLE")) }
    for (words, count) in [("règle", 0), ("RÈGLE", 1), ("rÈgle écrire", 0), ("rÈgle Écrire", 1), ("LA", 1), ("%", 0)] {
      #expect(try sides.read { try $0.homeworkList(HomeworkFilter(note: words)).items.count } == count, "\(words)")
    }
  }

  @Test func `refuse what they cannot store`() throws {
    // A file can store it, and PostgreSQL reports that it cannot.
    let error = #expect(throws: StoreError.self) {
      try sides.served.writeAndWait { try $0.addHomework(HomeworkDraft(title: "zero\0")) }
    }
    guard case .invalid(let faults) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(faults.count == 1)
    try expectSame()
  }
}

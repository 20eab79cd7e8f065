import HomeworkModel
import HomeworkStore
import Testing

@Suite struct `Two copies that exchange what each lacks` {
  private let home: Store, tablet: Store
  private let quiz = QuizDraft(questions: Array(repeating: mcq, count: 6))

  init() async throws {
    (home, tablet) = (try makeStore(), try makeStore())
    let draft = HomeworkDraft(title: "Fractions", subject: "Maths", collections: ["Term 1"], quiz: quiz)
    try home.writeAndWait { tx in _ = try tx.addHomework(draft) }
    try await home.sync(with: tablet)
  }

  private func homework(_ store: Store) throws -> Homework {
    try store.readAndWait { try #require(try $0.homeworkList().items.first) }
  }

  /// Plays an attempt to its end.
  @discardableResult
  private func play(_ store: Store, correct: Int = 6) throws -> FinishResult {
    let id = try homework(store).id
    return try store.writeAndWait { tx in
      let attempt = try tx.startAttempt(id)
      for index in 0..<6 { _ = try tx.settle(.choice(index < correct ? 0 : 1), in: attempt.id, elapsedMs: 500) }
      return try tx.finishAttempt(attempt.id)
    }
  }

  private func expectEqual(_ one: Store, _ other: Store, _ location: SourceLocation = #_sourceLocation) throws {
    let (mine, theirs) = (try one.readAndWait { try $0.shared() }, try other.readAndWait { try $0.shared() })
    for key in Set(mine.keys).union(theirs.keys) {
      #expect(mine[key] == theirs[key], "\(key)", sourceLocation: location)
    }
    for store in [one, other] {
      let found = try store.checkAndWait()
      #expect(found == [], sourceLocation: location)
    }
  }

  @Test func `An empty copy gets all of a library`() throws {
    #expect(try homework(tablet).title == "Fractions" && homework(tablet).questionCount == 6)
    #expect(try homework(tablet).collections == ["Term 1"])
    #expect(try tablet.readAndWait { try $0.learners().map(\.id) } == home.readAndWait { try $0.learners().map(\.id) })
    let hellos = try [home, tablet].map { store in try store.readAndWait { try $0.syncHello() } }
    #expect(hellos[0].libraryId == hellos[1].libraryId && hellos[0].copyId != hellos[1].copyId)
    #expect(hellos[0].known == hellos[1].known)
    try expectEqual(home, tablet)
  }

  @Test func `What was played on each counts on both, once`() async throws {
    try play(home)
    try play(tablet, correct: 3)
    let report = try await home.sync(with: tablet)
    #expect(report.received.answers == 6 && report.sent.answers == 6)
    #expect(report.received.attempts == 1 && report.sent.attempts == 1)
    try expectEqual(home, tablet)
    let progress = try homework(tablet).progress
    #expect(progress.totalAttempts == 2 && progress.completionPercentage == 100)
    #expect(try tablet.readAndWait { try $0.earned().starsTotal } == 2)
    #expect(try await home.sync(with: tablet).parts == 0)
  }

  /// Question 1 was right and question 6 wrong by the former key.
  @Test(arguments: [(0, false), (0, true), (5, false), (5, true)], [false, true])
  func `An attempt that was finished where a correction was not known is graded by it`(
    correction: (index: Int, neverLower: Bool), isTabletFirst: Bool
  ) async throws {
    let (id, attempt) = (try homework(home).id, try play(tablet, correct: 5).attempt)
    func sync() async throws {
      for _ in 1...2 {
        if isTabletFirst { try await tablet.sync(with: home) } else { try await home.sync(with: tablet) }
      }
      #expect(try await home.sync(with: tablet).parts == 0)
      try expectEqual(home, tablet)
    }
    func outcomes() throws -> [[Outcome]] {
      try [home, tablet].map { try $0.readAndWait { try $0.attempt(attempt.id).answers.map(\.outcome) } }
    }
    var key = mcq
    key.body = .mcq(options: mcq.body.options, correctIndex: 1)
    let changed = KeyCorrection(at: correction.index, to: key, neverLower: correction.neverLower)
    #expect(try home.writeAndWait { try $0.regrade(id, changed) }.changes == [])
    try await sync()
    let before = [Outcome](repeating: .correct, count: 5) + [.wrong]
    var after = before
    after[correction.index] = correction.index == 0 && !correction.neverLower ? .wrong : .correct
    #expect(try outcomes() == [after, after])
    for store in [home, tablet] {
      #expect(try homework(store).progress.bestScore == after.count { $0 == .correct })
    }
    #expect(try home.writeAndWait { try $0.undo() }.regrading != nil)
    try await sync()
    #expect(try outcomes() == [before, before])
  }

  /// The tablet gets the correction and then its end, while its attempt is only there.
  @Test func `A correction that was undone before an attempt came takes its gradings back`() async throws {
    let (id, attempt) = (try homework(home).id, try play(tablet, correct: 5).attempt)
    func outcome() throws -> Outcome? { try tablet.readAndWait { try $0.attempt(attempt.id).answers[5].outcome } }
    func give() throws {
      let known = try tablet.readAndWait { try $0.syncHello().known.mapValues(\.time) }
      let part = try #require(try home.readAndWait { try $0.syncPart(after: known, size: SyncPart.size) })
      try tablet.writeAndWait { _ = try $0.takeSync(part) }
    }
    var key = mcq
    key.body = .mcq(options: mcq.body.options, correctIndex: 1)
    let changed = KeyCorrection(at: 5, to: key)
    _ = try home.writeAndWait { try $0.regrade(id, changed) }
    try give()
    #expect(try outcome() == .correct)
    _ = try home.writeAndWait { try $0.undo() }
    try give()
    #expect(try outcome() == .wrong)
    try await home.sync(with: tablet)
    try expectEqual(home, tablet)
  }

  @Test func `The later edit of a field wins`() async throws {
    let id = try homework(home).id
    try home.writeAndWait { _ = try $0.updateHomework(id, HomeworkChange(title: "Older", note: .set("kept"))) }
    for _ in 0..<9 { try tablet.writeAndWait { _ = try $0.updateHomework(id, HomeworkChange(title: "Newer")) } }
    try await tablet.sync(with: home)
    #expect(try homework(home).title == "Newer" && homework(tablet).title == "Newer")
    #expect(try homework(tablet).note == "kept")
    #expect(try home.readAndWait { try $0.homeworkList(HomeworkFilter(search: "newer")).items.count } == 1)
    try expectEqual(home, tablet)
  }

  @Test func `Deleted homework stays deleted, and comes back if it was played later`() async throws {
    let id = try homework(home).id
    try play(tablet)
    try await home.sync(with: tablet)
    try home.writeAndWait { _ = try $0.deleteHomework([id]) }
    try await home.sync(with: tablet)
    #expect(try tablet.readAndWait { try $0.homeworkList().items } == [])
    #expect(try tablet.readAndWait { try $0.earned().starsTotal } == 2)
    try expectEqual(home, tablet)
    try home.writeAndWait { _ = try $0.undoDeletion() }
    try await tablet.sync(with: home)
    #expect(try homework(tablet).progress.totalAttempts == 1)
    try expectEqual(home, tablet)
    try home.writeAndWait { _ = try $0.deleteHomework([id]) }
    for _ in 0..<3 { try play(tablet) }
    try await home.sync(with: tablet)
    #expect(try homework(home).progress.totalAttempts == 4)
    try expectEqual(home, tablet)
  }

  @Test func `A deadline stays if the copy that moved it later has deleted the attempt`() async throws {
    let id = try homework(home).id
    let attempt = try home.writeAndWait { try $0.startAttempt(id, AttemptOptions(timeLimitMs: 60_000)).id }
    try await home.sync(with: tablet)
    try home.writeAndWait { tx in
      _ = try tx.extendAttempt(attempt, byMs: 1000)
      _ = try tx.deleteHomework([id])
    }
    for _ in 0..<9 { try tablet.writeAndWait { _ = try $0.updateHomework(id, HomeworkChange(title: "Used later")) } }
    try await home.sync(with: tablet)
    for store in [home, tablet] {
      let kept = try store.readAndWait { try $0.attempt(attempt) }
      #expect(kept.terms.deadline != nil)
    }
    try expectEqual(home, tablet)
  }

  @Test func `An erased learner never comes back`() async throws {
    let ada = try home.writeAndWait { try $0.addLearner("Ada") }
    try await home.sync(with: tablet)
    _ = try await home.eraseLearner(ada.id)
    try tablet.writeAndWait { tx in
      try tx.use(ada.id)
      _ = try tx.startAttempt(try tx.homeworkList().items[0].id)
    }
    try await tablet.sync(with: home)
    for store in [home, tablet] { #expect(try store.readAndWait { try $0.learners().map(\.name) } == ["Learner 1"]) }
    try expectEqual(home, tablet)
  }

  @Test func `A learner who is imported after an erasure is another one, on every copy`() async throws {
    let ada = try home.writeAndWait { try $0.addLearner("Ada") }
    let document = try home.readAndWait { try $0.exportLearner(ada.id) }
    try await home.sync(with: tablet)
    _ = try await home.eraseLearner(ada.id)
    let again = try home.writeAndWait { try $0.importLearner(document) }
    try await tablet.sync(with: home)
    for store in [home, tablet] { #expect(try store.readAndWait { try $0.learners().contains(again) }) }
    for store in [home, tablet] { #expect(try store.readAndWait { try $0.learners().count } == 2) }
    try expectEqual(home, tablet)
  }

  @Test func `An attempt is taken over, and two lines of answers become one`() async throws {
    let id = try homework(home).id
    let attempt = try home.writeAndWait { tx in
      let attempt = try tx.startAttempt(id)
      _ = try tx.settle(.choice(0), in: attempt.id)
      return attempt.id
    }
    try await home.sync(with: tablet)
    #expect(throws: StoreError.attemptElsewhere(attempt)) {
      try tablet.writeAndWait { _ = try $0.settle(.choice(0), in: attempt) }
    }
    _ = try tablet.writeAndWait { try $0.takeAttempt(attempt) }
    // Both go on: what home answers next is the earlier answer.
    try home.writeAndWait { _ = try $0.settle(.choice(1), in: attempt) }
    for _ in 0..<20 { _ = try tablet.readAndWait { try $0.learners() } }
    for _ in 0..<5 { try tablet.writeAndWait { _ = try $0.addHomework(HomeworkDraft(title: "later")) } }
    try tablet.writeAndWait { tx in
      _ = try tx.settle(.choice(0), in: attempt)
      _ = try tx.settle(.choice(0), in: attempt)
    }
    try await home.sync(with: tablet)
    try expectEqual(home, tablet)
    for store in [home, tablet] {
      let attempts = try store.readAndWait { try $0.attemptList().items }
      #expect(attempts.first { $0.id == attempt }?.answers.map(\.outcome) == [.correct, .wrong])
      let kept = try #require(attempts.first { $0.id != attempt })
      #expect(kept.terms.isPractice && kept.state == .abandoned)
      #expect(kept.answers.map(\.outcome) == [.correct, .correct, .correct])
    }
  }

  @Test func `A part that comes twice, too early or changed does no harm`() throws {
    try play(home)
    let known = try tablet.readAndWait { try $0.syncHello().known.mapValues(\.time) }
    let part = try #require(try home.readAndWait { try $0.syncPart(after: known) })
    let early = SyncPart(after: part.after.mapValues { $0 + 1_000_000 }, changes: part.changes)
    #expect(throws: StoreError.self) { try tablet.writeAndWait { _ = try $0.takeSync(early) } }
    guard case .object(var changed) = part.json else { return }
    changed["edits"] = .array([])
    #expect(SyncPart(part.json) == part && SyncPart(.object(changed)) == nil)
    #expect(try tablet.writeAndWait { try $0.takeSync(part) }.answers == 6)
    #expect(try tablet.writeAndWait { try $0.takeSync(part) } == SyncCounts())
    try expectEqual(home, tablet)
  }

  /// Each gives all changes of a copy of which both lack some.
  @Test func `A change that nobody made, in the name of a third copy, parts no two copies`() async throws {
    let third = try makeStore()
    try await home.sync(with: third)
    let id = try homework(home).id
    let copy = try third.readAndWait { try $0.syncHello().copyId }
    let forged = SyncChange(time: 1 << 50, copyId: copy, kind: .edited, entity: nil, part: nil)
    try home.writeAndWait { _ = try $0.takeSync(SyncPart(after: [copy: 0], changes: [forged])) }
    let attempt = try third.writeAndWait { tx in
      let attempt = try tx.startAttempt(id).id
      _ = try tx.settle(.choice(0), in: attempt)
      return attempt
    }
    try await third.sync(with: tablet)
    try third.writeAndWait { _ = try $0.settle(.choice(1), in: attempt) }
    for (one, other) in [(home, tablet), (third, home), (tablet, third)] {
      try await one.sync(with: other)
      try expectEqual(one, other)
      #expect(try await one.sync(with: other).parts == 0)
    }
    #expect(try tablet.readAndWait { try $0.attempt(attempt).answers.count } == 2)
  }

  @Test func `An edit that a later one replaced is named, and a key that was taken in is not`() async throws {
    let id = try homework(home).id
    func correct(_ store: Store, _ index: Int, to option: Int) throws {
      var key = mcq
      key.body = .mcq(options: mcq.body.options + (option > 1 ? ["new"] : []), correctIndex: option)
      for _ in 0..<5 { _ = try store.writeAndWait { try $0.addHomework(HomeworkDraft(title: "later")) } }
      _ = try store.writeAndWait { try $0.regrade(id, KeyCorrection(at: index, to: key)) }
    }
    try home.writeAndWait { _ = try $0.updateHomework(id, HomeworkChange(title: "Mine", note: .set("kept"))) }
    for title in ["a", "b", "Theirs"] {
      try tablet.writeAndWait { _ = try $0.updateHomework(id, HomeworkChange(title: title)) }
    }
    let first = try await home.sync(with: tablet).replaced
    #expect(first == [ReplacedEdit(id: id.text, field: "title", isOwn: true)])
    try correct(tablet, 0, to: 1)
    try correct(home, 0, to: 2)
    let second = try await tablet.sync(with: home).replaced
    #expect(second == [ReplacedEdit(id: id.text, field: "key of question 1", isOwn: false)])
    try correct(home, 1, to: 1)
    try correct(tablet, 2, to: 1)
    #expect(try await home.sync(with: tablet).replaced == [])
    try expectEqual(home, tablet)
  }

  @Test func `Another library, and a copy with the same id, are refused`() async throws {
    let other = try makeStore()
    try other.writeAndWait { _ = try $0.addHomework(HomeworkDraft(title: "other")) }
    await #expect(throws: StoreError.otherLibrary) { try await home.sync(with: other) }
    await #expect(throws: StoreError.self) { try await home.sync(with: home) }
  }
}

import HomeworkModel
import HomeworkPostgres
import HomeworkStore
import HomeworkTestKit
import Testing

@Suite(.onPostgres) struct `Copies of a library on PostgreSQL` {
  enum Pair: String, CaseIterable {
    case fileAndServed, servedAndFile, twoServed
  }

  private let directory = TemporaryDirectory()
  private let url: String
  private let time = Counted()

  init() throws {
    url = try PostgresServer.shared().createDatabase()
  }

  private func served(_ name: String, _ options: StoreOptions) throws -> Store {
    try library(name, at: url).open(options)
  }

  private func file(_ name: String, _ options: StoreOptions) throws -> Store {
    try Store.openAndWait(path: directory.path(name), options: options)
  }

  /// Returns two libraries with one clock, the first of which has something in every table.
  private func stores(_ pair: Pair) throws -> (Store, Store) {
    let options = StoreOptions(clock: time.options.clock, identifiers: Counted(from: 1 << 30).options.identifiers)
    let home = try pair == .fileAndServed ? file("home", time.options) : served("home", time.options)
    let tablet = try pair == .servedAndFile ? file("tablet", options) : served("tablet", options)
    try FullLibrary(store: home, time: time).fill()
    return (home, tablet)
  }

  private func expectEqual(_ one: Store, _ other: Store, _ location: SourceLocation = #_sourceLocation) throws {
    let (mine, theirs) = (try one.readAndWait { try $0.shared() }, try other.readAndWait { try $0.shared() })
    #expect(!mine.isEmpty, sourceLocation: location)
    for key in Set(mine.keys).union(theirs.keys) {
      #expect(mine[key] == theirs[key], "\(key)", sourceLocation: location)
    }
    let known = try [one, other].map { store in try store.readAndWait { try $0.syncHello().known } }
    #expect(known[0] == known[1], sourceLocation: location)
    for store in [one, other] {
      let found = try store.checkAndWait()
      #expect(found == [], sourceLocation: location)
    }
  }

  /// Returns homework that is there for one test of both.
  private func newHomework(_ home: Store, _ tablet: Store) async throws -> Homework.ID {
    let draft = HomeworkDraft(
      title: "Half", collections: ["b"], picture: try Picture([0xFF, 0xD8, 0xFF, 7]),
      quiz: QuizDraft(questions: Array(repeating: mcq, count: 3)))
    let id = try home.writeAndWait { try $0.addHomework(draft).id }
    try await home.sync(with: tablet)
    return id
  }

  @Test(arguments: Pair.allCases) func `get all of a library, and what each adds`(pair: Pair) async throws {
    let (home, tablet) = try stores(pair)
    try await tablet.sync(with: home)
    try expectEqual(home, tablet)
    let id = try await newHomework(home, tablet)
    try home.writeAndWait { try $0.answer([.correct, .wrong, .correct], in: $0.startAttempt(id).id) }
    try tablet.writeAndWait { try $0.answer([.correct, .correct, .correct], in: $0.startAttempt(id).id) }
    try home.writeAndWait { _ = try $0.updateHomework(id, HomeworkChange(title: "Older", note: .set("kept"))) }
    try tablet.writeAndWait { _ = try $0.updateHomework(id, HomeworkChange(title: "Newer")) }
    let report = try await home.sync(with: tablet)
    #expect(report.received.answers == 3 && report.sent.answers == 3)
    try expectEqual(home, tablet)
    for store in [home, tablet] {
      let homework = try store.readAndWait { try $0.homework(id) }
      #expect(homework.title == "Newer" && homework.note == "kept" && homework.progress.totalAttempts == 2)
      let found = try store.readAndWait { try $0.homeworkList(HomeworkFilter(search: "newer")).items.map(\.id) }
      #expect(found == [id])
    }
    #expect(try await tablet.sync(with: home).parts == 0)
  }

  @Test(arguments: Pair.allCases) func `delete, restore and erase on both`(pair: Pair) async throws {
    let (home, tablet) = try stores(pair)
    let ada = try home.readAndWait { try #require(try $0.learners().first { !$0.isDefault }).id }
    let id = try await newHomework(home, tablet)
    try tablet.writeAndWait { try $0.answer([.correct, .wrong, .correct], in: $0.startAttempt(id).id) }
    try await home.sync(with: tablet)
    try home.writeAndWait { _ = try $0.deleteHomework([id]) }
    try await tablet.sync(with: home)
    #expect(throws: StoreError.notFound(.homework, id.text)) { try tablet.readAndWait { _ = try $0.homework(id) } }
    try expectEqual(home, tablet)
    try home.writeAndWait { _ = try $0.undoDeletion() }
    try await home.sync(with: tablet)
    #expect(try tablet.readAndWait { try $0.homework(id).progress.totalAttempts } == 1)
    try expectEqual(home, tablet)
    _ = try await home.eraseLearner(ada)
    try tablet.writeAndWait { tx in
      try tx.use(ada)
      _ = try tx.startAttempt(id)
    }
    try await tablet.sync(with: home)
    for store in [home, tablet] { #expect(try store.readAndWait { try $0.learners().count } == 1) }
    try expectEqual(home, tablet)
  }

  @Test(arguments: Pair.allCases) func `take over an attempt, and join two lines of answers`(pair: Pair) async throws {
    let (home, tablet) = try stores(pair)
    let id = try await newHomework(home, tablet)
    let attempt = try home.writeAndWait { try $0.startAttempt(id).id }
    try home.writeAndWait { try $0.answer([.correct], in: attempt, finishes: false) }
    try await home.sync(with: tablet)
    #expect(throws: StoreError.attemptElsewhere(attempt)) {
      try tablet.writeAndWait { try $0.answer([.correct], in: attempt, finishes: false) }
    }
    try tablet.writeAndWait { _ = try $0.takeAttempt(attempt) }
    try home.writeAndWait { try $0.answer([.wrong], in: attempt, finishes: false) }
    try tablet.writeAndWait { try $0.answer([.correct, .correct], in: attempt) }
    try await home.sync(with: tablet)
    try expectEqual(home, tablet)
    for store in [home, tablet] {
      let attempts = try store.readAndWait { try $0.attemptList(of: id).items }
      #expect(attempts.first { $0.id == attempt }?.answers.map(\.outcome) == [.correct, .wrong])
      let lost = attempts.filter { $0.id != attempt }
      #expect(
        lost.map(\.terms.isPractice) == [true] && lost[0].answers.map(\.outcome) == [.correct, .correct, .correct])
    }
  }

  @Test func `are new copies when a backup is restored, and exchange with the original`() async throws {
    let home = try file("home", time.options)
    try FullLibrary(store: home, time: time).fill()
    let open = try home.readAndWait { try $0.attemptList(state: .inProgress).items.map(\.id) }
    #expect(!open.isEmpty)
    let (first, second) = (directory.path("first"), directory.path("second"))
    try home.backupAndWait(to: first)
    let restored = try served("restored", time.options)
    try restored.restoreAndWait(from: first)
    try restored.backupAndWait(to: second)
    let beside = try file("beside", time.options)
    try beside.restoreAndWait(from: second)
    let stores = [home, restored, beside]
    let hellos = try stores.map { store in try store.readAndWait { try $0.syncHello() } }
    #expect(Set(hellos.map(\.libraryId)).count == 1 && Set(hellos.map(\.copyId)).count == stores.count)
    for (number, store) in stores.enumerated() {
      let homes = try store.readAndWait { tx in try open.map { try tx.owningCopy(of: $0) } }
      // They go on in each that was restored.
      #expect(homes == open.map { _ in nil }, "\(number)")
      try store.writeAndWait { _ = try $0.addHomework(HomeworkDraft(title: "\(number)")) }
    }
    for _ in 0..<2 { for store in stores.dropFirst() { try await home.sync(with: store) } }
    for store in stores.dropFirst() { try expectEqual(home, store) }
  }
}

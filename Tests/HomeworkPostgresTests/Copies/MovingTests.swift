import Foundation
import HomeworkModel
import HomeworkPostgres
import HomeworkStore
import HomeworkSystem
import HomeworkTestKit
import Synchronization
import Testing

@Suite(.enabled(if: PostgresServer.isInstalled, noServer)) struct `A library moved to PostgreSQL` {
  private let directory: TemporaryDirectory
  private let original: String
  private let time = Counted()
  private let libraries: PostgresLibraries

  init() throws {
    directory = try TemporaryDirectory()
    original = directory.path("original.sqlite")
    libraries = PostgresLibraries(try PostgresURL(PostgresServer.shared().createDatabase()))
    let store = try Store.openAndWait(path: original, options: time.options)
    try FullLibrary(store: store, time: time).fill()
    #expect(try store.checkAndWait() == [])
    store.close()
  }

  private func move(_ path: String, as name: String) throws -> Store {
    let name = try LibraryName(name)
    try libraries.add(copyAt: path, as: name, isCancelled: nil) { _ in }
    return try libraries.open(name, time.options)
  }

  /// A moved library is a new copy, and attempts in progress go on on the one before: all else is the same.
  private func content(_ path: String) throws -> [String: [String]] {
    try rows(ofFileAt: path, without: ["attempt.copy"]).filter { $0.key != "copy" }
  }

  private func expectSame(_ path: String, _ other: String) throws {
    let (one, other) = (try content(path), try content(other))
    #expect(one.keys.sorted() == other.keys.sorted())
    for (table, rows) in one { #expect(rows == other[table], "\(table)") }
  }

  @Test func `and back, and again, has the same rows`() throws {
    let empty = try rows(ofFileAt: original).filter { $1.isEmpty && !["erasure", "entrance"].contains($0) }.keys
    #expect(empty.isEmpty, "a table without rows tests nothing")
    var path = original
    for round in 1...2 {
      let store = try move(path, as: "round\(round)")
      #expect(try store.checkAndWait() == [])
      let copy = directory.path("\(round).sqlite")
      try store.backupAndWait(to: copy)
      try expectSame(path, copy)
      #expect(try Store.openAndWait(path: copy).checkAndWait() == [])
      path = copy
    }
    try expectSame(original, path)
  }

  /// Later operations give the same results here, in the file, and in two copies side by side; keys are never reused.
  @Test func `continues exactly like the file`() throws {
    let moved = [try move(original, as: "one"), try move(original, as: "two")]
    let times = [Counted(from: 1 << 20), Counted(from: 1 << 20), Counted(from: 1 << 20)]
    times.forEach { $0.advance(milliseconds: 50 * FullLibrary.day) }
    // Another copy too, so that attempts in progress go on on the original.
    let path = directory.path("copy.sqlite")
    try Store.openAndWait(path: path, options: time.options).restoreAndWait(from: original, whereEmpty: true)
    let file = try Store.openAndWait(path: path, options: times[0].options)
    // Opening the file has taken one second.
    times[1...].forEach { $0.advance(milliseconds: 1000) }
    let stores = try [file] + zip(["one", "two"], times[1...]).map { try libraries.open(LibraryName($0), $1.options) }
    let seen = try stores.map { try goOn($0) }
    for other in seen.dropFirst() {
      let places = zip(seen[0], other).enumerated().filter { $1.0 != $1.1 }.map(\.offset)
      #expect(places == [], "\(places.first.map { "\(seen[0][$0])\n\(other[$0])" } ?? "")")
    }
    for store in stores + moved { #expect(try store.checkAndWait() == []) }
  }

  private func goOn(_ store: Store) throws -> [AnyHashable] {
    try store.writeAndWait { tx in
      var seen: [AnyHashable] = [try tx.undoDeletion()]
      let homework = try tx.homeworkList(limit: 500).items
      seen += [homework, try tx.learners(), try tx.events(since: 0), try tx.overview(), try tx.attemptList().items]
      for one in homework {
        seen += [try tx.quizHistory(one.id), try tx.attempts(of: one.id), try tx.picture(of: one.id)]
      }
      let draft = HomeworkDraft(
        title: "New", collections: ["a\ttab", "new"], picture: try? Picture([0xFF, 0xD8, 0xFF, 9]),
        quiz: QuizDraft(questions: Array(repeating: mcq, count: 4)))
      let new = try tx.addHomework(draft)
      try tx.answer([.correct, .wrong, .skipped, .correct], in: tx.startAttempt(new.id).id)
      for attempt in try tx.attemptList(state: .inProgress).items {
        seen.append(try tx.takeAttempt(attempt.id))
        if try tx.currentQuestion(of: attempt.id) != nil { seen.append(try tx.settle(.skip, in: attempt.id)) }
        seen.append(try tx.abandonAttempt(attempt.id))
      }
      _ = try tx.addLearner("New")
      seen += [try tx.deleteHomework([homework[0].id, new.id]), try tx.undoDeletion()]
      for number in 0...1 {
        let request = Request(id: FullLibrary.requests[number], parameters: "p")!
        seen.append(try tx.once(request) { .whole("asked again") })
      }
      seen += [try tx.events(since: 0), try tx.dueReviews(at: Timestamp(millisecondsSince1970: 1_790_000_000_000))]
      seen += [try tx.statistics(), try tx.earned(), try tx.collections()]
      return seen
    }
  }

  @Test func `can be moved concurrently, and each name is used once`() throws {
    let taken = Atomic(0)
    DispatchQueue.concurrentPerform(iterations: 8) { number in
      do {
        try libraries.add(copyAt: original, as: LibraryName("part\(number / 2)"), isCancelled: nil) { _ in }
      } catch StoreError.libraryTaken {
        taken.add(1, ordering: .relaxed)
      } catch {
        Issue.record("\(error)")
      }
    }
    #expect(taken.load(ordering: .relaxed) == 4)
    #expect(try libraries.names().map(\.text) == ["part0", "part1", "part2", "part3"])
    let stores = try (0..<4).map { try libraries.open(LibraryName("part\($0)"), StoreOptions()) }
    DispatchQueue.concurrentPerform(iterations: 4) { number in
      do {
        for count in 0..<10 {
          try stores[number].writeAndWait { tx in
            let quiz = QuizDraft(questions: [mcq, mcq])
            let new = try tx.addHomework(HomeworkDraft(title: "\(count)", collections: ["\(count)"], quiz: quiz))
            try tx.answer([.correct, .wrong], in: tx.startAttempt(new.id).id)
          }
        }
      } catch {
        Issue.record("\(error)")
      }
    }
    for (number, store) in stores.enumerated() {
      #expect(try store.checkAndWait() == [])
      try store.backupAndWait(to: directory.path("part\(number)"))
      #expect(try rows(ofFileAt: directory.path("part\(number)"))["homework"]?.count == 13)
    }
  }

  @Test func `does not exist if the move was stopped or the copy is damaged`() throws {
    let name = try LibraryName("class")
    _ = try libraries.names()
    // Another client blocks it halfway.
    let other = try PostgresConnection(libraries.pool.url)
    try other.begin(.write)
    try other.run("LOCK TABLE hwdb.ledger IN EXCLUSIVE MODE")
    _ = try other.number("SELECT 1")
    let share = Guarded(0.0)
    #expect(throws: StoreError.cancelled) {
      try libraries.add(copyAt: original, as: name, isCancelled: { share.withLock { $0 > 0.5 } }) { done in
        share.withLock { $0 = done }
      }
    }
    other.rollback()
    #expect(share.withLock { $0 } < 1)
    #expect(throws: StoreError.self) {
      try libraries.add(copyAt: directory.path("nowhere"), as: name, isCancelled: nil) { _ in }
    }
    try directory.write("no database", to: "text")
    #expect(throws: StoreError.self) {
      try libraries.add(copyAt: directory.path("text"), as: name, isCancelled: nil) { _ in }
    }
    #expect(try libraries.names() == [])
    _ = try move(original, as: "class")
  }

  @Test func `loses all its rows when deleted, and no other library's`() throws {
    let (one, other) = (try move(original, as: "one"), try move(original, as: "other"))
    try libraries.delete(LibraryName("one"))
    #expect(throws: StoreError.notFound(.library, "one")) { try one.writeAndWait { try $0.addLearner("x") } }
    #expect(throws: StoreError.notFound(.library, "one")) { try libraries.delete(LibraryName("one")) }
    try other.backupAndWait(to: directory.path("other"))
    try expectSame(original, directory.path("other"))
    let left = try libraries.pool.use { connection in
      let tables = try connection.all(
        "SELECT table_name FROM information_schema.columns WHERE table_schema = 'hwdb' AND column_name = 'library'"
      ) { $0.text(0) }
      return try tables.map { try connection.number(.text("SELECT count(DISTINCT library) FROM hwdb.\($0)")) }
    }
    #expect(left.count > 18 && left.allSatisfy { $0 <= 1 })
    #expect(try libraries.names().map(\.text) == ["other"])
  }

  @Test func `replaces another, whose followers are informed`() async throws {
    let name = try LibraryName("class")
    try libraries.create(name, time.options)
    let (store, other) = (try libraries.open(name, time.options), try libraries.open(name, time.options))
    for number in 0..<70 {
      _ = try store.writeAndWait { try $0.addHomework(HomeworkDraft(title: "\(number)", collections: ["a\ttab"])) }
    }
    let newest = try store.readAndWait { try $0.eventRange().newest }
    var followers = try await [store.events().makeAsyncIterator(), other.events().makeAsyncIterator()]
    try other.restoreAndWait(from: original)
    let range = try store.readAndWait { try $0.eventRange() }
    #expect(range.oldest == range.newest && range.newest > newest)
    for index in followers.indices {
      await #expect(throws: StoreError.historyGone(oldest: range.newest, newest: range.newest)) {
        try await followers[index].next()
      }
    }
    for since in 0...newest {
      #expect(throws: StoreError.self) { try store.readAndWait { try $0.events(since: since) } }
    }
    #expect(try store.checkAndWait() == [])
    let copy = directory.path("copy")
    try store.backupAndWait(to: copy)
    let (one, both) = (try content(original), try content(copy))
    // The new copy takes the attempts in progress, which is a change of its own.
    for (table, rows) in one where !["event", "change"].contains(table) {
      #expect(rows == both[table], "\(table)")
    }
    _ = try other.writeAndWait { try $0.addHomework(HomeworkDraft(title: "next"), marksFirstCapture: false) }
    #expect(try store.readAndWait { try $0.events(since: range.newest).map(\.sequence) } == [range.newest + 1])
  }

  @Test func `is refused in place of a non-empty library if only an empty one may be replaced`() throws {
    let name = try LibraryName("class")
    try libraries.create(name, time.options)
    let store = try libraries.open(name, time.options)
    try store.restoreAndWait(from: original, whereEmpty: true)
    try store.backupAndWait(to: directory.path("copy"))
    try expectSame(original, directory.path("copy"))
    let error = #expect(throws: StoreError.self) { try store.restoreAndWait(from: original, whereEmpty: true) }
    #expect(error == .libraryNotEmpty(path: "library class"))
    #expect(throws: StoreError.self) { try store.restoreAndWait(from: directory.path("nowhere")) }
    #expect(try store.checkAndWait() == [])
    try store.backupAndWait(to: directory.path("again"))
    try expectSame(original, directory.path("again"))
  }
}

import Foundation
import HomeworkModel
import HomeworkPostgres
import HomeworkStore
import HomeworkSystem
import HomeworkTestKit
import Testing

@Suite(.onPostgres) struct `A library restored on PostgreSQL` {
  private let directory = TemporaryDirectory()
  private let original: String
  private let time = Counted()
  private let url: String

  init() throws {
    original = directory.path("original.sqlite")
    url = try PostgresServer.shared().createDatabase()
    let store = try Store.openAndWait(path: original, options: time.options)
    try FullLibrary(store: store, time: time).fill()
    #expect(try store.checkAndWait() == [])
    store.close()
  }

  private func restored(_ path: String, as name: String) throws -> Store {
    let store = try library(name, at: url).open(time.options)
    try store.restoreAndWait(from: path)
    return store
  }

  /// A restored library is a new copy that takes the attempts in progress and leaves all others to the one before, and
  /// its log begins anew: all else is the same.
  private func expectSame(_ path: String, _ other: String) throws {
    let leftOut: Set = ["attempt.copy"]
    let (one, other) = (try rows(ofFileAt: path, without: leftOut), try rows(ofFileAt: other, without: leftOut))
    for (table, rows) in one where !["copy", "change", "event"].contains(table) {
      #expect(rows == other[table], "\(table)")
    }
  }

  @Test func `and backed up, and again, has the same rows`() throws {
    let empty = try rows(ofFileAt: original).filter { $1.isEmpty && $0 != "erasure" }.keys
    #expect(empty.isEmpty, "a table without rows tests nothing")
    var path = original
    for round in 1...2 {
      let store = try restored(path, as: "round\(round)")
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
  @Test func `continues exactly like a file`() throws {
    let restored = [try restored(original, as: "one"), try restored(original, as: "two")]
    let times = [Counted(from: 1 << 20), Counted(from: 1 << 20), Counted(from: 1 << 20)]
    times.forEach { $0.advance(milliseconds: 50 * FullLibrary.day) }
    let path = directory.path("copy.sqlite")
    try Store.openAndWait(path: path, options: time.options).restoreAndWait(from: original)
    let file = try Store.openAndWait(path: path, options: times[0].options)
    // Opening the file has taken one second.
    times[1...].forEach { $0.advance(milliseconds: 1000) }
    let stores = try [file] + zip(["one", "two"], times[1...]).map { try library($0, at: url).open($1.options) }
    let seen = try stores.map { try goOn($0) }
    for other in seen.dropFirst() {
      let offsets = zip(seen[0], other).enumerated().filter { $1.0 != $1.1 }.map(\.offset)
      #expect(offsets == [], "\(offsets.first.map { "\(seen[0][$0])\n\(other[$0])" } ?? "")")
    }
    for store in stores + restored { #expect(try store.checkAndWait() == []) }
  }

  private func goOn(_ store: Store) throws -> [AnyHashable] {
    try store.writeAndWait { tx in
      let newest = try tx.eventRange().newest
      var seen: [AnyHashable] = [newest, try tx.undoDeletion()]
      let homework = try tx.homeworkList(limit: 500).items
      seen += [
        homework, try tx.learners(), try tx.events(since: newest), try tx.overview(), try tx.attemptList().items,
      ]
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
        seen.append(try tx.idempotently(request) { .whole("asked again") })
      }
      seen += [
        try tx.events(since: newest), try tx.dueReviews(at: Timestamp(millisecondsSince1970: 1_790_000_000_000)),
      ]
      seen += [try tx.statistics(), try tx.earned(), try tx.collections()]
      return seen
    }
  }

  @Test func `can be restored beside others`() throws {
    DispatchQueue.concurrentPerform(iterations: 4) { number in
      do {
        let store = try restored(original, as: "part\(number)")
        for count in 0..<10 {
          try store.writeAndWait { tx in
            let quiz = QuizDraft(questions: [mcq, mcq])
            let new = try tx.addHomework(HomeworkDraft(title: "\(count)", collections: ["\(count)"], quiz: quiz))
            try tx.answer([.correct, .wrong], in: tx.startAttempt(new.id).id)
          }
        }
        #expect(try store.checkAndWait() == [])
        try store.backupAndWait(to: directory.path("part\(number)"))
        #expect(try rows(ofFileAt: directory.path("part\(number)"))["homework"]?.count == 14)
      } catch {
        Issue.record("\(error)")
      }
    }
  }

  @Test func `is as it was if that was stopped or the backup is damaged`() throws {
    let store = try restored(original, as: "one")
    let before = directory.path("before")
    try store.backupAndWait(to: before)
    // Another client blocks it halfway.
    let other = try PostgresConnection(PostgresURL(url))
    try other.begin(.write)
    try other.run("LOCK TABLE one.ledger IN EXCLUSIVE MODE")
    _ = try other.number("SELECT 1")
    let end = ContinuousClock.now + .milliseconds(500)
    #expect(throws: StoreError.cancelled) {
      try store.restoreAndWait(from: original, isCancelled: { ContinuousClock.now > end })
    }
    other.rollback()
    try directory.write("no database", to: "text")
    for name in ["nowhere", "text"] {
      #expect(throws: StoreError.self) { try store.restoreAndWait(from: directory.path(name)) }
    }
    try store.backupAndWait(to: directory.path("after"))
    let (one, two) = (try rows(ofFileAt: before), try rows(ofFileAt: directory.path("after")))
    #expect(one == two)
  }

  @Test func `loses all its rows when deleted, and no other library's`() throws {
    let (one, other) = (try restored(original, as: "one"), try restored(original, as: "other"))
    try PostgresServer.shared().execute(
      "DROP SCHEMA one CASCADE", database: databaseName(of: url))
    let error = #expect(throws: StoreError.self) { try one.writeAndWait { try $0.addLearner("x") } }
    #expect(error.map { "\($0)" }?.contains("the library was deleted while it was open") == true)
    try other.backupAndWait(to: directory.path("other"))
    try expectSame(original, directory.path("other"))
    // It is made anew, and empty, with the next opening.
    #expect(try library("one", at: url).open().readAndWait { try $0.homeworkList().items } == [])
  }

  @Test func `informs followers of the one before`() async throws {
    let (store, other) = (
      try library("one", at: url).open(time.options), try library("one", at: url).open(time.options)
    )
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
    try store.backupAndWait(to: directory.path("copy"))
    try expectSame(original, directory.path("copy"))
    _ = try other.writeAndWait { try $0.addHomework(HomeworkDraft(title: "next"), marksFirstCapture: false) }
    #expect(try store.readAndWait { try $0.events(since: range.newest).map(\.sequence) } == [range.newest + 1])
  }
}

import Foundation
import HomeworkAPI
import HomeworkModel
import HomeworkService
import HomeworkStore
import HomeworkSystem
import HomeworkTestKit
import Synchronization
import Testing

@Suite struct `A large import` {
  private struct Stopped: Error {}

  /// Counts a service's commits, and can make one of them fail.
  private final class Commits: Sendable {
    private let state = Guarded((count: 0, failing: Int?.none))

    var count: Int { state.withLock { $0.count } }

    func fail(at number: Int?) { state.withLock { ($0.count, $0.failing) = (0, number) } }

    func reach() throws {
      try state.withLock { state in
        state.count += 1
        if state.count == state.failing { throw Stopped() }
      }
    }
  }

  private static func options(_ hooks: CommitHooks) -> StoreOptions {
    let clock = { @Sendable in Timestamp(millisecondsSince1970: Int64(Date.now.timeIntervalSince1970 * 1000)) }
    return StoreOptions(clock: clock, hooks: hooks)
  }

  private let directory: TemporaryDirectory
  private let store: Store
  private let service: Service
  private let commits = Commits()

  init() throws {
    directory = try TemporaryDirectory()
    let hooks = CommitHooks(willCommit: { [commits] in try commits.reach() })
    let opened = try Store.openAndWait(path: directory.path("hwdb.sqlite"), options: Self.options(hooks))
    store = opened
    service = Service(database: directory.path("hwdb.sqlite")) { () throws(StoreError) in opened }
  }

  private func gift(_ count: Int, _ category: String = "") throws -> JSONValue {
    var text = category
    for index in 0..<count { text += "Question \(index)? {=right \(index) ~wrong ~neither}\n\n" }
    return ["path": .string(try directory.write(text, to: "large.gift"))]
  }

  private func homework() throws -> [Homework] { try store.readAndWait { try $0.homeworkList(limit: 500) }.items }

  private func questions() throws -> Int { try store.infoAndWait().questions }

  @Test func `is written in bounded transactions, and appears at once`() throws {
    let seen = Guarded<Set<Int>>([])
    let watched = Guarded<Store?>(nil)
    let hooks = CommitHooks(didCommit: {
      guard let store = watched.withLock(\.self) else { return }
      let count = try store.readAndWait { try $0.homeworkList(limit: 500) }.items.count
      _ = seen.withLock { $0.insert(count) }
    })
    let path = directory.path("watched.sqlite")
    let store = try Store.openAndWait(path: path, options: Self.options(hooks))
    watched.withLock { $0 = store }
    let service = Service(database: path) { () throws(StoreError) in store }
    let report = try service.call("quiz.import", try gift(4321)).get().value
    watched.withLock { $0 = nil }
    #expect(report["added"] == 4321 && report["homework"]?.array?.count == 22)
    #expect(seen.withLock { $0 } == [0, 22])
    let titles = try store.readAndWait { try $0.homeworkList(limit: 500) }.items.map(\.title)
    #expect(titles.sorted() == (1...22).map { "large (\($0) of 22)" }.sorted())
    let told = (report["homework"]?.array ?? []).compactMap { $0["title"]?.string }
    #expect(told == Array(titles.reversed()))
    #expect(try store.checkAndWait().isEmpty)
  }

  /// Another writer's progress.
  private final class Beside: Sendable {
    let isOver = Atomic(false)
    let added = Atomic(0)
  }

  @Test func `lets other writers in`() throws {
    let beside = Beside()
    let done = DispatchSemaphore(value: 0)
    let thread = Thread { [store] in
      while !beside.isOver.load(ordering: .relaxed) {
        _ = try? store.writeAndWait { try $0.addHomework(HomeworkDraft(title: "beside")) }
        beside.added.add(1, ordering: .relaxed)
      }
      done.signal()
    }
    commits.fail(at: nil)
    thread.start()
    _ = try service.call("quiz.import", try gift(3000)).get()
    let meanwhile = beside.added.load(ordering: .relaxed)
    beside.isOver.store(true, ordering: .relaxed)
    done.wait()
    // At least five transactions of the import, with the other writer's between them.
    #expect(commits.count > 5 && meanwhile > 0)
  }

  /// A failed commit in any of its transactions undoes the whole import, which can then be repeated.
  @Test func `leaves nothing if any transaction fails`() throws {
    let file = try gift(1500)
    commits.fail(at: nil)
    let whole = Service(database: "") { () throws(StoreError) in try Store.inMemory() }
    _ = try whole.call("quiz.import", file).get()
    for number in 1...4 {
      commits.fail(at: number)
      guard case .failure = service.call("quiz.import", file) else {
        Issue.record("commit \(number) of \(commits.count) did not fail it")
        break
      }
      commits.fail(at: nil)
      #expect(try homework().isEmpty)
      // A background thread removes the last transaction.
      for _ in 0..<500 where try questions() > 0 { usleep(10_000) }
      #expect(try questions() == 0, "commit \(number)")
    }
    _ = try service.call("quiz.import", file).get()
    #expect(try homework().count == 8)
    #expect(try store.checkAndWait().isEmpty)
  }

  @Test func `adds nothing twice`() throws {
    let file = try gift(2000)
    _ = try service.call("quiz.import", file).get()
    let again = try service.call("quiz.import", file).get().value
    #expect(again["added"] == 0 && again["alreadyThere"]?.array?.count == 10)
    // Duplicates within a file are stored once.
    var quiz: [String] = []
    for index in 0..<150 { quiz.append(#"{"type":"fillBlank","question":"\#(index)?","correctAnswer":"a"}"#) }
    let one = #"{"topic":"T","questions":[\#(quiz.joined(separator: ","))]}"#
    let other = one.replacing("\"0?\"", with: "\"none?\"")
    let text = "{\"quizzes\":[\(([other] + Array(repeating: one, count: 9)).joined(separator: ","))]}"
    let report = try service.call("quiz.import", ["text": .string(text)]).get().value
    #expect(report["added"] == 300 && report["alreadyThere"]?.array?.count == 8)
    #expect(try homework().count == 12)
    #expect(try store.checkAndWait().isEmpty)
  }

  /// Two concurrent imports run one after the other: the second finds the first one's homework.
  @Test func `adds only what a concurrent import has not`() throws {
    let file = try gift(2000)
    let results = Guarded<[Result<JSONText, RPCError>]>([])
    let done = DispatchSemaphore(value: 0)
    for _ in 0..<3 {
      Thread.detachNewThread { [service] in
        let result = service.call("quiz.import", file)
        results.withLock { $0.append(result) }
        done.signal()
      }
    }
    for _ in 0..<3 { done.wait() }
    #expect(try results.withLock { try $0.map { try $0.get().value["added"]?.int ?? -1 } }.sorted() == [0, 0, 2000])
    #expect(try homework().count == 10)
    #expect(try questions() == 2000)
    #expect(try store.checkAndWait().isEmpty)
  }

  @Test func `is done once per request id`() throws {
    let path = try #require(try gift(2000)["path"])
    let file: JSONValue = ["path": path, "requestId": "0190b5b0-1111-7000-8000-000000000001"]
    let first = try service.call("quiz.import", file).get().text
    #expect(try service.call("quiz.import", file).get().text == first)
    #expect(try homework().count == 10)
    #expect(try questions() == 2000)
  }
}

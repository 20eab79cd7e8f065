import Foundation
import HomeworkAPI
import HomeworkModel
import HomeworkService
import HomeworkStore
import HomeworkSystem
import HomeworkTestKit
import Testing

@Suite struct `A large import` {
  private struct Stopped: Error {}

  private final class Disk: Sendable {
    /// True to let the next commits fail.
    let fails = Guarded(false)
  }

  private let directory = TemporaryDirectory()
  private let store: Store
  private let service: Service
  private let disk = Disk()

  init() throws {
    let hooks = CommitHooks(willCommit: { [disk] in if disk.fails.withLock(\.self) { throw Stopped() } })
    let options = StoreOptions(clock: Store.systemClock, hooks: hooks)
    let opened = try Store.openAndWait(path: directory.path("hwdb.sqlite"), options: options)
    store = opened
    service = Service(database: directory.path("hwdb.sqlite")) { () throws(StoreError) in opened }
  }

  private func gift(_ count: Int) throws -> JSONValue {
    var text = ""
    for index in 0..<count { text += "Question \(index)? {=right \(index) ~wrong ~neither}\n\n" }
    return ["path": .string(try directory.write(text, to: "large.gift"))]
  }

  private func homework() throws -> [Homework] { try store.readAndWait { try $0.homeworkList(limit: 500) }.items }

  private func questions() throws -> Int { try store.infoAndWait().questions }

  @Test func `is written in one transaction`() throws {
    let commits = store.activity.commits
    let report = try service.call("quiz.import", try gift(4321)).get().value
    #expect(store.activity.commits == commits + 1)
    #expect(report["added"] == 4321 && report["homework"]?.array?.count == 22)
    let titles = try homework().map(\.title)
    #expect(titles.sorted() == (1...22).map { "large (\($0) of 22)" }.sorted())
    let imported = (report["homework"]?.array ?? []).compactMap { $0["title"]?.string }
    #expect(imported == Array(titles.reversed()))
    #expect(try store.checkAndWait().isEmpty)
  }

  @Test func `leaves nothing if its commit fails, and can be repeated`() throws {
    let file = try gift(1500)
    disk.fails.withLock { $0 = true }
    guard case .failure = service.call("quiz.import", file) else {
      Issue.record("the commit did not fail it")
      return
    }
    disk.fails.withLock { $0 = false }
    #expect(try homework().isEmpty && questions() == 0)
    _ = try service.call("quiz.import", file).get()
    #expect(try homework().count == 8)
    #expect(try store.checkAndWait().isEmpty)
  }

  /// Each of its eight quizzes is preceded by a look whether its caller still wants it.
  @Test func `leaves nothing if it is cancelled at any time before its commit`() throws {
    let file = try gift(1500)
    for number in 1...8 {
      let looks = Guarded(0)
      let outcome = service.call("quiz.import", file) {
        looks.withLock { looks in
          looks += 1
          return looks == number
        }
      }
      guard case .failure(let error) = outcome, error.name == .cancelled else {
        Issue.record("\(number) did not cancel it")
        return
      }
      #expect(try homework().isEmpty && questions() == 0, "\(number)")
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

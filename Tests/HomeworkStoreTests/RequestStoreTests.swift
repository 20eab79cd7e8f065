import HomeworkModel
import HomeworkStore
import HomeworkSystem
import HomeworkTestKit
import Testing

@Suite struct `A write with a request id` {
  static let id = "0190a3b2-0000-7000-8000-000000000001"

  private func add(_ title: String, _ store: Store, id: String = Self.id) throws -> String {
    let request = try #require(Request(id: id, parameters: title))
    let kept = try store.writeAndWait { tx in
      try tx.idempotently(request) { .whole(try tx.addHomework(HomeworkDraft(title: title)).id.text) }
    }
    guard case .whole(let reply) = kept else { return "" }
    return reply
  }

  /// Killed between commit and reply: the caller has no reply, and asks the next process.
  @Test func `is done once despite a crash between commit and reply`() throws {
    struct Killed: Error {}
    let directory = TemporaryDirectory()
    let path = directory.path("x.sqlite")
    let store = try makeStore(path: path, hooks: CommitHooks(didCommit: { throw Killed() }))
    #expect(throws: StoreError.self) { try add("t", store) }
    let next = try makeStore(path: path)
    let id = try add("t", next)
    #expect(try next.readAndWait { try $0.homeworkList() }.items.map(\.id.text) == [id])
    #expect(try add("t", next) == id)
  }

  @Test func `is a new one with another id, and refused with other parameters`() throws {
    let store = try makeStore()
    _ = try add("t", store)
    #expect(throws: StoreError.requestReused(Self.id)) { try add("u", store) }
    _ = try add("u", store, id: "0190a3b2-0000-7000-8000-000000000002")
    #expect(try store.readAndWait { try $0.homeworkList() }.items.map(\.title) == ["u", "t"])
    #expect(Request(id: "not a uuid", parameters: "") == nil)
    #expect(Request(id: Self.id.uppercased(), parameters: "") == Request(id: Self.id, parameters: ""))
  }

  private static let day: Int64 = 24 * 3_600_000

  private final class Clock: Sendable {
    let now = Guarded<Int64>(1_767_225_600_000)

    var time: Timestamp { Timestamp(millisecondsSince1970: now.withLock { $0 }) }
  }

  /// A store whose clock the test sets.
  private final class Bench: Sendable {
    private let clock: Clock
    let store: Store

    init() throws {
      let clock = Clock()
      (self.clock, store) = (clock, try Store.inMemory(options: StoreOptions(clock: { clock.time })))
    }

    func pass(ms: Int64) { clock.now.withLock { $0 += ms } }

    func pass(events count: Int64) throws {
      try store.writeAndWait { tx in
        let first = try tx.eventRange().newest + 1
        try tx.execute(
          """
          WITH RECURSIVE number (n) AS (VALUES (0) UNION ALL SELECT n + 1 FROM number WHERE n < \(count - 1))
          INSERT INTO event (sequence, kind, at_ms) SELECT \(first) + n, 'erased', 0 FROM number
          """)
      }
    }
  }

  /// The clock may be set forward by a year, or back, or to the last year there is.
  @Test(arguments: [0, day + 1, 2 * day, 366 * day, -366 * day, 2_000_000 * day])
  func `is remembered until 100,000 events followed, whatever the clock says`(ms: Int64) throws {
    let bench = try Bench()
    let first = try add("t", bench.store)
    bench.pass(ms: ms)
    #expect(try add("t", bench.store) == first)
    try bench.pass(events: Request.memoryEvents - 1)
    #expect(try add("t", bench.store) == first)
    try bench.pass(events: 1)
    #expect(try (add("t", bench.store) == first) == (ms <= Self.day))
  }

  @Test func `is remembered for 24 hours, however many events follow`() throws {
    let bench = try Bench()
    let first = try add("t", bench.store)
    try bench.pass(events: 3 * Request.memoryEvents)
    bench.pass(ms: Request.memoryMs)
    #expect(try add("t", bench.store) == first)
    bench.pass(ms: 1)
    let second = try add("t", bench.store)
    #expect(second != first)
    #expect(try add("t", bench.store) == second)
  }

  /// Forgotten requests are removed with old events, after every 256.
  @Test func `takes no space once it is forgotten`() throws {
    let bench = try Bench()
    func count() throws -> Int { try bench.store.file().exclusively { try $0.number("SELECT count(*) FROM request") } }
    _ = try add("t", bench.store)
    try bench.pass(events: Request.memoryEvents)
    for _ in 0..<256 { _ = try bench.store.writeAndWait { try $0.addHomework(HomeworkDraft(title: "t")) } }
    #expect(try count() == 1)
    bench.pass(ms: Self.day + 1)
    for _ in 0..<256 { _ = try bench.store.writeAndWait { try $0.addHomework(HomeworkDraft(title: "t")) } }
    #expect(try count() == 0)
  }

  @Test func `without an event counts those that follow, too`() throws {
    let bench = try Bench()
    let request = try #require(Request(id: Self.id, parameters: ""))
    func ask(_ reply: String) throws -> KeptReply {
      try bench.store.writeAndWait { try $0.idempotently(request) { .whole(reply) } }
    }
    try bench.pass(events: 5)
    #expect(try ask("a") == .whole("a"))
    bench.pass(ms: 366 * Self.day)
    try bench.pass(events: Request.memoryEvents - 1)
    #expect(try ask("b") == .whole("a"))
    try bench.pass(events: 1)
    #expect(try ask("c") == .whole("c"))
  }

  @Test func `is not remembered if it failed`() throws {
    let store = try makeStore()
    #expect(throws: StoreError.self) { try add(" ", store) }
    #expect(try add("t", store) == store.readAndWait { try $0.homeworkList() }.items.first?.id.text)
  }
}

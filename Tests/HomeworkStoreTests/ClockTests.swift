import Foundation
import HomeworkModel
import HomeworkStore
import HomeworkSystem
import HomeworkTestKit
import Testing

/// A clock that is set by hand.
@Suite struct `A clock that jumps` {
  private static let hour: Int64 = 3_600_000
  private static let day: Int64 = 24 * hour
  private static let start: Int64 = 1_767_225_600_000

  private final class Bench: Sendable {
    let now = Guarded<Int64>(`A clock that jumps`.start)
    let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    func store(keepsDays days: Int = 30) throws -> Store {
      var options = StoreOptions(clock: { [self] in Timestamp(millisecondsSince1970: now.withLock { $0 }) })
      options.keptEventDays = days
      return try Store.openAndWait(path: directory.path("x.sqlite"), options: options)
    }

    func pass(_ ms: Int64) { now.withLock { $0 += ms } }
  }

  private func once(_ store: Store, _ number: Int, writesEvent: Bool = true) throws -> KeptReply {
    let id = "0190a3b2-0000-7000-8000-" + String(repeating: "0", count: 12 - "\(number)".count) + "\(number)"
    let request = try #require(Request(id: id, parameters: ""))
    return try store.writeAndWait { tx in
      try tx.once(request) {
        if writesEvent { _ = try tx.addHomework(HomeworkDraft(title: "t")) }
        return .whole(String(Int.random(in: 0...(.max))))
      }
    }
  }

  static let jumps: [Int64] =
    [hour, 23 * hour, day + 1, 2 * day, 31 * day, 366 * day, 10_000 * day]
    .flatMap { [$0, -$0] } + [day + 1]

  /// Jumps by hours, a day or a year, forwards and back, each with and without an event in between.
  @Test(arguments: jumps, [false, true])
  func `loses no request or deletion`(jump: Int64, writesEvents: Bool) throws {
    // A jump within a day cannot be recognised: that much time has passed.
    let passes = abs(jump) <= Self.day ? max(0, jump) : 0
    let bench = try Bench()
    var store = try bench.store()
    let deleted = try store.writeAndWait { try $0.addHomework(HomeworkDraft(title: "deleted")) }.id
    _ = try store.writeAndWait { try $0.deleteHomework([deleted]) }
    let first = try once(store, 1, writesEvent: writesEvents)
    for (round, step) in [jump, 0, -jump, 0].enumerated() {
      bench.pass(step)
      // Another process, as after a restart.
      store = try bench.store()
      _ = try once(store, 10 + round, writesEvent: writesEvents)
      #expect(try once(store, 1, writesEvent: writesEvents) == first, "round \(round)")
    }
    // Counting continues from there.
    var left = Self.day - passes
    if jump < 0, -jump <= Self.day { left = Self.day }
    bench.pass(left)
    #expect(try once(store, 1, writesEvent: writesEvents) == first)
    bench.pass(Self.hour * 24)
    _ = try once(store, 99)
    #expect(try once(store, 1, writesEvent: writesEvents) != first)
    #expect(try store.writeAndWait { try $0.undoDeletion() }.map(\.id) == [deleted])
    #expect(try store.checkAndWait() == [])
  }

  /// As with an empty battery or a mistyped date.
  @Test func `to 1970 or the year 9999 does no harm`() throws {
    let bench = try Bench()
    let store = try bench.store()
    let first = try once(store, 1)
    for time in [0, 253_402_300_799_999, 0, Self.start, 253_402_300_799_999, Self.start] {
      bench.now.withLock { $0 = time }
      #expect(throws: Never.self) { try once(store, 2) }
    }
    #expect(try once(store, 1) == first)
  }

  @Test func `keeps no deletion beyond thirty days of observed time`() throws {
    let bench = try Bench()
    let store = try bench.store()
    _ = try store.writeAndWait { tx in try tx.deleteHomework([tx.addHomework(HomeworkDraft(title: "t")).id]) }
    bench.pass(500 * Self.day)
    for _ in 0..<30 {
      _ = try store.writeAndWait { try $0.addHomework(HomeworkDraft(title: "u")) }
      bench.pass(Self.day)
    }
    // Thirty days to the millisecond, plus the jump.
    let kept = try TemporaryDirectory()
    try store.backupAndWait(to: kept.path("x"))
    #expect(try store.writeAndWait { try $0.undoDeletion() }.count == 1)
    let other = try Store.openAndWait(
      path: kept.path("x"),
      options: StoreOptions(clock: { Timestamp(millisecondsSince1970: bench.now.withLock { $0 }) }))
    _ = try other.writeAndWait { try $0.addHomework(HomeworkDraft(title: "u")) }
    bench.pass(1)
    #expect(try other.writeAndWait { try $0.undoDeletion() } == [])
  }

  /// Events are trimmed after every 256.
  @Test(arguments: [2 * day, 366 * day, -366 * day])
  func `keeps the event history, and still trims old events`(jump: Int64) throws {
    let bench = try Bench()
    let store = try bench.store()
    func add(_ count: Int, eachAfter ms: Int64 = 0) throws {
      for _ in 0..<count {
        bench.pass(ms)
        _ = try store.writeAndWait { try $0.addHomework(HomeworkDraft(title: "t")) }
      }
    }
    func oldest() throws -> Int64 { try store.readAndWait { tx in try tx.eventRange().oldest } }
    try add(300)
    bench.pass(jump)
    try add(300)
    bench.pass(-jump)
    try add(300)
    bench.pass(jump)
    try add(300)
    #expect(try oldest() == 1)
    // Fifty days in which something is written.
    try add(512, eachAfter: Self.day / 10)
    let range = try store.readAndWait { tx in try tx.eventRange() }
    let events = try store.readAndWait { tx in try tx.events(since: range.oldest - 1) }
    #expect(range.oldest > 1201)
    #expect(events.allSatisfy { $0.at.millisecondsSince1970 >= bench.now.withLock { $0 } - 56 * Self.day })
    let connection = try Connection(path: bench.directory.path("x.sqlite"), access: .readOnly)
    #expect(try connection.number("SELECT count(*) FROM clock_jump") == 0)
    #expect(try store.checkAndWait() == [])
  }
}

@Suite struct `A schema that became newer while a store is open` {
  @Test func `is not written`() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path("x.sqlite")
    let store = try makeStore(path: path)
    _ = try store.writeAndWait { try $0.addHomework(HomeworkDraft(title: "before")) }
    let newer = try Connection(path: path, access: .readWrite)
    let known = try newer.number("PRAGMA user_version")
    let backup = directory.path("backup")
    try store.backupAndWait(to: backup)
    let clock = try #require(newer.first("SELECT sql FROM sqlite_schema WHERE name = 'clock'") { $0.text(0) })
    try newer.execute("DROP TABLE clock; PRAGMA user_version = \(known + 1)")
    let refusal = StoreError.unavailable(.newerSchema(found: known + 1, known: known))
    for _ in 0..<3 {
      #expect(throws: refusal) { try store.writeAndWait { try $0.addHomework(HomeworkDraft(title: "lost")) } }
      #expect(throws: refusal) { try store.restoreAndWait(from: backup) }
    }
    #expect(try newer.number("SELECT count(*) FROM homework") == 1)
    // As after restoring another backup.
    try newer.execute("\(clock); PRAGMA user_version = \(known)")
    _ = try store.writeAndWait { try $0.addHomework(HomeworkDraft(title: "after")) }
  }
}

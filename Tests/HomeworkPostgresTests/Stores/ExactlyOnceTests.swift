import Foundation
import HomeworkModel
import HomeworkPostgres
import HomeworkStore
import HomeworkSystem
import HomeworkTestKit
import Synchronization
import Testing

@Suite(.onPostgres) struct `A write whose connection is lost` {
  private let served: Served
  private let proxy: Proxy
  private let store: Store

  init() throws {
    served = try Served()
    proxy = try Proxy(to: served.server)
    store = try Store.openAndWait(postgres: proxy.url(of: databaseName(of: served.url)))
  }

  @discardableResult
  private func add(_ title: String) throws -> String {
    try store.writeAndWait { try $0.addHomework(HomeworkDraft(title: title), marksFirstCapture: false) }.title
  }

  /// Expects every acknowledged assignment once, and nothing else.
  private func expectOnly(_ titles: [String]) throws {
    let direct = try served.open()
    let found = try direct.readAndWait { try $0.homeworkList(limit: 500).items.map(\.title) }
    #expect(found.sorted() == titles.sorted())
    let events = try direct.readAndWait { try $0.events(since: 0, limit: 1000) }
    #expect(events.map(\.sequence) == Array(1...Int64(titles.count)))
    #expect(try direct.checkAndWait() == [])
  }

  @Test(arguments: [
    Proxy.Cut(direction: .toServer, after: 0), Proxy.Cut(direction: .toServer, after: 0, isLate: true),
    Proxy.Cut(direction: .toClient, after: 0),
  ])
  func `is done once, wherever the connection is cut`(cut: Proxy.Cut) throws {
    try add("first")
    var titles = ["first"]
    for point in 0..<200 {
      proxy.arm(Proxy.Cut(direction: cut.direction, after: point, isLate: cut.isLate))
      titles.append("\(point)")
      try add("\(point)")
      if proxy.cutsLeft > 0 { break }
    }
    #expect(titles.count > 10 && proxy.cutsLeft > 0, "there is no conversation to cut")
    try expectOnly(titles)
  }

  /// The library's last write is then another store's.
  @Test func `is done once, although another store writes before the retry`() throws {
    try add("first")
    let other = try served.open()
    var titles = ["first"]
    for point in 0..<200 {
      let title = "other \(point)"
      proxy.arm(
        Proxy.Cut(direction: .toClient, after: point) {
          _ = try? other.writeAndWait { try $0.addHomework(HomeworkDraft(title: title), marksFirstCapture: false) }
        })
      titles.append("\(point)")
      try add("\(point)")
      if proxy.cutsLeft > 0 { break }
      titles.append(title)
    }
    #expect(titles.count > 10 && proxy.cutsLeft > 0, "there is no conversation to cut")
    proxy.arm()
    try expectOnly(titles)
  }

  /// The reply to COMMIT is lost, and then the queries that resolve it, and the repeated group.
  @Test(arguments: Proxy.Direction.allCases)
  func `is done once, although its retry is cut as well`(direction: Proxy.Direction) throws {
    try add("first")
    proxy.arm()
    try add("second")
    var titles = ["first", "second"]
    var (point, beyond) = (0, 0)
    for number in 0..<150 {
      // The first writes on a new connection prepare their statements.
      for step in 0..<2 { titles.append(try add("\(number) prepared \(step)")) }
      proxy.arm()
      titles.append(try add("\(number) measured"))
      let whole = proxy.passed(.toClient)
      proxy.arm(
        Proxy.Cut(direction: .toClient, after: whole - 2), Proxy.Cut(direction: direction, after: point))
      titles.append(try add("\(number)"))
      // Sometimes there are fewer messages, and one or none is cut; three times running there is no such point.
      beyond = proxy.cutsLeft == 1 ? beyond + 1 : 0
      if beyond == 3 { break }
      if proxy.cutsLeft == 0 { point += 1 }
    }
    #expect(beyond == 3 && point > 10)
    try expectOnly(titles)
  }

  @Test(arguments: 0..<2 as Range<UInt64>) func `is stored if and only if it is acknowledged`(seed: UInt64) throws {
    let isOver = Atomic(false)
    let acknowledged = Guarded<[String]>([])
    let cutter = Thread { [proxy] in
      var random = SplitMix64(seed: seed)
      while !isOver.load(ordering: .relaxed) {
        if proxy.cutsLeft == 0 {
          proxy.arm(
            Proxy.Cut(
              direction: random.below(2) == 0 ? .toServer : .toClient, after: random.below(150),
              isLate: random.below(4) == 0))
        }
        usleep(500)
      }
    }
    cutter.start()
    try onThreads(6) { number in
      for count in 0..<10 {
        do {
          try self.add("\(number) \(count)")
          acknowledged.withLock { $0.append("\(number) \(count)") }
        } catch StoreError.unavailable(.unreachable) {}
      }
    }
    isOver.store(true, ordering: .relaxed)
    usleep(2000)
    proxy.arm()
    try expectOnly(acknowledged.withLock { $0 })
  }

  /// Reads that have returned nothing start over.
  @Test func `does not prevent reads`() throws {
    try add("first")
    for direction in Proxy.Direction.allCases {
      for point in 0..<100 {
        proxy.arm(Proxy.Cut(direction: direction, after: point))
        do {
          #expect(try store.readAndWait { try $0.homeworkList().items.map(\.title) } == ["first"])
        } catch StoreError.unavailable(.unreachable) where point > 0 {
          // Part of it had been read.
        }
        if proxy.cutsLeft > 0 { break }
      }
      #expect(proxy.cutsLeft == 1)
    }
    proxy.arm()
    try expectOnly(["first"])
  }
}

@Suite(.onPostgres) struct `A write that the server refuses temporarily` {
  private let served: Served
  private let store: Store
  /// Another client of the server.
  private let other: PostgresConnection

  init() throws {
    served = try Served()
    store = try served.open()
    other = try PostgresConnection(PostgresURL(served.url), settings: ["deadlock_timeout": "1min"])
    _ = try store.writeAndWait { try $0.addHomework(HomeworkDraft(title: "first")) }
  }

  /// Writes on a separate thread.
  private func begin() -> (DispatchSemaphore, Box) {
    let (done, box) = (DispatchSemaphore(value: 0), Box())
    Thread.detachNewThread { [store] in
      let outcome = Result<Void, any Error> {
        _ = try store.writeAndWait { try $0.addHomework(HomeworkDraft(title: "second")) }
      }
      box.outcome.withLock { $0 = outcome }
      done.signal()
    }
    return (done, box)
  }

  private final class Box: Sendable {
    let outcome = Guarded<Result<Void, any Error>?>(nil)
  }

  private func waitForLock() throws {
    let waits: SQL = """
      SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
      """
    let observer = try PostgresConnection(PostgresURL(served.url))
    while try observer.number(waits) == 0 { usleep(1000) }
  }

  private func titles() throws -> [String] { try store.readAndWait { try $0.homeworkList().items.map(\.title) } }

  @Test func `is done once after a deadlock`() throws {
    try other.begin(.write)
    _ = try other.number("SELECT count(*) FROM (SELECT 1 FROM hwdb.writer FOR UPDATE) AS locked")
    let (done, box) = begin()
    try waitForLock()
    // Now each waits for the other, and the server ends the store's transaction.
    _ = try other.number("SELECT count(*) FROM (SELECT 1 FROM hwdb.library FOR UPDATE) AS locked")
    try other.commit()
    done.wait()
    try #require(box.outcome.withLock { $0 }).get()
    #expect(try titles() == ["second", "first"])
    #expect(served.server.log.contains("deadlock detected"))
    #expect(try store.checkAndWait() == [])
  }

  @Test(arguments: ["statement_timeout", "lock_timeout"])
  func `is not done after a timeout, and can be repeated`(timeout: String) throws {
    let slow = try Store.openAndWait(postgres: "\(served.url)&options=-c%20\(timeout)%3D200")
    try other.begin(.write)
    _ = try other.number("SELECT count(*) FROM (SELECT 1 FROM hwdb.library FOR UPDATE) AS locked")
    #expect(throws: StoreError.busy) {
      try slow.writeAndWait { try $0.addHomework(HomeworkDraft(title: "second")) }
    }
    other.rollback()
    #expect(try titles() == ["first"])
    _ = try slow.writeAndWait { try $0.addHomework(HomeworkDraft(title: "second")) }
    #expect(try titles() == ["second", "first"])
  }

  /// An administrator ends every connection while it waits.
  @Test func `is done once after its connections are terminated`() throws {
    try other.begin(.write)
    _ = try other.number("SELECT count(*) FROM (SELECT 1 FROM hwdb.library FOR UPDATE) AS locked")
    let (done, box) = begin()
    for _ in 0..<3 {
      try waitForLock()
      try served.server.execute(
        """
        SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = '\(databaseName(of: served.url))' AND wait_event_type = 'Lock'
        """)
    }
    try waitForLock()
    try other.commit()
    done.wait()
    try #require(box.outcome.withLock { $0 }).get()
    #expect(try titles() == ["second", "first"])
    #expect(try store.checkAndWait() == [])
  }
}

@Suite(.onPostgres) struct `Writes while the server is killed` {
  @Test func `are stored once if acknowledged, and their numbers have no gaps`() throws {
    let served = try Served(on: PostgresServer())
    let store = try served.open()
    let acknowledged = Guarded<[String: KeptReply]>([:])
    let left = Atomic(8)
    let killer = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      for _ in 0..<4 {
        guard left.load(ordering: .relaxed) > 0 else { break }
        usleep(400_000)
        served.server.kill()
        do { try served.server.start() } catch { Issue.record("\(error)") }
      }
      killer.signal()
    }
    try onThreads(8) { number in
      defer { left.subtract(1, ordering: .relaxed) }
      for count in 0..<150 {
        let title = "\(number) \(count)"
        let id = "0190a3b2-0000-7000-8000-" + String(format: "%06d%06d", number, count)
        let request = Request(id: id, parameters: title)!
        // As a client retries that got no reply.
        for _ in 0..<20 {
          do {
            let reply = try store.writeAndWait { tx in
              try tx.idempotently(request) {
                .whole(try tx.addHomework(HomeworkDraft(title: title), marksFirstCapture: false).id.text)
              }
            }
            acknowledged.withLock { $0[title] = reply }
            break
          } catch StoreError.unavailable { usleep(50_000) }
        }
        usleep(1000)
      }
    }
    killer.wait()
    let direct = try served.open()
    var (found, cursor): ([String: KeptReply], String?) = ([:], nil)
    repeat {
      let page = try direct.readAndWait { try $0.homeworkList(limit: 500, after: cursor) }
      for homework in page.items { #expect(found.updateValue(.whole(homework.id.text), forKey: homework.title) == nil) }
      cursor = page.next
    } while cursor != nil
    #expect(found == acknowledged.withLock { $0 } && found.count == 1200)
    var numbers: [Int64] = []
    while true {
      let page = try direct.readAndWait { try $0.events(since: numbers.last ?? 0) }
      guard !page.isEmpty else { break }
      numbers += page.map(\.sequence)
    }
    #expect(numbers == Array(1...1200))
    #expect(try direct.checkAndWait() == [])
  }
}

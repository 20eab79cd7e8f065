import CLimit
import Foundation
import HomeworkModel
import HomeworkStore
import Measure

extension StoreBenchmark {
  static func writes(_ files: Files) throws -> [Figure] {
    let empty = try files.made("empty.sqlite", homework: 0)
    return try [
      bulkInsert(files, empty), settling(files, empty, .full), settling(files, empty, .normal), finishing(files, empty),
      deleting(files),
    ].compactMap(\.self)
  }

  /// Inserts 10,000 homework with ten questions each in one transaction, into a new file each time.
  private static func bulkInsert(_ files: Files, _ empty: String) throws -> Figure? {
    let count = 10_000
    let drafts = (0..<count).map(sample)
    return try compare(
      "bulk insert, 10k homework of 10 questions", count, rounds: 3, goal: 0.85,
      store: {
        let store = try Store.openAndWait(path: try files.copy(empty, "store.sqlite"))
        try store.writeAndWait { tx in
          for draft in drafts { _ = try tx.addHomework(draft) }
        }
      },
      limit: {
        let limit = limit_open(try files.copy(empty, "limit.sqlite"), "FULL")
        limit_bulk_insert(limit, Int32(count))
        limit_close(limit)
      })
  }

  /// Settles one answer per transaction, over attempts of ten questions each.
  private static func settling(_ files: Files, _ empty: String, _ durability: StoreOptions.Durability) throws -> Figure?
  {
    let (rounds, perRound) = (8, 50)
    let prepared = try files.copy(empty, "prepared.sqlite")
    let attempts = try started(prepared, count: (rounds + 1) * perRound)
    let (storePath, limitPath) = (try files.copy(prepared, "store.sqlite"), try files.copy(prepared, "limit.sqlite"))
    var options = StoreOptions()
    options.durability = durability
    let store = try Store.openAndWait(path: storePath, options: options)
    let limit = limit_open(limitPath, durability.rawValue)
    defer { limit_close(limit) }
    var (storeRound, limitRound) = (0, 0)
    return try compare(
      "record an answer, synchronous=\(durability.rawValue.uppercased())", perRound * 10, rounds: rounds, goal: 0.9,
      store: {
        for attempt in attempts[storeRound * perRound..<(storeRound + 1) * perRound] {
          for _ in 0..<10 { _ = try store.writeAndWait { try $0.settle(.choice(0), in: attempt, elapsedMs: 100) } }
        }
        storeRound += 1
      },
      limit: {
        for attempt in attempts[limitRound * perRound..<(limitRound + 1) * perRound] {
          for _ in 0..<10 { limit_settle(limit, attempt.text) }
        }
        limitRound += 1
      })
  }

  private static func finishing(_ files: Files, _ empty: String) throws -> Figure? {
    let (rounds, perRound) = (8, 100)
    let prepared = try files.copy(empty, "prepared.sqlite")
    let attempts = try started(prepared, count: (rounds + 1) * perRound, settled: true)
    let store = try Store.openAndWait(path: try files.copy(prepared, "store.sqlite"))
    let limit = limit_open(try files.copy(prepared, "limit.sqlite"), "FULL")
    defer { limit_close(limit) }
    var (storeRound, limitRound) = (0, 0)
    return try compare(
      "complete an attempt of ten", perRound, rounds: rounds, goal: 0.9,
      store: {
        for attempt in attempts[storeRound * perRound..<(storeRound + 1) * perRound] {
          _ = try store.writeAndWait { try $0.finishAttempt(attempt) }
        }
        storeRound += 1
      },
      limit: {
        for attempt in attempts[limitRound * perRound..<(limitRound + 1) * perRound] {
          limit_finish(limit, attempt.text)
        }
        limitRound += 1
      })
  }

  private static func deleting(_ files: Files) throws -> Figure? {
    let (rounds, perRound) = (8, 100)
    let prepared = try files.made("delete.sqlite", homework: (rounds + 1) * perRound)
    let store = try Store.openAndWait(path: try files.copy(prepared, "store.sqlite"))
    let ids = try someIds(store, (rounds + 1) * perRound)
    let limit = limit_open(try files.copy(prepared, "limit.sqlite"), "FULL")
    defer { limit_close(limit) }
    var (storeRound, limitRound) = (0, 0)
    return try compare(
      "delete an assignment with its quiz", perRound, rounds: rounds, goal: 0.9,
      store: {
        for id in ids[storeRound * perRound..<(storeRound + 1) * perRound] {
          _ = try store.writeAndWait { try $0.deleteHomework([id]) }
        }
        storeRound += 1
      },
      limit: {
        for id in ids[limitRound * perRound..<(limitRound + 1) * perRound] { limit_delete(limit, id.text) }
        limitRound += 1
      })
  }

  /// Starts attempts in the closed file at `path`, one per assignment; if requested, settles nine right answers in
  /// each.
  static func started(_ path: String, count: Int, settled: Bool = false) throws -> [Attempt.ID] {
    let store = try Store.openAndWait(path: path)
    return try store.writeAndWait { tx in
      var ids: [Attempt.ID] = []
      for number in 0..<count {
        let attempt = try tx.startAttempt(tx.addHomework(sample(number)).id)
        ids.append(attempt.id)
        guard settled else { continue }
        for index in 0..<10 { _ = try tx.settle(.choice(index == 9 ? 1 : 0), in: attempt.id, elapsedMs: 100) }
      }
      return ids
    }
  }

  /// Measures durable answers of concurrent callers, each with its own attempt.
  static func concurrency(_ files: Files) throws -> [Figure] {
    guard isWanted("durable answers") else { return [] }
    let empty = try files.made("empty.sqlite", homework: 0)
    let (rounds, perRound) = (5, 640)
    let prepared = try files.copy(empty, "prepared.sqlite")
    let attempts = try started(prepared, count: (rounds + 1) * perRound / 10 * 5)
    let store = try Store.openAndWait(path: try files.copy(prepared, "store.sqlite"))
    let next = Counter()
    // Ten answers per attempt, and no attempt is shared.
    func shares(_ writers: Int) -> [[Attempt.ID]] {
      let mine = (0..<perRound / 10).map { _ in attempts[next.next()] }
      return (0..<writers).map { writer in stride(from: writer, to: mine.count, by: writers).map { mine[$0] } }
    }
    func threads(_ writers: Int) -> () throws -> Void {
      {
        let group = DispatchGroup()
        for share in shares(writers) {
          group.enter()
          Thread.detachNewThread {
            for attempt in share {
              for _ in 0..<10 { _ = try? store.writeAndWait { try $0.settle(.choice(0), in: attempt) } }
            }
            group.leave()
          }
        }
        group.wait()
      }
    }
    func tasks(_ writers: Int) -> () throws -> Void {
      {
        let group = DispatchGroup()
        for share in shares(writers) {
          group.enter()
          Task.detached {
            for attempt in share {
              for _ in 0..<10 { _ = try? await store.write { try $0.settle(.choice(0), in: attempt) } }
            }
            group.leave()
          }
        }
        group.wait()
      }
    }
    let times = try alternate(rounds: rounds, [threads(1), threads(8), threads(32), tasks(8), tasks(32)])
    let rates = times.map { Double(perRound) / $0.seconds }
    let one = (name: "1 thread", value: rates[0])
    return [
      Figure("durable answers of 8 threads at once", rates[1], "op/s", against: one),
      Figure("durable answers of 32 threads at once", rates[2], "op/s", against: one),
      Figure("durable answers of 8 tasks at once", rates[3], "op/s", against: one),
      Figure("durable answers of 32 tasks at once", rates[4], "op/s", against: one, goal: .atLeast(5)),
    ]
  }
}

private final class Counter: @unchecked Sendable {
  private let lock = NSLock()
  private var count = 0

  func next() -> Int {
    lock.withLock {
      defer { count += 1 }
      return count
    }
  }
}

import CLimit
import Foundation
import HomeworkModel
import HomeworkStore
import Measure

extension StoreBenchmark {
  /// Measures reads of a file of 100,000 homework.
  static func reads(_ files: Files) throws -> [Figure] {
    let path = try files.made("100k.sqlite", homework: 100_000)
    let store = try Store.openAndWait(path: path)
    let limit = limit_open(path, "FULL")
    defer { limit_close(limit) }
    let ids = try someIds(store, 1000)
    let texts = ids.map(\.text)
    let deep = try cursor(store, afterPages: 999)
    let words = ["fractions 777", "homework 4242", "lowest exercises 31"]
    let queries = words.map { $0.split(separator: " ").map { "\"\($0)\"" }.joined(separator: " ") + "*" }
    return try [
      compare(
        "read one homework", ids.count, goal: 0.85,
        store: { for id in ids { _ = try store.readAndWait { try $0.homework(id) } } },
        limit: { for id in texts { limit_homework(limit, id) } }),
      compare(
        "first page of 50 of 100k", 200, goal: 0.85,
        store: { for _ in 0..<200 { _ = try store.readAndWait { try $0.homeworkList() } } },
        limit: { for _ in 0..<200 { limit_page(limit, 0, "", 50) } }),
      compare(
        "page 1000 of 100k", 200, goal: 0.85,
        store: { for _ in 0..<200 { _ = try store.readAndWait { try $0.homeworkList(after: deep.text) } } },
        limit: { for _ in 0..<200 { limit_page(limit, deep.createdAtMs, deep.id, 50) } }),
      compare(
        "load a quiz of ten", ids.count, goal: 0.85,
        store: { for id in ids { _ = try store.readAndWait { try $0.quiz(for: id) } } },
        limit: { for id in texts { limit_quiz(limit, id) } }),
      compare(
        "search 100k, 50 at most", words.count, goal: 0.85,
        store: {
          for text in words { _ = try store.readAndWait { try $0.homeworkList(HomeworkFilter(search: text)) } }
        },
        limit: { for query in queries { limit_search(limit, query) } }),
      pageMemory(store),
    ].compactMap(\.self)
  }

  /// Measures the heap that a page holds per row: the value itself, and its texts longer than fifteen bytes.
  private static func pageMemory(_ store: Store) throws -> Figure? {
    let name = "heap that a page of 50 holds, a row"
    guard isWanted(name) else { return nil }
    _ = try store.readAndWait { try $0.homeworkList() }
    let before = heap_bytes()
    let page = try store.readAndWait { try $0.homeworkList() }
    let held = withExtendedLifetime(page) { heap_bytes() - before }
    return Figure(name, Double(held) / 50, "B", goal: .atMost(1000))
  }

  /// Returns ids spread over the whole file.
  static func someIds(_ store: Store, _ count: Int) throws -> [Homework.ID] {
    var ids: [Homework.ID] = []
    var cursor: String?
    repeat {
      let page = try store.readAndWait { try $0.homeworkList(limit: 500, after: cursor) }
      ids += page.items.map(\.id)
      cursor = page.next
    } while cursor != nil && ids.count < 100_000
    let step = max(1, ids.count / count)
    var some = stride(from: 0, to: ids.count, by: step).map { ids[$0] }
    some.shuffle()
    return Array(some.prefix(count))
  }

  static func cursor(_ store: Store, afterPages pages: Int) throws -> (text: String, createdAtMs: Int64, id: String) {
    var cursor: String?
    for _ in 0..<(pages / 10) { cursor = try store.readAndWait { try $0.homeworkList(limit: 500, after: cursor) }.next }
    let parts = (cursor ?? "").split(separator: ".")
    return (cursor ?? "", Int64(parts[0]) ?? 0, String(parts[1]))
  }

  /// Measures calls that should not depend on the size of the file, and the time to open it.
  static func scale(_ files: Files) throws -> [Figure] {
    let small = try Store.openAndWait(path: try files.made("1k.sqlite", homework: 1000))
    let largePath = try files.made("1M.sqlite", homework: 1_000_000)
    let large = try Store.openAndWait(path: largePath)
    let (smallIds, largeIds) = (try someIds(small, 500), try someIds(large, 500))
    func ratio(
      _ name: String, _ operations: Int, _ body: @escaping (Store, [Homework.ID]) throws -> Void
    ) throws -> Figure {
      let times = try alternate(rounds: 7, [{ try body(large, largeIds) }, { try body(small, smallIds) }])
      let perOperation = times.map { $0.seconds * 1e6 / Double(operations) }
      return Figure(name, perOperation[0], "µs", against: ("1k", perOperation[1]), goal: .atMost(1.5))
    }
    let opening = try alternate(rounds: 15, [{ _ = try Store.openAndWait(path: largePath) }])
    return [
      try ratio("read one homework of 1M", 500) { store, ids in
        for id in ids { _ = try store.readAndWait { try $0.homework(id) } }
      },
      try ratio("first page of 50 of 1M", 100) { store, _ in
        for _ in 0..<100 { _ = try store.readAndWait { try $0.homeworkList() } }
      },
      Figure("open a file of 1M homework", opening[0].seconds * 1000, "ms", goal: .atMost(10)),
      Figure("memory with it open, after the pages", residentMegabytes(), "MB"),
    ]
  }

  /// Returns the resident set of this process (VmRSS), including the benchmark's own ids.
  static func residentMegabytes() -> Double {
    guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
      let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmRSS:") }),
      let kilobytes = line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap({ Double($0) })
    else { return .nan }
    return kilobytes / 1024
  }
}

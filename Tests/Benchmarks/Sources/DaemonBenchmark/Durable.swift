import Foundation
import HomeworkModel
import HomeworkStore
import Measure

/// Answers that are on disk when they are acknowledged, beside other durable servers.
extension Bench {
  /// Measures all in turn, five times, and takes each median: the speed of the disk changes from second to second.
  mutating func durable() throws -> [Figure] {
    let (clients, rounds) = (32, 5)
    let limit = try Limit(in: directory)
    let redis = try Redis(in: directory, keeps: true)
    let postgres = try Postgres(in: directory)
    let library = try Library(in: directory, attempts: rounds * clients * 50)
    // A whole request, for the contenders that are to write as many bytes.
    let line = request(
      "attempt.answer", #""attemptId":"\#(homework[0])","requestId":"\#(homework[0])","response":"A""#)
    var answers: [String: [Load]] = [:]
    var (one, oneOfLimit, limits, sets): ([Load], [Load], [Load], [Load]) = ([], [], [], [])
    var (transactions, tasks): ([(perSecond: Double, cost: Double)], [Double]) = ([], [])
    for _ in 0..<rounds {
      for withIds in [true, false] {
        let (short, long) = (homework(1600), long(96))
        let ids = withIds ? "with request ids" : "without"
        answers["10 \(ids)", default: []].append(try self.answers(short, of: 10, clients, withIds: withIds))
        answers["200 \(ids)", default: []].append(try self.answers(long, of: 200, clients, withIds: withIds))
      }
      answers["64", default: []].append(try self.answers(homework(1600), of: 10, 64))
      one.append(try self.answers(homework(300), of: 10, 1))
      oneOfLimit.append(try limit.lines(line, connections: 1, each: 3000))
      limits.append(try limit.lines(line, connections: clients, each: 500))
      if let redis { sets.append(try redis.set(bytes: line.utf8.count, connections: clients, each: 500)) }
      if let postgres { transactions.append(try postgres.transactions(seconds: 2)) }
      tasks.append(try library.rate(tasks: clients, each: 50))
    }
    return try figures(
      answers.mapValues(\.middle), one.middle, limit: (oneOfLimit.middle, limits.middle), redis: sets,
      postgres: transactions.sorted { $0.perSecond < $1.perSecond }, library: median(tasks))
  }

  /// - Parameters:
  ///   - answers: the middle load of each contest, by its name; `one` is that of a single client.
  ///   - limit: what the C program did for one client and for all.
  private func figures(
    _ answers: [String: Load], _ one: Load, limit: (one: Load, all: Load), redis: [Load],
    postgres: [(perSecond: Double, cost: Double)], library: Double
  ) throws -> [Figure] {
    func middle(_ name: String) -> Load { answers[name] ?? one }
    func figure(_ name: String, _ load: Load, _ peer: (name: String, value: Double)?, _ goal: Double?) -> Figure {
      Figure(
        "\(name), p99 \(Int(load.p99)) µs, \(load.cost) µs of processor", load.perSecond, "op/s", against: peer,
        goal: peer == nil ? nil : goal.map { .atLeast($0) })
    }
    let (short, bare) = (middle("10 with request ids"), middle("10 without"))
    var figures = [
      figure(
        "durable answers with request ids, 32 × 1", short,
        ("library with 32 tasks", library), 0.7)
    ]
    if !postgres.isEmpty {
      let theirs = postgres[(postgres.count - 1) / 2]
      let cost = String(format: "%.1f", theirs.cost)
      figures.append(
        figure(
          "the same", short, ("PostgreSQL, the same two statements, \(cost) µs of processor", theirs.perSecond), 2))
    }
    if !redis.isEmpty {
      let cost = redis.middle.cost
      figures.append(
        figure("the same", short, ("Redis SET, fsync always, \(cost) µs of processor", redis.middle.perSecond), nil))
    }
    figures += [
      figure("the same", short, ("C program, \(limit.all.cost) µs of processor", limit.all.perSecond), nil),
      figure("durable answers without ids, 32 × 1", bare, nil, nil),
      figure(
        "durable answers with request ids, 32 × 1, quizzes of 200", middle("200 with request ids"),
        ("quizzes of 10", short.perSecond), 0.95),
      figure(
        "durable answers without ids, 32 × 1, quizzes of 200", middle("200 without"),
        ("quizzes of 10", bare.perSecond), nil),
      figure(
        "durable answers, 1 × 1", one,
        (
          "C program, p99 \(Int(limit.one.p99)) µs, \(limit.one.cost) µs of processor",
          limit.one.perSecond
        ), 0.75),
      Figure(
        "processor time of an answer with a request id, 32 × 1", short.processor ?? 0, "µs", goal: .atMost(45)),
      Figure("processor time of an answer without, 32 × 1", bare.processor ?? 0, "µs", goal: .atMost(45)),
      Figure("p99 of durable answers, 64 × 1", middle("64").p99 / 1000, "ms", goal: .atMost(4)),
    ]
    let size = try FileManager.default.attributesOfItem(atPath: "\(directory)/hwdb.sqlite")[.size] as? Int ?? 0
    return figures + [Figure("file with \(requests) answers by request id", Double(size) / 1_000_000, "MB")]
  }
}

/// A store in this process, on its own file.
private struct Library {
  private let store: Store
  private let attempts: [Attempt.ID]
  private let next = Next()

  private final class Next: @unchecked Sendable {  // used by one thread at a time
    var attempt = 0
  }

  init(in directory: String, attempts count: Int) throws {
    store = try Store.openAndWait(path: "\(directory)/library.sqlite")
    var ids: [Attempt.ID] = []
    while ids.count < count {
      ids += try store.writeAndWait { tx in
        try (0..<min(500, count - ids.count)).map { number in
          try tx.startAttempt(tx.addHomework(HomeworkDraft(title: "Page \(number)", quiz: quizOfTen)).id).id
        }
      }
    }
    attempts = ids
  }

  /// Returns the durable answers per second of tasks that each wait for their answers.
  func rate(tasks: Int, each: Int) throws -> Double {
    let group = DispatchGroup()
    let start = ContinuousClock.now
    for _ in 0..<tasks {
      let mine = attempts[next.attempt..<(next.attempt + each)]
      next.attempt += each
      group.enter()
      Task.detached { [store] in
        for attempt in mine {
          for _ in 0..<10 { _ = try? await store.write { try $0.settle(.choice(0), in: attempt) } }
        }
        group.leave()
      }
    }
    group.wait()
    return Double(tasks * each * 10) / start.duration(to: .now).seconds
  }
}

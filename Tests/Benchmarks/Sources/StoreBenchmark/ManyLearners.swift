import Foundation
import HomeworkModel
import HomeworkStore
import Measure

extension StoreBenchmark {
  private static let learners = 1000
  private static let played = 100

  /// Measures one learner's view among a thousand against a lone learner's view, and the overview of all.
  static func learners(_ files: Files) throws -> [Figure] {
    let (list, all) = ("list of one learner among 1000", "overview of 1000 learners by 100 homework")
    guard isWanted(list) || isWanted(all) else { return [] }
    let alone = try Store.openAndWait(path: try files.played("alone.sqlite", homework: 10_000, by: 1))
    let crowd = try Store.openAndWait(path: try files.played("crowd.sqlite", homework: 10_000, by: learners))
    let school = try Store.openAndWait(path: try files.played("class.sqlite", homework: played, by: learners))
    let (me, one) = try (alone.readAndWait { try $0.learners()[1].id }, crowd.readAndWait { try $0.learners()[500].id })
    func pages(_ store: Store, _ learner: Learner.ID) throws {
      for _ in 0..<100 {
        _ = try store.readAndWait { tx in
          try tx.use(learner)
          return try tx.homeworkList()
        }
      }
    }
    let times = try alternate(rounds: 7, [{ try pages(crowd, one) }, { try pages(alone, me) }])
    let overview = try alternate(rounds: 5, [{ _ = try school.readAndWait { try $0.overview() } }])
    let micros = times.map { $0.seconds * 1e6 / 100 }
    return [
      Figure(list, micros[0], "µs", against: ("alone", micros[1]), goal: .atMost(1.2)),
      Figure(all, overview[0].seconds * 1000, "ms", goal: .atMost(300)),
    ]
  }
}

extension Files {
  /// Returns a file of homework, of which each learner has finished the oldest hundred some times.
  func played(_ name: String, homework count: Int, by learners: Int, times: Int = 1) throws -> String {
    let isThere = FileManager.default.fileExists(atPath: path(name))
    let path = try made(name, homework: count)
    guard !isThere else { return path }
    var options = StoreOptions()
    options.durability = .normal
    let store = try Store.openAndWait(path: path, options: options)
    let ids = try store.readAndWait { tx in
      var (ids, cursor) = ([Homework.ID](), String?.none)
      repeat {
        let page = try tx.homeworkList(limit: 500, after: cursor)
        ids += page.items.map(\.id)
        cursor = page.next
      } while cursor != nil
      return ids.suffix(100)
    }
    for number in 0..<learners {
      try store.writeAndWait { tx in
        try tx.use(tx.addLearner("Learner no. \(number)").id)
        for (index, id) in Array(repeating: ids, count: times).joined().enumerated() {
          let attempt = try tx.startAttempt(id)
          // The chosen option varies, so that some answers are wrong.
          for question in 0..<10 { _ = try tx.settle(.choice((number + index * question) % 4), in: attempt.id) }
          _ = try tx.finishAttempt(attempt.id)
        }
      }
    }
    return path
  }
}

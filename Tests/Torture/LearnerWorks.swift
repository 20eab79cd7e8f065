import Foundation
import HomeworkModel
import HomeworkStore

/// Works on a library with several learners.
enum LearnerWorks {
  static let all = [playing, erasing, importing]

  private static let names = ["Ada", "Wilhelmina"]

  /// Creates two learners, each with an attempt of ten answers finished and another begun.
  private static func played(_ path: String) throws {
    let store = try Store.openAndWait(path: path)
    let homework = try store.writeAndWait { try $0.addHomework(Work.sample("played")) }
    for name in names {
      try store.writeAndWait { tx in
        try tx.use(tx.addLearner(name).id)
        let attempt = try tx.startAttempt(homework.id)
        for _ in 0..<10 { _ = try tx.settle(.choice(0), in: attempt.id) }
        _ = try tx.finishAttempt(attempt.id)
        _ = try tx.settle(.choice(1), in: tx.startAttempt(homework.id).id)
      }
    }
  }

  /// Returns whether all of a learner is there, or none; refuses a partial learner.
  private static func isThere(_ name: String, in store: Store) throws -> Bool {
    try store.readAndWait { tx in
      guard let learner = try tx.learners().first(where: { $0.name == name }) else { return false }
      try tx.use(learner.id)
      let attempts = try tx.attemptList().items
      guard attempts.map(\.answers.count) == [1, 10], try tx.earned().finishedAttempts == 1,
        try tx.homework(try unwrap(tx.homeworkList().items.first).id).progress.totalAttempts == 1
      else { throw Wrong("half of \(name) is there") }
      return true
    }
  }

  static let playing = Work(
    "two learners playing", promises: (1...6).map { "answer \($0)" },
    prepare: { path in
      let store = try Store.openAndWait(path: path)
      try store.writeAndWait { tx in
        let homework = try tx.addHomework(Work.sample("played"))
        for name in names {
          try tx.use(tx.addLearner(name).id)
          _ = try tx.startAttempt(homework.id)
        }
      }
    },
    act: { path, options, promise in
      let store = try Store.openAndWait(path: path, options: options)
      let open = try openAttempts(store)
      for _ in 0..<2 {
        for number in 0..<6 {
          // Alternates between the two attempts; a failed answer may be retried.
          let (id, index) = (open[number % 2], number / 2)
          guard (try? store.readAndWait({ try $0.attempt(id).answers.count })) == index else { continue }
          if (try? store.writeAndWait { try $0.settle(.choice(0), in: id, at: index) }) != nil {
            promise("answer \(number + 1)")
          } else {
            return
          }
        }
      }
    },
    kept: { store in
      let counts = try openAttempts(store).map { id in try store.readAndWait { try $0.attempt(id).answers.count } }
      guard counts[0] - counts[1] == 0 || counts[0] - counts[1] == 1 else {
        throw Wrong("an answer is lost: \(counts)")
      }
      return (0..<counts[0] + counts[1]).map { "answer \($0 + 1)" }
    })

  private static func openAttempts(_ store: Store) throws -> [Attempt.ID] {
    try store.readAndWait { tx in
      let homework = try unwrap(tx.homeworkList().items.first)
      return try names.map { name in
        try tx.use(tx.learnerId(matching: name))
        return try unwrap(tx.openAttempt(homework.id)).id
      }
    }
  }

  static let erasing = Work(
    "erasing a learner", promises: ["erased"], prepare: played,
    act: { path, options, promise in
      let store = try Store.openAndWait(path: path, options: options)
      guard let id = try? store.readAndWait({ try $0.learnerId(matching: names[1]) }) else { return }
      for _ in 0..<2 where (try? store.eraseLearnerAndWait(id)) != nil { promise("erased") }
    },
    kept: { store in
      guard try isThere(names[0], in: store) else { throw Wrong("another learner is gone") }
      if try isThere(names[1], in: store) { return [] }
      // Once the file has been reopened, no byte is left, even after interruptions.
      for suffix in ["", "-wal"] {
        let bytes = try? Data(contentsOf: URL(fileURLWithPath: (store.path ?? "") + suffix))
        guard bytes?.range(of: Data(names[1].utf8)) == nil else { throw Wrong("bytes of who was erased are left") }
      }
      return ["erased"]
    })

  static let importing = Work(
    "importing a learner", promises: ["imported"],
    prepare: { path in
      try played(path + ".from")
      let store = try Store.openAndWait(path: path)
      _ = try store.writeAndWait { try $0.addHomework(Work.sample("other")) }
    },
    act: { path, options, promise in
      let document = try Store.openAndWait(path: path + ".from").readAndWait { tx in
        try tx.exportLearner(tx.learnerId(matching: names[1]))
      }
      let store = try Store.openAndWait(path: path, options: options)
      for _ in 0..<2 where (try? store.writeAndWait { try $0.importLearner(document) }) != nil { promise("imported") }
    },
    kept: { store in
      let titles = try store.readAndWait { try $0.homeworkList() }.items.map(\.title).sorted()
      let isImported = try store.readAndWait { try $0.learners().contains { $0.name == names[1] } }
      guard titles == (isImported ? ["other", "played"] : ["other"]) else { throw Wrong("half of an import is there") }
      guard isImported else { return [] }
      let attempts = try store.readAndWait { tx in
        try tx.use(tx.learnerId(matching: names[1]))
        return try tx.attemptList().items
      }
      guard attempts.map(\.answers.count) == [1, 10] else { throw Wrong("half of a learner is there") }
      return ["imported"]
    })
}

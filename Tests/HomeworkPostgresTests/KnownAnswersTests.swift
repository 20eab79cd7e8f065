import Foundation
import HomeworkModel
import HomeworkPostgres
import HomeworkStore
import HomeworkTestKit
import Synchronization
import Testing

/// What was read before is answered from memory, as long as nobody has written.
@Suite(.enabled(if: PostgresServer.isInstalled, noServer)) struct `What many read of a library` {
  /// What one of two stores does.
  private enum Step: CaseIterable {
    case settles, turnsCompletion, renamesLearner, opensAgain

    func take(_ store: inout Store, _ attempt: Attempt, _ open: () throws -> Store) throws {
      switch self {
      case .settles: _ = try store.writeAndWait { try $0.settle(.choice(0), in: attempt.id, at: nil) }
      case .turnsCompletion:
        try store.writeAndWait { tx in
          let id = try #require(attempt.homeworkId)
          _ = try tx.homework(id).completedAt == nil ? tx.completeHomework(id) : tx.reopenHomework(id)
        }
      case .renamesLearner:
        _ = try store.writeAndWait { tx in
          let learner = try tx.learner()
          return try tx.updateLearner(learner.id, name: learner.name == "Ana" ? "Bo" : "Ana")
        }
      case .opensAgain: store = try open()
      }
    }
  }

  /// All ways in which two stores can do two things, with what they read after each beside the same in memory. Each
  /// counts on it at first that nobody else writes, and then does not.
  @Test func `is as it is, whoever else writes`() throws {
    let served = try Served()
    var stores = [try served.open(), try served.open()]
    let memory = try Store.inMemory()
    let steps = stores.indices.flatMap { store in Step.allCases.map { (store: store, step: $0) } }
    var compared = 0
    for first in steps {
      for second in steps {
        let (attempt, modelled) = (try start(in: stores[0], questions: 4), try start(in: memory, questions: 4))
        for store in stores + stores { _ = try read(attempt, in: store) }
        for (store, step) in [first, second] {
          var model = memory
          try step.take(&stores[store], attempt) { try served.open() }
          try step.take(&model, modelled) { memory }
          let expected = try read(modelled, in: memory)
          for store in stores { #expect(try read(attempt, in: store) == expected) }
          compared += 1
        }
      }
    }
    #expect(compared == 2 * 64)
  }

  @Test func `is asked for once, and together with the question whether it is still so`() throws {
    let served = try Served()
    let store = try served.libraries.open(className, StoreOptions())
    let attempt = try start(in: store, questions: 4)
    func trips(times: Int = 1) throws -> Int {
      let before = try served.libraries.pool.use { $0.roundTrips }
      _ = try read(attempt, in: store, times: times)
      return try served.libraries.pool.use { $0.roundTrips } - before
    }
    let all = try trips()
    #expect(all > 2)
    #expect(try trips(times: 20) == 1)
    _ = try served.open().writeAndWait { try $0.addHomework(HomeworkDraft(title: "another")) }
    // Once to learn that somebody has written.
    #expect(try trips() == all + 1)
    #expect(try trips() == 1)
    // Where somebody writes all the time, that is learnt with the first question.
    for extra in [1, 0, 0, 0] {
      _ = try store.writeAndWait { try $0.addHomework(HomeworkDraft(title: "another")) }
      #expect(try trips() == all + extra)
    }
    #expect(try trips() == 1)
    store.rest()
    #expect(try trips() == all)
  }

  /// As after the failure of a server whose standby had not confirmed everything: others may have come to the same
  /// count since.
  @Test func `is forgotten where the server has lost it`() throws {
    let served = try Served()
    let store = try served.open()
    let long = String(repeating: "long ", count: 20_000)
    let ids = try store.writeAndWait { tx in
      try [nil, long].map { try tx.addHomework(HomeworkDraft(title: "before", text: $0)).id }
    }
    func titles() -> [String] { outcomes(ids.map { id in { try $0.homework(id).title } }, in: store) }
    #expect(titles() == ["before", "before"])
    #expect(titles() == ["before", "before"])
    // What is long is asked for each time: so much for where these come from.
    try served.strike("UPDATE hwdb.homework SET title = 'lost'")
    #expect(titles() == ["before", "lost"])
    try served.strike("UPDATE hwdb.library SET changed_at_ms = changed_at_ms + 1")
    #expect(titles() == ["lost", "lost"])
    try served.strike("UPDATE hwdb.homework SET title = 'by hand'", "UPDATE hwdb.library SET change = change + 1")
    #expect(titles() == ["by hand", "by hand"])
    try served.libraries.delete(className)
    let gone = StoreError.notFound(.homework, ids[0].text).description
    #expect(titles()[0] == gone)
  }

  @Test func `is told to each, also where one of them meets an error or the connection is lost`() throws {
    let served = try Served()
    let store = try served.open()
    let id = try store.writeAndWait { try $0.addHomework(HomeworkDraft(title: "t")).id }
    let unknown = try #require(Homework.ID("0190a3b2-0000-7000-8000-000000000001"))
    let end =
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() "
      + "AND pid <> pg_backend_pid()"
    let title: (ReadTransaction) throws -> String = { try $0.homework(id).title }
    for wasRead in [false, true] {
      var isOver = false
      if wasRead { #expect(outcomes([title], in: store) == ["t"]) }
      let told = outcomes(
        [
          title, { try $0.homework(unknown).title }, title,
          // What PostgreSQL cannot store, it cannot be asked for.
          { "\(try $0.homeworkList(HomeworkFilter(subject: "\0")).items.count)" },
          title,
          { tx in
            if !isOver { _ = try served.server.execute(end, database: databaseName(of: served.url)) }
            isOver = true
            // What was not asked before.
            return "\(try tx.learners().count)"
          },
          { "\(try $0.homeworkList().items.count)" }, title,
        ], in: store)
      let missing = StoreError.notFound(.homework, unknown.text).description
      #expect(told[3].contains("U+0000"))
      #expect(told[..<3] + told[4...] == ["t", missing, "t", "t", "1", "1", "t"])
    }
  }

  private func start(in store: Store, questions: Int) throws -> Attempt {
    let quiz = QuizDraft(questions: Array(repeating: mcq, count: questions))
    let homework = try store.writeAndWait { try $0.addHomework(HomeworkDraft(title: "t", quiz: quiz)) }
    return try store.writeAndWait { try $0.startAttempt(homework.id) }
  }

  /// What is told of an attempt, without its ids and times.
  private func read(_ attempt: Attempt, in store: Store, times: Int = 1) throws -> [String] {
    let homework = try #require(attempt.homeworkId)
    let once: [(ReadTransaction) throws -> String] = [
      { "\(try $0.learner().name)" },
      { "\(try $0.homework(homework).completedAt == nil) \(try $0.homeworkList(limit: 1).items[0].questionCount)" },
      { "\(try $0.attempt(attempt.id).answers.count) \(try $0.eventRange().newest)" },
    ]
    return outcomes(Array(repeating: once, count: times).flatMap { $0 }, in: store)
  }

  private func outcomes(_ bodies: [(ReadTransaction) throws -> String], in store: Store) -> [String] {
    var told: [String] = []
    store.readAndWait(each: bodies) { index, outcome in
      #expect(index == told.count)
      do { told.append(try outcome.get()) } catch { told.append("\(error)") }
    }
    return told
  }
}

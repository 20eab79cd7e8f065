import Foundation
import HomeworkModel
import HomeworkStore
import HomeworkTestKit
import Testing

@Suite struct `Learners of a library` {
  private let store: Store
  private let homework: Homework
  private let first: Learner
  private let second: Learner

  init() throws {
    store = try makeStore()
    let draft = HomeworkDraft(title: "t", collections: ["A"], quiz: QuizDraft(questions: [mcq, mcq]))
    (homework, first, second) = try store.writeAndWait { tx in
      (try tx.addHomework(draft), try tx.learner(), try tx.addLearner("Ada"))
    }
  }

  /// Writes as one of the learners, by index; `nil` chooses none.
  private func write<Value>(as index: Int?, _ body: (WriteTransaction) throws -> Value) throws -> Value {
    try store.writeAndWait { tx in
      if let index { try tx.use([first, second][index].id) }
      return try body(tx)
    }
  }

  /// A learner's own data, as the learner sees it.
  private struct Seen: Equatable {
    var homework: Homework
    var statistics: HomeworkModel.Statistics
    var earned: Earned
    var collections: [HomeworkCollection]
    var attempts: [Attempt]
    var statuses: [Bool]

    /// Compares without ids and times, which always differ between stores.
    func isLike(_ other: Self) -> Bool {
      func shown(_ seen: Self) -> [String] {
        [
          "\(seen.homework.progress.completionPercentage) \(seen.homework.progress.totalAttempts)",
          "\(String(describing: seen.homework.progress.bestScore))", "\(seen.homework.completedAt != nil)",
          "\(seen.homework.openAttemptId != nil)", "\(seen.statistics)", "\(seen.earned)", "\(seen.collections)",
          "\(seen.attempts.map { "\($0.state) \($0.answers.map(\.outcome))" })", "\(seen.statuses)",
        ]
      }
      return shown(self) == shown(other)
    }
  }

  private func seen(by index: Int?) throws -> Seen {
    try write(as: index) { tx in
      Seen(
        homework: try tx.homework(homework.id), statistics: try tx.statistics(), earned: try tx.earned(),
        collections: try tx.collections(), attempts: try tx.attemptList().items,
        statuses: try [HomeworkFilter.Status.new, .started, .completed].map { status in
          try !tx.homeworkList(HomeworkFilter(status: status)).items.isEmpty
        })
    }
  }

  private enum Step: CaseIterable {
    case start, answerRight, answerWrong, finish, abandon, complete, reopen
  }

  private func take(_ step: Step, as index: Int) throws {
    try write(as: index) { tx in
      let open = try tx.homework(homework.id).openAttemptId
      switch step {
      case .start: _ = try tx.startAttempt(homework.id)
      case .answerRight: _ = try tx.settle(.choice(0), in: #require(open))
      case .answerWrong: _ = try tx.settle(.choice(1), in: #require(open))
      case .finish: _ = try tx.finishAttempt(#require(open))
      case .abandon: _ = try tx.abandonAttempt(#require(open))
      case .complete: _ = try tx.completeHomework(homework.id)
      case .reopen: _ = try tx.reopenHomework(homework.id)
      }
    }
  }

  /// Two players of the same quiz, with their steps interleaved in every order: each sees the same as when playing
  /// alone. Each day tries another third of the orders.
  @Test func `do not affect each other, in whatever order they play`() throws {
    let ways: [[Step]] = [
      [.start, .answerRight, .answerRight, .finish], [.start, .answerWrong, .abandon, .complete],
      [.complete, .start, .answerRight, .reopen],
    ]
    for mine in ways {
      for yours in ways {
        for order in Sampling.part(Self.orders(mine.count, yours.count), oneIn: 12) {
          let (both, alone) = (try Self(), [try Self(), try Self()])
          var left = [mine[...], yours[...]]
          for who in order {
            let step = left[who].removeFirst()
            try both.take(step, as: who)
            try alone[who].take(step, as: who)
          }
          for who in 0...1 { #expect(try both.seen(by: who).isLike(alone[who].seen(by: who))) }
          #expect(try both.seen(by: nil) == both.seen(by: 0))
          #expect(try both.store.checkAndWait() == [])
        }
      }
    }
  }

  /// Returns every order of this many steps of one player and of the other.
  private static func orders(_ zeros: Int, _ ones: Int) -> [[Int]] {
    guard zeros > 0, ones > 0 else { return [Array(repeating: 0, count: zeros) + Array(repeating: 1, count: ones)] }
    return orders(zeros - 1, ones).map { [0] + $0 } + orders(zeros, ones - 1).map { [1] + $0 }
  }

  @Test func `are found by name, id or a unique part of either, in any case`() throws {
    let third = try store.writeAndWait { try $0.addLearner("Adam Straße") }
    func found(_ text: String) throws -> Learner.ID { try store.readAndWait { try $0.learnerId(matching: text) } }
    for text in ["Ada", "ADA", "ada", second.id.text, String(second.id.text.suffix(8))] {
      #expect(try found(text) == second.id)
    }
    for text in ["STRASSE", "adam", "m s"] { #expect(try found(text) == third.id) }
    #expect(try found("learner 1") == first.id)
    #expect(throws: StoreError.ambiguousName("a", candidates: ["Learner 1", "Ada", "Adam Straße"])) { try found("a") }
    for text in ["Eve", "", " "] { #expect(throws: StoreError.notFound(.learner, "\"\(text)\"")) { try found(text) } }
  }

  @Test func `have unique one-line names`() throws {
    for name in ["ada", "ADA", "Ada"] {
      #expect(throws: StoreError.nameTaken(name)) { try store.writeAndWait { try $0.addLearner(name) } }
      #expect(throws: StoreError.nameTaken(name)) {
        try store.writeAndWait { try $0.updateLearner(first.id, name: name) }
      }
    }
    for name in ["", " ", "a\nb", "\u{1B}[31m", String(repeating: "x", count: 101)] {
      #expect(throws: StoreError.self) { try store.writeAndWait { try $0.addLearner(name) } }
    }
    #expect(try store.writeAndWait { try $0.addLearner(String(repeating: "é", count: 100)) }.name.count == 100)
    // Their own name with different capitals.
    #expect(try store.writeAndWait { try $0.updateLearner(second.id, name: "ADA") }.name == "ADA")
  }

  @Test func `include a default for calls that name none`() throws {
    #expect(first.isDefault && !second.isDefault && first.name == "Learner 1")
    #expect(try store.writeAndWait { try $0.updateLearner(second.id, becomesDefault: true) }.isDefault)
    #expect(try store.readAndWait { try $0.learners().map(\.isDefault) } == [false, true])
    #expect(try store.writeAndWait { try $0.startAttempt(homework.id) }.learnerId == second.id)
  }

  @Test func `keep a quiz from being replaced while one of them plays it`() throws {
    let attempt = try write(as: 1) { try $0.startAttempt(homework.id) }
    #expect(throws: StoreError.quizInUse(attempt.id)) {
      try write(as: 0) { try $0.setQuiz(QuizDraft(questions: [mcq]), for: homework.id) }
    }
  }

  @Test func `all lose a deleted assignment, and all get it back`() throws {
    for who in 0...1 {
      for step in [Step.start, .answerRight, .answerWrong, .finish, .complete, .start] { try take(step, as: who) }
    }
    let before = [try seen(by: 0), try seen(by: 1)]
    _ = try store.writeAndWait { try $0.deleteHomework([homework.id]) }
    #expect(try write(as: 1) { try $0.attemptList() }.items.isEmpty)
    _ = try store.writeAndWait { try $0.undoDeletion() }
    #expect(try seen(by: 0) == before[0] && seen(by: 1) == before[1])
    #expect(try store.checkAndWait() == [])
  }

  @Test func `are repaired independently`() throws {
    for who in 0...1 { for step in [Step.start, .answerRight, .answerRight, .finish] { try take(step, as: who) } }
    let before = [try seen(by: 0), try seen(by: 1)]
    try store.writeAndWait { try $0.execute("DELETE FROM ledger") }
    #expect(try store.checkAndWait().map(\.kind).filter { $0 == .credit }.count == 2)
    #expect(try store.repairAndWait().left == [])
    #expect(try seen(by: 0) == before[0] && seen(by: 1) == before[1])
  }
}

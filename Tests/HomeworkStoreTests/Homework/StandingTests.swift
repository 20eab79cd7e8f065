import HomeworkModel
import HomeworkStore
import HomeworkTestKit
import Testing

/// A question of an exhaustive play, and its outcome.
private enum Step: CaseIterable {
  case right, wrong, skipped, rightText, wrongText

  var question: QuestionDraft {
    switch self {
    case .right, .wrong, .skipped: mcq
    case .rightText, .wrongText: fillBlank
    }
  }

  var response: Response {
    switch self {
    case .right: .choice(0)
    case .wrong: .choice(1)
    case .skipped: .skip
    case .rightText: .text("denominator")
    case .wrongText: .text("numerator")
    }
  }

  static func sequences(_ length: Int) -> [[Step]] {
    guard length > 0 else { return [[]] }
    return sequences(length - 1).flatMap { start in allCases.map { start + [$0] } }
  }

  /// Returns up to as many steps as the longest quiz has: over full cycles, with runs longer than ten.
  static func long(_ count: Int, seed: UInt64) -> [Step] {
    var random = seed
    return (0..<count).map { _ in
      random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let draw = random >> 33
      return draw % 13 == 0 ? allCases[Int(draw / 13 % 5)] : draw % 4 == 0 ? .rightText : .right
    }
  }
}

@Suite struct `The running totals of an answer` {
  @discardableResult
  private func play(_ steps: [Step], in store: Store) throws -> (homework: Homework, results: [AnswerResult]) {
    let draft = HomeworkDraft(title: "t", quiz: QuizDraft(questions: steps.map(\.question)))
    let homework = try store.writeAndWait { try $0.addHomework(draft) }
    let results = try store.writeAndWait { tx in
      let id = try tx.startAttempt(homework.id).id
      return try steps.enumerated().map { index, step in try tx.settle(step.response, in: id, elapsedMs: 7 * index + 1)
      }
    }
    return (homework, results)
  }

  /// Every sequence of five steps of five kinds, a share of them; and long sequences.
  @Test func `match all answers so far, and give the same reply again`() throws {
    let store = try makeStore()
    for steps in Sampling.part(Step.sequences(5), oneIn: 12) + (1...8).map({ Step.long(200, seed: $0) }) {
      let (homework, results) = try play(steps, in: store)
      let id = results[0].attempt.id
      let attempt = try store.readAndWait { try $0.attempt(id) }
      let again = try store.readAndWait { tx in try steps.indices.map { try tx.answerResult(of: id, at: $0) } }
      #expect(again == results)
      for (index, result) in results.enumerated() {
        var then = attempt
        then.answers.removeLast(steps.count - index - 1)
        #expect(result.attempt == then.summary && result.answer == attempt.answers[index])
        #expect(result.attempt.streak == then.streak && result.attempt.score == then.score)
        #expect(result.attempt.elapsedMs == then.elapsedMs && result.attempt.questionIndex == index + 1)
      }
      #expect(try store.readAndWait { try $0.attemptSummary(id) } == attempt.summary)
      // After the finish, the earlier results are still the same.
      let finished = try store.writeAndWait { try $0.finishAttempt(id) }.attempt
      #expect(try finished == store.readAndWait { try $0.attempt(id) }.summary)
      #expect(try store.readAndWait { try $0.answerResult(of: id, at: 0) } == results[0])
      if steps.count == 200 { #expect(try store.readAndWait { try $0.credit(of: id) } == attempt.streak.stars) }
      _ = try store.writeAndWait { try $0.deleteHomework([homework.id]) }
    }
  }

  @Test func `are correct after a deletion is undone`() throws {
    let store = try makeStore()
    for steps in Step.sequences(3) + (1...8).map({ Step.long(200, seed: $0) }) { try play(steps, in: store) }
    let ids = try store.readAndWait { try $0.homeworkList(limit: 500) }.items.map(\.id)
    let before = try ids.map { try counts(of: $0, in: store) }
    _ = try store.writeAndWait { try $0.deleteHomework(ids) }
    #expect(try store.writeAndWait { try $0.undoDeletion() }.count == ids.count)
    #expect(try store.checkAndWait() == [])
    #expect(try ids.map { try counts(of: $0, in: store) } == before && before.allSatisfy { !$0.isEmpty })
  }

  private func counts(of id: Homework.ID, in store: Store) throws -> [AttemptSummary] {
    try store.readAndWait { tx in try tx.attempts(of: id).map { try tx.attemptSummary($0.id) } }
  }
}

@Suite struct `A long attempt` {
  /// Counted in the database's virtual machine steps, which do not depend on load; with a request id.
  @Test func `costs the same for each answer more, and so does rebuilding a reply`() throws {
    // A running clock is stored once a minute.
    let store = try Store.inMemory(
      options: StoreOptions(clock: { Timestamp(millisecondsSince1970: 1_767_225_600_000) }))
    let draft = HomeworkDraft(title: "t", quiz: QuizDraft(questions: Array(repeating: mcq, count: 200)))
    let homework = try store.writeAndWait { try $0.addHomework(draft) }
    let id = try store.writeAndWait { try $0.startAttempt(homework.id) }.id
    func steps(_ body: () throws -> Void) throws -> Int {
      let before = try store.readAndWait { $0.stepsTaken }
      try body()
      return try store.readAndWait { $0.stepsTaken } - before
    }
    var lookups: [Int] = []
    let costs = try (0..<200).map { index in
      lookups.append(try steps { _ = try store.readAndWait { try $0.currentQuestion(of: id) } })
      let number = String(100_000_000_000 + index)
      let request = try #require(Request(id: "0190a3b2-0000-7000-8000-" + number, parameters: ""))
      return try steps {
        _ = try store.writeAndWait { tx in
          try tx.idempotently(request) {
            let result = try tx.settle(index % 7 == 6 ? .skip : .choice(0), in: id)
            return .answer(result.attempt.id, index: result.answer.index)
          }
        }
      }
    }
    // Others of a kind read only the answers since, each once. Every eighth reads the next eight questions, too.
    for (isSkip, isReading) in [(false, false), (true, false), (false, true), (true, true)] {
      expectLine(costs, (1..<200).filter { ($0 % 7 == 6) == isSkip && ($0 % 8 == 0) == isReading })
    }
    expectLine(lookups, Array(1..<200))
    expectLine(
      try (0..<200).map { index in
        try steps { _ = try store.readAndWait { try $0.answerResult(of: id, at: index) } }
      }, Array(1..<200))
  }

  /// Expects that each answer more costs the same, at most a hundred steps.
  private func expectLine(_ costs: [Int], _ indexes: [Int]) {
    let slopes = Set(zip(indexes, indexes.dropFirst()).map { Double(costs[$1] - costs[$0]) / Double($1 - $0) })
    #expect(slopes.count == 1 && slopes.allSatisfy { 0...100 ~= $0 }, "\(slopes)")
  }
}

@Suite struct `A learner with many attempts` {
  /// Counted in the database's virtual machine steps.
  @Test func `makes nothing slower at other homework`() throws {
    let store = try makeStore()
    let (homework, other) = (try store.play([.correct]).0.id, try store.play([.correct]).0)
    func steps() throws -> Int {
      try store.readAndWait { tx in
        let before = tx.stepsTaken
        _ = (try tx.homework(homework), try tx.openAttempt(homework))
        return tx.stepsTaken - before
      }
    }
    _ = try steps()
    let before = try steps()
    for _ in 0..<50 { _ = try store.play([.correct], of: other) }
    #expect(try steps() == before)
  }
}

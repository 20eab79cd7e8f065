import HomeworkModel
import HomeworkStore
import HomeworkSystem
import HomeworkTestKit
import Testing

/// A response to a question of three options: A, B, C, or a skip.
private typealias Choice = Int?

/// The expected grades of an attempt, recomputed in the plainest way from responses and keys.
private struct ExpectedGrades {
  var responses: [Choice]
  /// For each answer, true if it counts as correct, by the key or by an earlier one.
  var isCorrect: [Bool]

  init(_ responses: [Choice], key: [Int]) {
    self.responses = responses
    isCorrect = zip(responses, key).map { $0 == $1 }
  }

  mutating func regrade(_ index: Int, key: Int, neverLower: Bool) {
    isCorrect[index] = responses[index] == key || neverLower && isCorrect[index]
  }

  var outcomes: [Outcome] {
    zip(responses, isCorrect).map { response, isCorrect in
      response == nil ? .skipped : isCorrect ? .correct : .wrong
    }
  }

  var score: Int { isCorrect.count { $0 } }

  var positions: [Int] {
    var run = 0
    return isCorrect.map { isCorrect in
      run = isCorrect ? run % 10 + 1 : 0
      return run
    }
  }

  var stars: Int { positions.count { $0 >= 5 } }
}

@Suite struct `A corrected key` {
  private static let options = ["one", "two", "three"]

  private static func question(_ key: Int, _ prompt: String = "?") -> QuestionDraft {
    QuestionDraft(prompt: prompt, body: .mcq(options: options, correctIndex: key))
  }

  private func play(
    _ responses: [Choice], of id: Homework.ID, in store: Store, _ options: AttemptOptions = AttemptOptions(),
    finishes: Bool = true
  ) throws -> Attempt.ID {
    try store.writeAndWait { tx in
      let attempt = try tx.startAttempt(id, options).id
      for response in responses {
        _ = try tx.settle(response.map { .choice($0) } ?? .skip, in: attempt, elapsedMs: 100)
      }
      if finishes { _ = try tx.finishAttempt(attempt) }
      return attempt
    }
  }

  private func add(_ questions: [QuestionDraft], in store: Store) throws -> Homework.ID {
    try store.writeAndWait {
      try $0.addHomework(HomeworkDraft(title: "Fractions", subject: "Maths", quiz: QuizDraft(questions: questions)))
    }.id
  }

  /// Everything that follows from an attempt's answers.
  private func expect(
    _ plain: [ExpectedGrades], _ ids: [Attempt.ID], of homework: Homework.ID, in store: Store
  ) throws {
    let (attempts, progress, earned, statistics) = try store.readAndWait { tx in
      (try ids.map { try tx.attempt($0) }, try tx.homework(homework).progress, try tx.earned(), try tx.statistics())
    }
    for (attempt, plain) in zip(attempts, plain) {
      #expect(attempt.answers.map(\.outcome) == plain.outcomes)
      #expect(attempt.answers.map(\.streakPosition) == plain.positions)
      #expect(attempt.answers.map(\.response) == plain.responses.map { $0.map { ["A", "B", "C"][$0] } })
      #expect(try store.readAndWait { try $0.credit(of: attempt.id) } == plain.stars)
      #expect(try store.readAndWait { try $0.attemptSummary(attempt.id) } == attempt.summary)
    }
    let (best, total) = (plain.map(\.score).max() ?? 0, plain[0].responses.count)
    #expect(progress.bestScore == best && progress.totalAttempts == plain.count)
    #expect(progress.completionPercentage == Score(correct: best, total: total).percentage)
    #expect(earned.starsTotal == plain.reduce(0) { $0 + $1.stars })
    #expect(statistics.correctAnswers == plain.reduce(0) { $0 + $1.score })
  }

  /// Every question, its key before and after, and every answer to a quiz of three questions, against a plain
  /// recomputation; then undone.
  @Test(arguments: [false, true], Array(0..<27))
  func `gives what a recomputation from the answers gives`(neverLower: Bool, number: Int) throws {
    let (index, from, to) = (number / 9, number / 3 % 3, number % 3)
    let choices: [Choice] = [0, 1, 2, nil]
    let all = choices.flatMap { a in choices.flatMap { b in choices.map { c in [a, b, c] } } }
    var key = [0, 1, 2]
    key[index] = from
    let store = try makeStore()
    let homework = try add(key.map { Self.question($0) }, in: store)
    let ids = try all.map { try play($0, of: homework, in: store) }
    let before = all.map { ExpectedGrades($0, key: key) }
    var after = before
    for attempt in after.indices { after[attempt].regrade(index, key: to, neverLower: neverLower) }
    let changed = ids.indices.filter { before[$0].isCorrect != after[$0].isCorrect }

    var correction = KeyCorrection(at: index, to: Self.question(to), neverLower: neverLower, isDryRun: true)
    let foretold = try store.writeAndWait { try $0.regrade(homework, correction) }
    try expect(before, ids, of: homework, in: store)
    correction.isDryRun = false
    let newest = try store.readAndWait { try $0.eventRange().newest }
    let regrading = try store.writeAndWait { try $0.regrade(homework, correction) }
    try expect(after, ids, of: homework, in: store)
    #expect(regrading.changes == foretold.changes)
    #expect(regrading.changes.map(\.attemptId) == changed.map { ids[$0] })
    for (change, number) in zip(regrading.changes, changed) {
      #expect(change.scoreBefore == before[number].score && change.score == after[number].score)
      #expect(change.outcome == after[number].outcomes[index] && (change.score >= change.scoreBefore || !neverLower))
    }
    for (number, id) in ids.enumerated() {
      let regraded = try store.readAndWait { try $0.regraded(id) }
      #expect(Set(regraded.reasons.keys) == (changed.contains(number) ? [index] : []))
      // Also by a correction that leaves the key as it was.
      #expect(regraded.keys.values.map(\.body) == [Self.question(to).body])
    }
    // A fact for each changed answer, and nothing that celebrates.
    let events = try store.readAndWait { try $0.events(since: newest) }.filter { $0.kind != .quizSet }
    #expect(events.allSatisfy { $0.kind == .answerRegraded && $0.detail.questionIndex == index })
    #expect(events.map(\.detail.attemptId) == changed.map { ids[$0] })
    #expect(try store.checkAndWait() == [])

    let undone = try store.writeAndWait { try $0.undo() }.regrading?.changes
    #expect(undone?.map(\.attemptId) == changed.map { ids[$0] })
    try expect(before, ids, of: homework, in: store)
    for id in ids {
      let regraded = try store.readAndWait { try $0.regraded(id) }
      #expect(regraded.keys.isEmpty && regraded.reasons.isEmpty)
    }
    _ = try store.writeAndWait { try $0.deleteHomework([homework]) }
    #expect(try store.writeAndWait { try $0.undo() }.homework.map(\.id) == [homework])
    try expect(before, ids, of: homework, in: store)
    #expect(try store.checkAndWait() == [])
  }

  /// Each of thirteen answers wrong, or none, and others regraded to and fro: stars fall and rise.
  @Test func `moves stars and streak with it, and never down if nobody shall lose`() throws {
    let store = try makeStore()
    let count = 13
    let homework = try add(Array(repeating: Self.question(0), count: count), in: store)
    for wrong in [nil] + (0..<count).map({ $0 }) {
      let responses: [Choice] = (0..<count).map { $0 == wrong ? 1 : 0 }
      let id = try play(responses, of: homework, in: store)
      for index in stride(from: wrong ?? 0, to: count, by: 5) {
        for key in [1, 0] {
          var plain = ExpectedGrades(responses, key: Array(repeating: 0, count: count))
          plain.regrade(index, key: key, neverLower: false)
          _ = try store.writeAndWait { try $0.regrade(homework, KeyCorrection(at: index, to: Self.question(key))) }
          let attempt = try store.readAndWait { try $0.attempt(id) }
          #expect(attempt.answers.map(\.streakPosition) == plain.positions)
          #expect(try store.readAndWait { try $0.credit(of: id) } == plain.stars)
        }
      }
    }
    #expect(try store.checkAndWait() == [])
  }

  @Test func `grades an attempt in progress when it is finished, with the wording it began with`() throws {
    let store = try makeStore()
    let homework = try add((0..<3).map { Self.question(0, "\($0)") }, in: store)
    let open = try play([1, 0], of: homework, in: store, finishes: false)
    _ = try store.writeAndWait { try $0.regrade(homework, KeyCorrection(at: 0, to: Self.question(1, "new"))) }
    _ = try store.writeAndWait { try $0.regrade(homework, KeyCorrection(at: 2, to: Self.question(2, "new"))) }
    _ = try store.writeAndWait { try $0.editQuiz(homework, [.change(at: 1, to: Self.question(2))]) }
    #expect(try store.readAndWait { try $0.attempt(open).answers.map(\.outcome) } == [.wrong, .correct])
    let finished = try store.writeAndWait { tx in
      #expect(try tx.currentQuestion(of: open)?.prompt == "2")
      #expect(try tx.settle(.choice(0), in: open).answer.outcome == .correct)
      return try tx.finishAttempt(open)
    }
    #expect(finished.attempt.score == Score(correct: 2, total: 3) && finished.progress?.bestScore == 2)
    #expect(try store.readAndWait { try $0.attempt(open).answers.map(\.outcome) } == [.correct, .correct, .wrong])
    // A new attempt has the new key at once, and is not graded anew.
    let newest = try store.readAndWait { try $0.eventRange().newest }
    _ = try play([1, 2, 2], of: homework, in: store)
    #expect(try store.readAndWait { try $0.events(since: newest) }.allSatisfy { $0.kind != .answerRegraded })
    #expect(try store.checkAndWait() == [])
    // The last one is undone first, then the one before.
    for outcomes in [[Outcome.correct, .correct, .correct], [.wrong, .correct, .correct]] {
      #expect(try store.writeAndWait { try $0.undo() }.regrading != nil)
      #expect(try store.readAndWait { try $0.attempt(open).answers.map(\.outcome) } == outcomes)
    }
    #expect(try store.writeAndWait { try $0.undo() } == Undone())
    #expect(try store.checkAndWait() == [])
  }

  @Test func `is found by a check if another program grades an answer otherwise`() throws {
    let store = try makeStore()
    let homework = try add([Self.question(0), Self.question(0)], in: store)
    let id = try play([1, 0], of: homework, in: store)
    _ = try store.writeAndWait { try $0.regrade(homework, KeyCorrection(at: 0, to: Self.question(1))) }
    #expect(try store.checkAndWait() == [])
    try store.writeAndWait { tx in
      try tx.execute(
        "INSERT INTO grading (attempt, position, at_ms, outcome, reason) SELECT attempt, 1, at_ms, 'wrong', reason "
          + "FROM grading")
    }
    let found = try store.checkAndWait()
    #expect(found.map(\.kind) == [.grading])
    #expect(found.contains { $0.place == id.text && $0.detail == "answer 2 is correct, but was graded wrong" })
    for sql in ["UPDATE grading SET outcome = 'wrong' WHERE position = 0", "UPDATE grading SET at_ms = at_ms + 1"] {
      let error = #expect(throws: StoreError.self) { try store.writeAndWait { try $0.execute(sql) } }
      #expect(error.map { "\($0)".contains("gradings_never_change") } == true)
    }
  }

  private final class Clock: Sendable {
    private let ms = Guarded<Int64>(1_767_225_600_000)

    func goOn(days: Int64) { ms.withLock { $0 += days * 86_400_000 } }
    func tick() -> Timestamp {
      ms.withLock { ms in
        ms += 1000
        return Timestamp(millisecondsSince1970: ms)
      }
    }
  }

  @Test func `reaches every revision, practice, reviews and shuffled letters`() throws {
    let clock = Clock()
    let store = try Store.inMemory(options: StoreOptions(clock: { clock.tick() }))
    let homework = try add((0..<3).map { Self.question(0, "\($0)") }, in: store)
    var ids = [try play([0, 0, 0], of: homework, in: store)]
    let others = QuestionDraft(prompt: "1", body: .mcq(options: ["three", "one"], correctIndex: 1))
    _ = try store.writeAndWait { tx in
      try tx.editQuiz(homework, [.change(at: 1, to: others), .move(from: 1, to: 0)])
    }
    ids.append(try play([0, 0, 0], of: homework, in: store))
    ids.append(try play([0], of: homework, in: store, AttemptOptions(only: .questions([0]))))
    let shuffled = AttemptOptions(shuffle: .both, seed: 5)
    let asked = try store.writeAndWait { tx in
      let id = try tx.startAttempt(homework, shuffled).id
      while let question = try tx.currentQuestion(of: id) {
        guard case .mcq(let options, _) = question.body else { continue }
        _ = try tx.settle(.choice(try #require(options.firstIndex(of: "three"))), in: id)
      }
      _ = try tx.finishAttempt(id)
      return id
    }
    ids.append(asked)
    clock.goOn(days: 9)
    let review = try store.writeAndWait { tx in
      let id = try tx.startReview().id
      while try tx.currentQuestion(of: id) != nil { _ = try tx.settle(typed: "A", in: id) }
      _ = try tx.finishAttempt(id)
      return id
    }
    ids.append(review)
    // "three" is right after all: it was C in the first revision and A in the second.
    let key = QuestionDraft(prompt: "1", body: .mcq(options: ["three", "one", "two"], correctIndex: 0))
    let regrading = try store.writeAndWait { try $0.regrade(homework, KeyCorrection(at: 0, to: key)) }
    #expect(regrading.changes.map(\.attemptId) == ids)
    let outcomes = try store.readAndWait { tx in
      try ids.map { id in try tx.attempt(id).answers.first { $0.questionId == regrading.quiz.questions[0].id }?.outcome
      }
    }
    #expect(outcomes == [.wrong, .correct, .correct, .correct, .correct])
    let hardest = try store.readAndWait { try $0.overview().hardest }
    #expect(hardest.first { $0.questionId == regrading.quiz.questions[0].id }?.wrong == 1)
    #expect(try store.checkAndWait() == [])
  }
}

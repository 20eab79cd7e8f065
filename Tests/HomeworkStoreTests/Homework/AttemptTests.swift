import HomeworkModel
import HomeworkStore
import HomeworkSystem
import Testing

@Suite struct `An attempt` {
  @Test func `is the only one in progress, and a second start names it`() throws {
    let store = try makeStore()
    let (homework, attempt) = try store.play([.correct, .correct], finishes: false)
    #expect(throws: StoreError.attemptAlreadyOpen(attempt.id)) {
      try store.writeAndWait { try $0.startAttempt(homework.id) }
    }
    #expect(throws: StoreError.quizInUse(attempt.id)) {
      try store.writeAndWait { try $0.setQuiz(QuizDraft(questions: [mcq]), for: homework.id) }
    }
    #expect(try store.readAndWait { try $0.openAttempt(homework.id) } == attempt)
    _ = try store.writeAndWait { try $0.abandonAttempt(attempt.id) }
    #expect(try store.readAndWait { try $0.openAttempt(homework.id) } == nil)
    #expect(try store.readAndWait { try $0.homework(homework.id) }.progress == HomeworkProgress())
    #expect(try store.readAndWait { try $0.earned() }.finishedAttempts == 0)
  }

  @Test func `settles questions in order, each once, up to the end`() throws {
    let store = try makeStore()
    let homework = try store.writeAndWait {
      try $0.addHomework(HomeworkDraft(title: "t", quiz: QuizDraft(questions: [mcq, fillBlank])))
    }
    let attempt = try store.writeAndWait { try $0.startAttempt(homework.id) }
    #expect(throws: StoreError.wrongQuestion(current: 0)) {
      try store.writeAndWait { try $0.settle(.choice(0), in: attempt.id, at: 1) }
    }
    #expect(throws: StoreError.questionsLeft(2)) { try store.writeAndWait { try $0.finishAttempt(attempt.id) } }
    for response in [Response.choice(2), .text("3/4")] {
      #expect(throws: StoreError.self) { try store.writeAndWait { try $0.settle(response, in: attempt.id) } }
    }
    #expect(throws: StoreError.self) {
      try store.writeAndWait { try $0.settle(.choice(0), in: attempt.id, elapsedMs: -1) }
    }
    let first = try store.writeAndWait { try $0.settle(.choice(1), in: attempt.id, at: 0, elapsedMs: 70) }
    #expect(first.answer.outcome == .wrong)
    #expect(first.answer.response == "B")
    #expect(first.correctAnswer == "3/4")
    #expect(first.explanation == "2/4 + 1/4")
    let second = try store.writeAndWait { try $0.settle(.text(" The  DENOMINATOR"), in: attempt.id, elapsedMs: 30) }
    #expect(second.answer.outcome == .correct)
    #expect(second.answer.streakPosition == nil)
    #expect(second.attempt.elapsedMs == 100)
    #expect(throws: StoreError.everyQuestionSettled(attempt.id)) {
      try store.writeAndWait { try $0.settle(.skip, in: attempt.id) }
    }
    let finished = try store.writeAndWait { try $0.finishAttempt(attempt.id) }.attempt
    #expect(finished.state == .completed)
    #expect(throws: StoreError.attemptOver(attempt.id, .completed)) {
      try store.writeAndWait { try $0.finishAttempt(attempt.id) }
    }
    #expect(throws: StoreError.attemptOver(attempt.id, .completed)) {
      try store.writeAndWait { try $0.abandonAttempt(attempt.id) }
    }
  }

  /// Every pair of plays of three questions.
  @Test func `raises progress when it is finished, and never lowers it`() throws {
    for first in 0..<8 {
      for second in 0..<8 {
        let store = try makeStore()
        let plays = [first, second].map { bits in (0..<3).map { bits >> $0 & 1 == 1 ? Outcome.correct : .wrong } }
        let (homework, _) = try store.play(plays[0])
        let before = try store.readAndWait { try $0.homework(homework.id) }.progress
        _ = try store.play(plays[1], of: homework)
        let after = try store.readAndWait { try $0.homework(homework.id) }.progress
        let best = plays.map { $0.count { $0 == .correct } }.max() ?? 0
        #expect(after.bestScore == best)
        #expect(after.bestTotal == 3)
        #expect(after.completionPercentage == Score(correct: best, total: 3).percentage)
        #expect(after.completionPercentage >= before.completionPercentage)
        #expect((before.totalAttempts, after.totalAttempts) == (1, 2))
      }
    }
  }

  @Test func `credits its stars once, with new unlocks`() throws {
    let store = try makeStore()
    let (homework, first) = try store.play(Array(repeating: .correct, count: 10))
    #expect(first.streak.stars == 6)
    let attempt = try store.writeAndWait { try $0.startAttempt(homework.id) }
    for _ in 0..<10 { _ = try store.writeAndWait { try $0.settle(.choice(0), in: attempt.id) } }
    let result = try store.writeAndWait { try $0.finishAttempt(attempt.id) }
    #expect(result.starsTotal == 12)
    #expect(result.achievements == [.tenStars])
    for number in 3...10 {
      _ = try store.play(Array(repeating: .wrong, count: 10), of: homework)
      #expect(try store.readAndWait { try $0.earned() }.milestones == (number == 10 ? [10] : []))
    }
  }

  @Test func `keeps its own questions and total when the quiz is replaced`() throws {
    let store = try makeStore()
    let (homework, attempt) = try store.play([.correct, .wrong])
    _ = try store.writeAndWait { try $0.setQuiz(QuizDraft(questions: [shortAnswer]), for: homework.id) }
    #expect(try store.readAndWait { try $0.attempt(attempt.id) } == attempt)
    #expect(try store.readAndWait { try $0.attempt(attempt.id) }.questionCount == 2)
    #expect(try store.readAndWait { try $0.homework(homework.id) }.questionCount == 1)
    #expect(try store.readAndWait { try $0.attempts(of: homework.id) }.map(\.id) == [attempt.id])
  }

  @Test func `is not finished if the commit is refused`() throws {
    struct Refused: Error {}
    let refuses = Guarded(false)
    let hooks = CommitHooks(willCommit: { if refuses.withLock({ $0 }) { throw Refused() } })
    let store = try makeStore(hooks: hooks)
    let (homework, attempt) = try store.play(Array(repeating: .correct, count: 5), finishes: false)
    refuses.withLock { $0 = true }
    #expect(throws: StoreError.stoppedByHook("Refused()")) {
      try store.writeAndWait { try $0.finishAttempt(attempt.id) }
    }
    #expect(try store.readAndWait { try $0.attempt(attempt.id) } == attempt)
    #expect(try store.readAndWait { try $0.homework(homework.id) }.progress == HomeworkProgress())
    #expect(try store.readAndWait { try $0.earned() }.starsTotal == 0)
    refuses.withLock { $0 = false }
    #expect(try store.writeAndWait { try $0.finishAttempt(attempt.id) }.starsTotal == 1)
  }
}

import HomeworkModel
import HomeworkMotion
import HomeworkPlay
import HomeworkStore
import Testing

@Suite struct `A live attempt that is graded anew` {
  @Test func `counts an answer that its learner was right about, without a cue, also after a resume`() throws {
    let clock = TestClock()
    let store = try Store.inMemory(options: StoreOptions(clock: { clock.now }))
    let typed = QuestionDraft(prompt: "?", body: .fillBlank(correctAnswer: "right", acceptedAnswers: []))
    let draft = HomeworkDraft(title: "Quiz", quiz: QuizDraft(questions: [typed, typed]))
    let homework = try store.writeAndWait { try $0.addHomework(draft) }
    let environment = SessionEnvironment(catalogue: .all)
    let live = try LiveAttempt.openAndWait(
      homework: homework.id, in: store, environment: environment, clock: clock.play)
    try live.startAndWait(homework.id)
    let id = try #require(live.attemptId)
    clock.wait(ms: 10)
    try live.settleAndWait(.text("wrong"))
    let before = live.session
    #expect(throws: StoreError.notAcceptable(id, .notAllowed)) { try live.acceptAndWait() }
    #expect(live.session == before)
    _ = try store.writeAndWait { try $0.set(LibrarySettings(acceptsAnswers: true)) }
    for _ in 1...2 { #expect(try live.acceptAndWait().cues == CueChanges()) }
    #expect(live.session.cues == before.cues)
    #expect(live.session.correctCount == 1 && live.session.streak == Streak() && live.session.questionIndex == 1)
    // A session that is opened after a kill shows the same, and reports what was on screen.
    let fromDisk = try LiveAttempt.openAndWait(id, in: store, environment: environment)
    #expect(fromDisk.session.correctCount == 1 && fromDisk.session.cues.isEmpty)
    let next = try LiveAttempt.openAndWait(id, in: store, environment: environment, after: live)
    #expect(fromDisk.report == next.report)
    try next.settleAndWait(.text("right"))
    #expect(try next.finishAndWait().value.attempt.score.percentage == 100)
  }

  /// On the results, and while it is played: every number of answers from none to all, each of them regraded.
  @Test func `follows without a cue, as if it were opened again`() throws {
    for settled in 1...6 {
      for index in 0..<settled {
        let store = try Store.inMemory()
        let homework = try store.writeAndWait { try $0.addHomework(.quiz(of: 6)) }
        let live = try LiveAttempt.openAndWait(homework: homework.id, in: store, clock: .standing(atMs: 0))
        try live.startAndWait(homework.id)
        for _ in 0..<settled { try live.settleAndWait(.choice(0), atMs: 10) }
        if settled == 6 { try live.finishAndWait(atMs: 20) }
        let quiz = try #require(try store.readAndWait { try $0.quiz(for: homework.id) })
        var draft = QuestionDraft(quiz.questions[index])
        guard case .mcq(let options, _) = draft.body else { continue }
        draft.body = .mcq(options: options, correctIndex: 1)
        let key = KeyCorrection(at: index, to: draft)
        _ = try store.writeAndWait { try $0.regrade(homework.id, key) }
        let cues = live.session.cues
        #expect(try live.followAndWait(atMs: 30) == CueChanges())
        #expect(live.session.cues == cues.filter { $0.ending.atMs > 30 })
        if settled < 6 {
          for _ in settled..<6 { try live.settleAndWait(.choice(0), atMs: 40) }
          try live.finishAndWait(atMs: 50)
        }
        let id = try #require(live.attemptId)
        let attempt = try store.readAndWait { try $0.attempt(id) }
        #expect(attempt.answers[index].outcome == .wrong && attempt.score.correct == 5)
        #expect(live.session.streak == attempt.streak && live.session.correctCount == 5)
        // The results count up to what was credited when they appeared.
        let shown = settled == 6 ? 2 : attempt.streak.stars
        #expect(live.session.results?.starsEarned == shown)
      }
    }
  }
}

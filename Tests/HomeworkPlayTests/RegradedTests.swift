import HomeworkModel
import HomeworkMotion
import HomeworkPlay
import HomeworkStore
import Testing

@Suite struct `A live attempt that is graded anew` {
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

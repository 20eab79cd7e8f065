import HomeworkModel
import HomeworkStore
import HomeworkTestKit
import Testing

@Suite struct `The overview of a library` {
  private enum Play: CaseIterable {
    case nothing, begun, abandoned, right, wrong, skipped, done
  }

  /// Three learners play a quiz in every combination of these ways: the overview shows each as they see it themselves.
  @Test func `shows each learner's results as the learner sees them`() throws {
    for first in Play.allCases {
      for second in Play.allCases {
        let store = try makeStore()
        let (homework, other) = try store.writeAndWait { tx in
          (
            try tx.addHomework(HomeworkDraft(title: "h", dueOn: "2026-12-01", quiz: QuizDraft(questions: [mcq]))),
            try tx.addHomework(HomeworkDraft(title: "other"))
          )
        }
        let learners = try store.writeAndWait { tx in
          _ = (try tx.addLearner("b"), try tx.addLearner("c"))
          return try tx.learners()
        }
        try play(first, homework.id, by: learners[0], in: store)
        try play(second, homework.id, by: learners[2], in: store)
        let overview = try store.readAndWait { try $0.overview() }
        // The learner of a new library is left out until they play.
        let hasFirst = overview.cells.contains { $0.learnerId == learners[0].id }
        #expect(hasFirst == ![.nothing, .abandoned].contains(first))
        #expect(overview.learners == Array(hasFirst ? learners[...] : learners.dropFirst()))
        #expect(overview.homework.map(\.id) == [other.id, homework.id])
        #expect(overview.homework.map(\.dueOn) == [nil, "2026-12-01"])
        // For one learner: the learner's row, and the questions answered wrong.
        for learner in learners {
          let own = try store.readAndWait { tx in
            try tx.use(learner.id)
            return try tx.overview()
          }
          #expect(own.learners == [learner] && own.homework == overview.homework)
          #expect(own.cells == overview.cells.filter { $0.learnerId == learner.id })
          let play = learner.id == learners[0].id ? first : learner.id == learners[2].id ? second : .nothing
          #expect(own.hardest.map(\.wrong) == (play == .wrong ? [1] : []))
          #expect(own.hardest.map(\.settled) == (play == .wrong ? [1] : []))
          #expect(own.hardest.flatMap(\.wrongAnswers).map(\.count) == (play == .wrong ? [1] : []))
        }
        for learner in learners {
          let seen = try store.readAndWait { tx in
            try tx.use(learner.id)
            return try tx.homework(homework.id)
          }
          let cells = overview.cells.filter { $0.learnerId == learner.id }
          let isEmpty = seen.progress.totalAttempts == 0 && seen.openAttemptId == nil && seen.completedAt == nil
          #expect(cells.count == (isEmpty ? 0 : 1))
          guard let cell = cells.first else { continue }
          #expect(cell.homeworkId == homework.id && cell.progress == seen.progress)
          #expect(cell.isPlaying == (seen.openAttemptId != nil) && cell.completedAt == seen.completedAt)
        }
        let (wrong, skipped) = ([first, second].count { $0 == .wrong }, [first, second].count { $0 == .skipped })
        let settled = [first, second].count { [.right, .wrong, .skipped].contains($0) }
        #expect(overview.hardest.count == (wrong == 0 ? 0 : 1))
        guard let hard = overview.hardest.first else { continue }
        #expect((hard.wrong, hard.skipped, hard.settled) == (wrong, skipped, settled))
        #expect(hard.prompt == mcq.prompt && hard.homeworkId == homework.id)
        guard case .mcq(let options, let right) = mcq.body else { continue }
        #expect(hard.correctAnswer == options[right])
        #expect(hard.wrongAnswers == [Overview.WrongAnswer(text: "B: \(options[1])", count: wrong)])
      }
    }
  }

  private func play(_ play: Play, _ id: Homework.ID, by learner: Learner, in store: Store) throws {
    try store.writeAndWait { tx in
      try tx.use(learner.id)
      switch play {
      case .nothing: return
      case .done:
        _ = try tx.completeHomework(id)
        return
      case .begun, .abandoned, .right, .wrong, .skipped: break
      }
      let attempt = try tx.startAttempt(id)
      switch play {
      case .right: _ = try tx.settle(.choice(0), in: attempt.id)
      case .wrong: _ = try tx.settle(.choice(1), in: attempt.id)
      case .skipped: _ = try tx.settle(.skip, in: attempt.id)
      case .abandoned:
        // A wrong answer in an abandoned attempt does not count against a question.
        _ = try tx.settle(.choice(1), in: attempt.id)
        _ = try tx.abandonAttempt(attempt.id)
        return
      case .nothing, .begun, .done: return
      }
      _ = try tx.finishAttempt(attempt.id)
    }
  }
}

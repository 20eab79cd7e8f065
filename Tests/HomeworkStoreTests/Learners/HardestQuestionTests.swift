import HomeworkModel
import HomeworkStore
import HomeworkTestKit
import Testing

/// The store counts the hardest questions from some of the answers; these tests count them from all.
@Suite struct `The hardest questions` {
  /// A learner's outcomes for two questions, and the end of the attempt.
  private struct Play: Hashable {
    enum End { case open, abandoned, finished }

    var outcomes: [Outcome], end: End

    /// All plays; `nil`, nothing played, comes first.
    static let all: [Play?] = {
      let each = [Outcome.correct, .wrong, .skipped]
      var all: [Play?] = [nil]
      for outcomes in [[]] + each.map({ [$0] }) {
        all += [Play(outcomes: outcomes, end: .open), Play(outcomes: outcomes, end: .abandoned)]
      }
      for first in each {
        for second in each {
          for end in [End.open, .abandoned, .finished] { all.append(Play(outcomes: [first, second], end: end)) }
        }
      }
      return all
    }()
  }

  /// The counts for each question, in the order in which the questions were added.
  private struct Tally {
    struct Counts: Hashable { var (settled, wrong, skipped) = (0, 0, 0) }

    let questions: [Question.ID]
    var counts: [Question.ID: Counts] = [:]

    init(_ questions: [Question.ID]) { self.questions = questions }

    mutating func add(_ answers: [Answer]) {
      for answer in answers {
        counts[answer.questionId, default: Counts()].settled += 1
        if answer.outcome == .wrong { counts[answer.questionId]?.wrong += 1 }
        if answer.outcome == .skipped { counts[answer.questionId]?.skipped += 1 }
      }
    }

    var hardest: [(id: Question.ID, counts: Counts)] {
      let wrong = questions.enumerated().compactMap { index, id in
        counts[id].map { (index: index, id: id, counts: $0) }
      }.filter { $0.counts.wrong > 0 }
      let sorted = wrong.sorted {
        (-$0.counts.wrong, $0.counts.settled, $0.index) < (-$1.counts.wrong, $1.counts.settled, $1.index)
      }
      return sorted.prefix(20).map { (id: $0.id, counts: $0.counts) }
    }
  }

  /// Plays an attempt, and returns the answers that count.
  private func settle(_ play: Play, at homework: Homework.ID, _ tx: WriteTransaction) throws -> [Answer] {
    try settle(play.outcomes, in: tx.startAttempt(homework).id, play.end, tx)
  }

  private func settle(
    _ outcomes: [Outcome], in id: Attempt.ID, _ end: Play.End, _ tx: WriteTransaction
  ) throws -> [Answer] {
    var answers: [Answer] = []
    for outcome in outcomes {
      let response: Response = [.correct: .choice(0), .wrong: .choice(1), .skipped: .skip][outcome] ?? .skip
      answers.append(try tx.settle(response, in: id).answer)
    }
    switch end {
    case .open: break
    case .abandoned:
      _ = try tx.abandonAttempt(id)
      return []
    case .finished: _ = try tx.finishAttempt(id)
    }
    return answers
  }

  private func expect(_ tally: Tally, in store: Store, _ words: @autoclosure () -> String) throws {
    let (found, expected) = (try store.readAndWait { try $0.overview() }.hardest, tally.hardest)
    let counts = found.map { Tally.Counts(settled: $0.settled, wrong: $0.wrong, skipped: $0.skipped) }
    #expect(found.map(\.questionId) == expected.map(\.id) && counts == expected.map(\.counts), "\(words())")
    // Only one option is wrong, so all wrong answers are reported as one.
    #expect(found.map { $0.wrongAnswers.map(\.count) } == expected.map { [$0.counts.wrong] }, "\(words())")
  }

  private static func question(_ prompt: String) -> QuestionDraft {
    QuestionDraft(prompt: prompt, body: .mcq(options: ["right", "wrong"], correctIndex: 0))
  }

  private static func add(_ title: String, _ count: Int, to store: Store) throws -> (Homework.ID, [Question.ID]) {
    try store.writeAndWait { tx in
      let quiz = QuizDraft(questions: (0..<count).map { Self.question("\(title) \($0)") })
      let homework = try tx.addHomework(HomeworkDraft(title: title, quiz: quiz)).id
      return (homework, (try tx.quiz(for: homework)?.questions ?? []).map(\.id))
    }
  }

  /// Every play of one learner at two questions, and every play of another at the same, or at a revision with the
  /// questions swapped and one reworded, each followed by every end of practising the wrong ones.
  @Test func `match a count of all answers`() throws {
    let store = try makeStore()
    let (homework, questions) = try Self.add("h", 2, to: store)
    let other = try store.writeAndWait { try $0.addLearner("b").id }
    var (count, practised) = (0, 0)
    for isRevised in [false, true] {
      for first in Play.all {
        try store.rehearse {
          var begun = Tally(questions)
          if let first { begun.add(try store.writeAndWait { try settle(first, at: homework, $0) }) }
          if isRevised {
            let edits = [QuizEdit.change(at: 0, to: Self.question("other words")), .move(from: 0, to: 1)]
            _ = try store.writeAndWait { try $0.editQuiz(homework, edits) }
          }
          for second in Play.all {
            try store.rehearse {
              var played = begun
              if let second {
                played.add(
                  try store.writeAndWait { tx in
                    try tx.use(other)
                    return try settle(second, at: homework, tx)
                  })
              }
              try expect(played, in: store, "\(String(describing: (first, second, isRevised)))")
              count += 1
              guard let second, second.end == .finished, second.outcomes.contains(where: { $0 != .correct })
              else { return }
              for end in [Play.End.open, .abandoned, .finished] {
                try store.rehearse {
                  var practised = played
                  practised.add(
                    try store.writeAndWait { tx in
                      try tx.use(other)
                      let attempt = try tx.startAttempt(homework, AttemptOptions(only: .wrong))
                      let outcomes = [Outcome.wrong, .correct].prefix(end == .finished ? attempt.questionCount : 1)
                      return try settle(Array(outcomes), in: attempt.id, end, tx)
                    })
                  try expect(practised, in: store, "\(String(describing: (first, second, isRevised, end)))")
                }
                practised += 1
              }
            }
          }
        }
      }
    }
    #expect(Play.all.count == 36 && count == 2 * 36 * 36 && practised == 2 * 36 * 8 * 3)
  }

  /// Eighteen questions that two learners answered wrong, and four assignments of one question, each played in every
  /// way by both: which of them are among the twenty, and in which place, by the number of all answers and then by age.
  @Test func `are at most twenty, and those with fewer answers win ties`() throws {
    let store = try makeStore()
    let other = try store.writeAndWait { try $0.addLearner("b").id }
    let learners = [try store.readAndWait { try $0.learner().id }, other]
    var homework = [try Self.add("0", 1, to: store), try Self.add("1", 1, to: store)]
    let (many, those) = try Self.add("many", 18, to: store)
    homework += [try Self.add("2", 1, to: store), try Self.add("3", 1, to: store)]
    var begun = Tally(homework[0].1 + homework[1].1 + those + homework[2].1 + homework[3].1)
    for learner in learners {
      begun.add(
        try store.writeAndWait { tx in
          try tx.use(learner)
          return try settle(Play(outcomes: Array(repeating: .wrong, count: 18), end: .finished), at: many, tx)
        })
    }
    /// The answers of both. The second learner's third attempt stays unfinished.
    let ways: [[Outcome]] = [[], [.wrong], [.wrong, .wrong], [.wrong, .wrong, .correct]]
    func play(_ index: Int, _ tally: Tally) throws {
      guard index < homework.count else { return try expect(tally, in: store, "\(tally.counts)") }
      for way in ways {
        try store.rehearse {
          var tally = tally
          for (turn, outcome) in way.enumerated() {
            let end = turn == 2 ? Play.End.open : .finished
            tally.add(
              try store.writeAndWait { tx in
                try tx.use(learners[min(turn, 1)])
                return try settle(Play(outcomes: [outcome], end: end), at: homework[index].0, tx)
              })
          }
          try play(index + 1, tally)
        }
      }
    }
    try play(0, begun)
  }
}

import HomeworkModel
import Testing

@Suite struct `A streak` {
  private enum Step: CaseIterable { case correct, wrong, skipped, otherCorrect, otherWrong }

  /// Every sequence of five types of answers up to length 7, against a direct implementation of the rules.
  @Test func `follows the rules for every short sequence`() {
    var sequences: [[Step]] = [[]]
    for _ in 0..<7 {
      sequences = sequences.flatMap { sequence in Step.allCases.map { sequence + [$0] } }
      for sequence in sequences where sequence.count <= 5 || sequence.count == 7 { check(sequence) }
    }
  }

  @Test func `repeats in cycles of ten, for every sequence of correct and wrong up to 14`() {
    for length in 1...14 {
      for bits in 0..<(1 << length) { check((0..<length).map { bits >> $0 & 1 == 1 ? .correct : .wrong }) }
    }
  }

  private func check(_ sequence: [Step]) {
    var streak = Streak()
    // MCQs only, cut at each one that is not correct.
    var run = 0
    var (stars, longest) = (0, 0)
    for step in sequence {
      let movesStreak = step != .otherCorrect && step != .otherWrong
      let outcome: Outcome =
        step == .skipped ? .skipped : step == .correct || step == .otherCorrect ? .correct : .wrong
      let position = streak.settle(outcome, movesStreak: movesStreak)
      var expected: Int?
      if movesStreak {
        run = outcome == .correct ? run + 1 : 0
        longest = max(longest, run)
        expected = run == 0 ? 0 : (run - 1) % 10 + 1
        if (5...10).contains(expected ?? 0) { stars += 1 }
      }
      guard position == expected, streak.position == run % 10, streak.stars == stars, streak.longest == longest else {
        Issue.record("\(sequence): \(streak), position \(String(describing: position))")
        return
      }
      guard streak.bar.count(where: { $0 != .empty }) == run % 10 else {
        Issue.record("\(sequence): \(streak.bar)")
        return
      }
    }
  }

  @Test func `shows green for 1 to 4 and stars for 5 to 10`() {
    #expect(Streak.bar(at: 0) == Array(repeating: .empty, count: 10))
    #expect(
      Streak.bar(at: 6) == [.green, .green, .green, .green, .star, .star, .empty, .empty, .empty, .empty])
    #expect(Streak.bar(at: 10) == Array(repeating: .green, count: 4) + Array(repeating: .star, count: 6))
  }
}

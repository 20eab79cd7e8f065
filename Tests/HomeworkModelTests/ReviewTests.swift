import Foundation
import HomeworkModel
import HomeworkTestKit
import Testing

private let dayMs: Int64 = 86_400_000
private func day(_ days: Double) -> Timestamp { Timestamp(millisecondsSince1970: Int64(days * Double(dayMs))) }

@Suite struct `A card's memory` {
  private struct History {
    var retention: Double
    var reviews: [(rating: CardMemory.Rating, at: Timestamp)]

    /// Creates up to 20 reviews: on one day, at its edges, weeks and years apart, rarely before the preceding one.
    init(by random: inout some RandomNumberGenerator) {
      retention = [0.9, 0.9, 0.7, 0.8, 0.95, 0.99, .random(in: 0.01..<1, using: &random)].randomElement(using: &random)!
      var moment = Int64.random(in: 0...1_800_000_000_000, using: &random)
      reviews = []
      for _ in 1...Int.random(in: 1...20, using: &random) {
        reviews.append(
          (CardMemory.Rating.allCases.randomElement(using: &random)!, Timestamp(millisecondsSince1970: moment)))
        moment += Self.gap(by: &random)
      }
    }

    private static func gap(by random: inout some RandomNumberGenerator) -> Int64 {
      switch Int.random(in: 0..<20, using: &random) {
      case 0..<5: .random(in: 0..<dayMs, using: &random)
      case 5: dayMs + .random(in: -1...1, using: &random)
      case 6: -.random(in: 1...(3 * dayMs), using: &random)
      case 7..<13: .random(in: dayMs...(14 * dayMs), using: &random)
      case 13..<18: .random(in: dayMs...(400 * dayMs), using: &random)
      default: .random(in: dayMs...(20_000 * dayMs), using: &random)
      }
    }

    var line: String {
      let pairs = reviews.map { "[\($0.rating.rawValue),\($0.at.millisecondsSince1970)]" }
      return #"{"retention":\#(retention),"reviews":[\#(pairs.joined(separator: ","))]}"#
    }
  }

  @Test(
    .inTestAll(if: ThisPackage.python != nil, "there is no .build/python, which needs python3-venv and pip's index"))
  func `matches the published scheduler, to the day, after every review of 10,000 histories`() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var seeded = Seeded(seed)
    let histories = (0..<10_000).map { _ in History(by: &seeded) }
    let script = ThisPackage.root.appendingPathComponent("Tests/HomeworkModelTests/Reference/fsrs_reference.py").path
    let result = try run(
      try #require(ThisPackage.python), [script], input: histories.map { $0.line + "\n" }.joined())
    try #require(result.status == 0, "\(result.errors.suffix(1000))")
    let lines = result.output.split(separator: "\n")
    try #require(lines.count == histories.count)
    var (reviews, worst) = (0, 0.0)
    for (history, line) in zip(histories, lines) {
      let retention = try #require(Retention(rawValue: history.retention))
      let expected = try #require(try JSONValue(parsing: Data(line.utf8)).array)
      try #require(expected.count == history.reviews.count)
      for (index, after) in expected.enumerated() {
        let memory = try #require(CardMemory(of: history.reviews.prefix(index + 1)))
        let values = try #require(after.array).compactMap(\.number)
        guard Double(memory.intervalDays(for: retention)) == values[0] else {
          Issue.record("seed \(seed), review \(index + 1) of \(history.line): \(memory), not \(values)")
          return
        }
        let moment = history.reviews[index].at.millisecondsSince1970
        #expect(memory.dueAt(for: retention).millisecondsSince1970 == moment + Int64(values[0]) * dayMs)
        worst = max(worst, abs(memory.stability / values[1] - 1), abs(memory.difficulty / values[2] - 1))
        reviews += 1
      }
    }
    #expect(worst < 1e-12, "seed \(seed)")
    #expect(reviews > 90_000)
  }

  /// Computed once with the published scheduler, so that it is tested even without Python.
  @Test func `matches the published scheduler's values for a few reviews`() throws {
    let moments = [0, 0.5, 3, 3.9, 30, 300].map(day)
    let ratings: [CardMemory.Rating] = [.good, .good, .hard, .again, .good, .easy]
    let days = (1...6).map { count in
      CardMemory(of: zip(ratings, moments).prefix(count).map { (rating: $0, at: $1) })?.intervalDays(for: .usual)
    }
    #expect(days == [2, 2, 8, 2, 13, 111])
  }

  @Test func `counts whole days of 24 hours, and at least one`() throws {
    for rating in CardMemory.Rating.allCases {
      let memory = CardMemory(rating: rating, at: day(10.25))
      let days = memory.intervalDays(for: .usual)
      #expect(days == [1, 1, 2, 8][rating.rawValue - 1])
      #expect(memory.dueAt(for: .usual) == day(10.25 + Double(days)))
    }
    #expect(CardMemory(of: [] as [(rating: CardMemory.Rating, at: Timestamp)]) == nil)
  }

  @Test func `requires a retention between 0 and 1, and waits at most 36,500 days`() throws {
    for wrong in [0, -0.1, 1, 1.5, .infinity, .nan] { #expect(Retention(rawValue: wrong) == nil, "\(wrong)") }
    let memory = CardMemory(rating: .easy, at: day(0))
    #expect(memory.intervalDays(for: try #require(Retention(rawValue: .leastNonzeroMagnitude))) == 36_500)
    #expect(memory.intervalDays(for: try #require(Retention(rawValue: 1.0.nextDown))) == 1)
    #expect(Retention.usual == Retention(rawValue: 0.9))
  }
}

@Suite struct `An answer's rating` {
  private typealias Answer = (outcome: Outcome, kind: QuestionKind, elapsedMs: Int)

  private func ratings(_ answers: [Answer]) -> [CardMemory.Rating] {
    var pace = AnswerPace()
    return answers.map { pace.rate($0.outcome, of: $0.kind, elapsedMs: $0.elapsedMs) }
  }

  /// A direct implementation of the rule as written.
  private func longWay(_ answers: [Answer]) -> [CardMemory.Rating] {
    answers.indices.map { index in
      let answer = answers[index]
      guard answer.outcome == .correct else { return .again }
      let times = answers[..<index].filter { $0.kind == answer.kind && $0.outcome != .skipped && $0.elapsedMs > 0 }
        .map { Double($0.elapsedMs) }.sorted()
      guard times.count >= 10 else { return .good }
      let median = (times[(times.count - 1) / 2] + times[times.count / 2]) / 2
      return Double(answer.elapsedMs) > 2 * median ? .hard : .good
    }
  }

  @Test func `is hard from the eleventh answer of a type if it took more than twice the median`() {
    let ten = (1...10).map { (outcome: Outcome.correct, kind: QuestionKind.mcq, elapsedMs: $0 * 100) }
    let slow = (outcome: Outcome.correct, kind: QuestionKind.mcq, elapsedMs: 1101)
    #expect(ratings(ten.dropLast() + [slow]).last == .good)
    #expect(ratings(ten + [slow]).last == .hard)
    #expect(ratings(ten + [(.correct, .mcq, 1100)]).last == .good)
    #expect(ratings(ten + [(.correct, .fillBlank, 9999)]).last == .good)
    #expect(ratings(ten + [(.wrong, .mcq, 9999)]).last == .again)
    #expect(ratings(ten + [(.skipped, .mcq, 0)]).last == .again)
  }

  @Test func `follows the rule for random answers`() {
    for seed in 0..<200 as Range<UInt64> {
      var random = Seeded(seed)
      let answers: [Answer] = (0..<Int.random(in: 0...120, using: &random)).map { _ in
        (
          Outcome.allCases.randomElement(using: &random)!, QuestionKind.allCases.randomElement(using: &random)!,
          Int.random(in: 0...Int.random(in: 0...60, using: &random), using: &random)
        )
      }
      #expect(ratings(answers) == longWay(answers), "seed \(seed)")
    }
  }
}

@Suite struct `The list of due questions` {
  private func schedule(_ answers: [(card: Int, outcome: Outcome, at: Timestamp)]) -> ReviewSchedule {
    var schedule = ReviewSchedule()
    for answer in answers { schedule.settle(answer.card, .mcq, answer.outcome, elapsedMs: 0, at: answer.at) }
    return schedule
  }

  @Test func `begins with the longest overdue, to the millisecond`() {
    let schedule = schedule([(7, .correct, day(0)), (5, .wrong, day(1)), (3, .skipped, day(1)), (9, .correct, day(1))])
    // Correct at first takes two days; wrong and skipped take one.
    #expect(schedule.due(at: Timestamp(millisecondsSince1970: 2 * dayMs - 1)).isEmpty)
    #expect(schedule.due(at: day(2)).map(\.card) == [3, 5, 7])
    #expect(schedule.due(at: day(2)).map(\.dueAt) == [day(2), day(2), day(2)])
    #expect(schedule.due(at: day(30)).map(\.card) == [3, 5, 7, 9])
    #expect(ReviewSchedule().due(at: day(30)).isEmpty)
  }

  @Test func `treats each card by its own answers, and postpones a card answered again`() throws {
    let answers: [(card: Int, outcome: Outcome, at: Timestamp)] = [
      (1, .correct, day(0)), (2, .wrong, day(0)), (1, .correct, day(2)), (2, .correct, day(2)),
    ]
    let schedule = schedule(answers)
    for card in [1, 2] {
      let reviews = answers.filter { $0.card == card }
        .map { (rating: $0.outcome == .correct ? CardMemory.Rating.good : .again, at: $0.at) }
      #expect(schedule[card] == CardMemory(of: reviews))
    }
    #expect(schedule[3] == nil)
    #expect(schedule.due(at: day(2.5)).isEmpty)
  }

  @Test func `contains cards sooner at a higher retention`() throws {
    let schedule = schedule([(1, .correct, day(0)), (2, .wrong, day(0))])
    let low = try #require(Retention(rawValue: 0.7)), high = try #require(Retention(rawValue: 0.97))
    #expect(schedule.due(at: day(1), for: high).map(\.card) == [1, 2])
    #expect(schedule.due(at: day(1)).map(\.card) == [2])
    #expect(schedule.due(at: day(2), for: low).map(\.card) == [2])
  }
}

/// A generator whose draws can be repeated from the seed that a failure prints.
private struct Seeded: RandomNumberGenerator {
  private var state: UInt64
  init(_ seed: UInt64) { state = seed }
  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    let mixed = (state ^ state >> 33) &* 0xFF51_AFD7_ED55_8CCD
    return mixed ^ mixed >> 33
  }
}

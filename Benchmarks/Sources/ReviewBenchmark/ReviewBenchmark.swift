import HomeworkModel
import Measure

/// How long it takes to know what is due, from a learner's answers alone.
@main
enum ReviewBenchmark {
  static func main() throws {
    let answers = history(of: 100_000)
    let now = Timestamp(millisecondsSince1970: (answers.last?.at.millisecondsSince1970 ?? 0) + 1)
    var (due, cards) = (0, 0)
    let time = try alternate(
      rounds: 21, warmUp: 3,
      [
        {
          var schedule = ReviewSchedule()
          for answer in answers {
            schedule.settle(answer.card, answer.kind, answer.outcome, elapsedMs: answer.elapsedMs, at: answer.at)
          }
          due = schedule.due(at: now).count
        }
      ])[0]
    cards = Set(answers.map(\.card)).count
    precondition(due > 1000 && due < cards)
    try report(
      "HomeworkModel",
      [
        Figure(
          "\(due) due cards of \(cards), from \(answers.count) answers", time.seconds * 1000, "ms", goal: .atMost(50))
      ])
  }

  private typealias Answer = (card: Int64, kind: QuestionKind, outcome: Outcome, elapsedMs: Int, at: Timestamp)

  /// Three years of a pupil who plays quizzes of ten: old ones again as often as new ones, eight of ten answers correct.
  private static func history(of count: Int) -> [Answer] {
    var random = SplitMix64(seed: 23)
    func below(_ bound: UInt64) -> UInt64 { random.next() % bound }
    var (answers, quizzes): ([Answer], Int64) = ([], 0)
    var moment: Int64 = 1_700_000_000_000
    while answers.count < count {
      let quiz = quizzes == 0 || below(2) == 0 ? quizzes : Int64(below(UInt64(quizzes)))
      quizzes = max(quizzes, quiz + 1)
      for place in 0..<10 as Range<Int64> {
        let kind: QuestionKind = place < 6 ? .mcq : place < 9 ? .fillBlank : .shortAnswer
        let draw = below(10)
        let elapsedMs = Int(2000 + below(20_000) * (1 + below(3)))
        moment += Int64(elapsedMs)
        answers.append(
          (
            quiz * 10 + place, kind, draw < 8 ? .correct : draw < 9 ? .wrong : .skipped, elapsedMs,
            Timestamp(millisecondsSince1970: moment)
          ))
      }
      moment += Int64(below(18_000_000))
    }
    return answers
  }
}

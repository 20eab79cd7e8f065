import Foundation
import HomeworkModel
import HomeworkStore
import Measure
import Synchronization

/// The time to find due questions from a learner's answers alone: in memory, and in a file.
@main
enum ReviewBenchmark {
  static func main() throws {
    let answers = history(of: 100_000)
    let now = Timestamp(millisecondsSince1970: (answers.last?.at.millisecondsSince1970 ?? 0) + 1)
    let directory = FileManager.default.temporaryDirectory.appending(path: "hwdb-benchmark-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    let path = directory.appending(path: "reviews.sqlite").path
    try play(answers, into: path)
    let store = try Store.openAndWait(path: path)
    var (folded, counted, listed) = (0, 0, 0)
    let times = try alternate(
      rounds: 21, warmUp: 3,
      [
        {
          var schedule = ReviewSchedule()
          for answer in answers {
            schedule.settle(answer.card, answer.kind, answer.outcome, elapsedMs: answer.elapsedMs, at: answer.at)
          }
          folded = schedule.due(at: now).count
        },
        { counted = try store.readAndWait { try $0.dueReviews(at: now) }.total },
        { listed = try store.readAndWait { try $0.dueQuestions(at: now, limit: 20) }.count },
      ]
    ).map { $0.seconds * 1000 }
    let cards = Set(answers.map(\.card)).count
    precondition(folded > 1000 && folded < cards && counted == folded && listed == 20)
    let what = "\(folded) due cards of \(cards), from \(answers.count) answers"
    try report(
      "HomeworkModel and HomeworkStore",
      [
        Figure("\(what) of a file, by homework", times[1], "ms", goal: .atMost(50)),
        Figure("of it rating, folding and sorting in memory", times[0], "ms"),
        Figure("of it reading and counting: the rest", times[1] - times[0], "ms"),
        Figure("the 20 of them that have waited longest", times[2], "ms", goal: .atMost(50)),
      ])
  }

  /// Creates a file in which a learner has given these answers, ten per attempt, each at its own time. It is closed on
  /// return, so everything is in the file itself.
  private static func play(_ answers: [Answer], into path: String) throws {
    let now = Mutex(answers[0].at)
    var options = StoreOptions()
    options.durability = .normal
    options.clock = { now.withLock { $0 } }
    let store = try Store.openAndWait(path: path, options: options)
    var quizzes: [Int: Homework.ID] = [:]
    for start in stride(from: 0, to: answers.count, by: 10) {
      let number = answers[start].card / 10
      now.withLock { $0 = answers[start].at }
      let (homework, attempt) = try store.writeAndWait { tx in
        let homework = try quizzes[number] ?? tx.addHomework(quiz(number)).id
        return (homework, try tx.startAttempt(homework).id)
      }
      quizzes[number] = homework
      for answer in answers[start..<start + 10] {
        now.withLock { $0 = answer.at }
        let response: Response =
          switch (answer.outcome, answer.kind) {
          case (.skipped, _): .skip
          case (.correct, .mcq): .choice(0)
          case (.wrong, .mcq): .choice(1)
          case (.correct, _): .text("a quarter")
          case (.wrong, _): .text("one")
          }
        _ = try store.writeAndWait { try $0.settle(response, in: attempt, elapsedMs: answer.elapsedMs) }
      }
      _ = try store.writeAndWait { try $0.finishAttempt(attempt) }
    }
  }

  private static func quiz(_ number: Int) -> HomeworkDraft {
    HomeworkDraft(
      title: "Homework \(number) about fractions",
      quiz: QuizDraft(
        questions: (0..<10).map { index in
          let body: Question.Body =
            switch kind(at: index) {
            case .mcq: .mcq(options: ["a quarter", "one half", "five eighths", "one"], correctIndex: 0)
            case .fillBlank: .fillBlank(correctAnswer: "a quarter", acceptedAnswers: ["one quarter"])
            default: .shortAnswer(correctAnswer: "a quarter", keyConcepts: [["quarter"]])
            }
          return QuestionDraft(
            prompt: "What is \(index)/8 + \(number % 8)/8 in lowest terms?", body: body,
            explanation: "Add the numerators, then divide both by what they share.")
        }))
  }

  private static func kind(at index: Int) -> QuestionKind { index < 6 ? .mcq : index < 9 ? .fillBlank : .shortAnswer }

  private typealias Answer = (card: Int, kind: QuestionKind, outcome: Outcome, elapsedMs: Int, at: Timestamp)

  /// Returns three years of a pupil who plays quizzes of ten: old and new ones equally often, with eight of ten answers
  /// correct.
  private static func history(of count: Int) -> [Answer] {
    var random = SplitMix64(seed: 23)
    func below(_ bound: UInt64) -> UInt64 { random.next() % bound }
    var (answers, quizzes): ([Answer], Int) = ([], 0)
    var moment: Int64 = 1_700_000_000_000
    while answers.count < count {
      let quiz = quizzes == 0 || below(2) == 0 ? quizzes : Int(below(UInt64(quizzes)))
      quizzes = max(quizzes, quiz + 1)
      for index in 0..<10 {
        let draw = below(10)
        let elapsedMs = Int(2000 + below(20_000) * (1 + below(3)))
        moment += Int64(elapsedMs)
        answers.append(
          (
            quiz * 10 + index, kind(at: index), draw < 8 ? .correct : draw < 9 ? .wrong : .skipped, elapsedMs,
            Timestamp(millisecondsSince1970: moment)
          ))
      }
      moment += Int64(below(18_000_000))
    }
    return answers
  }
}

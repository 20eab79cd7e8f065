import Foundation
import HomeworkModel
import HomeworkStore

/// Plays a quiz of three questions. Killed at any moment and started again, it goes on with the question it was at.
///
///     EmbeddedApp DATABASE [--die-after ANSWERS]
@main struct EmbeddedApp {
  static func main() async throws {
    let arguments = CommandLine.arguments
    guard arguments.count > 1 else {
      print("usage: EmbeddedApp DATABASE [--die-after ANSWERS]")
      exit(2)
    }
    Store.makeErrorsOfSignals()
    let dieAfter = arguments.count == 4 && arguments[2] == "--die-after" ? Int(arguments[3]) : nil
    do {
      try await play(path: arguments[1], dieAfter: dieAfter)
    } catch let error as StoreError {
      print("\(error)")
      exit(1)
    }
  }

  static func play(path: String, dieAfter: Int?) async throws {
    let store = try Store.open(path: path)
    let homework = try await fractions(in: store)

    // What was in progress when the process ended is in progress still.
    let attempt: Attempt
    if let open = try await store.openAttempt(homework.id) {
      print("Going on with question \(open.questionIndex + 1)")
      attempt = open
    } else {
      attempt = try await store.startAttempt(homework.id)
    }

    let quiz = try await store.quiz(for: homework.id)
    for question in (quiz?.questions ?? []).dropFirst(attempt.questionIndex) {
      let settlement = try await store.settle(question.correctResponse, in: attempt.id, elapsedMs: 1500)
      // Now it is on disk, and only now is there something to celebrate.
      print("\(question.prompt) \(settlement.correctAnswer): \(settlement.answer.outcome)")
      if settlement.attempt.questionIndex == dieAfter { kill(getpid(), SIGKILL) }
    }

    let result = try await store.finishAttempt(attempt.id)
    print("\(result.attempt.score.percentage) %, best of \(result.progress.totalAttempts)")
  }

  /// The homework that this app is about, added the first time.
  static func fractions(in store: Store) async throws -> Homework {
    if let there = try await store.homeworkList(HomeworkFilter(search: "fractions")).items.first { return there }
    let quiz = QuizDraft(
      topic: "Fractions",
      questions: [
        QuestionDraft(
          prompt: "A half of a half?", body: .mcq(options: ["a quarter", "one"], correctIndex: 0),
          explanation: "1/2 × 1/2 = 1/4"),
        QuestionDraft(
          prompt: "The lower number is the …", body: .fillBlank(correctAnswer: "denominator", acceptedAnswers: [])),
        QuestionDraft(prompt: "3/4 + 1/4?", body: .mcq(options: ["4/8", "1"], correctIndex: 1)),
      ])
    return try await store.addHomework(HomeworkDraft(title: "Fractions", subject: "Mathematics", quiz: quiz))
  }
}

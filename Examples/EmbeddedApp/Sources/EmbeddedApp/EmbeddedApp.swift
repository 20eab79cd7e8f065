import Foundation
import HomeworkModel
import HomeworkPlay
import HomeworkStore

/// Plays a quiz. Killed at any moment and started again, it goes on with the question that it was at, and celebrates
/// nothing twice: `EmbeddedApp DATABASE [--die-after ANSWERS]`.
@main struct EmbeddedApp {
  static func main() async {
    let arguments = CommandLine.arguments
    guard arguments.count > 1 else { return print("usage: EmbeddedApp DATABASE [--die-after ANSWERS]") }
    Store.makeErrorsOfSignals()
    do {
      if arguments[1] == "--first-page" { return try await firstPage() }
      try await play(path: arguments[1], dieAfter: arguments.last.flatMap { Int($0) })
    } catch {
      print("\(error)")
      exit(1)
    }
  }

  static func play(path: String, dieAfter: Int?) async throws {
    let store = try await Store.open(path: path)
    let homework = try await fractions(in: store)

    // An attempt in progress when the process ended is still in progress.
    let live = try await LiveAttempt.open(homework: homework.id, in: store)
    if live.attemptId == nil {
      try await live.start(homework.id)
    } else {
      print("Going on with question \(live.session.questionIndex + 1)")
      for cue in live.report.suppressed { print("\(cue.animation.rawValue) is not shown again") }
    }

    let quiz = try await store.read { try $0.quiz(for: homework.id) }
    let screen = QuizScreen(live) { cues in
      for cue in cues.started { print("  \(cue.animation.rawValue) for \(cue.durationMs) ms") }
    }
    for question in (quiz?.questions ?? []).dropFirst(live.session.questionIndex) {
      print(question.prompt)
      let settled = try await screen.answer(question.correctResponse)
      print("  \(settled.correctAnswer): \(settled.answer.outcome)")
      if live.session.questionIndex == dieAfter { kill(getpid(), SIGKILL) }
    }

    let finished = try await screen.finish()
    print("\(finished.attempt.score.percentage) %, best of \(finished.progress?.totalAttempts ?? 0)")
  }

  /// The homework that this app is about, added the first time.
  static func fractions(in store: Store) async throws -> Homework {
    let quiz = QuizDraft(
      topic: "Fractions",
      questions: [
        ("A half of a half?", "a quarter"), ("3/4 + 1/4?", "1"), ("2 × 1/3?", "2/3"), ("1/2 − 1/4?", "1/4"),
        ("6/8?", "3/4"),
      ]
      .map { QuestionDraft(prompt: $0, body: .mcq(options: [$1, "something else"], correctIndex: 0)) })
    return try await store.write { tx in
      if let there = try tx.homeworkList(HomeworkFilter(search: "fractions")).items.first { return there }
      return try tx.addHomework(HomeworkDraft(title: "Fractions", subject: "Mathematics", quiz: quiz))
    }
  }
}

import Foundation
import HomeworkModel
import HomeworkPlay
import HomeworkStore

/// The code of the README.
func firstPage() async throws {
  let store = try await Store.open(path: "school.sqlite")
  let quiz = QuizDraft(questions: [QuestionDraft(prompt: "2 × 3?", body: .mcq(options: ["5", "6"], correctIndex: 1))])
  let homework = try await store.write { tx in
    try tx.homeworkList(HomeworkFilter(search: "tables")).items.first
      ?? tx.addHomework(HomeworkDraft(title: "Times tables", quiz: quiz))
  }
  let live = try await LiveAttempt.open(homework: homework.id, in: store)
  for cue in live.report.suppressed { print("\(cue.animation) does not play again") }
  if live.attemptId == nil { try await live.start(homework.id) }
  if !live.isSettled {
    for cue in try await live.settle(.choice(1)).cues.started { print("play \(cue.animation) for \(cue.durationMs) ms") }
  }
  if live.isSettled { print("\(try await live.finish().value.attempt.score.percentage) %") }
}

/// Prints a line; after the cues of an answer, the process is killed if it was started with `--first-page killed`.
private func print(_ line: String) {
  Swift.print(line)
  if line.hasPrefix("play"), CommandLine.arguments.last == "killed" { kill(getpid(), SIGKILL) }
}

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
  if live.attemptId == nil {
    try await live.start(homework.id)
  } else {
    for cue in live.report.suppressed { print("\(cue.animation) does not play again") }
  }
  let settled = try await live.settle(.choice(1))
  for cue in settled.cues.started { print("play \(cue.animation) for \(cue.durationMs) ms") }
}

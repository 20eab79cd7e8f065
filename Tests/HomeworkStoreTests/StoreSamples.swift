import Foundation
import HomeworkModel
import HomeworkStore
import HomeworkSystem

/// Returns a store, in memory by default, whose clock advances by a second per write, and whose ids count.
func makeStore(path: String? = nil, hooks: CommitHooks = CommitHooks()) throws -> Store {
  let ticks = Sequence()
  let draws = Sequence()
  let clock: Store.Clock = { Timestamp(millisecondsSince1970: 1_767_225_600_000 + Int64(ticks.next()) * 1000) }
  // Ids of several stores on one file must differ.
  let salt = UInt64.random(in: 0...(.max)) << 20
  let identifiers: Store.Identifiers = { (0, salt + draws.next()) }
  let options = StoreOptions(clock: clock, identifiers: identifiers, hooks: hooks)
  guard let path else { return try Store.inMemory(options: options) }
  return try Store.openAndWait(path: path, options: options)
}

final class Sequence: Sendable {
  private let count = Guarded<UInt64>(0)

  func next() -> UInt64 {
    count.withLock {
      $0 += 1
      return $0
    }
  }
}

let mcq = QuestionDraft(
  prompt: "1/2 + 1/4?", body: .mcq(options: ["3/4", "2/6"], correctIndex: 0), explanation: "2/4 + 1/4")
let fillBlank = QuestionDraft(
  prompt: "The lower number?", body: .fillBlank(correctAnswer: "denominator", acceptedAnswers: ["the denominator"]))
let shortAnswer = QuestionDraft(
  prompt: "Why?", body: .shortAnswer(correctAnswer: "half", keyConcepts: [["half", "1/2"]]))

extension Store {
  /// Creates an assignment with a quiz of this many MCQs, and an attempt at it with these outcomes.
  func play(_ outcomes: [Outcome], finishes: Bool = true, of homework: Homework? = nil) throws -> (Homework, Attempt) {
    let draft = HomeworkDraft(
      title: "Fractions", quiz: QuizDraft(questions: Array(repeating: mcq, count: outcomes.count)))
    let homework = try homework ?? writeAndWait { try $0.addHomework(draft) }
    let id = try writeAndWait { try $0.startAttempt(homework.id) }.id
    for outcome in outcomes {
      let response: Response =
        switch outcome {
        case .correct: .choice(0)
        case .wrong: .choice(1)
        case .skipped: .skip
        }
      _ = try writeAndWait { try $0.settle(response, in: id, elapsedMs: 100) }
    }
    if finishes { _ = try writeAndWait { try $0.finishAttempt(id) } }
    return (homework, try readAndWait { try $0.attempt(id) })
  }
}

extension Connection {
  /// Runs a script without any triggers, as damage does.
  func executeUnseen(_ script: String) throws {
    let triggers = try all("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'") { ($0.text(0), $0.text(1)) }
    for (name, _) in triggers { try execute("DROP TRIGGER \(name)") }
    try execute(script)
    for (_, sql) in triggers { try execute(sql) }
  }
}

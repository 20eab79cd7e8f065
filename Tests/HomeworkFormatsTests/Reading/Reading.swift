import Foundation
import HomeworkFormats
import HomeworkModel

/// Reads quizzes from text.
func read(
  _ text: String, as format: QuizFormat? = nil, columns: ColumnMapping = ColumnMapping()
) throws -> QuizImport {
  try QuizImporter.read(Data(text.utf8), as: format, columns: columns)
}

/// Returns a question about a number.
func numeric(_ prompt: String, _ key: NumericKey) -> QuestionDraft {
  QuestionDraft(prompt: prompt, body: .numeric(key))
}

/// Returns each question as a line: `Q? [right] wrong (explanation)`.
func lines(_ found: QuizImport) -> [String] { found.quizzes.flatMap(\.questions).map(line) }

/// Returns a question as such a line.
func line(_ question: QuestionDraft) -> String {
  let answers =
    switch question.body {
    case .mcq(let options, let index): options.enumerated().map { $0 == index ? "[\($1)]" : $1 }
    case .fillBlank(let answer, let others, _): ([answer] + others).map { "=\($0)" }
    case .shortAnswer(let answer, _): ["\"\(answer)\""]
    case .multi(let options, let right): options.enumerated().map { right.contains($0) ? "[\($1)]" : $1 }
    case .numeric(let key): ["=\(key.written)"]
    case .gaps(let gaps): gaps.map { $0.options.isEmpty ? "=\($0.correctAnswer)" : "[\($0.correctAnswer)]" }
    case .ordering: ["=\(question.body.correctAnswer)"]
    case .card(let back): ["| \(back)"]
    }
  return
    ((question.introduction.map { ["<\($0)>"] } ?? []) + [question.prompt] + answers
    + (question.explanation.isEmpty ? [] : ["(\(question.explanation))"])).joined(
      separator: " ")
}

/// Returns each note as a line.
func notes(_ found: QuizImport) -> [String] { found.notes.map { "\($0.line) \($0.kind): \($0.reason)" } }

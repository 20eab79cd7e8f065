public import HomeworkModel

/// The formats in which quizzes come and go.
public enum QuizFormat: String, Hashable, Codable, Sendable, CaseIterable {
  case json, gift
  case moodleXML = "moodle-xml"
  case aiken
  case openTrivia = "open-trivia"
  case csv, tsv
}

/// What was read from a file: quizzes, and everything that is not as it stood there.
public struct QuizImport: Hashable, Sendable {
  public let format: QuizFormat
  /// One for each category that holds any question, in order; of more than 200 questions several, numbered.
  public internal(set) var quizzes: [QuizDraft] = []
  /// In order of line.
  public internal(set) var notes: [ImportNote] = []
  /// Questions of the file of which something was taken. A matching question is one, and gives several.
  public internal(set) var taken = 0

  public init(format: QuizFormat) {
    self.format = format
  }

  /// Questions that the quizzes have together.
  public var added: Int { quizzes.reduce(0) { $0 + $1.questions.count } }
  /// Questions of the file that were taken, but not as they stood there.
  public var changed: Int { notes.count { $0.outcome == .changed } }
  /// Questions of the file that were not taken.
  public var leftOut: Int { notes.count { $0.outcome == .leftOut } }
}

/// Something of a file that was changed or left out.
public struct ImportNote: Hashable, Codable, Sendable {
  public enum Outcome: String, Hashable, Codable, Sendable {
    case changed, leftOut
    /// Of the whole file: no question by itself.
    case file
  }

  /// From 1; where it begins. 0 where the format has no lines, or the whole file is meant.
  public let line: Int
  public let outcome: Outcome
  /// What it is in the words of its format, such as `matching`.
  public let kind: String
  public let reason: String

  init(_ line: Int, _ outcome: Outcome, _ kind: String, _ reason: String) {
    self.line = line
    self.outcome = outcome
    self.kind = kind
    self.reason = reason
  }
}

/// Collects what readers find, question by question.
struct ImportCollector {
  private(set) var result: QuizImport
  /// Of the questions that come next; `nil` for those of the file itself.
  var category: String?
  private var groups: [(category: String?, questions: [QuestionDraft])] = []
  private var places: [String?: Int] = [:]

  init(_ format: QuizFormat) {
    result = QuizImport(format: format)
  }

  /// Takes the questions that one of the file gives; what breaks a rule of quizzes is left out instead, with its fault.
  ///
  /// - Parameter changes: what is not as it stood there; empty for a question that is.
  mutating func take(_ questions: [QuestionDraft], line: Int, kind: String, changes: [String] = []) {
    if let fault = questions.lazy.flatMap({ QuizDraft(questions: [$0]).faults }).first {
      let place = fault.path.split(separator: ".").dropFirst().joined(separator: ".")
      return leaveOut(line, kind, place.isEmpty ? fault.message : "\(place): \(fault.message)")
    }
    result.taken += 1
    if !changes.isEmpty { note(line, .changed, kind, changes.joined(separator: "; ")) }
    let place = places[category] ?? groups.endIndex
    if place == groups.endIndex {
      groups.append((category, []))
      places[category] = place
    }
    groups[place].questions += questions
  }

  mutating func leaveOut(_ line: Int, _ kind: String, _ reason: String) { note(line, .leftOut, kind, reason) }

  mutating func note(_ line: Int, _ outcome: ImportNote.Outcome, _ kind: String, _ reason: String) {
    result.notes.append(ImportNote(line, outcome, kind, reason))
  }

  /// A quiz has 200 questions at most: longer ones are numbered parts.
  mutating func finish() -> QuizImport {
    let most = QuizDraft.questionCounts.upperBound
    for group in groups {
      let parts = (group.questions.count + most - 1) / most
      if parts > 1 {
        note(0, .file, "parts", "\(group.questions.count) questions make \(parts) quizzes of \(most) at most")
      }
      for part in 0..<parts {
        let questions = Array(group.questions[(part * most)..<min((part + 1) * most, group.questions.count)])
        let title = group.category.map { parts > 1 ? "\($0) (\(part + 1) of \(parts))" : $0 }
        result.quizzes.append(
          QuizDraft(topic: title ?? (parts > 1 ? "(\(part + 1) of \(parts))" : nil), questions: questions))
      }
    }
    result.notes.sort { $0.line < $1.line }
    return result
  }
}

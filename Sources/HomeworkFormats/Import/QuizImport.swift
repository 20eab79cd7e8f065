public import HomeworkModel

/// The quizzes of a file, and notes about everything that was changed or left out.
public struct QuizImport: Hashable, Sendable {
  public let format: QuizFormat
  /// Why the content was read in this format; `nil` if the caller gave it.
  public internal(set) var formatReason: String?
  /// True if nothing but its two columns says that a text is a list of cards.
  public internal(set) var isUncertain = false
  /// The quizzes: one for each category with questions, in order. A category with more than 200 questions becomes
  /// several numbered quizzes.
  public internal(set) var quizzes: [QuizDraft] = []
  /// The notes, sorted by line.
  public internal(set) var notes: [ImportNote] = []
  /// The number of questions in the file that were imported. A matching question counts once, but becomes several.
  public internal(set) var taken = 0

  init(format: QuizFormat) { self.format = format }

  /// The number of questions in all quizzes.
  public var added: Int { quizzes.reduce(0) { $0 + $1.questions.count } }
  /// The number of questions in the file that were imported with changes.
  public var changed: Int { notes.count { $0.outcome == .changed } }
  /// The number of questions in the file that were left out.
  public var leftOut: Int { notes.count { $0.outcome == .leftOut } }
}

/// A note about something in a file that was changed or left out.
public struct ImportNote: Hashable, Sendable {
  public enum Outcome: String, Hashable, Sendable {
    case changed, leftOut
    /// The note is about the file as a whole.
    case file
  }

  /// The first line, from 1; 0 if the format has no lines, or for the file as a whole.
  public let line: Int
  /// The last line, at least `line`.
  public let lastLine: Int
  public let outcome: Outcome
  /// The type in the terms of the format, such as `matching`.
  public let kind: String
  public let reason: String
  /// The text in the file, if requested.
  public internal(set) var source: String?

  init(_ line: Int, _ outcome: Outcome, _ kind: String, _ reason: String) {
    self.init(line...line, outcome, kind, reason)
  }

  init(_ lines: ClosedRange<Int>, _ outcome: Outcome, _ kind: String, _ reason: String, source: String? = nil) {
    (line, lastLine) = (lines.lowerBound, lines.upperBound)
    self.outcome = outcome
    self.kind = kind
    self.reason = reason
    self.source = source
  }
}

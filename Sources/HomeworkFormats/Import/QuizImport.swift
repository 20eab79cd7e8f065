import HomeworkModel

/// What was read from a file: quizzes, and everything that is not as it stood there.
public struct QuizImport: Hashable, Sendable {
  public let format: QuizFormat
  /// One for each category that holds any question, in order; of more than 200 questions several, numbered.
  public internal(set) var quizzes = PackedQuizzes()
  /// In order of line.
  public internal(set) var notes: [ImportNote] = []
  /// Questions of the file of which something was taken. A matching question is one, and gives several.
  public internal(set) var taken = 0

  init(format: QuizFormat) {
    self.format = format
  }

  /// Questions that the quizzes have together.
  public var added: Int { quizzes.questionCount }
  /// Questions of the file that were taken, but not as they stood there.
  public var changed: Int { notes.count { $0.outcome == .changed } }
  /// Questions of the file that were not taken.
  public var leftOut: Int { notes.count { $0.outcome == .leftOut } }
}

/// Something of a file that was changed or left out.
public struct ImportNote: Hashable, Sendable {
  public enum Outcome: String, Hashable, Sendable {
    case changed, leftOut
    /// Of the whole file: no question by itself.
    case file
  }

  /// From 1; where it begins. 0 where the format has no lines, or the whole file is meant.
  public let line: Int
  /// Where it ends.
  public let lastLine: Int
  public let outcome: Outcome
  /// What it is in the words of its format, such as `matching`.
  public let kind: String
  public let reason: String
  /// What stands there, where it was asked for.
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

public import HomeworkModel

/// Why a text is not a quiz: its faults, or the place of a JSON syntax error.
public struct QuizFormatError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The line and column of a syntax error, from 1.
  public let line: Int?
  public let column: Int?
  package let all: Faults

  /// The first 20 faults.
  public var faults: [Fault] { Array(all) }
  /// The number of faults beyond those.
  public var more: Int { all.total - all.count }

  public init(line: Int? = nil, column: Int? = nil, faults: [Fault]) {
    self.init(line: line, column: column, Faults(faults))
  }

  package init(line: Int? = nil, column: Int? = nil, _ faults: Faults) {
    self.line = line
    self.column = column
    all = faults
  }

  /// Creates an error about the file as a whole, or about one place.
  init(_ message: String, line: Int? = nil, column: Int? = nil) {
    self.init(line: line, column: column, faults: [Fault(path: "", message: message)])
  }

  public var description: String { text(most: Faults.most) }

  /// The faults in words, up to `most`, and the number of the others.
  package func text(most: Int) -> String {
    let prefix = if let line, let column { "\(line):\(column): " } else { "" }
    return prefix + all.text(most: most)
  }
}

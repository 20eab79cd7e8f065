public import HomeworkModel

/// Why a text is not a quiz: all its faults, or the place of a JSON syntax error.
public struct QuizFormatError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The line and column of a syntax error, from 1.
  public let line: Int?
  public let column: Int?
  public let faults: [Fault]

  public init(line: Int? = nil, column: Int? = nil, faults: [Fault]) {
    self.line = line
    self.column = column
    self.faults = faults
  }

  /// Creates an error about the file as a whole, or about one place.
  init(_ message: String, line: Int? = nil, column: Int? = nil) {
    self.init(line: line, column: column, faults: [Fault(path: "", message: message)])
  }

  public var description: String {
    let prefix = if let line, let column { "\(line):\(column): " } else { "" }
    return prefix + faults.map(\.description).joined(separator: "; ")
  }
}

public import HomeworkModel

/// Why a text is no quiz: all faults at once, or the place where it stops being JSON.
public struct QuizFormatError: Error, Hashable, Sendable, CustomStringConvertible {
  /// From 1, of a mistake of syntax.
  public let line: Int?
  public let column: Int?
  public let faults: [Fault]

  public init(line: Int? = nil, column: Int? = nil, faults: [Fault]) {
    self.line = line
    self.column = column
    self.faults = faults
  }

  public var description: String {
    let place = if let line, let column { "\(line):\(column): " } else { "" }
    return place + faults.map(\.description).joined(separator: "; ")
  }
}

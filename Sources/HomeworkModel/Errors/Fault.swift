/// One thing wrong with what a caller gave, and where: `questions[3].options`, "needs at least 2".
public struct Fault: Error, Hashable, Sendable, CustomStringConvertible {
  /// The place in the input, as keys and indexes from 0, empty for the whole; and what is wrong there.
  public let path: String, message: String

  /// With these parts.
  package init(path: String, message: String) {
    self.path = path
    self.message = message
  }

  public var description: String { path.isEmpty ? message : "\(path): \(message)" }
}

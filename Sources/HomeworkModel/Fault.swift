/// One thing wrong with what a caller gave, and where: `questions[3].options`, "needs at least 2".
public struct Fault: Error, Hashable, Sendable, CustomStringConvertible {
  /// The place in the input, as keys and indexes from 0; empty for the whole.
  public let path: String
  /// What is wrong there, to be read after the path.
  public let message: String

  /// With these parts.
  public init(path: String, message: String) {
    self.path = path
    self.message = message
  }

  public var description: String { path.isEmpty ? message : "\(path): \(message)" }
}

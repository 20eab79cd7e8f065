/// A mistake in a caller's input, such as "needs at least 2" at `questions[3].options`.
public struct Fault: Error, Hashable, Sendable, CustomStringConvertible {
  /// The place in the input, as keys and indexes from 0, empty for the input as a whole; and the mistake.
  public var path: String, message: String

  package init(path: String, message: String) {
    self.path = path
    self.message = message
  }

  public var description: String { path.isEmpty ? message : "\(path): \(message)" }
}

/// Settings that all copies of a library share.
public struct LibrarySettings: Hashable, Sendable {
  /// True if learners may have a wrong typed answer counted, before they settle the next question. Off in a new
  /// library.
  public var acceptsAnswers: Bool

  /// Creates the settings of a new library.
  public init(acceptsAnswers: Bool = false) { self.acceptsAnswers = acceptsAnswers }
}

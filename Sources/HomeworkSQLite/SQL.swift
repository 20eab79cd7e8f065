/// The text of a statement, known by where it stands in the program, so that finding the prepared one costs no hashing
/// of its text.
public struct SQL: Sendable, ExpressibleByStringLiteral {
  /// What finds the prepared statement again.
  enum Key: Hashable {
    case literal(UnsafeRawPointer), constant(ObjectIdentifier), text(String)
  }

  private enum Source: Sendable {
    case literal(StaticString), constant(Constant), text(key: String, @Sendable () -> String)
  }

  private final class Constant: Sendable {
    let text: String
    init(_ text: String) { self.text = text }
  }

  private let source: Source

  /// A literal of the program: the usual case.
  public init(stringLiteral literal: StaticString) {
    // One character is no pointer, and no statement.
    source = literal.hasPointerRepresentation ? .literal(literal) : .text(key: "\(literal)", { "\(literal)" })
  }

  private init(_ source: Source) {
    self.source = source
  }

  /// A text put together once and kept for good, in a `static let`.
  public static func constant(_ text: String) -> SQL { SQL(.constant(Constant(text))) }

  /// A text put together anew each time.
  public static func text(_ text: String) -> SQL { SQL(.text(key: text, { text })) }

  /// A text that is put together only where the statement of its key is not prepared yet.
  public static func text(of key: String, _ text: @escaping @Sendable () -> String) -> SQL {
    SQL(.text(key: key, text))
  }

  var key: Key {
    switch source {
    case .literal(let literal): .literal(UnsafeRawPointer(literal.utf8Start))
    case .constant(let constant): .constant(ObjectIdentifier(constant))
    case .text(let key, _): .text(key)
    }
  }

  var text: String {
    switch source {
    case .literal(let literal): "\(literal)"
    case .constant(let constant): constant.text
    case .text(_, let text): text()
    }
  }
}

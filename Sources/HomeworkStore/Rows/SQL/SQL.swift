/// A statement's text, identified by its place in the program, so that finding the prepared statement needs no hashing.
package struct SQL: Sendable, ExpressibleByStringLiteral {
  /// The lookup key of the prepared statement.
  package enum Key: Hashable {
    case literal(UnsafeRawPointer), constant(ObjectIdentifier), text(String)
  }

  private enum Source: Sendable {
    case literal(StaticString), constant(Constant), text(key: String, @Sendable () -> String)
  }

  private final class Constant: Sendable {
    let text: @Sendable (Dialect) -> String
    init(_ text: @escaping @Sendable (Dialect) -> String) { self.text = text }
  }

  private let source: Source

  /// Creates a statement from a literal in the program, the usual case.
  package init(stringLiteral literal: StaticString) {
    // A single character has no pointer, and is not a statement.
    source = literal.hasPointerRepresentation ? .literal(literal) : .text(key: "\(literal)", { "\(literal)" })
  }

  private init(_ source: Source) {
    self.source = source
  }

  /// Returns a statement whose text never changes, for a `static let`.
  package static func constant(_ text: String) -> SQL { SQL(.constant(Constant { _ in text })) }

  /// Returns such a statement for both engines.
  package static func constant(_ text: @escaping @Sendable (Dialect) -> String) -> SQL {
    SQL(.constant(Constant(text)))
  }

  /// Returns a statement whose text is built each time.
  package static func text(_ text: String) -> SQL { SQL(.text(key: text, { text })) }

  /// Returns a statement whose text is built only if no statement is prepared for its key yet.
  package static func text(of key: String, _ text: @escaping @Sendable () -> String) -> SQL {
    SQL(.text(key: key, text))
  }

  package var key: Key {
    switch source {
    case .literal(let literal): .literal(UnsafeRawPointer(literal.utf8Start))
    case .constant(let constant): .constant(ObjectIdentifier(constant))
    case .text(let key, _): .text(key)
    }
  }

  /// Returns the text for an engine.
  package func text(for dialect: Dialect) -> String {
    switch source {
    case .literal(let literal): "\(literal)"
    case .constant(let constant): constant.text(dialect)
    case .text(_, let text): text()
    }
  }
}

/// A statement's text, by which a connection finds it prepared.
package struct SQL: Hashable, Sendable, ExpressibleByStringInterpolation {
  package let text: String

  package init(_ text: String) { self.text = text }

  package init(stringLiteral text: String) { self.text = text }

  /// Statements are long, and differ in length or at their ends.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(text.utf8.suffix(6).reduce(text.utf8.count) { $0 &<< 8 ^ Int($1) })
  }
}

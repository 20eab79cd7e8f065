package import HomeworkModel

/// A value in a statement or a row, on either engine.
package enum SQLValue: Hashable, Sendable {
  /// The types of values; NULL has one too, because PostgreSQL requires it.
  package enum Kind: UInt8, Sendable { case text, integer, flag, double, bytes }

  case null(Kind)
  case integer(Int64), flag(Bool), double(Double), text(String), bytes([UInt8])
}

/// A type whose values can be bound to a statement's parameters.
package protocol SQLBindable {
  /// The value to bind.
  var sqlValue: SQLValue { get }
  /// The type of NULL when it replaces such a value.
  static var sqlKind: SQLValue.Kind { get }
}

extension SQLValue: SQLBindable {
  package var sqlValue: SQLValue { self }
  package static var sqlKind: Kind { .text }
}

extension SQLBindable where Self: BinaryInteger {
  package var sqlValue: SQLValue { .integer(Int64(self)) }
  package static var sqlKind: SQLValue.Kind { .integer }
}

extension Int: SQLBindable {}

extension Int64: SQLBindable {}

extension Bool: SQLBindable {
  package var sqlValue: SQLValue { .flag(self) }
  package static var sqlKind: SQLValue.Kind { .flag }
}

extension Double: SQLBindable {
  package var sqlValue: SQLValue { .double(self) }
  package static var sqlKind: SQLValue.Kind { .double }
}

extension String: SQLBindable {
  package var sqlValue: SQLValue { .text(self) }
  package static var sqlKind: SQLValue.Kind { .text }
}

extension [UInt8]: SQLBindable {
  package var sqlValue: SQLValue { .bytes(self) }
  package static var sqlKind: SQLValue.Kind { .bytes }
}

extension Optional: SQLBindable where Wrapped: SQLBindable {
  package var sqlValue: SQLValue { self?.sqlValue ?? .null(Wrapped.sqlKind) }
  package static var sqlKind: SQLValue.Kind { Wrapped.sqlKind }
}

extension Identifier: SQLBindable {
  package var sqlValue: SQLValue { .text(text) }
  package static var sqlKind: SQLValue.Kind { .text }
}

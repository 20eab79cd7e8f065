internal import CHomeworkPostgres
internal import HomeworkStore

/// A statement's value, in libpq's format.
struct Parameter {
  /// The declared type of a parameter.
  enum Kind: UInt8, Sendable {
    /// Undeclared; compatible with every other kind.
    case null
    /// Undeclared: the server infers the type.
    case text
    case integer, flag, double, bytes

    /// The type's OID in `pg_type`; 0 if undeclared.
    var type: Oid {
      switch self {
      case .null, .text: 0
      case .integer: 20
      case .flag: 16
      case .double: 701
      case .bytes: 17
      }
    }
  }

  let kind: Kind
  /// The value as text, or the bytes unchanged; `nil` for NULL.
  let bytes: [UInt8]?

  /// - Throws: state 22021 for text with U+0000, which PostgreSQL cannot store.
  init(_ value: any SQLBindable) throws(PostgresError) {
    (kind, bytes) =
      switch value.sqlValue {
      case .null(.text): (.null, nil)
      case .null(.integer): (.integer, nil)
      case .null(.flag): (.flag, nil)
      case .null(.double): (.double, nil)
      case .null(.bytes): (.bytes, nil)
      case .integer(let number): (.integer, Array(String(number).utf8))
      case .flag(let flag): (.flag, [UInt8(ascii: flag ? "t" : "f")])
      // The shortest text that reads back as the same number.
      case .double(let number): (.double, Array("\(number)".utf8))
      case .bytes(let bytes): (.bytes, Array(bytes))
      case .text(let text): (.text, Array(text.utf8))
      }
    guard kind == .text, bytes?.contains(0) == true else { return }
    throw PostgresError(
      sqlState: PostgresError.State.badText,
      message: "a text has the character U+0000, which PostgreSQL cannot store: remove it")
  }

  /// Returns whether a statement declared with these kinds accepts the values.
  static func fit(_ values: [Parameter], _ declared: [Kind]) -> Bool {
    declared.count == values.count
      && zip(values, declared).allSatisfy { $0.kind == $1 || $0.kind == .null || $1 == .null }
  }
}

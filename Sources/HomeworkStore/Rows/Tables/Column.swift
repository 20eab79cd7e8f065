import HomeworkModel

/// A column and its type. Everything else is derived: statements, rows for other copies and moves between
/// engines.
package struct Column: Sendable {
  package let name: String, kind: SQLValue.Kind
  /// The name of the member that other copies get: `createdAtMs` for `created_at_ms`.
  let member: String

  private init(_ name: String, _ kind: SQLValue.Kind) {
    let words = name.split(separator: "_")
    (self.name, self.kind) = (name, kind)
    member = words.dropFirst().reduce(String(words[0])) { $0 + $1.prefix(1).uppercased() + $1.dropFirst() }
  }

  package static func integer(_ name: String) -> Column { Column(name, .integer) }
  package static func flag(_ name: String) -> Column { Column(name, .flag) }
  package static func real(_ name: String) -> Column { Column(name, .double) }
  package static func text(_ name: String) -> Column { Column(name, .text) }
  package static func bytes(_ name: String) -> Column { Column(name, .bytes) }

  /// Returns the column's value in a row of either engine, in a form that the other one accepts.
  package func value(in row: any SQLRow, at index: Int) -> SQLValue {
    if row.isNull(index) { return .null(kind) }
    return switch kind {
    case .integer: .integer(row.int64(index))
    case .flag: .flag(row.int(index) == 1)
    case .double: .double(row.double(index))
    case .text: .text(row.text(index))
    case .bytes: .bytes(row.bytes(index))
    }
  }

  // MARK: Other copies

  func json(in row: any SQLRow, at index: Int) -> JSONValue {
    switch value(in: row, at: index) {
    // No other copy gets bytes in this form.
    case .null, .bytes: .null
    case .integer(let number): .int(number)
    case .flag(let flag): .bool(flag)
    case .double(let number): JSONValue(number)
    case .text(let text): .string(text)
    }
  }

  /// - Throws: `corrupt` if the value has another type.
  func value(of json: JSONValue?) throws(StoreError) -> SQLValue {
    switch (kind, json) {
    case (_, nil), (_, .null?): return .null(kind)
    case (.integer, .int(let number)?): return .integer(number)
    case (.flag, .bool(let flag)?): return .flag(flag)
    case (.double, let json?):
      if let number = json.number { return .double(number) }
    case (.text, .string(let text)?): return .text(text)
    default: break
    }
    throw .damaged("value of \(name)", json.map { String(decoding: $0.encoded(), as: UTF8.self) } ?? "")
  }
}

import HomeworkModel

/// A column and its type. Everything else is derived: statements, and rows for other copies and the other engine.
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

  /// Returns the column's value in a row, as other copies and the other engine get it.
  func json(in row: any SQLRow, at index: Int) -> JSONValue {
    if row.isNull(index) { return .null }
    return switch kind {
    case .integer: .int(row.int64(index))
    case .flag: .bool(row.int(index) == 1)
    case .double: JSONValue(row.double(index))
    case .text: .string(row.text(index))
    case .bytes: .string(Base64.text(of: row.bytes(index)))
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
    case (.text, .string(let text)?) where !text.utf8.contains(0): return .text(text)
    case (.bytes, .string(let text)?):
      if let bytes = Base64.bytes(of: text) { return .bytes(bytes) }
    default: break
    }
    throw .damaged("value of \(name)", json.map { String(decoding: $0.encoded(), as: UTF8.self) } ?? "")
  }
}

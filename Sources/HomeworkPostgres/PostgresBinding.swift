internal import CHomeworkPostgres

/// A type whose values can stand for a parameter of a statement.
package protocol SQLBindable {
  func bind(to parameter: Parameter) throws(PostgresError)
  /// What NULL is declared as in place of such a value; nothing unless it says else.
  static var kindOfNull: Parameter.Kind { get }
}

extension SQLBindable {
  package static var kindOfNull: Parameter.Kind { .null }
}

/// A place for a value in a statement.
package struct Parameter {
  /// What a parameter is declared as.
  package enum Kind: UInt8, Sendable {
    /// Not declared, and fits every other kind.
    case null
    /// Not declared: the server finds out what the text stands for.
    case text
    case integer, flag, double, bytes

    /// Its type, as in the table `pg_type`; 0 where it is not declared.
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

  let values: BoundValues

  package func bindNull() throws(PostgresError) { values.addNull(.null) }
  package func bindNull(as kind: Kind) throws(PostgresError) { values.addNull(kind) }
  package func bind(_ number: Int64) throws(PostgresError) { values.add(number) }
  package func bind(_ flag: Bool) throws(PostgresError) { values.add(.flag, [UInt8(ascii: flag ? "t" : "f")]) }
  /// The shortest text that is read as the same number.
  package func bind(_ number: Double) throws(PostgresError) { values.add(.double, "\(number)".utf8) }

  /// Binds text, given as its UTF-8 bytes, which are copied.
  ///
  /// - Throws: state 22021 for text with U+0000, which PostgreSQL cannot store.
  package func bind(utf8 bytes: UnsafeBufferPointer<UInt8>) throws(PostgresError) {
    guard !bytes.contains(0) else {
      throw PostgresError(
        sqlState: PostgresError.State.badText,
        message: "a text has the character U+0000, which PostgreSQL cannot store: remove it")
    }
    values.add(.text, bytes)
  }

  package func bind(_ text: String) throws(PostgresError) {
    var text = text
    let failure = text.withUTF8 { bytes -> PostgresError? in
      do throws(PostgresError) { try bind(utf8: bytes) } catch { return error }
      return nil
    }
    if let failure { throw failure }
  }

  package func bind(_ bytes: [UInt8]) throws(PostgresError) { values.add(.bytes, bytes) }
}

/// The values of one statement, which bind themselves.
final class BoundValues {
  /// Changed by one access for each value: the checks of more took longer than the values.
  var list = ValueList()

  var count: Int { list.kinds.count }

  func removeAll() { list.removeAll() }

  /// Adds a value, of which there is one even if its type binds none.
  func add(_ value: some SQLBindable) throws(PostgresError) {
    let before = count
    try value.bind(to: Parameter(values: self))
    precondition(count == before + 1, "a value binds itself once")
  }

  func addNull(_ kind: Parameter.Kind) { list.add(kind: kind, start: -1, length: 0) }
  func add(_ number: Int64) { list.add(number) }
  func add(_ kind: Parameter.Kind, _ value: some Collection<UInt8>) { list.add(kind, value) }
}

/// The values of one statement, one after the other in one buffer, as libpq takes them.
struct ValueList {
  private(set) var bytes: [UInt8] = []
  /// Where each begins in `bytes`; -1 for NULL.
  private(set) var starts: [Int] = []
  private(set) var lengths: [Int32] = []
  /// 1 for those that are sent as they are, and 0 for text.
  private(set) var formats: [Int32] = []
  private(set) var kinds: [Parameter.Kind] = []

  fileprivate mutating func removeAll() {
    bytes.removeAll(keepingCapacity: bytes.capacity < 1 << 20)
    starts.removeAll(keepingCapacity: true)
    lengths.removeAll(keepingCapacity: true)
    formats.removeAll(keepingCapacity: true)
    kinds.removeAll(keepingCapacity: true)
  }

  fileprivate mutating func add(_ number: Int64) {
    let start = bytes.count
    var rest = number.magnitude
    repeat {
      bytes.append(UInt8(ascii: "0") + UInt8(rest % 10))
      rest /= 10
    } while rest > 0
    if number < 0 { bytes.append(UInt8(ascii: "-")) }
    bytes[start...].reverse()
    end(.integer, start)
  }

  fileprivate mutating func add(_ kind: Parameter.Kind, _ value: some Collection<UInt8>) {
    let start = bytes.count
    bytes.append(contentsOf: value)
    end(kind, start)
  }

  private mutating func end(_ kind: Parameter.Kind, _ start: Int) {
    add(kind: kind, start: start, length: bytes.count - start)
    // As C ends a text.
    bytes.append(0)
  }

  fileprivate mutating func add(kind: Parameter.Kind, start: Int, length: Int) {
    kinds.append(kind)
    starts.append(start)
    // What is longer is refused by the connection.
    lengths.append(Int32(clamping: length))
    formats.append(kind == .bytes && start >= 0 ? 1 : 0)
  }

  /// Whether a statement that was declared with these kinds takes the values as they are.
  func fit(_ declared: [Parameter.Kind]) -> Bool {
    guard declared.count == kinds.count else { return false }
    for index in kinds.indices where kinds[index] != declared[index] {
      guard kinds[index] == .null || declared[index] == .null else { return false }
    }
    return true
  }
}

extension Int: SQLBindable {
  package func bind(to parameter: Parameter) throws(PostgresError) { try parameter.bind(Int64(self)) }
  package static var kindOfNull: Parameter.Kind { .integer }
}

extension Int64: SQLBindable {
  package func bind(to parameter: Parameter) throws(PostgresError) { try parameter.bind(self) }
  package static var kindOfNull: Parameter.Kind { .integer }
}

extension Bool: SQLBindable {
  package func bind(to parameter: Parameter) throws(PostgresError) { try parameter.bind(self) }
  package static var kindOfNull: Parameter.Kind { .flag }
}

extension Double: SQLBindable {
  package func bind(to parameter: Parameter) throws(PostgresError) { try parameter.bind(self) }
  package static var kindOfNull: Parameter.Kind { .double }
}

extension String: SQLBindable {
  package func bind(to parameter: Parameter) throws(PostgresError) { try parameter.bind(self) }
}

extension [UInt8]: SQLBindable {
  package func bind(to parameter: Parameter) throws(PostgresError) { try parameter.bind(self) }
  package static var kindOfNull: Parameter.Kind { .bytes }
}

extension Optional: SQLBindable where Wrapped: SQLBindable {
  package func bind(to parameter: Parameter) throws(PostgresError) {
    if let value = self { try value.bind(to: parameter) } else { try parameter.bindNull(as: Wrapped.kindOfNull) }
  }
  package static var kindOfNull: Parameter.Kind { Wrapped.kindOfNull }
}

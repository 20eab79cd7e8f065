internal import CHomeworkPostgres
internal import HomeworkRows

/// A parameter of a statement.
enum Parameter {
  /// What a parameter is declared as.
  enum Kind: UInt8, Sendable {
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
}

/// The values of one statement.
final class BoundValues {
  /// Changed by one access for each value: the checks of more took longer than the values.
  var list = ValueList()

  var count: Int { list.kinds.count }

  func removeAll() { list.removeAll() }

  /// - Throws: state 22021 for text with U+0000, which PostgreSQL cannot store.
  func add(_ value: some SQLBindable) throws(PostgresError) {
    switch value.sqlValue {
    case .null(.text): list.add(kind: .null, start: -1, length: 0)
    case .null(.integer): list.add(kind: .integer, start: -1, length: 0)
    case .null(.flag): list.add(kind: .flag, start: -1, length: 0)
    case .null(.double): list.add(kind: .double, start: -1, length: 0)
    case .null(.bytes): list.add(kind: .bytes, start: -1, length: 0)
    case .integer(let number): list.add(number)
    case .flag(let flag): list.add(.flag, CollectionOfOne(UInt8(ascii: flag ? "t" : "f")))
    // The shortest text that is read as the same number.
    case .double(let number): list.add(.double, "\(number)".utf8)
    case .bytes(let bytes): list.add(.bytes, bytes)
    case .text(var text):
      let isStorable = text.withUTF8 { bytes in
        guard !bytes.contains(0) else { return false }
        list.add(.text, bytes)
        return true
      }
      guard isStorable else {
        throw PostgresError(
          sqlState: PostgresError.State.badText,
          message: "a text has the character U+0000, which PostgreSQL cannot store: remove it")
      }
    }
  }
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

package import HomeworkModel

/// One row of an engine; valid only inside the closure that receives it.
package protocol SQLRow {
  /// Returns the index of a column by its name in the statement.
  func columnIndex(of name: String) -> Int?
  func isNull(_ index: Int) -> Bool
  func int64(_ index: Int) -> Int64
  func double(_ index: Int) -> Double
  /// Returns the UTF-8 bytes of a column, valid until the next column is read; `nil` for NULL.
  func utf8(_ index: Int) -> UnsafeBufferPointer<UInt8>?
  /// Returns a column as bytes; empty for NULL.
  func bytes(_ index: Int) -> [UInt8]
}

/// Identifies a column of a row: by its name, or by its index in the statement.
package protocol ColumnReference {
  func index(in row: any SQLRow) -> Int
}

extension Int: ColumnReference {
  package func index(in row: any SQLRow) -> Int { self }
}

extension String: ColumnReference {
  package func index(in row: any SQLRow) -> Int {
    guard let index = row.columnIndex(of: self) else { preconditionFailure("the statement has no column \(self)") }
    return index
  }
}

extension SQLRow {
  package func isNull(_ column: some ColumnReference) -> Bool { isNull(column.index(in: self)) }
  package func int64(_ column: some ColumnReference) -> Int64 { int64(column.index(in: self)) }
  package func int(_ column: some ColumnReference) -> Int { Int(int64(column.index(in: self))) }
  package func utf8(_ column: some ColumnReference) -> UnsafeBufferPointer<UInt8>? { utf8(column.index(in: self)) }
  package func bytes(_ column: some ColumnReference) -> [UInt8] { bytes(column.index(in: self)) }
  package func text(_ column: some ColumnReference) -> String { optionalText(column) ?? "" }
  package func optionalText(_ column: some ColumnReference) -> String? {
    utf8(column).map { String(decoding: $0, as: UTF8.self) }
  }
  package func optionalInt(_ column: some ColumnReference) -> Int? { isNull(column) ? nil : int(column) }
  package func optionalDouble(_ column: some ColumnReference) -> Double? {
    let index = column.index(in: self)
    return isNull(index) ? nil : double(index)
  }

  /// Returns an id; throws for any other value.
  package func id<Entity>(_ column: some ColumnReference) throws(StoreError) -> Identifier<Entity> {
    guard let id: Identifier<Entity> = try optionalId(column) else { throw .damaged("id", text(column)) }
    return id
  }

  /// Returns an id or `nil`.
  package func optionalId<Entity>(_ column: some ColumnReference) throws(StoreError) -> Identifier<Entity>? {
    guard let bytes = utf8(column) else { return nil }
    guard let id = Identifier<Entity>(utf8: bytes) else { throw .damaged("id", text(column)) }
    return id
  }

  /// Returns a number; outside its range, the row is damaged.
  package func int(
    _ column: some ColumnReference, in range: ClosedRange<Int>, _ what: String
  ) throws(StoreError) -> Int {
    let number = int(column)
    guard range.contains(number) else { throw .damaged(what, text(column)) }
    return number
  }

  /// Returns such a number or `nil`.
  package func optionalInt(
    _ column: some ColumnReference, in range: ClosedRange<Int>, _ what: String
  ) throws(StoreError) -> Int? {
    isNull(column) ? nil : try int(column, in: range, what)
  }

  /// Returns an outcome.
  package func outcome(_ column: some ColumnReference) throws(StoreError) -> Outcome {
    guard let outcome = Outcome(rawValue: text(column)) else { throw .damaged("outcome", text(column)) }
    return outcome
  }

  /// Returns a time in the years 0 to 9999: arithmetic on it does not overflow, and ISO 8601 can represent it.
  package func timestamp(_ column: some ColumnReference) throws(StoreError) -> Timestamp {
    let milliseconds = int64(column)
    guard -62_167_219_200_000...253_402_300_799_999 ~= milliseconds else { throw .damaged("time", text(column)) }
    return Timestamp(millisecondsSince1970: milliseconds)
  }

  /// Returns such a time or `nil`.
  package func optionalTimestamp(_ column: some ColumnReference) throws(StoreError) -> Timestamp? {
    isNull(column) ? nil : try timestamp(column)
  }
}

/// The valid ranges of row values; this program writes no others.
enum Stored {
  /// A question's index in its quiz.
  static let positions = 0...QuizDraft.questionCounts.upperBound - 1
  /// The number of a quiz's questions that are right, consecutive, or worth a star.
  static let counts = 0...QuizDraft.questionCounts.upperBound
  static let streakPositions = 0...Streak.cycle
  /// The number of anything counted one by one.
  static let tallies = 0...Int(Int32.max)
}

/// Lists inside a column, as JSON.
enum JSONColumn {
  static func strings(_ row: any SQLRow, _ column: some ColumnReference) throws(StoreError) -> [String] {
    // The schema's CHECKs ensure that every such column is a list, but not the type of its items.
    guard let text = row.utf8(column), let list = try? JSONStrings.read(text) else {
      throw .damaged("list", row.text(column))
    }
    return list
  }

  static func lists(_ row: any SQLRow, _ column: some ColumnReference) throws(StoreError) -> [[String]] {
    guard let text = row.utf8(column), let lists = (try? JSONValue(text))?.array,
      lists.allSatisfy({ $0.array?.allSatisfy { $0.string != nil } ?? false })
    else { throw .damaged("list", row.text(column)) }
    return lists.map { ($0.array ?? []).compactMap(\.string) }
  }

  /// Returns the indexes of questions in a quiz, at least one.
  static func indexes(_ row: any SQLRow, _ column: some ColumnReference) throws(StoreError) -> [Int] {
    let indexes = row.utf8(column).flatMap { (try? JSONValue($0))?.array }?.map {
      $0.number.flatMap(Int.init(exactly:))
    }
    guard let indexes, !indexes.isEmpty, Set(indexes).count == indexes.count,
      indexes.allSatisfy({ $0.map(Stored.positions.contains) ?? false })
    else {
      throw .damaged("list of questions", row.text(column))
    }
    return indexes.compactMap(\.self)
  }

  static func text(_ indexes: [Int]) -> String { "[\(indexes.map(String.init).joined(separator: ","))]" }

  static func text(_ list: [String]) -> String { JSONStrings.text(list) }

  static func text(_ lists: [[String]]) -> String { "[\(lists.map { text($0) }.joined(separator: ","))]" }
}

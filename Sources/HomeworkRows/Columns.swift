import HomeworkJSON
import HomeworkModel

extension Row {
  /// Returns a public id; any other value is damage.
  func id<Entity>(_ index: Int) throws(RowError) -> Identifier<Entity> {
    guard let id: Identifier<Entity> = try optionalId(index) else { throw .damaged("id", text(index)) }
    return id
  }

  /// Returns a public id or `nil`.
  func optionalId<Entity>(_ index: Int) throws(RowError) -> Identifier<Entity>? {
    guard let bytes = utf8(index) else { return nil }
    guard let id = Identifier<Entity>(utf8: bytes) else { throw .damaged("id", text(index)) }
    return id
  }

  /// Returns a number that only damage takes out of its range.
  func int(_ index: Int, in range: ClosedRange<Int>, _ what: String) throws(RowError) -> Int {
    let number = int(index)
    guard range.contains(number) else { throw .damaged(what, text(index)) }
    return number
  }

  /// Returns such a number or `nil`.
  func optionalInt(_ index: Int, in range: ClosedRange<Int>, _ what: String) throws(RowError) -> Int? {
    isNull(index) ? nil : try int(index, in: range, what)
  }

  /// Returns an outcome.
  func outcome(_ index: Int) throws(RowError) -> Outcome {
    guard let outcome = Outcome(rawValue: text(index)) else { throw .damaged("outcome", text(index)) }
    return outcome
  }

  /// Returns a moment in the years 0 to 9999: adding to it does not overflow, and it can be written in ISO 8601.
  func timestamp(_ index: Int) throws(RowError) -> Timestamp {
    let milliseconds = int64(index)
    guard -62_167_219_200_000...253_402_300_799_999 ~= milliseconds else { throw .damaged("time", text(index)) }
    return Timestamp(millisecondsSince1970: milliseconds)
  }

  /// Returns such a moment or `nil`.
  func optionalTimestamp(_ index: Int) throws(RowError) -> Timestamp? {
    isNull(index) ? nil : try timestamp(index)
  }
}

/// The values that fit into a row; this program writes no others.
enum Stored {
  /// A question's place in its quiz, from 0.
  static let positions = 0...QuizDraft.questionCounts.upperBound - 1
  /// The number of questions of a quiz that are right, that follow one another, or that earned a star.
  static let counts = 0...QuizDraft.questionCounts.upperBound
  static let streakPositions = 0...Streak.cycle
  static let percentages = 0...100
  /// The number of anything that is counted one by one.
  static let tallies = 0...Int(Int32.max)
}

/// Lists of strings inside a column, as JSON.
enum JSONColumn {
  static func strings(_ row: Row, _ index: Int) throws(RowError) -> [String] {
    // The schema's CHECKs ensure that every such column is a list, but not what it lists.
    guard let text = row.utf8(index), let list = try? JSONStrings.read(text) else {
      throw .damaged("list", row.text(index))
    }
    return list
  }

  static func lists(_ row: Row, _ index: Int) throws(RowError) -> [[String]] {
    guard let text = row.utf8(index), let lists = (try? JSONValue(text))?.array else {
      throw .damaged("list", row.text(index))
    }
    return try lists.map { (list) throws(RowError) in
      guard let strings = list.array, case let texts = strings.compactMap(\.string), texts.count == strings.count else {
        throw .damaged("list", row.text(index))
      }
      return texts
    }
  }

  /// Returns places of questions in a quiz, from 0, at least one.
  static func places(_ row: Row, _ index: Int) throws(RowError) -> [Int] {
    let places = row.utf8(index).flatMap { (try? JSONValue($0))?.array }?.map { $0.number.flatMap(Int.init(exactly:)) }
    guard let places, !places.isEmpty, places.allSatisfy({ $0.map(Stored.positions.contains) ?? false }) else {
      throw .damaged("list of questions", row.text(index))
    }
    return places.compactMap(\.self)
  }

  static func text(_ places: [Int]) -> String { "[\(places.map(String.init).joined(separator: ","))]" }

  static func text(_ list: [String]) -> String { JSONStrings.text(list) }

  static func text(_ lists: [[String]]) -> String { "[\(lists.map { text($0) }.joined(separator: ","))]" }
}

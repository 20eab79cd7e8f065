import Foundation
import HomeworkModel
import HomeworkSQLite

extension Row {
  /// A public id; one that is none is damage.
  func id<Entity>(_ index: Int) throws(SQLiteError) -> Identifier<Entity> {
    guard let id: Identifier<Entity> = try optionalId(index) else { throw .damaged("id", text(index)) }
    return id
  }

  /// The same where there may be none.
  func optionalId<Entity>(_ index: Int) throws(SQLiteError) -> Identifier<Entity>? {
    guard let bytes = utf8(index) else { return nil }
    guard let id = Identifier<Entity>(utf8: bytes) else { throw .damaged("id", text(index)) }
    return id
  }

  /// A number that only damage takes out of its range.
  func int(_ index: Int, in range: ClosedRange<Int>, _ what: String) throws(SQLiteError) -> Int {
    let number = int(index)
    guard range.contains(number) else { throw .damaged(what, text(index)) }
    return number
  }

  /// The same where there may be none.
  func optionalInt(_ index: Int, in range: ClosedRange<Int>, _ what: String) throws(SQLiteError) -> Int? {
    isNull(index) ? nil : try int(index, in: range, what)
  }

  /// A moment of the years 0 to 9999: nothing that is added to it overflows, and it is written as ISO 8601 says.
  func timestamp(_ index: Int) throws(SQLiteError) -> Timestamp {
    let milliseconds = int64(index)
    guard -62_167_219_200_000...253_402_300_799_999 ~= milliseconds else { throw .damaged("time", text(index)) }
    return Timestamp(millisecondsSince1970: milliseconds)
  }

  /// The same where there may be none.
  func optionalTimestamp(_ index: Int) throws(SQLiteError) -> Timestamp? {
    isNull(index) ? nil : try timestamp(index)
  }
}

/// What fits into a row; anything else was not written by this program.
enum Stored {
  /// A question's place in its quiz, from 0.
  static let positions = 0...QuizDraft.questionCounts.upperBound - 1
  /// Questions of a quiz that are right, that follow one another, or that earned a star.
  static let counts = 0...QuizDraft.questionCounts.upperBound
  static let streakPositions = 0...Streak.cycle
  static let percentages = 0...100
  /// Of anything that is counted one by one.
  static let tallies = 0...Int(Int32.max)
}

extension SQLiteError {
  /// What stands in a row and cannot: the file was changed by something else, or rots.
  static func damaged(_ what: String, _ found: String) -> SQLiteError {
    SQLiteError(extendedCode: Code.corrupt, message: "\"\(found.prefix(80))\" is no \(what)")
  }
}

/// Lists of strings inside a column, as JSON.
///
/// A page of homework or a quiz has dozens of them, nearly all without an escape: those are read and written here, eight
/// times as fast as by Foundation, which does the rest.
enum JSONColumn {
  static func strings(_ row: Row, _ index: Int) throws(SQLiteError) -> [String] {
    if let plain = row.utf8(index).flatMap(plainStrings) { return plain }
    return try decode(row.text(index))
  }

  static func decode<List: Decodable>(_ text: String) throws(SQLiteError) -> List {
    // The schema's CHECKs hold every such column to be a list, but not what of.
    do { return try JSONDecoder().decode(List.self, from: Data(text.utf8)) } catch { throw .damaged("list", text) }
  }

  static func text(_ list: [String]) throws(StoreError) -> String {
    // What a list of plain strings takes: two quotes and a comma each, and one bracket more than commas.
    let length = list.reduce(1) { $0 + $1.utf8.count + 3 }
    guard !list.isEmpty, length < 1 << 20 else { return try encode(list) }
    var isPlain = true
    let text = String(unsafeUninitializedCapacity: length) { bytes in
      var end = 0
      func put(_ byte: UInt8) {
        bytes.initializeElement(at: end, to: byte)
        end += 1
      }
      put(UInt8(ascii: "["))
      for (index, string) in list.enumerated() {
        if index > 0 { put(UInt8(ascii: ",")) }
        put(quote)
        for byte in string.utf8 {
          isPlain = isPlain && byte >= 0x20 && byte != quote && byte != backslash
          put(byte)
        }
        put(quote)
      }
      put(UInt8(ascii: "]"))
      return end
    }
    return isPlain ? text : try encode(list)
  }

  static func encode(_ list: some Encodable) throws(StoreError) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    do { return String(decoding: try encoder.encode(list), as: UTF8.self) } catch { throw .inconsistent("\(error)") }
  }

  private static let quote = UInt8(ascii: "\"")
  private static let backslash = UInt8(ascii: "\\")

  /// `["…","…"]` without white space or escapes; `nil` for any other text.
  private static func plainStrings(_ bytes: UnsafeBufferPointer<UInt8>) -> [String]? {
    guard bytes.count >= 2, bytes.first == UInt8(ascii: "["), bytes.last == UInt8(ascii: "]") else { return nil }
    guard bytes.count > 2 else { return [] }
    var strings: [String] = []
    var index = 1
    while true {
      guard bytes[index] == quote else { return nil }
      let start = index + 1
      index = start
      while index < bytes.count - 1, bytes[index] != quote {
        if bytes[index] == backslash || bytes[index] < 0x20 { return nil }
        index += 1
      }
      guard index < bytes.count - 1 else { return nil }
      strings.append(String(decoding: UnsafeBufferPointer(rebasing: bytes[start..<index]), as: UTF8.self))
      index += 1
      if index == bytes.count - 1 { return strings }
      guard bytes[index] == UInt8(ascii: ","), index + 1 < bytes.count - 1 else { return nil }
      index += 1
    }
  }
}

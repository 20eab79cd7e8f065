import HomeworkJSON
import HomeworkModel
import HomeworkSQLite

extension Row {
  /// A public id; one that is none is damage.
  func id<Entity>(_ index: Int) throws(SQLiteError) -> Identifier<Entity> {
    guard let id: Identifier<Entity> = optionalId(index) else { throw .damaged("id", text(index)) }
    return id
  }

  func optionalId<Entity>(_ index: Int) -> Identifier<Entity>? { utf8(index).flatMap { Identifier(utf8: $0) } }
}

extension SQLiteError {
  /// What stands in a row and cannot: the file was changed by something else, or rots.
  static func damaged(_ what: String, _ found: String) -> SQLiteError {
    SQLiteError(extendedCode: Code.corrupt, message: "\"\(found.prefix(80))\" is no \(what)")
  }
}

/// Lists of strings inside a column, as JSON.
enum JSONColumn {
  static func strings(_ row: Row, _ index: Int) throws(SQLiteError) -> [String] {
    // The schema's CHECKs hold every such column to be a list, but not what of.
    guard let text = row.utf8(index), let list = try? JSONStrings.read(text) else {
      throw .damaged("list", row.text(index))
    }
    return list
  }

  static func lists(_ row: Row, _ index: Int) throws(SQLiteError) -> [[String]] {
    guard let text = row.utf8(index), let lists = (try? JSONValue(text))?.array else {
      throw .damaged("list", row.text(index))
    }
    return try lists.map { (list) throws(SQLiteError) in
      guard let strings = list.array, case let texts = strings.compactMap(\.string), texts.count == strings.count else {
        throw .damaged("list", row.text(index))
      }
      return texts
    }
  }

  static func text(_ list: [String]) -> String { JSONStrings.text(list) }

  static func text(_ lists: [[String]]) -> String { "[\(lists.map { text($0) }.joined(separator: ","))]" }
}

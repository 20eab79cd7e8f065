import HomeworkMigrations
package import HomeworkModel

/// Compares a database's schema with this program's, so that no trigger, view, table or index of another program
/// is ever used.
package enum SchemaCheck {
  /// The statement that created a schema object, as it is and without what may differ, by the object's type and name.
  private typealias Statements = [String: (sql: String, normalised: String)]

  /// The checksum of the newest schema, by which nearly every file is known to have it: to create it in memory takes
  /// longer than most commands. With a wrong checksum it is created.
  package static let checksum = "7c2128dd905f5259"

  static let views: Set<Substring> = ["credit", "progress", "homework_words"]

  /// A difference, such as `trigger "spy" does not belong to hwdb`.
  struct Difference {
    let detail: String
    /// Removes the object; `nil` for an object of this program.
    let removal: String?
    /// Makes a missing index, trigger or view again; nothing is lost with it.
    let creation: String?
  }

  /// Throws `unusable` if the schema has a foreign object, and `corrupt` if a table of ours is missing or an object is
  /// changed. What can be made again is no reason to refuse anything; returns the statements that do.
  @discardableResult
  static func refuseDifference(_ connection: Connection, path: String) throws(StoreError) -> [String] {
    let found = try differences(connection)
    guard let first = found.first(where: { $0.creation == nil }) else { return found.compactMap(\.creation) }
    guard let removal = first.removal else { throw .unavailable(.corrupt(first.detail)) }
    let words = [path, removal].map { "'\($0.replacing("'", with: "'\\''"))'" }
    throw .unavailable(
      .unusable(database: path, first.detail, advice: "remove it with sqlite3 \(words[0]) \(words[1])"))
  }

  /// Returns all differences, foreign objects first.
  static func differences(_ connection: Connection) throws(StoreError) -> [Difference] {
    // Other programs cannot reach memory.
    guard connection.path != ":memory:" else { return [] }
    let version = try connection.number("PRAGMA user_version")
    let found = try schema(of: connection)
    if version == Migrator.sqlite.version, checksum(of: found) == checksum { return [] }
    let expected = try version == 0 ? [:] : schema(createdBy: connection.migrator.migrations.through(version))
    return found.filter { expected[$0.key] == nil }.keys.sorted().map { object in
      let (type, name) = (object.prefix { $0 != " " }, object.drop { $0 != " " }.dropFirst())
      return Difference(
        detail: "\(type) \"\(name)\" does not belong to hwdb",
        removal: "DROP \(type.uppercased()) \"\(name.replacing("\"", with: "\"\""))\"", creation: nil)
    }
      + expected.filter { found[$0.key]?.normalised != $0.value.normalised }.keys.sorted().map { object in
        let (isMissing, isDerived) = (found[object] == nil, !object.hasPrefix("table "))
        return Difference(
          detail: "another program \(isMissing ? "removed" : "changed") \(object)", removal: nil,
          creation: isMissing && isDerived ? expected[object]?.sql : nil)
      }
  }

  /// Returns what `checksum` has to be.
  package static func checksumOfSchema() throws(StoreError) -> String {
    checksum(of: try schema(createdBy: Migrations.sqlite))
  }

  private static func checksum(of schema: Statements) -> String {
    let lines = schema.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value.normalised)\n" }
    return Migration.checksum(of: Array(lines.joined().utf8))
  }

  private static func schema(createdBy migrations: Migrations) throws(StoreError) -> Statements {
    let connection = try Connection(path: ":memory:", access: .create, migrator: Migrator(migrations))
    try NewFile.create(connection, at: Timestamp(millisecondsSince1970: 0))
    return try schema(of: connection)
  }

  /// Returns the schema without SQLite's own tables, such as ANALYZE's.
  private static func schema(of connection: Connection) throws(StoreError) -> Statements {
    let objects = try connection.all(
      """
      SELECT type, name, coalesce(sql, '') FROM sqlite_schema
      WHERE NOT (type IN ('table', 'index') AND name LIKE 'sqlite\\_%' ESCAPE '\\')
      """
    ) { (type: $0.text(0), name: $0.text(1), statement: $0.text(2)) }
    return Dictionary(objects.map { ("\($0.type) \($0.name)", ($0.statement, normalised($0.statement))) }) {
      ($0.0 + $1.0, $0.1 + $1.1)
    }
  }

  /// Returns a statement without white space and line comments, which may differ between releases.
  private static func normalised(_ statement: String) -> String {
    let (quote, hyphen, feed) = (UInt8(ascii: "'"), UInt8(ascii: "-"), UInt8(ascii: "\n"))
    var (kept, isQuoted, isComment) = ([UInt8](), false, false)
    let bytes = Array(statement.utf8)
    for (index, byte) in bytes.enumerated() {
      if isComment {
        isComment = byte != feed
      } else if !isQuoted, byte == hyphen, bytes.dropFirst(index + 1).first == hyphen {
        isComment = true
      } else {
        if byte == quote { isQuoted.toggle() }
        if isQuoted || byte > UInt8(ascii: " ") { kept.append(byte) }
      }
    }
    return String(decoding: kept, as: UTF8.self)
  }
}

import HomeworkStore

/// A statement as one connection knows it: prepared once, under a name of its own.
final class PreparedStatement {
  /// Kept, since a constant is known by its place in memory.
  private let sql: SQL
  let name: String
  /// As it was written.
  let text: String
  /// What its parameters were declared as.
  let kinds: [Parameter.Kind]

  init(_ sql: SQL, name: String, text: String, kinds: [Parameter.Kind]) {
    (self.sql, self.name, self.text, self.kinds) = (sql, name, text, kinds)
  }

  var key: SQL.Key { sql.key }
}

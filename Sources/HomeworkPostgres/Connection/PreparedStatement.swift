import HomeworkStore

/// A statement prepared once by one connection, under its own name.
final class PreparedStatement {
  /// Retained, because a constant is identified by its address.
  private let sql: SQL
  let name: String
  /// The text as sent.
  let text: String
  /// The declared kinds of its parameters.
  let kinds: [Parameter.Kind]

  init(_ sql: SQL, name: String, text: String, kinds: [Parameter.Kind]) {
    (self.sql, self.name, self.text, self.kinds) = (sql, name, text, kinds)
  }

  var key: SQL.Key { sql.key }
}

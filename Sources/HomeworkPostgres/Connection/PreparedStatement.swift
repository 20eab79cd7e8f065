import HomeworkStore

/// A statement prepared once by one connection, under its own name, and the declared kinds of its parameters.
final class PreparedStatement {
  let sql: SQL, name: String, kinds: [Parameter.Kind]

  init(_ sql: SQL, name: String, kinds: [Parameter.Kind]) { (self.sql, self.name, self.kinds) = (sql, name, kinds) }

  var text: String { sql.text }
}

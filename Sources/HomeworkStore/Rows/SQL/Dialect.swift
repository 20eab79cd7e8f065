/// The differences between SQLite's and PostgreSQL's SQL.
package enum Dialect: Sendable {
  case sqlite, postgres

  /// The day six days after the parameter; NULL if the parameter is not a day.
  var sixDaysLater: String {
    switch self {
    case .sqlite: "date(?, '+6 days')"
    case .postgres:
      """
      (SELECT CASE WHEN is_date(day) THEN to_char(CAST(day AS date) + 6, 'YYYY-MM-DD') END
        FROM (SELECT CAST(? AS text) AS day) AS given)
      """
    }
  }

  /// The foreign keys: table, first column, other table, and whether a row `y` of it is what a row `x` refers to.
  var foreignKeys: SQL {
    switch self {
    case .sqlite:
      """
      SELECT t.name, min(k."from") FILTER (WHERE k.seq = 0), k."table",
        group_concat('y.' || coalesce(k."to", (SELECT name FROM pragma_table_info(k."table") WHERE pk = k.seq + 1))
          || ' = x.' || k."from", ' AND ')
      FROM pragma_table_list t JOIN pragma_foreign_key_list(t.name) k WHERE t.schema = 'main'
      GROUP BY t.name, k.id ORDER BY 1, 2
      """
    case .postgres:
      """
      SELECT t.relname, a.attname, r.relname, (
        SELECT string_agg('y.' || o.attname || ' = x.' || m.attname, ' AND ')
        FROM unnest(k.conkey, k.confkey) AS c (mine, other)
          JOIN pg_attribute m ON m.attrelid = t.oid AND m.attnum = c.mine
          JOIN pg_attribute o ON o.attrelid = r.oid AND o.attnum = c.other)
      FROM pg_constraint k JOIN pg_class t ON t.oid = k.conrelid JOIN pg_class r ON r.oid = k.confrelid
        JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = k.conkey[1]
        JOIN pg_namespace n ON n.oid = k.connamespace
      WHERE k.contype = 'f' AND n.nspname = current_schema() ORDER BY 1, 2
      """
    }
  }

  /// Orders answers by position within their attempt: in SQLite rows already come in that order.
  var alsoByPosition: String { self == .sqlite ? "" : ", r.position" }
}

/// What SQLite and PostgreSQL call differently in the same statement.
package enum Dialect: Sendable {
  case sqlite, postgres

  /// The columns that come first in every key.
  var partition: String { self == .sqlite ? "" : "library, " }

  /// A day six days after the parameter; NULL if that is no day.
  var sixDaysLater: String {
    switch self {
    case .sqlite: "date(?, '+6 days')"
    case .postgres:
      """
      (SELECT CASE WHEN hwdb.is_date(day) THEN to_char(CAST(day AS date) + 6, 'YYYY-MM-DD') END
        FROM (SELECT CAST(? AS text) AS day) AS given)
      """
    }
  }

  /// The values of a column, as a JSON list.
  func jsonList(_ column: String) -> String {
    self == .sqlite ? "json_group_array(\(column))" : "coalesce(json_agg(\(column)), '[]')"
  }

  /// A condition that is true of each row, or an error: of those that are not as this program wrote them. The server of
  /// PostgreSQL has checksums of pages.
  func isAsWritten(_ table: Table, _ alias: String) -> String {
    self == .sqlite ? "is_as_written(\(alias).checksum, \(table.signedValues(of: alias, self)))" : "true"
  }

  /// The answers of an attempt, after its own order: in SQLite its rows are in that order.
  var alsoByPlace: String { self == .sqlite ? "" : ", r.position" }

  /// The keys of questions that have revisions.
  var revised: String {
    switch self {
    case .sqlite: "card IS NOT NULL OR public_id IN (SELECT card FROM question WHERE card IS NOT NULL)"
    case .postgres:
      """
      id IN (
        SELECT id FROM question WHERE card IS NOT NULL
        UNION ALL SELECT f.id FROM question q JOIN question f ON f.public_id = q.card WHERE q.card IS NOT NULL)
      """
    }
  }
}

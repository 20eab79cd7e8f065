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

  /// Orders answers by place within their attempt: in SQLite rows already come in that order.
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

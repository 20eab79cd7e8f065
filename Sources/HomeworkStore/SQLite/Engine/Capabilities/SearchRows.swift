package import HomeworkModel

/// The full-text index keeps no copy of its content: it gets an assignment's words before they change, to remove them,
/// and again afterwards.
extension SQLiteRows {
  package func index(homework row: Int64, _ rows: RowTransaction) throws(StoreError) {
    try rows.run(
      """
      INSERT INTO homework_search (rowid, title, subject, text, questions)
      SELECT id, title, subject, text, questions FROM homework_words WHERE id = ?
      """, row)
  }

  package func unindex(homework row: Int64, _ rows: RowTransaction) throws(StoreError) {
    try rows.run(
      """
      INSERT INTO homework_search (homework_search, rowid, title, subject, text, questions)
      SELECT 'delete', id, title, subject, text, questions FROM homework_words WHERE id = ?
      """, row)
  }

  /// Quotes every word, so that FTS5 takes none for an operator; ignores words without a letter or digit.
  package func condition(matching search: String) throws(StoreError) -> (String, [any SQLBindable]) {
    let words = search.split(whereSeparator: \.isWhitespace).filter { $0.contains { $0.isLetter || $0.isNumber } }
    guard !words.isEmpty else { throw .invalid([Fault(path: "search", message: "holds no word")]) }
    let quoted = words.map { "\"" + $0.replacing("\"", with: "\"\"").replacing("\0", with: " ") + "\"" }
    return (
      "h.id IN (SELECT rowid FROM homework_search WHERE homework_search MATCH ?)", [quoted.joined(separator: " ") + "*"]
    )
  }
}

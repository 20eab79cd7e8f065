package import HomeworkModel

/// The full-text index follows its tables by triggers, for other programs' writes, too.
extension Connection {
  package func index(homework id: Homework.ID, _ rows: RowTransaction) throws(StoreError) {}

  /// Quotes every word, so that FTS5 takes none for an operator; ignores words without a letter or digit.
  package func condition(matching search: String) throws(StoreError) -> (String, [any SQLBindable]) {
    let words = search.split(whereSeparator: \.isWhitespace).filter { $0.contains { $0.isLetter || $0.isNumber } }
    guard !words.isEmpty else { throw .invalid([Fault(path: "search", message: "contains no searchable word")]) }
    let quoted = words.map { "\"" + $0.replacing("\"", with: "\"\"").replacing("\0", with: " ") + "\"" }
    return (
      "h.search_row IN (SELECT rowid FROM homework_search WHERE homework_search MATCH ?)",
      [quoted.joined(separator: " ") + "*"]
    )
  }
}

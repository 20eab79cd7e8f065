import HomeworkModel

/// The conditions of a list, with their values.
struct ListQuery {
  private var conditions = [Seen.isWhole("h")]
  private(set) var values: [any SQLBindable] = []

  init(_ filter: HomeworkFilter) {
    if let subject = filter.subject { add("h.subject = ?", subject) }
    if let collection = filter.collection {
      add(
        """
        h.id IN (
          SELECT m.homework FROM homework_collection m JOIN collection c ON c.id = m.collection WHERE c.name = ?)
        """, collection)
    }
    let attempted = """
      EXISTS (SELECT 1 FROM attempt a JOIN quiz z ON z.id = a.quiz
        WHERE z.homework = h.id AND a.learner = \(SQLiteTransaction.wantedLearner))
      """
    switch filter.status {
    case nil: break
    case .new: add("d.completed_at_ms IS NULL AND NOT \(attempted)")
    case .started: add("d.completed_at_ms IS NULL AND \(attempted)")
    case .completed: add("d.completed_at_ms IS NOT NULL")
    }
    switch filter.due {
    case nil: break
    case .today(let day): add("h.due_on = ?", day)
    case .week(let day): add("h.due_on BETWEEN ? AND date(?, '+6 days')", day, day)
    case .overdue(let day): add("h.due_on < ? AND d.completed_at_ms IS NULL", day)
    }
  }

  mutating func add(_ condition: String, _ values: any SQLBindable...) {
    conditions.append(condition)
    self.values += values
  }

  /// Quotes every word, so that none is taken for an operator of FTS5; ignores a word without letter or digit.
  mutating func match(_ search: String) throws(StoreError) {
    let words = search.split(whereSeparator: \.isWhitespace).filter { $0.contains { $0.isLetter || $0.isNumber } }
    guard !words.isEmpty else { throw .invalid([Fault(path: "search", message: "holds no word")]) }
    let quoted = words.map { "\"" + $0.replacing("\"", with: "\"\"").replacing("\0", with: " ") + "\"" }
    add(
      "h.id IN (SELECT rowid FROM homework_search WHERE homework_search MATCH ?)", quoted.joined(separator: " ") + "*")
  }

  var text: String { "WHERE " + conditions.joined(separator: " AND ") }
}

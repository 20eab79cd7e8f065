import HomeworkModel

/// A list's conditions and their values.
struct ListQuery {
  private var conditions = ["h.hidden_at_ms IS NULL"]
  private(set) var values: [any SQLBindable] = []

  init(_ filter: HomeworkFilter, _ dialect: Dialect) {
    if let subject = filter.subject { add("h.subject = ?", subject) }
    if let collection = filter.collection {
      add("h.id IN (SELECT homework FROM collection WHERE name = ?)", collection)
    }
    for word in filter.note?.split(whereSeparator: \.isWhitespace) ?? [] {
      // Instead of LIKE, which folds case only in SQLite and interprets wildcards. The column's case is folded for
      // ASCII letters only; PostgreSQL would fold a value by the database's collation.
      let folded = word.utf8.map { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 ? $0 + 32 : $0 }
      add("replace(lower(h.note), ?, '') <> lower(h.note)", String(decoding: folded, as: UTF8.self))
    }
    let attempted = """
      EXISTS (SELECT 1 FROM quiz z CROSS JOIN attempt a
        WHERE z.homework = h.id AND a.quiz = z.id AND a.learner = \(RowTransaction.wantedLearner))
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
    case .week(let day): add("h.due_on BETWEEN ? AND \(dialect.sixDaysLater)", day, day)
    case .overdue(let day): add("h.due_on < ? AND d.completed_at_ms IS NULL", day)
    }
  }

  mutating func add(_ condition: String, _ values: any SQLBindable...) { add(condition, binding: values) }

  mutating func add(_ condition: String, binding values: [any SQLBindable]) {
    conditions.append(condition)
    self.values += values
  }

  var text: String { "WHERE " + conditions.joined(separator: " AND ") }
}

import HomeworkModel

/// Rows of several tables as JSON, by table: a deleted assignment, or a learner with everything of theirs.
struct Document {
  typealias Row = [String: JSONValue]

  private(set) var rows: [String: [Row]]

  init(_ rows: [String: [Row]]) { self.rows = rows }

  /// - Throws: `corrupt` if it is not an object of lists of rows.
  init(_ json: JSONValue?) throws(StoreError) {
    guard case .object(let members)? = json else { throw .damaged("document", "the JSON") }
    rows = [:]
    for (name, list) in members {
      guard let list = list.array else { throw .damaged("list of rows", name) }
      rows[name] = try list.map { (row) throws(StoreError) in
        guard case .object(let row) = row else { throw .damaged("row", name) }
        return row
      }
    }
  }

  var json: JSONValue { .object(rows.mapValues { .array($0.map { .object($0) }) }) }

  subscript(_ table: Table) -> [Row] { rows[table.name] ?? [] }

  /// Renumbers each table's rows within the document, so that it is the same from any library.
  mutating func number(_ tables: Tables) {
    var keys: [String: [JSONValue: JSONValue]] = [:]
    for table in tables.all {
      let references = table.columns.filter(\.isReference).map(\.name)
      rows[table.name] = rows[table.name]?.enumerated().map { index, row in
        var row = row
        if table.hasKey, let key = row["id"] {
          row["id"] = .int(Int64(index + 1))
          keys[table.name, default: [:]][key] = row["id"]
        }
        for reference in references { row[reference] = row[reference].map { keys[reference]?[$0] ?? $0 } }
        return row
      }
    }
  }

  /// Removes rows of one table, and all rows of other tables that refer to them.
  mutating func remove(from table: Table, _ tables: Tables, where isRemoved: (Row) -> Bool) {
    let removed = self[table].filter(isRemoved)
    guard !removed.isEmpty else { return }
    rows[table.name] = self[table].filter { !isRemoved($0) }
    let keys = Set(removed.compactMap { $0["id"] })
    guard table.hasKey else { return }
    for other in tables.all where other.columns.contains(where: { $0.isReference && $0.name == table.name }) {
      remove(from: other, tables) { $0[table.name].map(keys.contains) ?? false }
    }
  }
}

/// A document's scope: rows selected by the condition of their table or their owner's table, given the first value.
enum DocumentScope {
  case homework, learner

  private static let homeworkOfLearner = """
    SELECT homework FROM completion WHERE learner = ?1
    UNION SELECT z.homework FROM attempt a JOIN quiz z ON z.id = a.quiz WHERE a.learner = ?1
    """

  /// Returns the condition for a table's rows; `nil` if such a document has none of them.
  func condition(of table: Table, _ tables: Tables) -> String? {
    switch (self, table.name) {
    case (.homework, "homework"), (.learner, "learner"): return "id = ?1"
    // Attempts in progress are not graded by another library's corrections.
    case (.learner, "regrading"): return nil
    case (.learner, "homework"): return "id IN (\(Self.homeworkOfLearner))"
    case (_, "collection"):
      return condition(of: .homeworkCollection, tables).map {
        "id IN (SELECT collection FROM homework_collection WHERE \($0))"
      }
    default: break
    }
    guard let owner = table.owner, let condition = tables.named(owner).flatMap({ condition(of: $0, tables) }) else {
      return nil
    }
    let owned = "\(owner) IN (SELECT id FROM \(owner) WHERE \(condition))"
    switch (self, table.name) {
    // Reviews have quizzes of their own.
    case (.learner, "quiz"):
      return "(\(owned) OR homework IS NULL AND id IN (SELECT quiz FROM attempt WHERE learner = ?1))"
    case (.learner, _) where owner != "learner" && table.columns.contains { $0.isReference && $0.name == "learner" }:
      return "\(owned) AND learner = ?1"
    default: return owned
    }
  }
}

extension RowTransaction {
  /// Returns the document of an assignment or of a learner, by row.
  func document(_ scope: DocumentScope, _ row: Int64) throws(StoreError) -> Document {
    let tables = engine.tables
    var rows: [String: [Document.Row]] = [:]
    for table in tables.all {
      guard let condition = scope.condition(of: table, tables) else { continue }
      let columns = scope == .learner ? table.columns.filter(\.isExported) : table.columns
      let names = columns.map(\.name).joined(separator: ", ")
      rows[table.name] = try all(
        .text("SELECT \(names) FROM \(table.name) WHERE \(condition) ORDER BY \(table.order)"), row
      ) { row in
        Dictionary(
          uniqueKeysWithValues: columns.enumerated().map { index, column in
            (column.member, column.json(in: row, at: index))
          })
      }
    }
    return Document(rows)
  }
}

/// Stores the rows of a document under new keys.
struct Restoring {
  private let rows: RowTransaction
  private let scope: DocumentScope
  private(set) var document: Document
  /// The new keys of each table's rows, by the document's keys; references to other tables are keys of this database.
  private var keys: [String: [Int64: Int64]] = [:]
  /// The stored homework, in order.
  private(set) var homework: [(id: Homework.ID, row: Int64, isNew: Bool)] = []

  init(_ document: Document, _ scope: DocumentScope, in rows: RowTransaction) {
    (self.document, self.scope, self.rows) = (document, scope, rows)
  }

  /// - Throws: `corrupt` and `inconsistent` if the content is impossible.
  mutating func restore() throws(StoreError) {
    let tables = rows.engine.tables
    // Events belong to the library in which they happened.
    for table in tables.all where table.name != "event" && scope.condition(of: table, tables) != nil {
      keys[table.name] = [:]
      for row in document[table] { try restore(row, of: table) }
      if table.name == "homework" { leaveKnownCollections(tables) }
    }
  }

  private mutating func restore(_ row: Document.Row, of table: Table) throws(StoreError) {
    let columns = table.given.filter { scope == .homework || $0.isExported }
    var values: [String: SQLValue] = [:]
    for column in columns { values[column.name] = try value(of: column, in: row) }
    let former: Int64? = if case .int(let key)? = row["id"] { key } else { nil }
    let known = try known(table, values)
    if let known {
      if let former { keys[table.name]?[former] = known }
    } else {
      try complete(&values, of: table)
      let key = try rows.insert(values, columns, into: table)
      if let former, let key { keys[table.name]?[former] = key }
    }
    guard table.name == "homework", case .text(let id)? = values["public_id"] else { return }
    guard let former, let key = keys["homework"]?[former], let id = Homework.ID(id) else {
      throw .damaged("id of homework", id)
    }
    homework.append((id, key, known == nil))
  }

  private func value(of column: Column, in row: Document.Row) throws(StoreError) -> SQLValue {
    let value = try column.value(of: row[column.member])
    guard column.isReference, case .integer(let former) = value, let keys = keys[column.name] else { return value }
    guard let key = keys[former] else { throw .damaged("key of \(column.name)", "\(former)") }
    return .integer(key)
  }

  /// Returns the row of homework, a quiz, a question or a collection that this database already has.
  private func known(_ table: Table, _ values: [String: SQLValue]) throws(StoreError) -> Int64? {
    let name: String
    switch table.name {
    case "collection": name = "name"
    case "homework", "quiz", "question": name = "public_id"
    default: return nil
    }
    guard scope == .learner || table.name == "collection", let value = values[name] else { return nil }
    let references = table.columns.filter { $0.isReference && $0.isExported }
    let names = (["id"] + references.map(\.name)).joined(separator: ", ")
    return try rows.first(.text("SELECT \(names) FROM \(table.name) WHERE \(name) = ?"), value) {
      (row) throws(StoreError) in
      for (index, column) in references.enumerated()
      where column.value(in: row, at: index + 1) != values[column.name] {
        throw .damaged("\(column.name) of the \(table.name) that is here", "\(value)")
      }
      return row.int64(0)
    }
  }

  /// Sets the values that depend on the target database.
  private func complete(_ values: inout [String: SQLValue], of table: Table) throws(StoreError) {
    guard scope == .learner else { return }
    switch table.name {
    case "learner":
      guard case .text(let name)? = values["name"] else { throw .damaged("name of a learner", "") }
      values["folded_name"] = .text(Learner.foldedName(name))
    case "quiz":
      // Known homework keeps its own current quiz.
      if case .integer(let row)? = values["homework"], homework.contains(where: { $0.row == row && !$0.isNew }) {
        values["is_current"] = .flag(false)
      }
    default: break
    }
  }

  /// Removes the document's collections of known homework, which keeps its own.
  private mutating func leaveKnownCollections(_ tables: Tables) {
    let known = Set(homework.filter { !$0.isNew }.map(\.row))
    let former = Set((keys["homework"] ?? [:]).filter { known.contains($0.value) }.map { JSONValue.int($0.key) })
    document.remove(from: .homeworkCollection, tables) { $0["homework"].map(former.contains) ?? false }
    let used = Set(document[.homeworkCollection].compactMap { $0["collection"] })
    document.remove(from: .collection, tables) { $0["id"].map { !used.contains($0) } ?? true }
  }

  /// Throws if an answer's question is not in its attempt's quiz: such an answer would survive its question's deletion.
  func requireOwnQuestions() throws(StoreError) {
    func quizzes(_ table: Table) throws(StoreError) -> [JSONValue: JSONValue] {
      var quizzes: [JSONValue: JSONValue] = [:]
      for row in document[table] {
        let id = row["id"] ?? .null
        guard quizzes.updateValue(row["quiz"] ?? .null, forKey: id) == nil else {
          throw .damaged(table.name, "two have the id \(String(decoding: id.encoded(), as: UTF8.self))")
        }
      }
      return quizzes
    }
    let (attempts, questions) = (try quizzes(.attempt), try quizzes(.question))
    for answer in document[.answer] {
      let (attempt, question) = (answer["attempt"] ?? .null, answer["question"] ?? .null)
      guard let quiz = attempts[attempt], quiz == questions[question] else {
        throw .damaged("question of an answer", String(decoding: question.encoded(), as: UTF8.self))
      }
    }
  }
}

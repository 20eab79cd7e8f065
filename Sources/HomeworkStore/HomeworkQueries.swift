import Foundation
public import Homework
import SQLite

/// Which homework a list shows.
public struct HomeworkFilter: Hashable, Sendable {
  public var subject: String?
  public var collection: String?
  public var status: Status?

  public init(subject: String? = nil, collection: String? = nil, status: Status? = nil) {
    self.subject = subject
    self.collection = collection
    self.status = status
  }

  public enum Status: String, Hashable, Sendable, Codable, CaseIterable {
    /// Neither marked complete nor ever attempted.
    case new
    /// Attempted, and not marked complete.
    case started
    /// Marked complete.
    case completed
  }
}

/// Some of a list, and where the rest begins.
public struct Page<Item: Sendable>: Sendable {
  public let items: [Item]
  /// What to ask with for the following items; `nil` at the end.
  public let next: String?
}

extension ReadTransaction {
  /// Newest first, then by id. `after` is the `next` of the page before.
  public func homeworkList(
    _ filter: HomeworkFilter = HomeworkFilter(), limit: Int = 50, after cursor: String? = nil
  ) throws(StoreError) -> Page<Homework> {
    guard (1...500).contains(limit) else {
      throw .invalid([Fault(path: "limit", message: "must be between 1 and 500, is \(limit)")])
    }
    var conditions: [String] = []
    var values: [any Bindable] = []
    if let subject = filter.subject {
      conditions.append("h.subject = ?")
      values.append(subject)
    }
    if let collection = filter.collection {
      conditions.append(
        "h.id IN (SELECT m.homework FROM homework_collection m JOIN collection c ON c.id = m.collection WHERE c.name = ?)"
      )
      values.append(collection)
    }
    let attempted = "EXISTS (SELECT 1 FROM attempt a JOIN quiz z ON z.id = a.quiz WHERE z.homework = h.id)"
    switch filter.status {
    case nil: break
    case .new: conditions.append("h.completed_at_ms IS NULL AND NOT \(attempted)")
    case .started: conditions.append("h.completed_at_ms IS NULL AND \(attempted)")
    case .completed: conditions.append("h.completed_at_ms IS NOT NULL")
    }
    if let cursor {
      let (createdAt, id) = try Self.position(of: cursor)
      conditions.append("(h.created_at_ms, h.public_id) < (?, ?)")
      values += [createdAt, id]
    }
    let matching = conditions.isEmpty ? "" : "WHERE " + conditions.joined(separator: " AND ")
    // One more than asked for says whether there is a next page.
    values.append(limit + 1)
    let found = try sql { (connection) throws(SQLiteError) in
      try connection.all(
        "\(Self.homeworkColumns) \(matching) ORDER BY h.created_at_ms DESC, h.public_id DESC LIMIT ?", values,
        Self.homework)
    }
    let items = Array(found.prefix(limit))
    return Page(items: items, next: found.count > limit ? items.last.map(Self.cursor) : nil)
  }

  public func homework(_ id: Homework.ID) throws(StoreError) -> Homework {
    let found = try sql { (connection) throws(SQLiteError) in
      try connection.first("\(Self.homeworkColumns) WHERE h.public_id = ?", id.text, make: Self.homework)
    }
    guard let found else { throw .notFound(.homework, id.text) }
    return found
  }

  /// The homework whose id is, begins or ends with `text`, of which four characters are enough.
  public func homeworkId(matching text: String) throws(StoreError) -> Homework.ID {
    try resolve(text, .homework, in: "homework")
  }

  public func attemptId(matching text: String) throws(StoreError) -> Attempt.ID {
    try resolve(text, .attempt, in: "attempt")
  }

  private func resolve<Entity>(
    _ text: String, _ entity: StoreError.Entity, in table: String
  ) throws(StoreError) -> Identifier<Entity> {
    if let id = Identifier<Entity>(text) { return id }
    let part = text.lowercased()
    guard part.utf8.count >= 4, part.allSatisfy({ $0.isASCII && ($0.isHexDigit || $0 == "-") }) else {
      throw .notFound(entity, "\"\(text)\"")
    }
    let candidates = try sql { (connection) throws(SQLiteError) in
      try connection.all(
        """
        SELECT public_id FROM \(table)
        WHERE substr(public_id, 1, length(?1)) = ?1 OR substr(public_id, -length(?1)) = ?1
        ORDER BY public_id LIMIT 20
        """, [part]
      ) { $0.text(0) }
    }
    guard let first = candidates.first, let id = Identifier<Entity>(first) else {
      throw .notFound(entity, "\"\(text)\"")
    }
    guard candidates.count == 1 else { throw .ambiguousId(text, candidates: candidates) }
    return id
  }

  func row(of id: Homework.ID) throws(StoreError) -> Int64 {
    let row = try sql { (connection) throws(SQLiteError) in
      try connection.first("SELECT id FROM homework WHERE public_id = ?", id.text) { $0.int64(0) }
    }
    guard let row else { throw .notFound(.homework, id.text) }
    return row
  }

  private static let homeworkColumns = """
    SELECT h.public_id, h.title, h.subject, h.text, h.created_at_ms, h.due_on, h.completed_at_ms,
      h.generation_state, h.generation_reason, h.generation_retry_at_ms, z.public_id, z.question_count,
      p.best_score, p.best_total, p.completion_percentage, p.total_attempts, p.last_played_at_ms,
      (SELECT a.public_id FROM attempt a WHERE a.quiz = z.id AND a.state = 'inProgress'),
      (SELECT json_group_array(name) FROM (
        SELECT c.name FROM homework_collection m JOIN collection c ON c.id = m.collection
        WHERE m.homework = h.id ORDER BY c.name))
    FROM homework h
    LEFT JOIN quiz z ON z.homework = h.id AND z.is_current
    LEFT JOIN progress p ON p.homework = h.id
    """

  private static func homework(_ row: Row) throws(SQLiteError) -> Homework {
    Homework(
      id: try row.id(0), title: row.text(1), subject: row.optionalText(2),
      collections: try JSONColumn.read(row.text(18)),
      text: row.optionalText(3), createdAt: Timestamp(millisecondsSince1970: row.int64(4)),
      dueOn: row.optionalText(5), completedAt: Timestamp(row.optionalInt64(6)), generation: generation(row),
      quizId: row.optionalText(10).flatMap { Identifier($0) }, questionCount: row.int(11),
      progress: Progress(
        bestScore: row.optionalInt(12), bestTotal: row.optionalInt(13), completionPercentage: row.int(14),
        totalAttempts: row.int(15), lastPlayedAt: Timestamp(row.optionalInt64(16))),
      openAttemptId: row.optionalText(17).flatMap { Identifier($0) })
  }

  private static func generation(_ row: Row) -> Generation {
    switch row.text(7) {
    case "pending": .pending
    case "ready": .ready
    case "failed":
      .failed(GenerationFailure(rawValue: row.text(8)) ?? .invalidResponse, retryAt: Timestamp(row.optionalInt64(9)))
    default: .none
    }
  }

  private static func cursor(after homework: Homework) -> String {
    "\(homework.createdAt.millisecondsSince1970).\(homework.id)"
  }

  private static func position(of cursor: String) throws(StoreError) -> (Int64, String) {
    let parts = cursor.split(separator: ".", maxSplits: 1)
    guard parts.count == 2, let createdAt = Int64(parts[0]), let id = Homework.ID(String(parts[1])) else {
      throw .invalid([Fault(path: "after", message: "\"\(cursor)\" is not the next of a page")])
    }
    return (createdAt, id.text)
  }
}

extension Row {
  /// A public id; one that is none is damage.
  func id<Entity>(_ index: Int) throws(SQLiteError) -> Identifier<Entity> {
    guard let id = Identifier<Entity>(text(index)) else { throw .damaged("id", text(index)) }
    return id
  }
}

extension SQLiteError {
  /// What stands in a row and cannot: the file was changed by something else, or rots.
  static func damaged(_ what: String, _ found: String) -> SQLiteError {
    SQLiteError(extendedCode: Code.corrupt, message: "\"\(found.prefix(80))\" is no \(what)")
  }
}

/// Lists inside a column, as JSON text.
enum JSONColumn {
  static func read<List: Decodable & ExpressibleByArrayLiteral>(_ text: String) throws(SQLiteError) -> List {
    guard text != "[]" else { return [] }
    // The schema's CHECKs hold every such column to be a list, but not what of.
    do { return try JSONDecoder().decode(List.self, from: Data(text.utf8)) } catch { throw .damaged("list", text) }
  }

  static func text(_ list: some Encodable) throws(StoreError) -> String {
    do { return String(decoding: try JSONEncoder().encode(list), as: UTF8.self) } catch {
      throw .inconsistent("\(error)")
    }
  }
}

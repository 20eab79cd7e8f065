package import HomeworkModel
package import HomeworkStore
import HomeworkSystem

/// The words of homework. A column holds them with a space before and after each, so that a phrase is a substring.
extension PostgresRows {
  /// Indexes an assignment anew; if it is hidden, not at all.
  package func index(homework id: Homework.ID, _ rows: RowTransaction) throws(StoreError) {
    let words = try rows.all(
      "SELECT id, title, subject, text, questions FROM homework_words WHERE id = ?", id, make: Self.words)
    try rows.run("DELETE FROM homework_search WHERE homework = ?", id)
    try index(words, rows)
  }

  /// Adds homework that is not indexed.
  func index(_ homework: [(id: String, texts: [String])], _ rows: RowTransaction) throws(StoreError) {
    for (id, texts) in homework {
      let words = try Tokenizer.shared.spaced(texts)
      try rows.run(
        "INSERT INTO homework_search (homework, title, subject, text, questions) VALUES (?, ?, ?, ?, ?)", id,
        words[0], words[1], words[2], words[3])
    }
  }

  /// - Parameter row: a row of `homework_words`.
  static func words(_ row: any SQLRow) -> (id: String, texts: [String]) { (row.text(0), (1...4).map { row.text($0) }) }

  /// Requires every word. A compound word, such as "well-known", is a phrase; the last word may be a prefix of a longer
  /// one. Ignores words without a letter or digit.
  package func condition(matching search: String) throws(StoreError) -> (String, [any SQLBindable]) {
    let words = search.split(whereSeparator: \.isWhitespace).filter { $0.contains { $0.isLetter || $0.isNumber } }
    guard !words.isEmpty else { throw .invalid([Fault(path: "search", message: "contains no searchable word")]) }
    var phrases: [String] = []
    for word in words { phrases.append(try Tokenizer.shared.words([String(word)])[0].map { " " + $0 }.joined()) }
    // The last word may be a prefix. Words in which the tokenizer finds nothing are ignored.
    for index in phrases.indices.dropLast() where !phrases[index].isEmpty { phrases[index] += " " }
    phrases.removeAll(where: \.isEmpty)
    guard !phrases.isEmpty else { return ("false", []) }
    let isThere = "title || chr(10) || subject || chr(10) || text || chr(10) || questions LIKE ?"
    let condition = """
      h.id IN (SELECT homework FROM homework_search
        WHERE words @> search_keys(?) AND \(phrases.map { _ in isThere }.joined(separator: " AND ")))
      """
    return (condition, [phrases.joined(separator: "\n")] + phrases.map { "%\($0)%" })
  }
}

/// Finds words like SQLite's full-text index, with its own tokenizer, so that both engines find the same.
final class Tokenizer: @unchecked Sendable {
  static let shared = Tokenizer()

  private let lock = Lock()
  private var connection: Connection?

  /// Returns the words of up to four texts, in order, without case and diacritics.
  func words(_ texts: [String]) throws(StoreError) -> [[String]] {
    lock.lock()
    defer { lock.unlock() }
    do {
      let connection = if let connection { connection } else { try Self.open() }
      self.connection = connection
      let padded = texts + Array(repeating: "", count: 4 - texts.count)
      try connection.run("INSERT INTO text VALUES (?, ?, ?, ?)", padded[0], padded[1], padded[2], padded[3])
      var words: [[String]] = texts.map { _ in [] }
      _ = try connection.all("SELECT term, col FROM word ORDER BY col, offset") {
        words[$0.int(1)].append($0.text(0))
      }
      try connection.run("INSERT INTO text (text) VALUES ('delete-all')")
      return words
    } catch {
      connection = nil
      throw .inconsistent("words cannot be found: \(error)")
    }
  }

  /// SQLite's version.
  static let version = (try? open().first("SELECT sqlite_version()") { $0.text(0) }) ?? ""

  /// Returns the words of texts in the form that a column stores.
  func spaced(_ texts: [String]) throws(StoreError) -> [String] {
    try words(texts).map { $0.isEmpty ? "" : " " + $0.joined(separator: " ") + " " }
  }

  private static func open() throws -> Connection {
    let connection = try Connection(path: ":memory:", access: .create)
    // The same options as in SQLite's schema.
    try connection.execute(
      """
      CREATE VIRTUAL TABLE text USING fts5 ("0", "1", "2", "3", content = '',
        tokenize = 'unicode61 remove_diacritics 2');
      CREATE VIRTUAL TABLE word USING fts5vocab (text, 'instance')
      """)
    return connection
  }
}

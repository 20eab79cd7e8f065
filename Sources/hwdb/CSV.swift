import HomeworkJSON
import HomeworkRPC

/// Rows for spreadsheets, by RFC 4180: a header, commas, CRLF, quotes where a field needs them.
enum CSV {
  /// A column: its header, and where its value is in an item.
  struct Column {
    let name: String
    let path: [String]

    init(_ name: String, _ path: String...) {
      self.name = name
      self.path = path.isEmpty ? [name] : path
    }
  }

  static func text(_ items: [JSONValue], _ columns: [Column]) -> String {
    let rows = items.map { item in columns.map { field(text(of: $0.path.reduce(item) { $0[$1] ?? .null })) } }
    return ([columns.map(\.name)] + rows).map { $0.joined(separator: ",") + "\r\n" }.joined()
  }

  private static func text(of value: JSONValue) -> String {
    if let text = value.string { return text }
    return value == .null ? "" : String(decoding: value.encoded(), as: UTF8.self)
  }

  private static func field(_ text: String) -> String {
    guard text.utf8.contains(where: { [UInt8(ascii: ","), UInt8(ascii: "\""), 10, 13].contains($0) }) else {
      return text
    }
    return "\"\(text.replacing("\"", with: "\"\""))\""
  }

  static let progress = [
    Column("homeworkId", "id"), Column("title"), Column("subject"), Column("questionCount"),
    Column("bestScore", "progress", "bestScore"), Column("bestTotal", "progress", "bestTotal"),
    Column("completionPercentage", "progress", "completionPercentage"),
    Column("totalAttempts", "progress", "totalAttempts"), Column("lastPlayedAt", "progress", "lastPlayedAt"),
    Column("completedAt"),
  ]

  static let attempts = [
    Column("attemptId", "id"), Column("homeworkId"), Column("state"), Column("score"), Column("questionCount"),
    Column("percentage"), Column("grade"), Column("starsEarned"), Column("elapsedMs"), Column("startedAt"),
    Column("finishedAt"),
  ]
}

extension Option {
  static let csvFormat = Option(
    name: "format", value: "FORMAT", summary: "pretty, or csv for spreadsheets", choices: ["pretty", "csv"])
}

import HomeworkAPI
import HomeworkFormats
import HomeworkModel

/// Rows for spreadsheets (RFC 4180): a header, commas, CRLF, quotes around fields that need them, and an apostrophe
/// before a text that would be evaluated as a formula.
enum CSV {
  /// A column: its header, and the function that returns an item's value.
  struct Column<Item>: Sendable {
    let name: String
    let text: @Sendable (Item) -> String?

    init(_ name: String, _ value: @escaping @Sendable (Item) -> (some CustomStringConvertible & Sendable)?) {
      self.name = name
      text = { value($0)?.description }
    }
  }

  static func text<Item>(_ items: [Item], _ columns: [Column<Item>]) -> String {
    let rows = items.map { item in columns.map { field(($0.text(item) ?? "").asSpreadsheetCell) } }
    return ([columns.map(\.name)] + rows).map { $0.joined(separator: ",") + "\r\n" }.joined()
  }

  private static func field(_ text: String) -> String {
    guard text.utf8.contains(where: { [UInt8(ascii: ","), UInt8(ascii: "\""), 10, 13].contains($0) }) else {
      return text
    }
    return "\"\(text.replacing("\"", with: "\"\""))\""
  }

  static let progress: [Column<Homework>] = [
    Column("homeworkId", \.id), Column("title", \.title), Column("subject", \.subject),
    Column("questionCount", \.questionCount), Column("bestScore", \.progress.bestScore),
    Column("bestTotal", \.progress.bestTotal), Column("completionPercentage", \.progress.completionPercentage),
    Column("totalAttempts", \.progress.totalAttempts), Column("lastPlayedAt", \.progress.lastPlayedAt),
    Column("completedAt", \.completedAt),
  ]

  static let attempts: [Column<Attempt>] = [
    Column("attemptId", \.id), Column("homeworkId", \.homeworkId), Column("state", \.state.rawValue),
    Column("score", \.score.correct), Column("questionCount", \.questionCount),
    Column("percentage", \.score.percentage),
    Column("grade") { $0.state == .completed ? $0.score.grade.rawValue : nil },
    Column("starsEarned", \.streak.stars), Column("elapsedMs", \.elapsedMs), Column("startedAt", \.startedAt),
    Column("finishedAt", \.finishedAt),
  ]
}

extension Option {
  static let csvFormat = Option("format", "FORMAT", "pretty, or csv for spreadsheets", choices: ["pretty", "csv"])
}

import HomeworkModel
import HomeworkMotion

/// The cues of a run as bars over time: played cues are filled, suppressed cues hollow, and each kill is a line.
public enum TimelineDrawing {
  /// - Parameter columns: the width of the bars, at least 10.
  public static func text(of scenario: ScenarioReport, columns: Int = 60) -> String {
    let rows = Self.rows(of: scenario)
    guard !rows.isEmpty else { return "" }
    let columns = max(10, columns)
    let endMs = max(1, (rows.map(\.endMs) + scenario.kills.map(\.at)).max() ?? 1)
    func column(_ ms: Int) -> Int { min(columns - 1, ms * columns / endMs) }
    let kills = Set(scenario.kills.map { column($0.at) })
    let width = rows.map(\.name.count).max() ?? 0
    var lines = rows.map { row -> String in
      var cells = Array(repeating: " ", count: columns)
      let start = column(row.startMs)
      for index in start...max(start, min(column(row.endMs), columns - 1)) { cells[index] = row.fill }
      // Show the part that was planned but did not play.
      if let plannedMs = row.plannedMs, plannedMs > row.endMs {
        for index in min(column(row.endMs), columns - 1)...column(plannedMs) where cells[index] != row.fill {
          cells[index] = "░"
        }
      }
      for kill in kills { cells[kill] = "│" }
      let name = row.name + String(repeating: " ", count: width - row.name.count)
      return trimmedAtEnd("\(name)  \(cells.joined())  \(row.note)")
    }
    let end = "\(endMs) ms"
    lines.append(
      String(repeating: " ", count: width + 2) + "0" + String(repeating: " ", count: max(1, columns - 1 - end.count))
        + end)
    return lines.joined(separator: "\n") + "\n"
  }

  struct Row {
    let name: String
    let startMs: Int
    let endMs: Int
    let plannedMs: Int?
    let fill: String
    let note: String
  }

  /// Returns the bars, without `dotSettle`, which adds nothing to the cues that it accompanies.
  static func rows(of scenario: ScenarioReport) -> [Row] {
    scenario.cues.filter { $0.animation != .dotSettle }.map { cue in
      let planned = cue.startMs + cue.durationMs
      // A repeating cue lasts longer than one round.
      let ended = cue.endedMs ?? max(scenario.durationMs, cue.startMs)
      let isHollow = cue.disposition == .suppressed && (cue.endedMs ?? 0) <= cue.startMs
      let note = cue.disposition == .played ? "" : cue.endWords
      return Row(
        name: cue.name, startMs: cue.startMs, endMs: isHollow ? planned : max(cue.startMs, ended),
        plannedMs: isHollow ? nil : planned, fill: isHollow ? "░" : cue.disposition == .reduced ? "▒" : "█", note: note)
    }
  }

  private static func trimmedAtEnd(_ line: String) -> String {
    var line = line[...]
    while line.last == " " { line.removeLast() }
    return String(line)
  }
}

/// The timeline as an SVG picture.
public enum SVGReport {
  /// The colours of a picture.
  static let style = """
    text{fill:#222}.axis{stroke:#888}.bar{fill:#2f6fde}.hollow{fill:none;stroke:#2f6fde;stroke-dasharray:3 2}\
    .reduced{fill:#9bbcf2}.kill{stroke:#d02020;stroke-width:2}\
    @media(prefers-color-scheme:dark){text{fill:#eee}}
    """

  public static func text(of report: RunReport) -> String { picture(of: report.scenarios, isAlone: true) }

  /// - Parameter isAlone: false in a page that has ``style`` and the names of the scenarios.
  static func picture(of scenarios: [ScenarioReport], isAlone: Bool) -> String {
    var body = isAlone ? ["<style>\(style)</style>"] : []
    var top = 20
    for scenario in scenarios { body += drawing(of: scenario, isTitled: isAlone, top: &top) }
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 960 \(top)" font-family="sans-serif" font-size="12">
      \(body.joined(separator: "\n"))
      </svg>

      """
  }

  private static func drawing(of scenario: ScenarioReport, isTitled: Bool, top: inout Int) -> [String] {
    let rows = TimelineDrawing.rows(of: scenario)
    let endMs = max(1, (rows.flatMap { [$0.endMs, $0.plannedMs ?? 0] } + scenario.kills.map(\.at)).max() ?? 1)
    func x(_ ms: Int) -> Int { 200 + ms * 560 / endMs }
    let mark = scenario.outcome == .passed ? "✓" : "✗"
    let title = "<text x=\"10\" y=\"\(top)\" font-weight=\"bold\">\(mark) \(escaped(scenario.name))</text>"
    var lines = isTitled ? [title] : []
    let first = top + 8
    for row in rows {
      top += 18
      let (start, end) = (x(row.startMs), x(row.endMs))
      let kind = row.fill == "░" ? "hollow" : row.fill == "▒" ? "reduced" : "bar"
      lines.append("<text x=\"10\" y=\"\(top + 9)\">\(escaped(row.name))</text>")
      lines.append(
        "<rect class=\"\(kind)\" x=\"\(start)\" y=\"\(top)\" width=\"\(max(2, end - start))\" height=\"11\" rx=\"2\"/>")
      if let plannedMs = row.plannedMs, x(plannedMs) > end {
        lines.append(
          "<rect class=\"hollow\" x=\"\(end)\" y=\"\(top)\" width=\"\(x(plannedMs) - end)\" height=\"11\" rx=\"2\"/>")
      }
      if !row.note.isEmpty { lines.append("<text x=\"780\" y=\"\(top + 9)\">\(escaped(row.note))</text>") }
    }
    for kill in scenario.kills {
      lines.append(
        "<line class=\"kill\" x1=\"\(x(kill.at))\" y1=\"\(first)\" x2=\"\(x(kill.at))\" y2=\"\(top + 13)\"/>")
    }
    if !rows.isEmpty {
      top += 18
      lines.append("<line class=\"axis\" x1=\"\(x(0))\" y1=\"\(top)\" x2=\"\(x(endMs))\" y2=\"\(top)\"/>")
      for ms in stride(from: 0, through: endMs, by: step(for: endMs)) {
        lines.append("<line class=\"axis\" x1=\"\(x(ms))\" y1=\"\(top)\" x2=\"\(x(ms))\" y2=\"\(top + 4)\"/>")
        let words = ms % 1000 == 0 ? "\(ms / 1000) s" : "\(ms) ms"
        lines.append("<text x=\"\(x(ms))\" y=\"\(top + 16)\" text-anchor=\"middle\">\(words)</text>")
      }
    }
    top += 40
    return lines
  }

  /// Returns the time between two marks of the axis: 1, 2 or 5 times a power of ten, for at most eight marks.
  private static func step(for endMs: Int) -> Int {
    var unit = 1
    while true {
      for factor in [1, 2, 5] where endMs / (unit * factor) <= 7 { return unit * factor }
      unit *= 10
    }
  }

  private static func escaped(_ text: String) -> String { text.xmlEscaped() }
}

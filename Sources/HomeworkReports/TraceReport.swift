import HomeworkModel
import HomeworkMotion

/// A run line by line on the session's clock, with the fields at each kill and the timeline of cues.
public enum TraceReport {
  public static func text(of scenario: ScenarioReport) -> String {
    var lines = ["\(scenario.name)  (\(scenario.file):\(scenario.line), \(scenario.mode.rawValue))"]
    let width = String(scenario.durationMs).count
    var states = scenario.states.makeIterator()
    for entry in scenario.trace {
      let at = String(repeating: " ", count: max(0, width - String(entry.atMs).count)) + "\(entry.atMs)"
      lines.append("  \(at) ms  \(words(of: entry))")
      let margin = String(repeating: " ", count: width + 9)
      lines += (entry.started ?? []).map { margin + "+ " + $0 } + (entry.changed ?? []).map { margin + "~ " + $0 }
      if entry.event == "resume", let fields = states.next() { lines += fields.map { margin + line(of: $0) } }
    }
    let failures = scenario.failures.map { "  \(scenario.file):\($0.line): \($0.found)" }
    let laws =
      scenario.brokenLaws.map { "  \($0.words)" } + (scenario.notChecked.map { ["  not checked: \($0)"] } ?? [])
    let drawing = TimelineDrawing.text(of: scenario).split(separator: "\n").map { "  \($0)" }
    return (lines + failures + laws + (drawing.isEmpty ? [] : [""] + drawing)).joined(separator: "\n") + "\n"
  }

  private static func words(of entry: TraceEntry) -> String {
    var words = entry.event
    if let point = entry.point { words += " \(point)" }
    if let during = entry.during { words += ", during \(during)" }
    if let outcome = entry.outcome { words += " \(outcome)" }
    if let position = entry.position { words += ", position \(position)" }
    if let question = entry.question {
      words += " at question \(question + 1)"
    } else if entry.event == "resume" {
      words += ", no attempt open"
    }
    if let parts = entry.parts { words += ", \(parts.counted("part"))" }
    if let refused = entry.refused { words += ", refused: \(refused)" }
    return words
  }

  private static func line(of field: FieldReport) -> String {
    let name = "\(field.verdict.rawValue) \(field.field)"
    switch field.verdict {
    case .kept, .asked: return "\(name): \(field.after ?? "")"
    case .lost: return "\(name): \(field.before ?? "nothing")"
    case .leaked, .forgotten: return "\(name): \(field.before ?? "nothing") before, \(field.after ?? "nothing") after"
    }
  }
}

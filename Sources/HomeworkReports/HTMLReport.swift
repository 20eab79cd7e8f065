import CHomeworkEmbedded
import HomeworkModel
import HomeworkMotion

/// A run as a self-contained HTML page: the timeline of each scenario, a player that shows bar, badge, count and
/// confetti at any instant, and the fields that each kill kept and lost.
public enum HTMLReport {
  public static func text(of report: RunReport) -> String {
    let sections = report.scenarios.enumerated().map { section($1, number: $0) }
    let parts: [Substring: String] = [
      "passed": String(report.passed), "total": String(report.scenarios.count),
      "counts": PrettyReport.counts(of: report), "style": text("page.css") + SVGReport.style,
      "sections": sections.joined(separator: "\n"), "data": data(of: report),
      "script": text("motion.js") + text("player.js") + text("cards.js"),
    ]
    // Replaces all placeholders in one pass, so that inserted text is not searched again.
    var (page, rest) = ("", text("page.html")[...])
    while let open = rest.firstRange(of: "{{"), let close = rest[open.upperBound...].firstRange(of: "}}") {
      page += rest[..<open.lowerBound] + (parts[rest[open.upperBound..<close.lowerBound]] ?? "")
      rest = rest[close.upperBound...]
    }
    return page + rest
  }

  private static func text(_ file: String) -> String { homework_embedded_text(file).map { String(cString: $0) } ?? "" }

  private static func section(_ scenario: ScenarioReport, number: Int) -> String {
    let isWrong = scenario.hasFailed && scenario.knownFailure == nil
    let words = [
      scenario.skipped.map { "skipped: \($0)" }, scenario.knownFailure.map { "known to fail: \($0)" },
      scenario.notChecked.map { "not checked: \($0)" },
    ]
    let failures = scenario.failures.map {
      "<li>\(escaped(scenario.file)):\($0.line): expected \(escaped($0.expected)), found \(escaped($0.found))</li>"
    }
    let laws = scenario.brokenLaws.map { "<li>law \($0.law), \(escaped($0.name)): \(escaped($0.detail ?? ""))</li>" }
    let wrong = failures + laws + (scenario.seed.map { ["<li>--seed \($0)</li>"] } ?? [])
    return """
      <section class="\(isWrong ? "failed" : scenario.outcome.rawValue)"><details\(isWrong ? " open" : "")>
      <summary><span class="mark">\(scenario.outcome.mark)</span> \(escaped(scenario.name))
      <small>\(escaped(scenario.file)):\(scenario.line), \(scenario.mode.rawValue)</small></summary>
      \(wrong.isEmpty ? "" : "<ul class=\"wrong\">\(wrong.joined())</ul>")
      \(words.compactMap { $0.map { "<p><small>\(escaped($0))</small></p>" } }.joined())
      \(SVGReport.picture(of: [scenario], isAlone: false))
      <div class="player" data-number="\(number)"></div>
      \(zip(scenario.kills, scenario.states).map(table).joined())
      </details></section>
      """
  }

  private static func table(_ kill: KillReport, _ fields: [FieldReport]) -> String {
    // HTML ends cells and rows by itself.
    let rows = fields.map {
      "<tr class=\"\($0.verdict.rawValue)\"><th>\(escaped($0.field))<td>\(escaped($0.before ?? ""))"
        + "<td>\(escaped($0.after ?? ""))<td>\($0.verdict.rawValue)"
    }
    return """
      <table><caption>Killed at \(kill.at) ms, \(escaped(kill.point))</caption>
      <thead><tr><th>field</th><th>before</th><th>after</th><th></th></tr></thead>
      <tbody>\(rows.joined())</tbody></table>
      """
  }

  /// Returns only the data that the player needs: cues, each distinct list of phases once, and answers with their
  /// positions.
  private static func data(of report: RunReport) -> String {
    var sorts: [[Phase]: Int] = [:]
    let scenarios = report.scenarios.map { scenario -> JSONValue in
      let cues = scenario.cues.map { cue -> JSONValue in
        let phases = cue.phases ?? []
        let sort = sorts[phases] ?? sorts.count
        sorts[phases] = sort
        let end = cue.endedMs ?? max(scenario.durationMs, cue.startMs + cue.durationMs)
        let isEndless = end > cue.startMs + cue.durationMs && cue.durationMs > 0
        return object([
          "name": .string(cue.animation.rawValue), "variant": cue.variant.map { .string($0) },
          "start": number(cue.startMs), "end": number(end), "shown": .bool(end > cue.startMs), "phases": number(sort),
          "position": number(cue.trigger.position), "particles": number(cue.particles),
          "haptic": cue.haptic.map { .string($0) }, "hapticAt": number(cue.hapticAtMs),
          "sound": cue.accompaniment?.sound.map { .string($0) },
          "text": cue.accompaniment?.text.map { .string($0.title) },
          "icon": cue.accompaniment?.icon.map { .string($0) }, "round": isEndless ? number(cue.durationMs) : nil,
          "capped": cue.disposition == .capped ? .bool(true) : nil,
        ])
      }
      let steps = scenario.trace.filter { $0.outcome != nil || ["kill", "resume", "start"].contains($0.event) }.map {
        object(["at": number($0.atMs), "event": .string($0.event), "position": number($0.position)])
      }
      let end = max(scenario.durationMs, scenario.cues.compactMap(\.endedMs).max() ?? 0)
      return object([
        "end": number(end), "kills": .array(scenario.kills.compactMap { number($0.at) }), "cues": .array(cues),
        "steps": .array(steps),
      ])
    }
    let phases = sorts.sorted { $0.value < $1.value }.map { JSONValue.array($0.key.map(phase)) }
    let page = object(["phases": .array(phases), "scenarios": .array(scenarios)])
    // In an HTML page, `</script>` would end the script.
    return String(decoding: page.encoded(), as: UTF8.self).replacing("<", with: "\\u003c")
  }

  private static func phase(_ phase: Phase) -> JSONValue {
    object([
      "name": .string(phase.name), "property": .string(phase.property.rawValue), "startMs": number(phase.startMs),
      "durationMs": number(phase.durationMs), "curve": phase.curve.map { .string($0.description) },
      "from": JSONValue(phase.from), "to": JSONValue(phase.to), "of": phase.part.map { .string($0) },
      "edge": phase.edge.map { .string($0.rawValue) },
      "colours": phase.colours.isEmpty ? nil : .array(phase.colours.map { .string($0) }),
    ])
  }

  private static func object(_ members: [String: JSONValue?]) -> JSONValue { .object(members.compactMapValues(\.self)) }

  private static func number(_ number: Int?) -> JSONValue? { number.map { .int(Int64($0)) } }

  private static func escaped(_ text: String) -> String { text.xmlEscaped() }
}

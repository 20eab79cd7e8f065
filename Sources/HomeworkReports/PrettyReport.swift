import HomeworkModel
import HomeworkMotion

/// A run for people: the cues that played and were suppressed in each scenario, and each failure with its place.
public enum PrettyReport {
  public static func text(of report: RunReport) -> String {
    var lines: [String] = []
    for scenario in report.scenarios {
      lines += self.lines(of: scenario)
      // Of several scenarios, draw only those that failed.
      if scenario.hasFailed || report.scenarios.count == 1 {
        let drawing = TimelineDrawing.text(of: scenario).split(separator: "\n")
        lines += drawing.isEmpty ? [] : [""] + drawing.map { "    \($0)" }
      }
      if scenario.hasFailed, let seed = scenario.seed { lines.append("    --seed \(seed)") }
      lines.append("")
    }
    lines += unjudged(report)
    if let unseen = report.unseen { lines.append("not checked: \(unseen)") }
    lines.append(counts(of: report))
    return lines.joined(separator: "\n") + "\n"
  }

  /// Returns the laws that were not checked, each group once for all its scenarios.
  private static func unjudged(_ report: RunReport) -> [String] {
    let played = report.scenarios.filter { $0.outcome != .skipped }
    var words: [String] = []
    for found in played.compactMap(\.notChecked) where !words.contains(found) { words.append(found) }
    return words.map { words in
      let count = played.count { $0.notChecked == words }
      return "not checked: \(words)" + (count < played.count ? ", in \(count.counted("scenario"))" : "")
    }
  }

  /// Returns `3 passed, 0 failed`, and any known failures and skipped scenarios.
  static func counts(of report: RunReport) -> String {
    let known = report.scenarios.count { $0.knownFailure != nil }
    return "\(report.passed) passed, \(report.failed) failed" + (known > 0 ? ", \(known) known to fail" : "")
      + (report.skipped > 0 ? ", \(report.skipped) skipped" : "")
  }

  private static func lines(of scenario: ScenarioReport) -> [String] {
    var lines = [
      "\(scenario.outcome.mark) \(scenario.name)  (\(scenario.file):\(scenario.line), \(scenario.mode.rawValue))"
    ]
    for kill in scenario.kills {
      let process = kill.pid.map { ", pid \($0)" } ?? ""
      let signal = kill.signal.map { ", signal \($0)" } ?? ""
      let seed = kill.seed.map { ", power lost, seed \($0)" } ?? ""
      let doubt = kill.unproved.map { ", not proved: \($0)" } ?? ""
      lines.append("    killed at \(kill.at) ms, \(kill.point)\(process)\(signal)\(seed)\(doubt)")
    }
    for (disposition, cues) in byDisposition(scenario.cues) { lines.append("    \(disposition): \(cues)") }
    if let reason = scenario.skipped { lines.append("    skipped: \(reason)") }
    if let message = scenario.knownFailure { lines.append("    known to fail: \(message)") }
    for failure in scenario.failures { lines += self.lines(of: failure, in: scenario) }
    lines += scenario.brokenLaws.map { "    \($0.words)" }
    if let power = scenario.power {
      lines.append("    \(power.words)")
      lines += power.lost.map { "    \($0.words)" } + power.unjudged.map { "    not judged: \($0.words)" }
    }
    if let output = scenario.errorOutput {
      lines.append("    standard error of the program:")
      lines += output.split(separator: "\n").suffix(20).map { "        \($0)" }
    }
    return lines
  }

  /// Returns the script line, the expected and found values, and a hint.
  private static func lines(of failure: Failure, in scenario: ScenarioReport) -> [String] {
    let position = "    \(scenario.file):\(failure.line): "
    let isQuoted = failure.statement == "expect \(failure.expected)"
    var lines = [position + (failure.statement ?? "expected \(failure.expected)")]
    if failure.statement != nil, !isQuoted { lines.append("        expected \(failure.expected)") }
    lines.append("        found \(failure.found)")
    if let hint = failure.hint { lines.append("        \(hint)") }
    if !failure.lastCues.isEmpty { lines += ["      the last cues:"] + failure.lastCues.map { "        \($0)" } }
    return lines
  }

  /// Returns the cues by disposition, such as `played`: `A1 newStreak, A4 standard, dotSettle ×5`; suppressed cues with
  /// their reason.
  private static func byDisposition(_ cues: [CueReport]) -> [(String, String)] {
    var groups: [(key: String, names: [(name: String, count: Int)])] = []
    for cue in cues {
      let key = cue.endWords
      let name = cue.animation.rawValue + (cue.variant.map { " \($0)" } ?? "")
      let group = groups.firstIndex { $0.key == key } ?? groups.endIndex
      if group == groups.endIndex { groups.append((key, [])) }
      if let index = groups[group].names.firstIndex(where: { $0.name == name }) {
        groups[group].names[index].count += 1
      } else {
        groups[group].names.append((name, 1))
      }
    }
    return groups.map { group in
      (group.key, group.names.map { $0.count == 1 ? $0.name : "\($0.name) ×\($0.count)" }.joined(separator: ", "))
    }
  }
}

extension ScenarioReport.Outcome {
  var mark: String {
    switch self {
    case .passed: "✓"
    case .failed: "✗"
    case .error: "!"
    case .skipped: "–"
    }
  }
}

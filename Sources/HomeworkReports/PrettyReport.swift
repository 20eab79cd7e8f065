import HomeworkMotion

/// A run for people: each scenario with what played and what was suppressed, and each failure with its place.
public enum PrettyReport {
  public static func text(of report: RunReport) -> String {
    var lines: [String] = []
    for scenario in report.scenarios {
      lines += self.lines(of: scenario)
      // Of several only those are drawn that somebody has to look at.
      if scenario.outcome != .passed || report.scenarios.count == 1 {
        let drawing = TimelineDrawing.text(of: scenario).split(separator: "\n")
        lines += drawing.isEmpty ? [] : [""] + drawing.map { "    \($0)" }
      }
      lines.append("")
    }
    lines.append("\(report.passed) passed, \(report.failed) failed")
    return lines.joined(separator: "\n") + "\n"
  }

  private static func lines(of scenario: ScenarioReport) -> [String] {
    let mark =
      switch scenario.outcome {
      case .passed: "✓"
      case .failed: "✗"
      case .error: "!"
      }
    var lines = ["\(mark) \(scenario.name)  (\(scenario.file):\(scenario.line), \(scenario.mode.rawValue))"]
    for kill in scenario.kills {
      let process = kill.pid.map { ", pid \($0)" } ?? ""
      let signal = kill.signal.map { ", signal \($0)" } ?? ""
      let seed = kill.seed.map { ", the power went, seed \($0)" } ?? ""
      lines.append(
        "    killed at \(kill.at) ms, \(kill.point)\(process)\(signal)\(seed)")
    }
    for (disposition, cues) in byDisposition(scenario.cues) {
      lines.append("    \(disposition): \(cues)")
    }
    for failure in scenario.failures {
      lines.append("    \(scenario.file):\(failure.line): expected \(failure.expected), found \(failure.found)")
      lines += failure.lastCues.map { "        \($0)" }
    }
    for law in scenario.laws where !law.held {
      lines.append("    law \(law.law), \(law.name), is broken: \(law.detail ?? "")")
    }
    return lines
  }

  /// `played`: `A1 newStreak, A4 standard, dotSettle ×5`, and so on, suppressed ones with their reason.
  private static func byDisposition(_ cues: [CueReport]) -> [(String, String)] {
    var groups: [(key: String, names: [(name: String, count: Int)])] = []
    for cue in cues {
      let key = cue.disposition.rawValue + (cue.reason.map { " (\($0.rawValue))" } ?? "")
      let name = cue.animation.rawValue + (cue.variant.map { " \($0)" } ?? "")
      let group = groups.firstIndex { $0.key == key } ?? groups.endIndex
      if group == groups.endIndex { groups.append((key, [])) }
      if let place = groups[group].names.firstIndex(where: { $0.name == name }) {
        groups[group].names[place].count += 1
      } else {
        groups[group].names.append((name, 1))
      }
    }
    return groups.map { group in
      (group.key, group.names.map { $0.count == 1 ? $0.name : "\($0.name) ×\($0.count)" }.joined(separator: ", "))
    }
  }
}

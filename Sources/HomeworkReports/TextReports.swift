import HomeworkModel

/// A run in the Test Anything Protocol, version 14 (testanything.org).
public enum TAPReport {
  public static func text(of report: RunReport) -> String {
    var lines = ["TAP version 14", "1..\(report.scenarios.count)"]
    for (index, scenario) in report.scenarios.enumerated() {
      let mark = scenario.hasFailed ? "not ok" : "ok"
      let directive =
        scenario.skipped.map { " # SKIP \(escaped($0))" } ?? scenario.knownFailure.map { " # \(known) \(escaped($0))" }
        ?? ""
      lines.append("\(mark) \(index + 1) - \(escaped(scenario.name))\(directive)")
      defer { lines += scenario.notChecked.map { ["# not checked: \($0)"] } ?? [] }
      guard scenario.hasFailed else { continue }
      lines.append("  ---")
      lines.append("  message: \(quoted(scenario.complaints.first ?? scenario.outcome.rawValue))")
      lines.append("  severity: \(scenario.outcome == .error ? "error" : "fail")")
      lines.append("  at:")
      lines.append("    file: \(quoted(scenario.file))")
      lines.append("    line: \(scenario.failures.first?.line ?? scenario.line)")
      lines.append("  complaints:")
      lines += scenario.complaints.map { "    - \(quoted($0))" }
      if let seed = scenario.seed { lines.append("  seed: \(seed)") }
      lines.append("  ...")
    }
    return lines.map(printable).joined(separator: "\n") + "\n"
  }

  /// Returns a line without terminal control characters, escaped as in YAML.
  private static func printable(_ line: String) -> String {
    var result = ""
    for scalar in line.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator:
        let hex = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// The directive for known failures.
  private static let known = "TO" + "DO"

  /// Escapes `#`, which would begin a directive.
  private static func escaped(_ text: String) -> String {
    text.replacing("\\", with: "\\\\").replacing("#", with: "\\#").replacing("\n", with: " ")
  }

  /// Returns a double-quoted YAML scalar.
  private static func quoted(_ text: String) -> String { text.quoted }
}

/// A run as JUnit XML, for CI systems.
public enum JUnitReport {
  public static func text(of report: RunReport) -> String {
    var lines = [#"<?xml version="1.0" encoding="UTF-8"?>"#, "<testsuites \(counts(report.scenarios))>"]
    var files: [String] = []
    for scenario in report.scenarios where !files.contains(scenario.file) { files.append(scenario.file) }
    for file in files {
      let scenarios = report.scenarios.filter { $0.file == file }
      lines.append("  <testsuite name=\"\(escaped(file))\" \(counts(scenarios))>")
      lines += scenarios.flatMap(lines(of:))
      lines.append("  </testsuite>")
    }
    lines.append("</testsuites>")
    return lines.joined(separator: "\n") + "\n"
  }

  private static func counts(_ scenarios: [ScenarioReport]) -> String {
    let failures = scenarios.count { $0.outcome == .failed && $0.knownFailure == nil }
    let errors = scenarios.count { $0.outcome == .error && $0.knownFailure == nil }
    let skipped = scenarios.count { $0.skipped != nil || $0.knownFailure != nil }
    return "tests=\"\(scenarios.count)\" failures=\"\(failures)\" errors=\"\(errors)\" skipped=\"\(skipped)\" "
      + "time=\"\(seconds(scenarios.reduce(0) { $0 + $1.seconds }))\""
  }

  /// Returns real seconds, rounded to microseconds.
  private static func seconds(_ seconds: Double) -> Double { (seconds * 1e6).rounded() / 1e6 }

  private static func lines(of scenario: ScenarioReport) -> [String] {
    let head =
      "    <testcase name=\"\(escaped(scenario.name))\" classname=\"\(escaped(scenario.file))\" "
      + "time=\"\(seconds(scenario.seconds))\""
    if let reason = scenario.skipped ?? scenario.knownFailure {
      return [head + ">", "      <skipped message=\"\(escaped(reason))\"/>", "    </testcase>"]
    }
    let unjudged = scenario.notChecked.map { ["      <system-out>not checked: \(escaped($0))</system-out>"] } ?? []
    guard scenario.hasFailed else {
      return unjudged.isEmpty ? [head + "/>"] : [head + ">"] + unjudged + ["    </testcase>"]
    }
    let element = scenario.outcome == .failed ? "failure" : "error"
    let message = escaped(scenario.complaints.first ?? "")
    let text = scenario.complaints + (scenario.seed.map { ["--seed \($0)"] } ?? [])
    return [
      head + ">", "      <\(element) message=\"\(message)\">\(escaped(text.joined(separator: "\n")))</\(element)>",
    ] + unjudged + ["    </testcase>"]
  }

  private static func escaped(_ text: String) -> String { text.xmlEscaped(inAttribute: true) }
}

extension ScenarioReport {
  /// All failures, one per line.
  package var complaints: [String] {
    let failures = failures.map {
      "\(file):\($0.line): expected \($0.expected), found \($0.found)" + ($0.hint.map { " (\($0))" } ?? "")
    }
    return failures + brokenLaws.map(\.words)
  }
}

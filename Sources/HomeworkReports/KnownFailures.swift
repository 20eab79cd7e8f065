import HomeworkModel

/// Scenarios that may fail, with all that fails in each: lines `"NAME": MESSAGE`, and comments after `#`.
public struct KnownFailures: Sendable {
  private var messages: [String: String] = [:]

  public init() {}

  /// - Throws: a mistake with the number of the first invalid line.
  public init(_ text: String) throws(Mistake) {
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      guard !line.isEmpty, !line.hasPrefix("#") else { continue }
      guard line.hasPrefix("\""), let end = line.firstRange(of: "\": ") else { throw Mistake(line: index + 1) }
      let name = String(line[line.index(after: line.startIndex)..<end.lowerBound])
      messages[name.replacing("\\\"", with: "\"").replacing("\\\\", with: "\\")] = String(line[end.upperBound...])
    }
  }

  public struct Mistake: Error { public let line: Int }

  /// Returns the names in the list that no scenario has. A scenario that is played several times adds its seed to its
  /// name.
  public func unknownNames(among names: Set<String>) -> [String] {
    messages.keys.filter { name in
      let repeated = name.ranges(of: ", seed ").last.map { String(name[..<$0.lowerBound]) }
      return !names.contains(name) && !names.contains(repeated ?? name)
    }.sorted()
  }

  /// Compares a run with the list. A known failure does not count; a listed scenario that passes, or fails differently,
  /// does.
  public func judge(_ report: RunReport) -> RunReport {
    RunReport(
      scenarios: report.scenarios.map { scenario in
        guard let message = messages[scenario.name], scenario.outcome != .skipped else { return scenario }
        var scenario = scenario
        if scenario.hasFailed, scenario.message == message {
          scenario.knownFailure = message
        } else if !scenario.hasFailed {
          scenario.failures = [
            Failure(
              line: scenario.line, expected: "the known failure \(message)", found: "it passes",
              hint: "remove it from the known failures, or use --fix", lastCues: [])
          ]
          scenario.outcome = .failed
        }
        return scenario
      })
  }

  /// Returns the list after a run: scenarios that failed are added, those that passed are removed, and those that were
  /// not played stay.
  public func text(after report: RunReport) -> String {
    var messages = messages
    for scenario in report.scenarios where scenario.outcome != .skipped {
      messages[scenario.name] = scenario.hasFailed ? scenario.message : nil
    }
    return
      "# Scenarios that may fail, each with its message; hwdb scenario run --known-failures FILE --fix wrote this.\n"
      + messages.sorted { $0.key < $1.key }.map { "\($0.key.quoted): \($0.value)\n" }.joined()
  }
}

extension ScenarioReport {
  /// Every failure and broken law, so that none hides behind another. It has no lines, which move with edits.
  fileprivate var message: String {
    let all = failures.map { "expected \($0.expected), found \($0.found)" } + brokenLaws.map(\.words)
    return (all.isEmpty ? outcome.rawValue : all.joined(separator: "; ")).replacing("\n", with: " ")
  }
}

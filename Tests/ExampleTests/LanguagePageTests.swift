import Foundation
import HomeworkMotion
import HomeworkReports
import HomeworkScenarios
import HomeworkTestKit
import Testing

@Suite struct `The page on the scenario language` {
  private let page: String

  init() throws {
    page = try String(contentsOf: ThisPackage.root.appending(path: "Documentation/SCENARIOS.md"), encoding: .utf8)
  }

  @Test func `has examples that all pass`() throws {
    let blocks = page.components(separatedBy: "```scenario\n").dropFirst().map { $0.components(separatedBy: "```")[0] }
    #expect(blocks.count == 9)
    for block in blocks {
      let report = ScenarioRunner(worker: []).run(try ScenarioParser.parse(ScenarioSource(name: "page", text: block)))
      for scenario in report.scenarios {
        #expect(
          scenario.outcome == .passed, "\(scenario.name): \(scenario.failures) \(scenario.laws.filter { !$0.held })")
      }
      #expect(ScenarioFormatter.format(block) == block, "not in the canonical form")
    }
  }

  @Test func `documents every statement and expectation`() throws {
    for word in try languageWords() {
      #expect(page.contains("`\(word)") || page.contains("expect \(word)"), "\(word)")
    }
  }

  @Test func `documents for each field whether it survives a kill, like the survival table`() {
    for field in SurvivalTable.fields {
      #expect(page.contains("| `\(field.name.rawValue)` | \(field.kind.rawValue) | \(field.reason) |\n"))
    }
    let rows = page.components(separatedBy: "| field | after a kill | reason |")[1].split(separator: "\n")
      .prefix { $0.hasPrefix("|") || $0.isEmpty }
    #expect(rows.count == SurvivalTable.fields.count + 1)
  }
}

/// Returns every word that begins a line or follows `expect`, taken from the parser's suggestions.
func languageWords() throws -> [String] {
  try ["nonsense", "start\nexpect nonsense"].flatMap { head in
    let text = "scenario \"a\"\nquiz mcq 1\n\(head)\n"
    let mistakes = #expect(throws: ScenarioMistakes.self) {
      try ScenarioParser.parse(ScenarioSource(name: "s", text: text))
    }
    let message = try #require(mistakes?.mistakes.first?.message)
    let words = try #require(message.components(separatedBy: "possible: ").last).components(separatedBy: ", ")
    #expect(words.count > 15)
    return words
  }
}

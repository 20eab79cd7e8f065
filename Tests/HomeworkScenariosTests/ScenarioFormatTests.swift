import Foundation
import HomeworkMotion
import HomeworkReports
import HomeworkScenarios
import HomeworkTestKit
import Testing

@Suite struct `The canonical form` {
  @Test func `has one spelling of everything, and keeps comments and meaning`() {
    let wild = """


      # About the file.
      scenario    "a \\"quoted\\" name"   # why
      quiz mcq 4 ,fillBlank   2
          profile  mcq-streak,ncdb


      start
      # about the answer
      answer   b    x2#twice
      answer "a  b"
      scenario "next"
      start
      """
    let canonical = """
      # About the file.
      scenario "a \\"quoted\\" name"  # why
        quiz mcq 4, fillBlank 2
        profile mcq-streak, ncdb

        start
        # about the answer
        answer B x2  #twice
        answer "a  b"

      scenario "next"
        start

      """
    let text = wild.split(separator: "\n", omittingEmptySubsequences: false).map { $0.trimmed }.joined(separator: "\n")
    let formatted = ScenarioFormatter.format(text)
    #expect(formatted.replacing("\n# about", with: "\n  # about") == canonical, "\(formatted)")
    #expect(ScenarioFormatter.format(formatted) == formatted)
  }

  @Test func `leaves every example unchanged, and formatting twice changes nothing`() throws {
    for file in try ThisPackage.files(in: "Examples/scenarios", withExtension: "scenario") {
      let text = try String(contentsOf: file, encoding: .utf8)
      let formatted = ScenarioFormatter.format(text)
      #expect(formatted == text, "\(file.lastPathComponent)")
      #expect(ScenarioFormatter.format(formatted) == formatted)
    }
  }
}

@Suite struct `A machine-readable report` {
  private func report() throws -> RunReport {
    let text = """
      scenario "fine"
      quiz mcq 1
      start
      scenario "has <odd> & \\"quoted\\" # words"
      quiz mcq 1
      start
      expect streak 3
      scenario "cannot go on"
      quiz mcq 1
      kill
      kill
      """
    return ScenarioRunner(worker: []).run(try ScenarioParser.parse(ScenarioSource(name: "a&b.scenario", text: text)))
  }

  @Test func `is TAP 14`() throws {
    #expect(
      TAPReport.text(of: try report()) == """
        TAP version 14
        1..3
        ok 1 - fine
        not ok 2 - has <odd> & "quoted" \\# words
          ---
          message: "a&b.scenario:7: expected streak 3, found 0 (expect streak 0 holds)"
          severity: fail
          at:
            file: "a&b.scenario"
            line: 7
          complaints:
            - "a&b.scenario:7: expected streak 3, found 0 (expect streak 0 holds)"
          seed: 0
          ...
        not ok 3 - cannot go on
          ---
          message: "a&b.scenario:11: expected to go on, found no process is alive to kill: add resume before it"
          severity: error
          at:
            file: "a&b.scenario"
            line: 11
          complaints:
            - "a&b.scenario:11: expected to go on, found no process is alive to kill: add resume before it"
          seed: 0
          ...

        """)
  }

  @Test func `is TAP without control characters from any source`() throws {
    let text = "scenario \"\u{1B}]0;x\u{7}\u{9B}\u{7F}\"\nquiz mcq 1\nstart\nexpect streak 3\n"
    let source = ScenarioSource(name: "\u{1B}\r\n\u{2028}.scenario", text: text)
    let tap = TAPReport.text(of: ScenarioRunner(worker: []).run(try ScenarioParser.parse(source)))
    #expect(tap.contains("not ok 1 - \\u001b]0;x\\u0007\\u009b\\u007f\n"), "\(tap)")
    #expect(tap.contains("file: \"\\u001b\\u000d\\u000a\\u2028.scenario\"\n"))
    #expect(tap.unicodeScalars.allSatisfy { $0 == "\n" || $0.properties.generalCategory != .control })
  }

  @Test func `is JUnit XML that an XML parser accepts`() throws {
    let directory = TemporaryDirectory()
    let path = try directory.write(JUnitReport.text(of: try report()), to: "junit.xml")
    let script = """
      import sys, xml.etree.ElementTree as tree
      root = tree.parse(sys.argv[1]).getroot()
      for suite in root:
          print(suite.get("name"), suite.get("tests"), suite.get("failures"), suite.get("errors"))
          for case in suite:
              print(case.get("name"), [child.tag for child in case], [child.text for child in case])
      """
    guard FileManager.default.isExecutableFile(atPath: "/usr/bin/python3") else { return }
    let result = try run("/usr/bin/python3", ["-c", script, path])
    #expect(
      result.output == """
        a&b.scenario 3 1 1
        fine [] []
        has <odd> & "quoted" # words ['failure'] ['a&b.scenario:7: expected streak 3, found 0 (expect streak 0 holds)\\n--seed 0']
        cannot go on ['error'] ['a&b.scenario:11: expected to go on, found no process is alive to kill: add resume before it\\n--seed 0']

        """, "\(result)")
    // The parser that CI systems use, if installed.
    let reader = try run(
      "/usr/bin/python3",
      [
        "-c",
        "import sys\ntry:\n  from junitparser import JUnitXml\nexcept ImportError:\n  sys.exit(77)\nx = JUnitXml.fromfile(sys.argv[1])\nx.update_statistics()\nprint(x.tests, x.failures, x.errors)",
        path,
      ])
    #expect(reader.status == 77 || reader.output == "3 1 1\n", "\(reader)")
  }

  @Test func `is a picture with a bar per cue and a line per kill`() throws {
    let text =
      "scenario \"s\"\nquiz mcq 10\nstart\nanswer correct x5\nwait 600ms\nkill\nresume\nanswer correct\nwait 2s"
    let report = ScenarioRunner(worker: []).run(try ScenarioParser.parse(ScenarioSource(name: "s", text: text)))
    let svg = SVGReport.text(of: report)
    let cues = report.scenarios[0].cues.filter { $0.animation != .dotSettle }
    #expect(svg.components(separatedBy: "<line class=\"kill\"").count == 2)
    #expect(
      svg.components(separatedBy: "class=\"bar\"").count + svg.components(separatedBy: "class=\"hollow\"").count
        > cues.count)
    let drawing = TimelineDrawing.text(of: report.scenarios[0]).split(separator: "\n")
    #expect(drawing.count == cues.count + 1)
    // The kill is one straight line across all rows.
    let columns = Set(
      drawing.dropLast().map { $0.distance(from: $0.startIndex, to: $0.firstIndex(of: "│") ?? $0.startIndex) })
    #expect(columns.count == 1)
  }
}

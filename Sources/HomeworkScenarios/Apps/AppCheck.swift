import HomeworkAPI
import HomeworkModel
public import HomeworkMotion
import HomeworkProcess
public import HomeworkReports

/// Some exchanges with a program under test, simplest first. Each mistake is explained with the line that caused it.
public enum AppCheck {
  private static let quiz = "quiz mcq 6"

  /// Each exchange goes a step further than the preceding one.
  private static let exchanges: [(name: String, script: String)] = [
    ("it starts and says what it supports", ""),
    ("it starts an attempt", "start"),
    ("it takes an answer, and sends saved before it replies", "start\nanswer correct"),
    ("a correct answer leads to the next question", "start\nanswer correct\nexpect question 2"),
    ("so does a wrong answer", "start\nanswer wrong\nexpect question 2"),
    ("a question can be skipped", "start\nskip\nexpect question 2"),
    ("its score counts the right answers", "start\nanswer correct x2\nanswer wrong\nskip\nexpect score 2"),
    (
      "its streak counts right answers in a row",
      "start\nanswer wrong\nanswer correct x3\nexpect streak 3\nanswer wrong\nexpect streak 0"
    ),
    ("five in a row earn a star", "start\nanswer correct x4\nexpect stars 0\nanswer correct\nexpect stars 1"),
    (
      "it reports the end of each cue as time passes", "start\nanswer correct x5\nwait 10s\nexpect nothing running"
    ),
    ("it refuses an impossible action, with an error name", "start\nstart\nexpect error conflict"),
    ("it keeps the attempt when the screen is left", "start\nanswer correct\nleave"),
    ("it finishes an attempt", "start\nanswer correct x6\nfinish\nexpect no attempt open"),
    ("after a kill, it resumes where it was", "start\nanswer correct x2\nkill\nresume\nexpect question 3"),
    (
      "killed right after saved, it has the answer",
      "start\nanswer correct\nkill after commit\nanswer correct\nresume"
    ),
    (
      "killed before it reads the answer, it does not have it",
      "start\nkill before commit\nanswer correct\nresume\nexpect question 1"
    ),
  ]

  /// - Parameters:
  ///   - animations: the app's own animations, in place of the five designs.
  ///   - show: takes each exchange when it is over, since a slow program may take minutes for all.
  public static func run(
    _ app: AppUnderTest, animations: [AnimationFile] = [], show: (ScenarioReport) -> Void = { _ in }
  ) throws(ScenarioMistakes) -> RunReport {
    var reports: [ScenarioReport] = []
    for (number, exchange) in exchanges.enumerated() {
      let text = "scenario \(exchange.name.quoted)\n\(quiz)\n" + exchange.script
      var runner = ScenarioRunner(worker: [])
      runner.app = app
      let source = ScenarioSource(name: "exchange \(number + 1)", text: text, animations: animations)
      guard let scenario = try ScenarioParser.parse(source).first else { preconditionFailure(exchange.name) }
      var report = runner.run(scenario)
      if let action = report.measured.unacknowledged.first(where: { $0 != "start" }), !report.hasFailed {
        report.fail(
          line: report.line, expected: "saved, sent before the reply to \(action)", found: "none",
          hint: #"write {"jsonrpc":"2.0","method":"saved"} on a line of its own, once it is on disk"#)
      }
      show(report)
      reports.append(report)
    }
    reports.append(endOfInput(app))
    reports.last.map(show)
    return RunReport(scenarios: reports)
  }

  /// The runner may die: then the program's input ends, and the program must exit.
  private static func endOfInput(_ app: AppUnderTest) -> ScenarioReport {
    var report = ScenarioReport(
      name: "it exits at the end of its input", file: "exchange \(exchanges.count + 1)", line: 1, mode: .process)
    do {
      let directory = try ScenarioDirectory()
      defer { OrphanProcesses.end(mark: directory.data) }
      let process = try AppProcess(app, mark: directory.data)
      if process.ended(until: .now.advanced(by: .milliseconds(app.timeLimitMs))) == nil {
        _ = process.kill()
        report.fail(
          line: 1, expected: "to exit at the end of its input", found: "it still runs after \(app.timeLimitMs) ms",
          hint: "exit when standard input ends")
      }
    } catch {
      report.end(error, line: 1)
    }
    return report
  }
}

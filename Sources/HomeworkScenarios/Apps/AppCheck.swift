public import HomeworkAPI
import HomeworkModel
import HomeworkProcess
public import HomeworkReports

/// A dozen exchanges with a program under test, from the first on: each says what is wrong by the line that is.
public enum AppCheck {
  private static let quiz = "quiz mcq 6"

  /// Each goes a step further than the one before it.
  private static let exchanges: [(name: String, script: String)] = [
    ("it starts, and says what it can do", ""),
    ("it starts an attempt", "start"),
    ("it settles an answer, and tells saved before it replies", "start\nanswer correct"),
    ("a right answer moves it on", "start\nanswer correct\nexpect question 2"),
    ("a wrong answer does as well", "start\nanswer wrong\nexpect question 2"),
    ("a question can be skipped", "start\nskip\nexpect question 2"),
    (
      "time goes by, and what began is told to have ended", "start\nanswer correct x5\nwait 10s\nexpect nothing running"
    ),
    ("what cannot be done is refused, with a name", "start\nstart\nexpect error conflict"),
    ("leaving keeps the attempt", "start\nanswer correct\nleave"),
    ("an attempt is finished", "start\nanswer correct x6\nfinish\nexpect no attempt open"),
    ("killed, it goes on where it was", "start\nanswer correct x2\nkill\nresume\nexpect question 3"),
    (
      "killed as soon as it told saved, it has saved",
      "start\nanswer correct\nkill after commit\nanswer correct\nresume"
    ),
    (
      "killed before it saw the answer, it does not have it",
      "start\nkill before commit\nanswer correct\nresume\nexpect question 1"
    ),
  ]

  public static func run(_ app: AppUnderTest) -> RunReport {
    var reports = exchanges.enumerated().map { number, exchange -> ScenarioReport in
      let text = "scenario \(exchange.name.quoted)\n\(quiz)\n" + exchange.script
      var runner = ScenarioRunner(worker: [])
      runner.app = app
      // Ours are right, or a test says so.
      guard let scenario = try? ScenarioParser.parse(ScenarioSource(name: "exchange \(number + 1)", text: text)).first
      else { preconditionFailure(exchange.name) }
      var report = runner.run(scenario)
      if let action = report.unacknowledged.first(where: { $0 != "start" }), !report.hasFailed {
        report.fail(
          line: report.line, expected: "saved, told before the reply to \(action)", found: "none",
          hint: #"write {"jsonrpc":"2.0","method":"saved"} in a line of its own, once it is on disk"#)
      }
      return report
    }
    reports.append(endOfInput(app))
    return RunReport(scenarios: reports)
  }

  /// Whoever starts a program may die: then its input ends, and so does it.
  private static func endOfInput(_ app: AppUnderTest) -> ScenarioReport {
    var report = ScenarioReport(
      name: "it ends where its input does", file: "exchange \(exchanges.count + 1)", line: 1, mode: .process)
    do throws(ProgramFailure) {
      let directory = try ProgramFailure.of(ScenarioDirectory.init)
      defer { AppStragglers.end(mark: directory.data) }
      let life = try AppProcess(app.command, mark: directory.data)
      if life.ended(until: .now.advanced(by: .milliseconds(app.timeLimitMs))) == nil {
        _ = life.kill()
        report.fail(
          line: 1, expected: "to end where its input does", found: "it runs on after \(app.timeLimitMs) ms",
          hint: "leave the loop over standard input at its end")
      }
    } catch {
      report.error(line: 1, message: "\(error)")
    }
    return report
  }
}

import HomeworkAPI
import HomeworkModel
import HomeworkReports
import HomeworkScenarios
import HomeworkService

extension CommandTable {
  static let apps: [Command] = [
    Command(
      "app check", "COMMAND", 1...1,
      options: [.animations, Option("app-timeout", "MS", "how long the program may take to answer; 5000 by default")],
      "tests whether a program follows the protocol, and explains each mistake; exits with 1 if it finds any",
      example: "hwdb app check Examples/apps/quiz.py"
    ) { invocation in
      var app = AppUnderTest(command: invocation.operands[0])
      if let limit = try invocation.positive("app-timeout") { app.timeLimitMs = limit }
      let animations = try InputFile.animations(invocation.values("animations"))
      TestedPrograms.endWithThisProcess()
      let checked: RunReport
      do throws(ScenarioMistakes) {
        checked = try AppCheck.run(app, animations: animations) { report in
          if invocation.has("json") { return }
          Output.write("\(mark(report, invocation.outputStyle)) \(report.name)\n" + TextOutput.complaints(of: report))
        }
      } catch { throw CommandFailure.unreadable(.file(error.description, isMissing: false)) }
      Output.show(checked, as: Shapes.run, invocation, isAskedFor: true) { report in
        let next =
          report.failed > 0
          ? "" : "\nA loss of power is tried by hwdb scenario explore --power-loss --app COMMAND FILE…\n"
        return next + "\n\(report.passed) correct, \(report.failed) wrong"
          + (report.skipped > 0 ? ", \(report.skipped) not asked" : "") + "\n"
      }
      if checked.failed > 0 { throw checked.isUnanswered ? CommandFailure.unanswered : .reported }
    },
    Command(
      "app serve", options: [],
      "serves the built-in session as a program under test, on standard input and output",
      example: "hwdb app serve"
    ) { _ in AppServer.serve(server: Service.server) },
  ]

  private static func mark(_ report: ScenarioReport, _ style: OutputStyle) -> String {
    switch report.outcome {
    case .passed: style.coloured("✓", .green)
    case .skipped: "–"
    case .failed, .error: style.coloured("✗", .red)
    }
  }
}

extension TextOutput {
  /// Returns the failures in an exchange and their fixes, indented.
  fileprivate static func complaints(of report: ScenarioReport) -> String {
    var lines = report.failures.map { failure in
      (failure.expected == "to go on" ? failure.found : "expected \(failure.expected), found \(failure.found)")
        + (failure.hint.map { "\n\($0)" } ?? "")
    }
    lines += report.laws.filter { !$0.held }.map { "law \($0.law), \($0.name), is broken: \($0.detail ?? "")" }
    lines += report.kills.compactMap(\.unproved).map { "the kill was not proved: \($0)" }
    if let output = report.errorOutput { lines.append("its standard error: \(output)") }
    if let reason = report.skipped { lines.append(reason) }
    return lines.flatMap { $0.split(separator: "\n") }.map { "    \(printable($0))\n" }.joined()
  }
}

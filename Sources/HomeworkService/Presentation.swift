import Foundation
public import HomeworkJSON
import HomeworkModel
import HomeworkScenarios

/// What executables need of the modules below them to speak with people.
public enum Presentation {
  /// Serves as a worker process, and never returns, where the arguments say that this process is one.
  public static func serveAsWorker(ifAskedBy arguments: [String]) {
    if arguments.first == ScenarioWorker.argument { ScenarioWorker.serve() }
    if arguments.first == ServiceWorker.argument { ServiceWorker.serve(worker: Service.worker) }
  }

  /// The quiz files that a script names.
  public static func quizFiles(in script: String) -> [String] { ScenarioParser.quizFiles(in: script) }

  /// One run report of several.
  public static func merged(_ reports: [JSONValue]) throws -> (json: JSONValue, hasFailures: Bool) {
    let scenarios = try reports.flatMap { try $0.decoded(as: RunReport.self).scenarios }
    let report = RunReport(scenarios: scenarios)
    return (try JSONValue(encoding: report), report.failed > 0)
  }

  /// A run report in words, with what played and what was suppressed.
  public static func pretty(run: JSONValue) -> String {
    guard let report = try? run.decoded(as: RunReport.self) else { return "" }  // our own values decode
    return PrettyReport.text(of: report)
  }

  /// A run report in a format for programs.
  public static func text(ofRun run: JSONValue, as format: RunFormat) -> String {
    guard let report = try? run.decoded(as: RunReport.self) else { return "" }  // our own values decode
    return switch format {
    case .tap: TAPReport.text(of: report)
    case .junit: JUnitReport.text(of: report)
    case .svg: SVGReport.text(of: report)
    case .html: HTMLReport.text(of: report)
    }
  }

  /// The formats of run reports that other programs read.
  public enum RunFormat: String, CaseIterable, Sendable {
    case tap, junit, svg, html
  }

  /// What happened in each scenario, line by line, with its timeline.
  public static func trace(of run: JSONValue) -> String {
    guard let report = try? run.decoded(as: RunReport.self) else { return "" }  // our own values decode
    return report.scenarios.map(TraceReport.text).joined(separator: "\n")
  }

  /// A script in its one canonical form.
  public static func formatted(script: String) -> String { ScenarioFormatter.format(script) }

  /// `🎉 Excellent!`, for a grade of the protocol.
  public static func words(ofGrade grade: String) -> String {
    Grade(rawValue: grade).map { "\($0.emoji) \($0.words)" } ?? grade
  }

  /// The grades of the protocol, the best first.
  public static let grades = Grade.allCases.map(\.rawValue)

  /// A, B, C, … for an option, from 0.
  public static func letter(ofOption index: Int) -> String {
    Question.letters.indices.contains(index) ? Question.letters[index] : String(index + 1)
  }

  /// The one of `candidates` that was probably meant by a mistyped word.
  public static func suggestion(for word: String, among candidates: [String]) -> String? {
    HomeworkScenarios.suggestion(for: word, among: candidates)
  }
}

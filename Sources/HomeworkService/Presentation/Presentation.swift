import Foundation
public import HomeworkModel
public import HomeworkReports
import HomeworkScenarios

/// What executables need of the modules below them to speak with people.
public enum Presentation {
  /// Serves as a worker process, and never returns, where the arguments say that this process is one.
  public static func serveAsWorker(ifAskedBy arguments: [String]) {
    if arguments.first == ScenarioWorker.argument { ScenarioWorker.serve() }
    if arguments.first == ServiceWorker.argument { ServiceWorker.serve(worker: Service.worker) }
  }

  /// Returns the quiz files that a script names.
  public static func quizFiles(in script: String) -> [String] { ScenarioParser.quizFiles(in: script) }

  /// Returns a run report in words: what played and what was suppressed.
  public static func pretty(_ report: RunReport) -> String { PrettyReport.text(of: report) }

  /// Returns a run report in a format for programs.
  public static func text(of report: RunReport, as format: RunFormat) -> String {
    switch format {
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

  /// Returns what happened in each scenario, line by line, with its timeline.
  public static func trace(of report: RunReport) -> String {
    report.scenarios.map(TraceReport.text).joined(separator: "\n")
  }

  /// Returns a script in its one canonical form.
  public static func formatted(script: String) -> String { ScenarioFormatter.format(script) }

  /// Returns the words of a grade, such as `🎉 Excellent!`.
  public static func words(of grade: Grade) -> String { "\(grade.emoji) \(grade.words)" }

  /// Returns the letter of an option: A for 0, B for 1, ….
  public static func letter(ofOption index: Int) -> String {
    Question.letters.indices.contains(index) ? Question.letters[index] : String(index + 1)
  }
}

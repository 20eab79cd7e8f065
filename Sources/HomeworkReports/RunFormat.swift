/// The formats of run reports for other programs.
public enum RunFormat: String, CaseIterable, Sendable {
  case tap, junit, svg, html

  /// Returns a report in this format.
  public func text(of report: RunReport) -> String {
    switch self {
    case .tap: TAPReport.text(of: report)
    case .junit: JUnitReport.text(of: report)
    case .svg: SVGReport.text(of: report)
    case .html: HTMLReport.text(of: report)
    }
  }
}

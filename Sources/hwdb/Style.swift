import Foundation

/// Colours, where a terminal is there to show them and nobody asked for none.
struct Style {
  let isColoured: Bool

  init(_ invocation: Invocation) {
    switch invocation.value("color") {
    case "always": isColoured = true
    case "never": isColoured = false
    default:
      let environment = ProcessInfo.processInfo.environment
      isColoured =
        (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb" && isatty(STDOUT_FILENO) == 1
    }
  }

  /// A report of scenarios: what passed in green, what did not in red. Names come from scripts, so they are made printable.
  func report(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      switch line.first {
      case "✓": coloured(printable(line), 32)
      case "✗", "!": coloured(printable(line), 31)
      default: printable(line)
      }
    }.joined(separator: "\n")
  }

  private func coloured(_ text: String, _ code: Int) -> String {
    isColoured ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}

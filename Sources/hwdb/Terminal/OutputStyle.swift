import HomeworkModel
import HomeworkSystem

/// How text is written for people: its width, colours and characters.
struct OutputStyle: Sendable {
  /// The width; `nil` without a terminal: pipes and files get everything, and no headings.
  var columns: Int?
  var isColoured: Bool
  /// True if letters beyond ASCII, bars and emoji can be shown.
  var hasUnicode: Bool
  var nowMs: Int64

  var isTerminal: Bool { columns != nil }

  /// Returns the text in the colours of the results: green from 90, blue from 70, orange from 50, red below.
  func graded(_ text: String, percentage: Int) -> String { coloured(text, .of(percentage: percentage)) }

  func coloured(_ text: String, _ colour: Colour?) -> String {
    guard isColoured, let colour else { return text }
    return "\u{1B}[\(colour.code)m\(text)\u{1B}[0m"
  }

  /// Returns a percentage as a bar of `width` cells: `████████░░`.
  func bar(percentage: Int, width: Int = 10) -> String {
    let filled = min(width, max(0, (percentage * width + 50) / 100))
    guard hasUnicode else {
      return "[" + String(repeating: "#", count: filled) + String(repeating: ".", count: width - filled) + "]"
    }
    return String(repeating: "█", count: filled) + String(repeating: "░", count: width - filled)
  }

  /// Returns one dot of the streak.
  func dot(_ dot: Dot) -> (glyph: String, colour: Colour) {
    switch dot {
    case .green: (hasUnicode ? "●" : "o", .green)
    case .star: (hasUnicode ? "★" : "*", .orange)
    case .empty: (hasUnicode ? "○" : ".", .dim)
    }
  }

  /// Returns a report of scenarios with successes in green and failures in red. Names come from scripts, so they are
  /// made printable.
  func report(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let colour: Colour? =
        switch line.first {
        case "✓": .green
        case "✗", "!": .red
        default: nil
        }
      return coloured(printable(line), colour)
    }.joined(separator: "\n")
  }
}

/// The colours supported by every terminal of the last forty years.
enum Colour: Sendable {
  case green, blue, orange, red, dim, bold

  fileprivate var code: Int {
    switch self {
    case .green: 32
    case .blue: 34
    case .orange: 33
    case .red: 31
    case .dim: 2
    case .bold: 1
    }
  }

  static func of(percentage: Int) -> Self {
    switch percentage {
    case 90...: .green
    case 70...: .blue
    case 50...: .orange
    default: .red
    }
  }
}

extension OutputStyle {
  /// Creates the style for standard output, unless `--color` overrides it.
  init(_ invocation: Invocation) {
    let environment = Surroundings.environment
    let terminal = environment["TERM"] ?? ""
    let isTerminal = isatty(STDOUT_FILENO) == 1
    columns = isTerminal ? Self.width(environment) : nil
    hasUnicode = !isTerminal || (Self.isUTF8(environment) && !["linux", "dumb"].contains(terminal))
    nowMs = Self.clock()
    isColoured =
      switch invocation.value("color") {
      case "always": true
      case "never": false
      default: isTerminal && (environment["NO_COLOR"] ?? "").isEmpty && terminal != "dumb"
      }
  }

  private static func width(_ environment: [String: String]) -> Int {
    var size = winsize()
    if ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 { return Int(size.ws_col) }
    return environment["COLUMNS"].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil } ?? 80
  }

  /// Returns whether the locale is UTF-8. As in the C library, the first of these variables that is set decides.
  private static func isUTF8(_ environment: [String: String]) -> Bool {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
    return locale.uppercased().replacing("-", with: "").hasSuffix("UTF8")
  }

  static func clock() -> Int64 {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    return Int64(now.tv_sec) * 1000 + Int64(now.tv_nsec) / 1_000_000
  }
}

extension Invocation {
  var outputStyle: OutputStyle { OutputStyle(self) }
}

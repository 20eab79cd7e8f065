/// Moodle 4.5's reading of a GIFT block, by its documentation and behaviour. It is short and independent of the reader:
/// an oracle for exports.
struct MoodleRules: Equatable, CustomStringConvertible {
  var kind = ""
  var prompt = ""
  /// The answers and their weights in percent.
  var answers: [String] = []
  var weights: [Double] = []
  var feedback = ""

  var description: String { "\(kind) \(prompt) \(answers) \(weights) \(feedback)" }

  static func read(_ text: String) -> [MoodleRules] {
    var blocks: [[String]] = [[]]
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(trimmed) {
      if line.isEmpty { blocks.append([]) } else { blocks[blocks.count - 1].append(line.hasPrefix("//") ? " " : line) }
    }
    return blocks.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }.filter { !$0.hasPrefix("$CATEGORY:") }.map(
      block)
  }

  private static let signs: [(Character, String)] = [
    (":", "\u{E001}"), ("#", "\u{E002}"), ("=", "\u{E003}"), ("{", "\u{E004}"), ("}", "\u{E005}"), ("~", "\u{E006}"),
  ]

  private static func block(_ source: String) -> MoodleRules {
    var text = source.replacing("\\\\", with: "\u{E000}")
    for (sign, mark) in signs { text = text.replacing("\\\(sign)", with: mark) }
    text = text.replacing("\\n", with: "\u{E007}").replacing("\u{E000}", with: "\\")
    guard let open = text.firstIndex(of: "{"), let close = text.firstIndex(of: "}") else {
      return MoodleRules(kind: "?")
    }
    var question = MoodleRules()
    var inside = trimmed(text[text.index(after: open)..<close])
    let asked =
      text.hasSuffix("}")
      ? text[..<open] + text[text.index(after: close)...] : text[..<open] + "_____" + text[text.index(after: close)...]
    let (prompt, format) = formatted(String(asked), "moodle")
    question.prompt = prompt
    if let range = inside.ranges(of: "####").last {
      question.feedback = formatted(String(inside[range.upperBound...]), format).text
      inside = trimmed(inside[..<range.lowerBound])
    }
    func answer(_ text: String, _ weight: Double) {
      question.answers.append(
        formatted(trimmed(text.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)[0]), format).text)
      question.weights.append(weight)
    }
    func weight(_ text: String) -> (Double, String)? {
      guard let match = text.firstMatch(of: /^%-*([0-9]{1,2}\.?[0-9]*)%/) else { return nil }
      return (Double(match.output.1) ?? 0, String(text[match.range.upperBound...]))
    }
    if inside.contains("~") {
      question.kind = "multichoice"
      for part in parts(inside.replacing("=", with: "~="), "~") {
        if part.hasPrefix("=") {
          answer(String(part.dropFirst()), 100)
        } else if let (percent, rest) = weight(part) {
          answer(rest, percent)
        } else {
          answer(part, 0)
        }
      }
    } else if inside.contains("="), inside.contains("->") {
      question.kind = "match"
    } else if ["T", "TRUE", "F", "FALSE"].contains(trimmed(inside.prefix { $0 != "#" })) {
      (question.kind, question.answers) = ("truefalse", [inside.hasPrefix("T") ? "True" : "False"])
    } else {
      question.kind = "shortanswer"
      for part in parts(inside, "=") {
        let (percent, rest) = weight(part) ?? (100, part)
        answer(rest, percent)
      }
    }
    return question
  }

  private static func parts(_ text: String, _ sign: Character) -> [String] {
    var parts = text.split(separator: sign, omittingEmptySubsequences: false).map(trimmed)
    if parts.first?.isEmpty ?? false { parts.removeFirst() }
    return parts
  }

  private static func formatted(_ text: String, _ outer: String) -> (text: String, format: String) {
    var (text, format) = (text, outer)
    if text.hasPrefix("["), let end = text.firstIndex(of: "]") {
      let name = String(text[text.index(after: text.startIndex)..<end])
      if ["moodle", "html", "plain", "markdown"].contains(name) {
        (text, format) = (String(text[text.index(after: end)...]), name)
      }
    }
    for (sign, mark) in signs { text = text.replacing(mark, with: String(sign)) }
    return (trimmed(text.replacing("\u{E007}", with: "\n")), format)
  }

  private static func trimmed(_ text: some StringProtocol) -> String {
    var text = text[...]
    while let first = text.first, " \t\n\r\u{B}".contains(first) { text.removeFirst() }
    while let last = text.last, " \t\n\r\u{B}".contains(last) { text.removeLast() }
    return String(text)
  }
}

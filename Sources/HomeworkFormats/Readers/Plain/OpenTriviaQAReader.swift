import HomeworkModel

/// A reader of OpenTriviaQA: `#Q` and the question, `^` and the right answer, then the options by letter.
struct OpenTriviaQAReader {
  private var collector: ImportCollector
  private var prompt: [Substring] = []
  private var right: [Substring] = []
  private var options: [String] = []
  private var (first, last) = (0, 0)
  private enum Part { case nothing, prompt, right, options }
  private var part = Part.nothing

  static func isOne(_ lines: [String]) -> Bool {
    lines.contains { $0.hasPrefix("#Q ") } && lines.contains { $0.hasPrefix("^ ") }
  }

  static func read(_ text: FileText, explains: Bool) -> QuizImport {
    var reader = OpenTriviaQAReader(collector: ImportCollector(.openTriviaQA, explains: explains))
    let lines = String(decoding: text.bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() { reader.read(line, index + 1) }
    reader.end()
    return reader.collector.finish()
  }

  private init(collector: ImportCollector) { self.collector = collector }

  private mutating func read(_ line: Substring, _ number: Int) {
    if line.hasPrefix("#Q ") || line == "#Q" {
      end()
      (first, part) = (number, .prompt)
      prompt = [line.dropFirst(3)]
    } else if line.hasPrefix("^ "), part == .prompt {
      right = [line.dropFirst(2)]
      part = .right
    } else if line.isBlank {
      // A blank line separates questions; within one it means nothing.
      return
    } else if part == .right || part == .options, options.count < 26, line.utf8.first == UInt8(65 + options.count),
      line.utf8.count == 1 || line.utf8.dropFirst().first == 32
    {
      options.append(line.dropFirst(2).trimmedAtEnds)
      part = .options
    } else {
      switch part {
      case .prompt: prompt.append(line)
      case .right: right.append(line)
      case .options: options[options.count - 1] += "\n\(line.trimmedAtEnds)"
      case .nothing: collector.leaveOut(number...number, "line", "it stands before the first #Q")
      }
    }
    last = number
  }

  private mutating func end() {
    defer { (prompt, right, options, part) = ([], [], [], .nothing) }
    guard part != .nothing else { return }
    let lines = first...max(first, last)
    func leaveOut(_ reason: String) { collector.leaveOut(lines, "question", reason) }
    let answer = right.joined(separator: "\n").trimmedAtEnds
    guard !answer.isEmpty else { return leaveOut("it has no line with ^ for the correct answer") }
    guard !options.isEmpty else { return leaveOut("it has no options") }
    let equal = options.indices.filter { options[$0].lowercased() == answer.lowercased() }
    guard let index = options.firstIndex(of: answer) ?? equal.first else {
      return leaveOut("the right answer \"\(answer)\" is none of its options")
    }
    let question = MoodleQuestion(
      lines: lines, kind: "question", prompt: prompt.joined(separator: "\n").trimmedAtEnds)
    collector.takeChoice(
      question, options.enumerated().map { .init(weight: $0.offset == index ? 100 : 0, text: $0.element) })
  }
}

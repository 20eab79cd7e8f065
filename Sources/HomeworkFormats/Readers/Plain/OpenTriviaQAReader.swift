import HomeworkModel

/// A reader of OpenTriviaQA: `#Q` and the question, `^` and the right answer, then the options by letter.
struct OpenTriviaQAReader {
  private var collector: ImportCollector

  static func isOne(_ lines: [String]) -> Bool {
    lines.contains { $0.hasPrefix("#Q ") } && lines.contains { $0.hasPrefix("^ ") }
  }

  static func read(_ text: FileText, explains: Bool) -> QuizImport {
    var reader = OpenTriviaQAReader(collector: ImportCollector(.openTriviaQA, explains: explains))
    let lines = text.bytes.lines
    let starts = lines.indices.filter { lines[$0].hasPrefix("#Q ") || lines[$0] == "#Q" }
    reader.report(lines[..<(starts.first ?? lines.endIndex)])
    for (start, end) in zip(starts, starts.dropFirst() + [lines.endIndex]) { reader.read(lines[start..<end]) }
    return reader.collector.finish()
  }

  private mutating func report(_ lines: ArraySlice<Substring>) {
    for index in lines.indices where !lines[index].isBlank {
      collector.leaveOut(index + 1...index + 1, "line", "it belongs to no #Q")
    }
  }

  private mutating func read(_ block: ArraySlice<Substring>) {
    var (prompt, right, options): ([Substring], [Substring], [String]) = (
      [block[block.startIndex].dropFirst(3)], [], []
    )
    var last = block.startIndex
    for (index, line) in zip(block.indices, block).dropFirst() where !line.isBlank {
      if right.isEmpty, line.hasPrefix("^ ") {
        right = [line.dropFirst(2)]
      } else if !right.isEmpty, options.count < 26, line.utf8.first == UInt8(65 + options.count),
        line.utf8.count == 1 || line.utf8.dropFirst().first == 32
      {
        options.append(line.dropFirst(2).trimmedAtEnds)
      } else if right.isEmpty {
        prompt.append(line)
      } else if options.isEmpty {
        right.append(line)
      } else if last == index - 1 {
        options[options.count - 1] += "\n\(line.trimmedAtEnds)"
      } else {
        // A blank line below the options ends the question.
        report(block[index...])
        break
      }
      last = index
    }
    let lines = block.startIndex + 1...last + 1
    func leaveOut(_ reason: String) { collector.leaveOut(lines, "question", reason) }
    let answer = right.joined(separator: "\n").trimmedAtEnds
    guard !answer.isEmpty else { return leaveOut("it has no line with ^ for the correct answer") }
    guard !options.isEmpty else { return leaveOut("it has no options") }
    let equal = options.indices.filter { options[$0].lowercased() == answer.lowercased() }
    guard let index = options.firstIndex(of: answer) ?? equal.first else {
      return leaveOut("the right answer \"\(answer)\" is none of its options")
    }
    let question = MoodleQuestion(lines: lines, kind: "question", prompt: prompt.joined(separator: "\n").trimmedAtEnds)
    collector.takeChoice(
      question, options.enumerated().map { .init(weight: $0.offset == index ? 100 : 0, text: $0.element) })
  }
}

import HomeworkModel

/// Reads MkDocs pages. Their questions are in `<quiz>` blocks: a text, options with `- [x]` or gaps in `[[ ]]`, then an
/// explanation. Text outside the blocks is ignored.
extension MarkdownReader {
  static func isPage(_ lines: [String]) -> Bool {
    lines.contains { $0.hasPrefix("<quiz>") } && lines.contains { $0.hasSuffix("</quiz>") }
  }

  mutating func readPage(_ lines: [Substring], from start: Int) {
    var (isInQuiz, hasNoted, indent) = (false, false, 0)
    for index in lines.indices.dropFirst(start) {
      let (words, number) = (lines[index].trimmedAtEnds, index + 1)
      let spaces = lines[index].prefix { $0 == " " }.count
      if words.hasPrefix("```") { isInCode.toggle() }
      let isStart = !isInCode && words.hasPrefix("<quiz>")
      if isStart {
        if isInQuiz { leaveOutUnclosed() }
        (isInQuiz, indent) = (true, spaces)
      }
      guard isInQuiz else {
        if !words.isEmpty, !hasNoted {
          hasNoted = true
          collector.note(number...number, .file, "page", "the text outside of its <quiz> blocks is not read")
        }
        continue
      }
      // A block may be inside a tab or a list item.
      var line = isStart ? words.dropFirst(6) : lines[index].dropFirst(min(indent, spaces))
      let isEnd = words.hasSuffix("</quiz>")
      if isEnd { line = line.trimmedAtEnds.dropLast("</quiz>".count) }
      if isStart || isEnd || !words.isEmpty { add(words, number) { _ in } }
      readQuiz(String(line))
      guard isEnd else { continue }
      endQuiz()
      (isInQuiz, isInCode) = (false, false)
    }
    if isInQuiz { leaveOutUnclosed() }
  }

  private mutating func readQuiz(_ line: String) {
    let words = line.trimmedAtEnds
    let item = isInCode || !question.explanation.isEmpty ? nil : Self.item(words)
    if let item {
      question.options.append((item.text, item.weight, []))
    } else if question.options.isEmpty && question.explanation.isEmpty {
      // A rule separates a text with gaps from its explanation.
      if words == "---" {
        question.explanation = [""]
      } else {
        question.prompt.append(Self.heading(words)?.text ?? line)
      }
    } else if question.explanation.isEmpty, !question.options.isEmpty, let remark = Self.quoted(words) {
      question.options[question.options.count - 1].feedback.append(remark)
    } else if question.explanation.isEmpty, line.hasPrefix(" ") || line.hasPrefix("\t"), !words.isEmpty {
      question.options[question.options.count - 1].text += "\n\(words)"
    } else if !words.isEmpty || !question.explanation.isEmpty {
      question.explanation.append(line)
    }
  }

  private mutating func leaveOutUnclosed() {
    collector.leaveOut(question.first...question.last, "quiz", "its <quiz> is never closed: add </quiz>")
    question = Block()
  }

  private mutating func endQuiz() {
    let text = question.prompt.joined(separator: "\n").trimmedAtEnds
    question.prompt = [text]
    question.explanation = [question.explanation.joined(separator: "\n").trimmedAtEnds]
    guard question.options.isEmpty, text.contains("[[") else { return end(isTitle: false) }
    var (cloze, rest, number) = ("", text[...], 0)
    while let open = rest.firstRange(of: "[[") {
      number += 1
      cloze += rest[..<open.lowerBound] + "{{c\(number)::"
      rest = rest[open.upperBound...]
    }
    collector.takeCloze(
      (cloze + rest).replacing("]]", with: "}}"), question.first...question.last, markup: .plain,
      extra: question.explanation[0], kind: "quiz")
    question = Block()
  }
}

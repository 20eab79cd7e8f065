import HomeworkModel

extension Question.Body {
  /// Returns the question that a card of a file asks: typed, unless its back is longer than anybody types.
  static func ofCard(back: String) -> Self {
    let isLong = back.split(whereSeparator: \.isWhitespace).count > 8 || back.contains(where: \.isNewline)
    return isLong ? .card(back: back) : .fillBlank(correctAnswer: back, acceptedAnswers: [])
  }
}

/// Anki's cloze texts: `{{c1::answer}}`, `{{c2::answer::hint}}`.
enum Cloze {
  static func isCloze(_ text: String) -> Bool {
    text.ranges(of: "{{c").contains { open in
      let number = text[open.upperBound...].prefix(while: \.isNumber)
      return !number.isEmpty && text[number.endIndex...].hasPrefix("::")
    }
  }

  struct Gap {
    let number: Int
    let answer: String
    let hint: String?
  }

  /// Returns the gaps and the text between them; `nil` if gaps are nested.
  static func parts(_ text: String) -> (texts: [String], gaps: [Gap])? {
    var (texts, gaps): ([String], [Gap]) = ([], [])
    var rest = text[...]
    while let open = rest.firstRange(of: "{{c") {
      guard let close = rest[open.upperBound...].firstRange(of: "}}") else { return nil }
      let inside = rest[open.upperBound..<close.lowerBound]
      guard !inside.contains("{{"), let sign = inside.firstRange(of: "::"), let number = Int(inside[..<sign.lowerBound])
      else { return nil }
      let words = inside[sign.upperBound...]
      let hint = words.firstRange(of: "::")
      gaps.append(
        Gap(
          number: number, answer: String(hint.map { words[..<$0.lowerBound] } ?? words),
          hint: hint.map { String(words[$0.upperBound...]) }))
      texts.append(String(rest[..<open.lowerBound]))
      rest = rest[close.upperBound...]
    }
    texts.append(String(rest))
    return (texts, gaps)
  }
}

extension ImportCollector {
  /// Adds one question for each gap number, with the other gaps filled in.
  mutating func takeCloze(
    _ text: String, _ lines: ClosedRange<Int>, markup: Markup, extra: String = "", changes: [String] = [],
    kind: String = "cloze", source: @autoclosure () -> String? = nil
  ) {
    guard let (texts, gaps) = Cloze.parts(text) else {
      return leaveOut(lines, kind, "gaps inside of gaps, or one that is never closed", source: source())
    }
    let explanation = markup.plainText(extra)
    var losses = explanation.losses
    var drafts: [QuestionDraft] = []
    for number in Set(gaps.map(\.number)).sorted() {
      let own = gaps.filter { $0.number == number }
      // Gaps with the same number are asked at once; with the same answer they are one.
      let isOne = Set(own.map(\.answer)).count == 1
      var (prompt, marks) = (texts[0], 0)
      for (gap, after) in zip(gaps, texts.dropFirst()) {
        if gap.number == number { marks += 1 }
        let mark = isOne ? "_____" : "{\(marks)}"
        prompt += gap.number == number ? mark + (gap.hint.map { " (\($0))" } ?? "") : gap.answer
        prompt += after
      }
      let (asked, answers) = (markup.plainText(prompt), (isOne ? [own[0]] : own).map { markup.plainText($0.answer) })
      losses = answers.reduce(losses.union(asked.losses)) { $0.union($1.losses) }
      let bodies = answers.map { Question.Body.fillBlank(correctAnswer: $0.text, acceptedAnswers: []) }
      drafts.append(
        QuestionDraft(prompt: asked.text, body: isOne ? bodies[0] : .gaps(bodies), explanation: explanation.text))
    }
    let several = drafts.count > 1 ? ["\(drafts.count) questions, one for each number of a gap"] : []
    take(drafts, lines: lines, kind: kind, changes: changes + losses.reasons() + several, source: source())
  }
}

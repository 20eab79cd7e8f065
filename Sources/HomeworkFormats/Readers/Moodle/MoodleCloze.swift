import HomeworkModel

/// A text with gaps of Moodle: `Paris is in {1:SHORTANSWER:=France~=the French Republic}.`
struct MoodleCloze {
  struct Gap {
    let kind: String
    let answers: [MoodleQuestion.Answer]
  }

  /// The text before each gap, and after the last.
  private(set) var texts = [""]
  private(set) var gaps: [Gap] = []

  init(_ text: String) {
    var rest = text[...]
    while let sign = rest.first {
      rest = rest.dropFirst()
      if sign == "{", let (gap, end) = Self.gap(rest) {
        gaps.append(gap)
        texts.append("")
        rest = rest[end...]
      } else {
        texts[texts.count - 1].append(sign)
      }
    }
  }

  /// Parses `1:MC:=a~b}` after its brace.
  private static func gap(_ text: Substring) -> (Gap, end: String.Index)? {
    let head = text.drop { $0.isASCII && $0.isNumber }
    guard head.first == ":", let colon = head.dropFirst().firstIndex(of: ":") else { return nil }
    let kind = head.dropFirst()[..<colon]
    guard !kind.isEmpty, kind.allSatisfy({ $0.isASCII && ($0.isLetter || $0 == "_") }) else { return nil }
    var (parts, isEscaped, index) = ([""], false, text.index(after: colon))
    while index < text.endIndex {
      let sign = text[index]
      index = text.index(after: index)
      if isEscaped {
        // A star is literal only if it stays escaped.
        parts[parts.count - 1] += sign == "*" ? "\\*" : String(sign)
        isEscaped = false
      } else if sign == "\\" {
        isEscaped = true
      } else if sign == "~" {
        parts.append("")
      } else if sign == "}" {
        // The first answer may have a sign as well.
        if parts[0].isBlank, parts.count > 1 { parts.removeFirst() }
        return (Gap(kind: kind.uppercased(), answers: parts.map(answer)), index)
      } else {
        parts[parts.count - 1].append(sign == "#" ? "\u{1}" : sign)
      }
    }
    return nil
  }

  private static func answer(_ part: String) -> MoodleQuestion.Answer {
    var text = part.trimmedAtEnds[...]
    var weight = 0.0
    if text.first == "=" { (weight, text) = (100, text.dropFirst()) }
    if text.first == "%", let end = text.dropFirst().firstIndex(of: "%"), let number = Double(text.dropFirst()[..<end])
    {
      (weight, text) = (number, text[text.index(after: end)...])
    }
    let sides = text.split(separator: "\u{1}", maxSplits: 1, omittingEmptySubsequences: false)
    return .init(weight: weight, text: sides[0].trimmedAtEnds, feedback: sides.count > 1 ? sides[1].trimmedAtEnds : "")
  }
}

extension ImportCollector {
  /// Adds a text with several gaps, or the question that asks for its only one.
  mutating func take(_ cloze: MoodleCloze, of question: MoodleQuestion) {
    guard !cloze.gaps.isEmpty else { return leaveOut(question, "it has no gap") }
    var (bodies, changes): ([Question.Body], [String]) = ([], question.changes)
    for (position, gap) in cloze.gaps.enumerated() {
      switch gap.body {
      case .failure(let fault): return leaveOut(question, "gap \(position + 1): \(fault.message)")
      case .success(let (body, reasons)):
        bodies.append(body)
        for reason in reasons where !changes.contains(reason) { changes.append(reason) }
      }
    }
    if bodies.count > 1, bodies.contains(where: { $0.kind == .numeric }) {
      return leaveOut(question, "a number with a tolerance among several gaps")
    }
    take(
      [QuestionDraft(cloze.texts, around: bodies, explanation: question.feedback)], lines: question.lines,
      kind: question.kind, changes: changes)
  }
}

extension QuestionDraft {
  /// Creates a text with several gaps, or the question that asks for its only one.
  init(_ texts: [String], around gaps: [Question.Body], explanation: String = "") {
    let marks = gaps.count == 1 ? ["_____"] : gaps.indices.map { "{\($0 + 1)}" }
    self.init(
      prompt: zip(marks, texts.dropFirst()).reduce(texts[0]) { $0 + $1.0 + $1.1 }.trimmedAtEnds,
      body: gaps.count == 1 ? gaps[0] : .gaps(gaps), explanation: explanation)
  }
}

extension MoodleCloze.Gap {
  /// The question that asks for the gap, and what is changed; or why there is none.
  fileprivate var body: Result<(Question.Body, changes: [String]), Fault> {
    func no(_ reason: String) -> Result<(Question.Body, changes: [String]), Fault> {
      .failure(Fault(path: "", message: reason))
    }
    var changes = answers.contains { !$0.feedback.isEmpty } ? ["the feedback of single answers"] : []
    let right = answers.filter { $0.weight >= 100 }
    if answers.contains(where: { $0.weight != 0 && $0.weight < 100 }) { changes.append("answers that count in part") }
    switch kind {
    case _ where WordLists.words("cloze choices").contains(kind):
      guard right.count == 1, let index = answers.firstIndex(where: { $0.weight >= 100 }) else {
        return no("not exactly one of its options is right")
      }
      return .success(
        (.mcq(options: answers.map { $0.text.replacing("\\*", with: "*") }, correctIndex: index), changes))
    case "SHORTANSWER", "SA", "MW", "SHORTANSWER_C", "SAC", "MWC":
      let accepted = right.filter { !$0.text.replacing("\\*", with: "").contains("*") }
      if accepted.count < right.count { changes.append("answers with a *, which stands for anything") }
      let texts = accepted.map { $0.text.replacing("\\*", with: "*") }
      guard let first = texts.first, !first.isBlank else { return no("no answer that counts in full and is a text") }
      let isExact = kind.hasSuffix("C")
      return .success(
        (.fillBlank(correctAnswer: first, acceptedAnswers: Array(texts.dropFirst()), isExact: isExact), changes))
    case "NUMERICAL", "NM":
      let parts = right.map { $0.text.split(separator: ":", maxSplits: 1).map(\.trimmedAtEnds) }
      let numbers = parts.compactMap(\.first).filter(ImportCollector.isNumber)
      guard let first = numbers.first else { return no("no number that counts in full") }
      let tolerances = parts.map { $0.count < 2 ? 0 : ImportCollector.number($0[1]) }
      guard tolerances.allSatisfy({ $0 == 0 }) else {
        guard numbers.count == 1, let number = ImportCollector.number(first), let tolerance = tolerances[0] else {
          return no("several numbers with a tolerance")
        }
        return .success((.numeric(NumericKey(number, tolerance: .absolute(tolerance))), changes))
      }
      return .success((.fillBlank(correctAnswer: first, acceptedAnswers: Array(numbers.dropFirst())), changes))
    default: return no("this type of gap is not supported")
    }
  }
}

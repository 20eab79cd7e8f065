import HomeworkAPI
import HomeworkModel
import HomeworkService

extension TextOutput {
  static func attempt(_ attempt: Attempt, _ style: OutputStyle) -> String { self.attempt(attempt.summary, style) }

  static func attempt(_ attempt: AttemptSummary, _ style: OutputStyle) -> String {
    let id = shortId(attempt.id)
    let (index, count, result) = (attempt.questionIndex, attempt.questionCount, attempt.score)
    let score = "\(result.correct) of \(count) correct, \(attempt.streak.stars.counted("star"))"
    switch attempt.state {
    case .completed:
      let grade = style.graded(result.grade.shown, percentage: result.percentage)
      return "\(id)  \(grade) \(score), \(result.percentage) %\(attempt.terms.isPractice ? ", practised" : "")\n"
    case .abandoned: return "\(id)  abandoned\n"
    case .inProgress:
      let standing =
        index < count ? "question \(index + 1) of \(count)" : "all \(count) settled: hwdb attempt finish \(id)"
      return "\(id)  \(standing), \(score)\(terms(of: attempt, style))\(bar(of: attempt, style))\n"
    }
  }

  /// Adds a full stop, unless the text ends with punctuation, like an answer that is a sentence.
  static func ended(_ text: String) -> String { text.last.map(".!?…".contains) ?? true ? text : "\(text)." }

  private static func terms(of attempt: AttemptSummary, _ style: OutputStyle) -> String {
    let practice = attempt.terms.isPractice ? ", practice" : ""
    guard let deadline = attempt.terms.deadline else { return practice }
    let leftMs = deadline.millisecondsSince1970 - style.nowMs
    return practice + (leftMs < 0 ? ", time is up" : ", \(duration(ms: Int(leftMs))) left")
  }

  /// Returns the ten dots of the streak on a terminal; nothing elsewhere.
  private static func bar(of attempt: AttemptSummary, _ style: OutputStyle) -> String {
    guard style.isTerminal else { return "" }
    return "  "
      + attempt.streak.bar.map { dot in
        let (glyph, colour) = style.dot(dot)
        return style.coloured(glyph, colour)
      }.joined()
  }

  /// - Parameter titles: the titles of the attempts' homework.
  static func attempts(_ items: [Attempt], _ titles: [Homework.ID: String], _ style: OutputStyle) -> String {
    guard !items.isEmpty else { return "" }
    func title(_ attempt: Attempt) -> String {
      attempt.homeworkId.map { printable(titles[$0] ?? shortId($0)) } ?? reviewTitle
    }
    guard style.isTerminal else {
      return items.map { item in
        "\(attempt(item, style).dropLast())  \(title(item)), \(Times.localTime(item.startedAt))\n"
      }.joined()
    }
    let columns = [
      Table.Column(heading: "ID"), Table.Column(heading: "HOMEWORK", minimum: 12), Table.Column(heading: "STATE"),
      Table.Column(heading: "SCORE", isRight: true),
      Table.Column(heading: "RESULT", minimum: 4, dropOrder: 2),
      Table.Column(heading: "STARS", isRight: true, dropOrder: 3),
      Table.Column(heading: "TIME", isRight: true, dropOrder: 4),
      Table.Column(heading: "STARTED", dropOrder: 1),
    ]
    let rows = items.map { item -> [Table.Cell] in
      let percentage = item.score.percentage
      let isCompleted = item.state == .completed
      let colour: Colour? = isCompleted ? .of(percentage: percentage) : nil
      let stars = item.streak.stars
      return [
        .init(shortId(item.id), .dim), .init(title(item)), .init(state(of: item), isCompleted ? nil : .blue),
        .init("\(item.score.correct)/\(item.questionCount)"),
        .init(isCompleted ? "\(style.bar(percentage: percentage)) \(percentage) %" : "", colour),
        .init(stars > 0 ? "\(stars)" : "", .orange), .init(duration(ms: item.elapsedMs)),
        .init(Times.relativeTime(item.startedAt, nowMs: style.nowMs), .dim),
      ]
    }
    return Table(columns: columns, rows: rows).text(on: style)
  }

  private static func state(of attempt: Attempt) -> String {
    switch attempt.state {
    case .inProgress: "question \(attempt.questionIndex + 1)"
    case .completed where attempt.terms.isPractice: "practised"
    case .completed, .abandoned: attempt.state.rawValue
    }
  }

  /// Returns the verdict on an answer, in the words of every screen and of the page.
  ///
  /// - Parameter answer: the right answer, unless the learner gave it.
  static func verdict(
    _ outcome: Outcome, isAlmost: Bool = false, isAccepted: Bool = false, answer: String?
  ) -> String {
    let verdict =
      switch outcome {
      case .correct: isAccepted ? "Counted as correct" : "Correct"
      case .wrong: isAlmost ? "Almost, but incorrect" : "Incorrect"
      case .skipped: "Skipped"
      }
    return "\(verdict)." + (answer.map { " " + ended("The answer is \($0)") } ?? "")
  }

  /// Returns the verdict and the explanation, whose lines stay together.
  static func explained(_ verdict: String, _ explanation: String) -> String {
    explanation.isEmpty ? verdict : verdict + (explanation.contains(where: \.isNewline) ? "\n" : " ") + explanation
  }

  static func answer(_ answered: AnsweredQuestion, _ style: OutputStyle) -> String {
    let (answer, outcome) = (answered.answer, answered.answer.answer.outcome)
    let isPlain =
      outcome == .correct && (answer.answer.movesStreak || answer.answer.response == answer.correctAnswer)
    let verdict = verdict(outcome, answer: isPlain ? nil : answer.correctAnswer)
    let colour: Colour =
      switch outcome {
      case .correct: .green
      case .wrong: .red
      case .skipped: .orange
      }
    var lines = wrappedText("", explained(verdict, answer.explanation), indent: 0, on: style).dropLast()
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    // Colour only the verdict, if it fits the first line.
    if lines[0].hasPrefix(printable(verdict)) {
      lines[0] = style.coloured(printable(verdict), colour) + lines[0].dropFirst(printable(verdict).count)
    }
    return "\(lines.joined(separator: "\n"))\n\(attempt(answered.attempt, style))"
  }
}

// MARK: Reviewing

extension TextOutput {
  /// The title of an attempt that belongs to no single homework.
  static let reviewTitle = "Review of due questions"

  /// Returns each settled question of an attempt: its prompt, the response, the right answer and the explanation.
  static func review(_ read: ReviewedAttempt, _ title: String, _ style: OutputStyle) -> String {
    let heading = wrapped("\(printable(title)), \(Times.localTime(read.attempt.startedAt))", on: style)
    let lines = reviewLines(read, style).map { text, colour in
      // Colour only the verdict.
      let verdict = colour == .bold ? text[...] : text.prefix { $0 != ":" }.drop { $0 == " " }
      return text[..<verdict.startIndex] + style.coloured(String(verdict), colour) + text[verdict.endIndex...] + "\n"
    }
    return "\(heading)\n\(attempt(read.attempt, style))\(lines.joined())"
  }

  /// Returns the review without its heading, as wide as `screen`, with the colours of the lines that grade a question.
  static func reviewLines(_ read: ReviewedAttempt, _ style: OutputStyle) -> [(text: String, colour: Colour?)] {
    func lines(
      _ start: String, _ text: String, indent: Int, _ colour: Colour? = nil
    ) -> [(text: String, colour: Colour?)] {
      wrappedText(start, text, indent: indent, on: style).dropLast()
        .split(separator: "\n", omittingEmptySubsequences: false).enumerated().map {
          (String($1), $0 == 0 || colour == .bold ? colour : nil)
        }
    }
    let questions = zip(read.attempt.answers, read.reviews).flatMap { answer, review in
      let number = "\(answer.index + 1). "
      return [("", nil)]
        + lines(number, review.question, indent: number.count, .bold)
        + verdict(answer, review).flatMap { lines("   ", $0, indent: 5, $1) }
    }
    return questions + rest(of: read.attempt).map { [("", nil)] + lines("", $0, indent: 0) }.joined()
  }

  /// Returns lines, the first of which states the grade.
  private static func verdict(_ answer: Answer, _ review: AnswerReview) -> [(words: String, colour: Colour?)] {
    func named(_ text: String, _ letter: String?) -> String { letter.map { "\($0) \(text)" } ?? text }
    let letter = review.correctIndex.map(Question.letter(ofOption:))
    let said = named(review.responseText ?? "", letter == nil ? nil : answer.response)
    let right = named(review.correctAnswer, letter)
    let change =
      switch review.gradedAnew {
      case .regraded?: ", graded anew by the corrected key"
      case .accepted?: ", counted as right"
      case nil: ""
      }
    let first: (String, Colour?) =
      switch answer.outcome {
      case .correct: ("Correct: \(said)\(change)", .green)
      case .wrong: ("Incorrect: \(said)\(change)", .red)
      case .skipped: ("Skipped", .orange)
      }
    let isCorrect = answer.outcome == .correct
    return [first]
      + (isCorrect && said == right ? [] : [("\(isCorrect ? "Also correct" : "Correct answer"): \(right)", nil)])
      + (review.explanation.isEmpty ? [] : [(review.explanation, nil)])
  }

  /// Returns a line about the unanswered questions, without their answers: they may still be asked.
  private static func rest(of attempt: Attempt) -> [String] {
    let (next, count) = (attempt.questionIndex + 1, attempt.questionCount)
    guard next <= count else { return [] }
    let which = next == count ? "Question \(count) is" : "Questions \(next) to \(count) are"
    return ["\(which) \(attempt.state == .inProgress ? "still open: continue with hwdb play" : "not answered")."]
  }
}

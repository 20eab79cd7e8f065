public import HomeworkModel

/// Writes quizzes in the formats of other programs.
///
///     print(QuizExporter.text(of: imported.quizzes, as: .gift).text)
public enum QuizExporter {
  /// The written text, and what the format cannot represent: questions, or explanations.
  public struct Export: Hashable, Sendable {
    public let text: String
    public let leftOut: [ImportNote]
  }

  /// The formats that can be written.
  public static let formats: [QuizFormat] = [.json, .gift, .moodleXML, .aiken, .csv]

  /// - Parameter quizzes: the quizzes; the topic of each becomes a category if the format has categories.
  public static func text(of quizzes: some Collection<QuizDraft>, as format: QuizFormat) -> Export {
    var notes: [ImportNote] = []
    var kept: [QuizDraft] = []
    var (explanations, introductions, pictures) = (0, 0, 0)
    for quiz in quizzes {
      var quiz = quiz
      quiz.questions = quiz.questions.filter { question in
        guard let reason = reason(against: question, in: format) else { return true }
        notes.append(
          ImportNote(0, .leftOut, question.prompt.split(separator: "\n").first.map(String.init) ?? "", reason))
        return false
      }
      if format != .json, format != .moodleXML {
        pictures += quiz.questions.reduce(0) { $0 + $1.pictures.all.count }
      }
      if format == .aiken {
        for index in quiz.questions.indices {
          explanations += quiz.questions[index].explanation.isEmpty ? 0 : 1
          introductions += quiz.questions[index].introduction == nil ? 0 : 1
          (quiz.questions[index].explanation, quiz.questions[index].introduction) = ("", nil)
        }
      }
      kept.append(quiz)
    }
    for (count, noun) in [(explanations, "explanation"), (introductions, "introduction")] where count > 0 {
      let what = count == 1 ? "an \(noun)" : "\(count) \(noun)s"
      notes.append(ImportNote(0, .changed, what, "Aiken has none"))
    }
    if pictures > 0 {
      let what = pictures.counted("picture")
      notes.append(ImportNote(0, .changed, what, "only JSON, Moodle XML and worksheets have pictures"))
    }
    let text =
      switch format {
      case .gift: kept.map { gift($0, isOneOfMany: kept.count > 1) }.joined(separator: "\n")
      case .moodleXML: moodleXML(kept)
      case .aiken: kept.flatMap(\.questions).map(aiken).joined(separator: "\n")
      case .csv: csv(kept, separator: ",")
      case .tsv: csv(kept, separator: "\t")
      case .json, .openTrivia, .anki, .xlsx, .docx, .qti, .blackboard, .openTriviaQA, .markdown, .openEdX: json(kept)
      }
    return Export(text: text, leftOut: notes)
  }

  /// Returns why a format cannot represent a question; `nil` if it can.
  public static func reason(against question: QuestionDraft, in format: QuizFormat) -> String? {
    switch (format, question.body) {
    case (.gift, .shortAnswer): return "GIFT has no model answers"
    case (.gift, .fillBlank(_, _, isExact: true)): return "GIFT has no exact answers"
    case (.gift, .fillBlank(let answer, let others, _)), (.moodleXML, .fillBlank(let answer, let others, _)):
      let answers = [answer] + others
      if answers.contains(where: { $0.contains("\\*") }) { return "a \\* stands for a * in Moodle" }
      return format == .gift && answers.contains { $0.contains("->") } ? "an -> makes a pair in GIFT" : nil
    case (.moodleXML, .shortAnswer(_, let concepts)):
      return concepts.isEmpty ? nil : "Moodle has no key concepts"
    case (.aiken, .mcq(let options, _)):
      let texts = options + question.prompt.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      // Aiken would take some lines for options or answers.
      let isPlain =
        texts.allSatisfy { !$0.contains(where: \.isNewline) && AikenReader.isPlain($0) }
        && !question.prompt.split(separator: "\n").contains(where: AikenReader.beginsCount)
      return isPlain ? nil : "it would read as something else in Aiken"
    case (.aiken, _): return "Aiken has only single choice"
    case (.gift, .gaps): return "GIFT has no texts with several gaps"
    case (.gift, .ordering): return "GIFT has no ordering"
    case (.gift, .card): return "GIFT has no cards"
    case (.moodleXML, .card): return "Moodle has no cards, which learners grade themselves"
    case (.gift, .multi(_, let right)), (.moodleXML, .multi(_, let right)):
      return right.count > 10 ? "Moodle has no shares for more than 10 right options" : nil
    case (.moodleXML, .gaps(let gaps)):
      // Moodle reads a \* as a *, and a text without its outer spaces.
      return gaps.contains { $0.correctAnswer.contains("\\*") } ? "a \\* stands for a * in Moodle" : nil
    case (.gift, .numeric(let key)), (.moodleXML, .numeric(let key)):
      return format == .gift && key.unit != nil ? "GIFT has no units" : nil
    case (.csv, .gaps), (.tsv, .gaps): return "a table has no texts with several gaps"
    default: return nil
    }
  }

  private static func gift(_ quiz: QuizDraft, isOneOfMany: Bool) -> String {
    var text = ""
    if isOneOfMany, let topic = quiz.topic { text += "$CATEGORY: \(topic.replacing("/", with: "//"))\n\n" }
    for question in quiz.questions {
      let feedback = question.explanation.isEmpty ? "" : "\n####\(guarded(question.explanation))"
      let answers: String
      switch question.body {
      case .mcq(["True", "False"], let index) where feedback.isEmpty: answers = index == 0 ? "T" : "F"
      case .mcq(let options, let index):
        answers = options.enumerated().map { "\n" + answer($1, isRight: $0 == index) }.joined()
      case .fillBlank(let answer, let others, _):
        answers = ([answer] + others).map { "\n" + self.answer(withoutWildcards($0), isRight: true) }.joined()
      case .multi(let options, let right):
        answers = options.enumerated().map { position, option in
          "\n~%\(right.contains(position) ? Self.share(of: right.count) : "-100")%" + escaped(option)
        }.joined()
      case .numeric(let key):
        answers = "#\(NumericKey.text(of: key.correctAnswer)):\(NumericKey.text(of: key.distance))"
      case .shortAnswer, .gaps, .ordering, .card: continue
      }
      if let introduction = question.introduction { text += "[plain]\(escaped(introduction))\n\n" }
      // The prompt is plain text, so anything like HTML in it is literal.
      let end = answers.hasPrefix("\n") || !feedback.isEmpty ? "\n" : ""
      text += "[plain]\(escaped(question.prompt)) {\(answers)\(feedback)\(end)}\n\n"
    }
    return text
  }

  /// Returns the per cent of the grade for one of several right options, as Moodle writes it.
  static func share(of count: Int) -> String {
    let millionths = (10_000_000 + count / 2) / count
    let fraction = String(String(millionths % 100_000 + 100_000).dropFirst())
    let digits = fraction.reversed().drop { $0 == "0" }.reversed()
    return "\(millionths / 100_000)" + (digits.isEmpty ? "" : ".\(String(digits))")
  }

  private static func answer(_ text: String, isRight: Bool) -> String {
    (isRight ? "=" : "~") + guarded(text)
  }

  /// Escapes a text. A leading format or weight is literal after a format, so `[plain]` precedes it. The question
  /// itself already has one.
  private static func guarded(_ text: String) -> String {
    let isMarker = ["[html]", "[plain]", "[moodle]", "[markdown]"].contains { text.lowercased().hasPrefix($0) }
    return (isMarker || text.hasPrefix("%") ? "[plain]" : "") + escaped(text)
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("\r\n", with: "\n").unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "\\", "~", "=", "#", "{", "}", ":": result += "\\\(scalar)"
      case "\n", "\r": result += "\\n"
      default: result.unicodeScalars.append(scalar)
      }
    }
  }

  /// Escapes stars: in a short answer, Moodle takes an unescaped star for a wildcard.
  static func withoutWildcards(_ text: String) -> String { text.replacing("*", with: "\\*") }

  private static func aiken(_ question: QuestionDraft) -> String {
    guard case .mcq(let options, let index) = question.body else { return "" }
    let letters = options.indices.map { Question.letters[$0] }
    let lines = zip(letters, options).map { "\($0)) \($1)\n" }.joined()
    return "\(question.prompt)\n\(lines)ANSWER: \(letters[index])\n"
  }

  /// Writes lists as JSON within their field, so that their items may contain any character.
  private static func csv(_ quizzes: [QuizDraft], separator: Character) -> String {
    let bodies = quizzes.flatMap(\.questions).map(\.body)
    let most = bodies.map(\.options.count).max() ?? 0
    let isIntroduced = quizzes.contains { $0.questions.contains { $0.introduction != nil } }
    let hasConcepts = bodies.contains {
      if case .shortAnswer(_, let concepts) = $0 { !concepts.isEmpty } else { false }
    }
    var rows = [
      ["category", "type", "question"] + (0..<most).map { "option \($0 + 1)" } + ["answer", "accepted answers"]
        + (hasConcepts ? ["key concepts"] : []) + ["explanation"] + (isIntroduced ? ["introduction"] : [])
    ]
    for quiz in quizzes {
      for question in quiz.questions {
        var (type, answer, accepted, concepts) = (question.body.kind.rawValue, "", "", "")
        let options = question.body.kind == .ordering ? question.body.itemsInOrder : question.body.options
        switch question.body {
        case .mcq(let texts, let index):
          // Writes the letter, unless it is the text of another option.
          let names = [Question.letters[index], texts[index], "option \(index + 1)"]
          answer = names.first { RightOption.find($0, among: texts, countingFrom: 1) == .at(index) } ?? names[0]
        case .fillBlank(let text, let others, let isExact):
          (answer, accepted) = (text, others.isEmpty ? "" : list(others))
          if isExact { type += " exact" }
        case .multi(_, let indexes): answer = indexes.map { Question.letters[$0] }.joined(separator: ",")
        case .ordering: break
        case .numeric(let key): answer = key.written
        case .card(let back): answer = back
        case .gaps: continue
        case .shortAnswer(let text, let words): (answer, concepts) = (text, words.isEmpty ? "" : list(words))
        }
        rows.append(
          [quiz.topic ?? "", type, question.prompt] + options + Array(repeating: "", count: most - options.count)
            + [answer, accepted] + (hasConcepts ? [concepts] : []) + [question.explanation]
            + (isIntroduced ? [question.introduction ?? ""] : []))
      }
    }
    return rows.map { $0.map { field($0.asSpreadsheetCell, separator) }.joined(separator: String(separator)) + "\r\n" }
      .joined()
  }

  private static func list(_ texts: [String]) -> String { JSONStrings.text(texts) }

  private static func list(_ lists: [[String]]) -> String { "[\(lists.map(JSONStrings.text).joined(separator: ","))]" }

  private static func field(_ text: String, _ separator: Character) -> String {
    let isPlain = text == text.trimmedAtEnds && !text.hasPrefix("#")
    guard !isPlain || text.contains(where: { $0 == separator || $0 == "\"" || $0.isNewline || $0 == ";" }) else {
      return text
    }
    return "\"\(text.replacing("\"", with: "\"\""))\""
  }

  private static func moodleXML(_ quizzes: [QuizDraft]) -> String {
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<quiz>\n"
    for quiz in quizzes {
      if quizzes.count > 1, let topic = quiz.topic {
        let path = topic.replacing("/", with: "//").xmlEscaped()
        text += "  <question type=\"category\"><category><text>\(path)</text></category></question>\n"
      }
      for question in quiz.questions { text += MoodleWriter.text(of: question) }
    }
    return text + "</quiz>\n"
  }

  /// Writes one quiz as in the protocol, or several as a list.
  private static func json(_ quizzes: [QuizDraft]) -> String {
    var writer = JSONWriter(.pretty)
    if quizzes.count == 1 {
      QuizJSON.shape.encode(quizzes[0], &writer)
    } else {
      let all = Shape<[QuizDraft]>.object([]) { Field("quizzes", \.self, .array(QuizJSON.shape), "All quizzes.") }
      all.encode(quizzes, &writer)
    }
    return String(decoding: writer.bytes, as: UTF8.self) + "\n"
  }
}

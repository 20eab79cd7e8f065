import Foundation
import HomeworkJSON
public import HomeworkModel

/// Writes quizzes in the formats that others read.
public enum QuizExporter {
  /// What was written, and what the format has no way to hold.
  public struct Export: Hashable, Sendable {
    public let text: String
    public let leftOut: [ImportNote]
  }

  /// The formats that are written.
  public static let formats: [QuizFormat] = [.json, .gift, .moodleXML, .aiken, .csv]

  /// - Parameter quizzes: each with its topic as the category that it makes where the format has categories.
  public static func text(of quizzes: [QuizDraft], as format: QuizFormat) -> Export {
    var notes: [ImportNote] = []
    var kept: [QuizDraft] = []
    for quiz in quizzes {
      var quiz = quiz
      quiz.questions = quiz.questions.filter { question in
        guard let reason = reason(against: question, in: format) else { return true }
        notes.append(
          ImportNote(0, .leftOut, question.prompt.split(separator: "\n").first.map(String.init) ?? "", reason))
        return false
      }
      kept.append(quiz)
    }
    let text =
      switch format {
      case .json, .openTrivia: json(kept)
      case .gift: kept.map { gift($0, isOneOfMany: kept.count > 1) }.joined(separator: "\n")
      case .moodleXML: moodleXML(kept)
      case .aiken: kept.flatMap(\.questions).map(aiken).joined(separator: "\n")
      case .csv: csv(kept, separator: ",")
      case .tsv: csv(kept, separator: "\t")
      }
    return Export(text: text, leftOut: notes)
  }

  /// Why a format has no way to hold a question; `nil` where it has.
  public static func reason(against question: QuestionDraft, in format: QuizFormat) -> String? {
    switch (format, question.body) {
    case (.json, _), (.openTrivia, _), (.csv, _), (.tsv, _): return nil
    case (.gift, .shortAnswer): return "GIFT has no model answers"
    case (.gift, .fillBlank(let answer, let others)), (.moodleXML, .fillBlank(let answer, let others)):
      if ([answer] + others).contains(where: { $0.contains("*") }) { return "a * stands for anything in Moodle" }
      let readsAsPair = format == .gift && ([answer] + others).contains { $0.contains("->") }
      return readsAsPair ? "an -> makes a pair in GIFT" : nil
    case (.moodleXML, .shortAnswer(_, let concepts)):
      return concepts.isEmpty ? nil : "Moodle has no key concepts"
    case (.gift, .mcq), (.moodleXML, .mcq): return nil
    case (.aiken, .mcq(let options, _)):
      if !question.explanation.isEmpty { return "Aiken has no explanations" }
      let texts = options + question.prompt.split(separator: "\n").map(String.init)
      // What would read as an option or an answer of its own.
      let isPlain = texts.allSatisfy { !$0.contains("\n") && !$0.contains("**") && AikenReader.isPlain($0) }
      return isPlain && !question.prompt.hasSuffix("\n") && !question.prompt.contains("\n\n")
        ? nil : "it would read as something else in Aiken"
    case (.aiken, .fillBlank), (.aiken, .shortAnswer): return "Aiken has only single choice"
    }
  }

  // MARK: GIFT

  private static func gift(_ quiz: QuizDraft, isOneOfMany: Bool) -> String {
    var text = ""
    if isOneOfMany, let topic = quiz.topic { text += "$CATEGORY: \(topic.replacing("/", with: "//"))\n\n" }
    for question in quiz.questions {
      let feedback = question.explanation.isEmpty ? "" : "\n####\(escaped(question.explanation))"
      let answers: String
      switch question.body {
      case .mcq(["True", "False"], let index) where feedback.isEmpty: answers = index == 0 ? "T" : "F"
      case .mcq(let options, let index):
        answers = options.enumerated().map { "\n" + answer($1, isRight: $0 == index) }.joined()
      case .fillBlank(let answer, let others):
        answers = ([answer] + others).map { "\n" + self.answer($0, isRight: true) }.joined()
      case .shortAnswer: continue
      }
      // As plain text: what looks like HTML is meant as it stands.
      text +=
        "[plain]\(escaped(question.prompt)) {\(answers)\(feedback)\(answers.hasPrefix("\n") || !feedback.isEmpty ? "\n" : "")}\n\n"
    }
    return text
  }

  /// What looks like a weight gets one before it.
  private static func answer(_ text: String, isRight: Bool) -> String {
    let weight = text.hasPrefix("%") ? (isRight ? "%100%" : "%0%") : ""
    return (isRight ? "=" : "~") + weight + escaped(text)
  }

  private static func escaped(_ text: String) -> String {
    var result = ""
    for character in text {
      switch character {
      case "\\", "~", "=", "#", "{", "}", ":": result += "\\\(character)"
      case "\n": result += "\\n"
      default: result.append(character)
      }
    }
    // What looks like a format at the beginning is none.
    return result.hasPrefix("[") ? "[plain]" + result : result
  }

  // MARK: Aiken

  private static func aiken(_ question: QuestionDraft) -> String {
    guard case .mcq(let options, let index) = question.body else { return "" }
    let letters = options.indices.map { Question.letters[$0] }
    let lines = zip(letters, options).map { "\($0)) \($1)\n" }.joined()
    return "\(question.prompt)\n\(lines)ANSWER: \(letters[index])\n"
  }

  // MARK: CSV

  private static func csv(_ quizzes: [QuizDraft], separator: Character) -> String {
    let most =
      quizzes.flatMap(\.questions).map { if case .mcq(let options, _) = $0.body { options.count } else { 0 } }.max()
      ?? 0
    let head = ["category", "type", "question"] + (0..<most).map { "option \($0 + 1)" } + ["answer", "explanation"]
    var rows = [head]
    for quiz in quizzes {
      for question in quiz.questions {
        var row = [quiz.topic ?? ""]
        switch question.body {
        case .mcq(let options, let index):
          row += ["mcq", question.prompt] + options + Array(repeating: "", count: most - options.count)
          row.append(Question.letters[index])
        case .fillBlank(let answer, let others):
          row += ["fillBlank", question.prompt] + Array(repeating: "", count: most)
          row.append(([answer] + others).joined(separator: "|"))
        case .shortAnswer(let answer, _):
          row += ["shortAnswer", question.prompt] + Array(repeating: "", count: most)
          row.append(answer)
        }
        rows.append(row + [question.explanation])
      }
    }
    return rows.map { $0.map { field($0, separator) }.joined(separator: String(separator)) + "\r\n" }.joined()
  }

  private static func field(_ text: String, _ separator: Character) -> String {
    guard text.contains(where: { $0 == separator || $0 == "\"" || $0.isNewline || $0 == ";" }) else { return text }
    return "\"\(text.replacing("\"", with: "\"\""))\""
  }

  // MARK: Moodle XML

  private static func moodleXML(_ quizzes: [QuizDraft]) -> String {
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<quiz>\n"
    for quiz in quizzes {
      if quizzes.count > 1, let topic = quiz.topic {
        text +=
          "  <question type=\"category\"><category><text>\(xml(topic.replacing("/", with: "//")))</text></category></question>\n"
      }
      for question in quiz.questions { text += moodleXML(question) }
    }
    return text + "</quiz>\n"
  }

  private static func moodleXML(_ question: QuestionDraft) -> String {
    func plain(_ name: String, _ text: String) -> String {
      "    <\(name) format=\"plain_text\"><text>\(xml(text))</text></\(name)>\n"
    }
    func answer(_ fraction: Int, _ text: String) -> String {
      "    <answer fraction=\"\(fraction)\" format=\"plain_text\"><text>\(xml(text))</text></answer>\n"
    }
    let (type, answers): (String, String) =
      switch question.body {
      case .mcq(let options, let index):
        (
          "multichoice",
          "    <single>true</single>\n" + options.enumerated().map { answer($0 == index ? 100 : 0, $1) }.joined()
        )
      case .fillBlank(let first, let others): ("shortanswer", ([first] + others).map { answer(100, $0) }.joined())
      case .shortAnswer(let model, _): ("essay", plain("graderinfo", model))
      }
    return "  <question type=\"\(type)\">\n" + plain("questiontext", question.prompt)
      + (question.explanation.isEmpty ? "" : plain("generalfeedback", question.explanation)) + answers
      + "  </question>\n"
  }

  private static func xml(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }

  // MARK: JSON

  /// One quiz as the protocol has it; several as a list of them.
  private static func json(_ quizzes: [QuizDraft]) -> String {
    let documents = quizzes.map(QuizJSON.value)
    var writer = JSONWriter(.pretty)
    writer.write(documents.count == 1 ? documents[0] : ["quizzes": .array(documents)])
    return String(decoding: writer.bytes, as: UTF8.self) + "\n"
  }
}

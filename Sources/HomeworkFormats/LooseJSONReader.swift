import Foundation
import HomeworkModel

/// JSON of questions as Open Trivia gives it, and as people and language models write it.
struct LooseJSONReader {
  private var collector: ImportCollector

  /// - Parameter tree: an object with a list of questions, or the list.
  static func read(_ tree: JSONTree, _ format: QuizFormat) -> QuizImport {
    var reader = LooseJSONReader(collector: ImportCollector(format))
    if case .object(let object) = tree {
      reader.collector.category = ["topic", "title", "name", "quiz"].lazy.compactMap { object[$0]?.asText }.first
    }
    for (index, question) in (questions(in: tree) ?? []).enumerated() {
      switch question {
      case .object(let object) where format == .openTrivia: reader.readTrivia(object, index)
      case .object(let object): reader.readQuestion(object, index)
      default: reader.collector.leaveOut(0, "item", "number \(index + 1) is \(question.kind), not an object")
      }
    }
    return reader.collector.finish()
  }

  static func questions(in tree: JSONTree) -> [JSONTree]? {
    switch tree {
    case .list(let items): return items
    case .object(let object):
      for key in ["results", "questions", "quiz", "items", "data"] {
        if case .list(let items)? = object[key] { return items }
        if let inner = object[key], case .object = inner, let items = questions(in: inner) { return items }
      }
      return nil
    default: return nil
    }
  }

  /// The text between the fences of a code block, where there are any.
  static func withoutFences(_ text: String) -> String {
    guard let start = text.firstRange(of: "```") else { return text }
    let rest = text[start.upperBound...]
    let body = rest.drop { $0 != "\n" }
    return String(body.firstRange(of: "```").map { body[..<$0.lowerBound] } ?? body)
  }

  // MARK: Open Trivia

  static func isTrivia(_ tree: JSONTree) -> Bool {
    guard case .object(let object)? = questions(in: tree)?.first else { return false }
    return object["correct_answer"] != nil && object["incorrect_answers"] != nil
  }

  private mutating func readTrivia(_ object: [String: JSONTree], _ index: Int) {
    let decode = Self.decoder(of: object)
    func text(_ key: String) -> String { decode(object[key]?.asText ?? "") }
    guard case .list(let wrong)? = object["incorrect_answers"] else {
      return collector.leaveOut(0, "question", "number \(index + 1) has no wrong answers")
    }
    let (prompt, right) = (text("question"), text("correct_answer"))
    if let category = object["category"]?.asText { collector.category = decode(category) }
    let isBoolean = text("type") == "boolean"
    let others = wrong.map { decode($0.asText ?? "") }
    // The right one would stand first in every question: the order is that of the texts.
    let options = isBoolean ? ["True", "False"] : ([right] + others).sorted()
    guard let place = options.firstIndex(of: right) else {
      return collector.leaveOut(0, "boolean", "number \(index + 1): \"\(right)\" is neither True nor False")
    }
    collector.take(
      [QuestionDraft(prompt: prompt, body: .mcq(options: options, correctIndex: place))], line: 0,
      kind: isBoolean ? "boolean" : "multiple")
  }

  /// Entities unless it says otherwise by itself: base64 where the type is, percent signs where the type or question has them.
  private static func decoder(of object: [String: JSONTree]) -> (String) -> String {
    func unbased(_ text: String) -> String? {
      Data(base64Encoded: text).flatMap { String(validating: $0, as: UTF8.self) }
    }
    let type = object["type"]?.asText ?? ""
    if ["multiple", "boolean"].contains(unbased(type) ?? "") { return { unbased($0) ?? $0 } }
    let question = object["question"]?.asText ?? ""
    if !question.contains(" "), question.contains("%"), let decoded = question.removingPercentEncoding,
      decoded != question
    {
      return { $0.removingPercentEncoding ?? $0 }
    }
    return { PlainText.of($0).text }
  }

  // MARK: Whatever people write

  private mutating func readQuestion(_ object: [String: JSONTree], _ index: Int) {
    let folded = Dictionary(object.map { ($0.key.lowercased().filter { $0.isLetter || $0.isNumber }, $0.value) }) {
      first, _ in first
    }
    func text(_ keys: String...) -> String? {
      keys.lazy.compactMap { folded[$0]?.asText }.first { !$0.isEmpty }
    }
    let number = "number \(index + 1)"
    guard let prompt = text("question", "questiontext", "prompt", "stem", "text", "q") else {
      return collector.leaveOut(0, "question", "\(number) asks nothing")
    }
    let explanation = text("explanation", "rationale", "feedback", "reason") ?? ""
    let given =
      [
        "correctindex", "answerindex", "correctoptionindex", "correctanswer", "correctoption", "answer", "correct",
        "solution", "a",
      ]
      .lazy.compactMap { folded[$0] }.first { if case .null = $0 { false } else { true } }
    let options = Self.options(folded["options"] ?? folded["choices"] ?? folded["answers"] ?? folded["alternatives"])
    let type = text("type")?.lowercased().filter(\.isLetter) ?? ""
    let body: Question.Body
    if case .list(let several)? = given, several.count != 1 {
      guard options.isEmpty, let first = several.first?.asText else {
        return collector.leaveOut(0, "question", "\(number) has several right answers")
      }
      body = .fillBlank(correctAnswer: first, acceptedAnswers: several.dropFirst().compactMap(\.asText))
    } else if !options.isEmpty {
      guard let place = Self.right(given, options) else {
        return collector.leaveOut(0, "question", "\(number): its right answer is none of its options")
      }
      body = .mcq(options: options.map(\.text), correctIndex: place)
    } else if case .bool(let isTrue)? = given {
      body = .mcq(options: ["True", "False"], correctIndex: isTrue ? 0 : 1)
    } else if let answer = Self.single(given)?.asText, !answer.isEmpty {
      if type.contains("truefalse") || type == "boolean", ["true", "false"].contains(answer.lowercased()) {
        body = .mcq(options: ["True", "False"], correctIndex: answer.lowercased() == "true" ? 0 : 1)
      } else {
        body =
          type.contains("short") || type.contains("open") || type.contains("essay")
          ? .shortAnswer(correctAnswer: answer, keyConcepts: [])
          : .fillBlank(correctAnswer: answer, acceptedAnswers: [])
      }
    } else {
      return collector.leaveOut(0, "question", "\(number) has no answer to grade by")
    }
    collector.take(
      [QuestionDraft(prompt: prompt, body: body, explanation: explanation)], line: 0,
      kind: type.isEmpty ? "question" : type)
  }

  /// A list of texts or of objects with a text, or a map by letter.
  private static func options(_ tree: JSONTree?) -> [(key: String, text: String, isRight: Bool)] {
    switch tree {
    case .list(let items)?:
      return items.enumerated().compactMap { index, item in
        let key = String(UnicodeScalar(UInt8(65 + min(index, 25))))
        if let text = item.asText { return (key, withoutLetter(text, key), false) }
        guard case .object(let object) = item else { return nil }
        let text = ["text", "option", "answer", "value", "label"].lazy.compactMap { object[$0]?.asText }.first
        let marks = ["correct", "isCorrect", "is_correct", "right"].lazy.compactMap { object[$0] }.first
        let isRight = if case .bool(true)? = marks { true } else { false }
        return text.map { (object["id"]?.asText ?? object["key"]?.asText ?? key, $0, isRight) }
      }
    case .object(let object)?:
      return object.sorted { $0.key < $1.key }.compactMap { key, value in value.asText.map { (key, $0, false) } }
    default: return []
    }
  }

  /// `A) Paris` of a list whose items say their letters.
  private static func withoutLetter(_ text: String, _ letter: String) -> String {
    for sign in [") ", ". ", ": "] where text.hasPrefix(letter + sign) {
      return text.dropFirst(letter.count + 2).trimmedAtEnds
    }
    return text
  }

  private static func single(_ tree: JSONTree?) -> JSONTree? {
    if case .list(let items)? = tree, items.count == 1 { return items[0] }
    return tree
  }

  private static func right(_ given: JSONTree?, _ options: [(key: String, text: String, isRight: Bool)]) -> Int? {
    let marked = options.indices.filter { options[$0].isRight }
    if marked.count == 1 { return marked[0] }
    switch single(given) {
    case .number(let number)?: return Int(exactly: number).flatMap { options.indices.contains($0) ? $0 : nil }
    case .bool(let isTrue)?: return options.firstIndex { $0.text.lowercased() == (isTrue ? "true" : "false") }
    case .text(let text)?:
      if let place = options.firstIndex(where: { $0.key.lowercased() == text.lowercased() }) { return place }
      return RightOption.index(of: text, among: options.map(\.text), countingFrom: 0)
    default: return nil
    }
  }
}

extension JSONTree {
  /// Of a number too.
  fileprivate var asText: String? {
    switch self {
    case .text(let text): text
    case .number(let number): Int(exactly: number).map(String.init) ?? String(number)
    default: nil
    }
  }
}

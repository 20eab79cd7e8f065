import HomeworkModel

/// A reader of JSON questions as produced by Open Trivia, by people and by language models.
struct LooseJSONReader {
  private var collector: ImportCollector
  /// The number of the first option, for right answers given by number.
  private var base = 0

  /// - Parameter tree: an object with a list of questions, or the list.
  static func read(_ tree: JSONTree, _ format: QuizFormat, explains: Bool = false) -> QuizImport {
    var reader = LooseJSONReader(collector: ImportCollector(format, explains: explains))
    if case .object(let object) = tree {
      reader.collector.category = ["topic", "title", "name", "quiz"].lazy.compactMap { object[$0]?.asText }.first
    }
    let questions = questions(in: tree) ?? []
    reader.findBase(questions)
    for (index, question) in questions.enumerated() {
      switch question {
      case .object(let object) where format == .openTrivia: reader.readTrivia(object, index)
      case .object(let object): reader.readQuestion(object, index)
      default: reader.collector.leaveOut(0...0, "item", "number \(index + 1) is \(question.kind), not an object")
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

  /// Returns the text of the first fenced code block; `nil` if none exists.
  static func fenced(_ text: String) -> String? {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let signs = ["```", "```json", "```json5"]
    guard let start = lines.firstIndex(where: { signs.contains($0.trimmedAtEnds.lowercased()) }) else { return nil }
    return lines[(start + 1)...].prefix { !$0.trimmedAtEnds.hasPrefix("```") }.joined(separator: "\n")
  }

  private static let answerKeys = [
    "correctindex", "answerindex", "correctoptionindex", "correctanswer", "correctoption", "answer", "correct",
    "solution", "a",
  ]

  private static func folded(_ object: [String: JSONTree]) -> [String: JSONTree] {
    // Sort the keys, so that the same one of two keys with equal folding wins every time.
    let members = object.sorted { $0.key < $1.key }
    return Dictionary(members.map { ($0.key.lowercased().filter { $0.isLetter || $0.isNumber }, $0.value) }) {
      first, _ in first
    }
  }

  private static func given(_ folded: [String: JSONTree]) -> (key: String, value: JSONTree)? {
    answerKeys.lazy.compactMap { key in folded[key].map { (key, $0) } }.first {
      if case .null = $0.1 { false } else { true }
    }
  }

  /// Counts option numbers from 0, unless one of them equals the number of its options and none is 0.
  private mutating func findBase(_ questions: [JSONTree]) {
    var numbers: [(number: Int, count: Int)] = []
    for case .object(let object) in questions {
      let folded = Self.folded(object)
      guard let (key, value) = Self.given(folded), !key.contains("index"), case .number(let number) = value,
        let options = Self.options(in: folded), !options.isEmpty
      else { continue }
      numbers.append((Int(exactly: number) ?? 0, options.count))
    }
    guard !numbers.contains(where: { $0.number == 0 }) else { return }
    if numbers.contains(where: { $0.number == $0.count }) {
      base = 1
    } else if numbers.count > 3 {
      collector.note(0...0, .file, "answers", "none of their numbers is 0: they were counted from 0 all the same")
    }
  }

  // MARK: Open Trivia

  static func isTrivia(_ tree: JSONTree) -> Bool {
    guard case .object(let object)? = questions(in: tree)?.first else { return false }
    return object["correct_answer"] != nil && object["incorrect_answers"] != nil
  }

  private mutating func readTrivia(_ object: [String: JSONTree], _ index: Int) {
    let decode = Self.decoder(of: object)
    func text(_ key: String) -> String { decode(object[key]?.asText ?? "") }
    func leaveOut(_ kind: String, _ reason: String) {
      collector.leaveOut(0...0, kind, "number \(index + 1)\(reason)", source: JSONTree.object(object).pretty)
    }
    guard case .list(let wrong)? = object["incorrect_answers"], wrong.allSatisfy({ $0.asText != nil }) else {
      return leaveOut("question", " has no wrong answers")
    }
    let (prompt, right) = (text("question"), text("correct_answer"))
    if let category = object["category"]?.asText { collector.category = decode(category) }
    let isBoolean = text("type") == "boolean"
    let others = wrong.map { decode($0.asText ?? "") }
    // Sort the options: the right one would otherwise be first in every question.
    let options = isBoolean ? ["True", "False"] : ([right] + others).sorted()
    guard let place = options.firstIndex(of: right) else {
      return leaveOut("boolean", ": \"\(right)\" is neither True nor False")
    }
    collector.take(
      [QuestionDraft(prompt: prompt, body: .mcq(options: options, correctIndex: place))], lines: 0...0,
      kind: isBoolean ? "boolean" : "multiple", source: JSONTree.object(object).pretty)
  }

  /// Decodes entities by default; base64 if the type is encoded in it, and percent escapes if the type or question
  /// contains them.
  private static func decoder(of object: [String: JSONTree]) -> (String) -> String {
    func unbased(_ text: String) -> String? {
      Base64.bytes(of: text).flatMap { String(validating: $0, as: UTF8.self) }
    }
    func percentDecoded(_ text: String) -> String? {
      var bytes: [UInt8] = []
      var rest = Substring(text).utf8
      while let byte = rest.popFirst() {
        guard byte == UInt8(ascii: "%") else {
          bytes.append(byte)
          continue
        }
        let digits = rest.prefix(2)
        guard digits.count == 2, digits.first != UInt8(ascii: "+"),
          let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
        else { return nil }
        bytes.append(value)
        rest = rest.dropFirst(2)
      }
      return String(validating: bytes, as: UTF8.self)
    }
    let type = object["type"]?.asText ?? ""
    if ["multiple", "boolean"].contains(unbased(type) ?? "") { return { unbased($0) ?? $0 } }
    let question = object["question"]?.asText ?? ""
    if !question.contains(" "), question.contains("%"), let decoded = percentDecoded(question),
      decoded != question
    {
      return { percentDecoded($0) ?? $0 }
    }
    return { Entities.decoded($0) }
  }

  // MARK: Other JSON

  private mutating func readQuestion(_ object: [String: JSONTree], _ index: Int) {
    let folded = Self.folded(object)
    func text(_ keys: String...) -> String? {
      keys.lazy.compactMap { folded[$0]?.asText }.first { !$0.isEmpty }
    }
    let number = "number \(index + 1)"
    func leaveOut(_ reason: String) {
      collector.leaveOut(0...0, "question", "\(number)\(reason)", source: JSONTree.object(object).pretty)
    }
    guard let prompt = text("question", "questiontext", "prompt", "stem", "text", "q") else {
      return leaveOut(" asks nothing")
    }
    let explanation = text("explanation", "rationale", "feedback", "reason") ?? ""
    let given = Self.given(folded)
    guard let options = Self.options(in: folded) else { return leaveOut(" has an option that is not a text") }
    let type = text("type")?.lowercased().filter(\.isLetter) ?? ""
    let body: Question.Body
    if case .list(let several)? = given?.value, several.count != 1 {
      guard options.isEmpty, let first = several.first?.asText, several.allSatisfy({ $0.asText != nil }) else {
        return leaveOut(" has several right answers")
      }
      body = .fillBlank(correctAnswer: first, acceptedAnswers: several.dropFirst().compactMap(\.asText))
    } else if !options.isEmpty {
      switch right(given, options) {
      case .at(let place): body = .mcq(options: options.map(\.text), correctIndex: place)
      case .no(let reason): return leaveOut(": \(reason)")
      }
    } else if case .bool(let isTrue)? = given?.value {
      body = .mcq(options: ["True", "False"], correctIndex: isTrue ? 0 : 1)
    } else if let answer = Self.single(given?.value)?.asText, !answer.isEmpty {
      if type.contains("truefalse") || type == "boolean", ["true", "false"].contains(answer.lowercased()) {
        body = .mcq(options: ["True", "False"], correctIndex: answer.lowercased() == "true" ? 0 : 1)
      } else {
        body =
          type.contains("short") || type.contains("open") || type.contains("essay")
          ? .shortAnswer(correctAnswer: answer, keyConcepts: [])
          : .fillBlank(correctAnswer: answer, acceptedAnswers: [])
      }
    } else {
      return leaveOut(" has no answer to grade by")
    }
    collector.take(
      [QuestionDraft(prompt: prompt, body: body, explanation: explanation)], lines: 0...0,
      kind: type.isEmpty ? "question" : type, source: JSONTree.object(object).pretty)
  }

  private typealias Choice = (key: String, text: String, isRight: Bool)

  /// Returns `nil` if an option is not a text.
  private static func options(in folded: [String: JSONTree]) -> [Choice]? {
    let tree = folded["options"] ?? folded["choices"] ?? folded["answers"] ?? folded["alternatives"]
    let options = options(tree)
    switch tree {
    case .list(let items)?: return options.count == items.count ? options : nil
    case .object(let object)?: return options.count == object.count ? options : nil
    default: return options
    }
  }

  /// Reads a list of texts, a list of objects with a text, or a map by letter.
  private static func options(_ tree: JSONTree?) -> [Choice] {
    switch tree {
    case .list(let items)?:
      let keys = items.indices.map { String(UnicodeScalar(UInt8(65 + min($0, 25)))) }
      // `A) Paris`, if every item of the list begins with its letter.
      let areLettered = zip(items, keys).allSatisfy { withoutLetter($0.asText ?? "", $1) != nil }
      return zip(items, keys).compactMap { item, key in
        if let text = item.asText { return (key, areLettered ? withoutLetter(text, key) ?? text : text, false) }
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

  private static func withoutLetter(_ text: String, _ letter: String) -> String? {
    let signs = [") ", ". ", ": "]
    return signs.contains { text.hasPrefix(letter + $0) } ? text.dropFirst(letter.count + 2).trimmedAtEnds : nil
  }

  private static func single(_ tree: JSONTree?) -> JSONTree? {
    if case .list(let items)? = tree, items.count == 1 { return items[0] }
    return tree
  }

  private func right(_ given: (key: String, value: JSONTree)?, _ options: [Choice]) -> RightOption.Found {
    let marked = options.indices.filter { options[$0].isRight }
    guard marked.count < 2 else { return .no(reason: "it has several correct answers") }
    if let index = marked.first { return .at(index) }
    let isIndex = given?.key.contains("index") ?? false
    switch Self.single(given?.value) {
    case .number(let number)?:
      let key = JSONTree.number(number).asText
      if let place = options.firstIndex(where: { $0.key == key }) { return .at(place) }
      let place = Int(exactly: number).map { $0 - (isIndex ? 0 : base) }.flatMap {
        options.indices.contains($0) ? $0 : nil
      }
      let text = isIndex ? nil : options.firstIndex { $0.text == JSONTree.number(number).asText }
      if let place, let text, place != text {
        return .no(reason: "its right answer is one option by its text, and another by its place")
      }
      return (place ?? text).map { .at($0) } ?? .no(reason: "its right answer is none of its options")
    case .bool(let isTrue)?:
      let place = options.firstIndex { $0.text.lowercased() == (isTrue ? "true" : "false") }
      return place.map { .at($0) } ?? .no(reason: "its right answer is none of its options")
    case .text(let text)?:
      let byKey = options.firstIndex { $0.key.lowercased() == text.lowercased() }
      let byText = options.firstIndex { $0.text == text }
      if let byKey, byText == nil || byText == byKey { return .at(byKey) }
      return RightOption.find(text, among: options.map(\.text), countingFrom: base)
    default: return .no(reason: "it has no correct answer")
    }
  }
}

extension JSONTree {
  /// The text of a string or number.
  var asText: String? {
    switch self {
    case .text(let text): text
    case .number(let number): Int(exactly: number).map(String.init) ?? String(number)
    default: nil
    }
  }
}

import HomeworkModel

/// The parts of a question in JSON, whatever its keys are called.
struct JSONQuestion {
  struct Choice: Equatable {
    var key: String
    let text: String
    var isRight = false
  }

  private(set) var prompt: String?
  private(set) var explanation = ""
  /// The address of its picture.
  private(set) var picture: String?
  private(set) var type = ""
  /// The right answer as given: a text, a number, or a list of several; `nil` if options are marked instead.
  private(set) var given: JSONValue?
  /// True if numbers count from 0, as the key of the answer says.
  private(set) var isIndex = false
  /// The options; `nil` if one of them is not a text.
  private(set) var options: [Choice]?

  init(_ object: [String: JSONValue], _ mapping: ColumnMapping) {
    // Sort the keys, so that the same one of two keys with equal folding wins every time.
    let members = object.sorted { $0.key < $1.key }
    let folded = Dictionary(
      members.map { ($0.key.lowercased().filter { $0.isLetter || $0.isNumber }, $0.value) }
    ) { first, _ in first }
    let columns = members.map { (column: Column($0.key), key: $0.key, value: $0.value) }
    func first(_ keys: [String], _ column: Column) -> (key: String, value: JSONValue)? {
      let named = keys.lazy.compactMap { key in folded[key].map { (key, $0) } }
      return named.first { !$0.1.isNull }
        ?? columns.first { $0.column == column && !$0.value.isNull }.map { ($0.key.lowercased(), $0.value) }
    }
    func text(_ keys: [String], _ column: Column) -> String? {
      first(keys, column)?.value.asNestedText.flatMap { $0.isEmpty ? nil : $0 }
    }
    prompt =
      mapping.question.map { object[$0]?.asNestedText }
      ?? text(["question", "questiontext", "prompt", "stem", "text", "q"], .question) ?? folded["title"]?.asText
    explanation = text(["explanation", "rationale", "feedback", "reason"], .explanation) ?? ""
    picture = text(["image", "imageurl", "imagelink", "picture", "img"], .picture)
    type = folded["type"]?.asText?.lowercased().filter(\.isLetter) ?? ""
    if let key = mapping.answer {
      (given, isIndex) = (object[key], Self.isIndex(key))
    } else if let answer = first(Self.answerKeys, .answer) {
      (given, isIndex) = (answer.value, Self.isIndex(answer.key))
    }
    switch mapping.options.count {
    case 0: options = Self.options(in: folded, columns.map { ($0.column, $0.value) })
    case 1: options = Self.options(of: object[mapping.options[0]])
    default: options = Self.options(of: .array(mapping.options.compactMap { object[$0] }.filter { !$0.isNull }))
    }
    addWrong(folded, columns.map { ($0.column, $0.value) })
    // A list of answers beside the options has the right ones.
    if given == nil, mapping.answer == nil, folded["options"] ?? folded["choices"] != nil { given = folded["answers"] }
    markGiven()
  }

  /// The right answer, if it is only one.
  var single: JSONValue? {
    if case .array(let items)? = given, items.count == 1 { return items[0] }
    return given
  }

  /// The question as one whose answer is typed, or is true or false; `nil` without an answer.
  var typed: Question.Body? {
    if case .bool(let isTrue)? = given { return .mcq(options: ["True", "False"], correctIndex: isTrue ? 0 : 1) }
    guard let answer = single?.asText, !answer.isEmpty else { return nil }
    if type.contains("truefalse") || type == "boolean", ["true", "false"].contains(answer.lowercased()) {
      return .mcq(options: ["True", "False"], correctIndex: answer.lowercased() == "true" ? 0 : 1)
    }
    return type.contains("short") || type.contains("open") || type.contains("essay")
      ? .shortAnswer(correctAnswer: answer, keyConcepts: []) : .fillBlank(correctAnswer: answer, acceptedAnswers: [])
  }

  // MARK: Answers

  private static let answerKeys = [
    "correctindex", "answerindex", "correctanswerindex", "correctoptionindex", "correctchoiceindex", "answeridx",
    "correctidx", "correctanswer", "correctoption", "correctchoice", "rightanswer", "rightoption", "answer", "correct",
    "answerkey", "solution", "correctanswers", "a",
  ]

  private static func isIndex(_ key: String) -> Bool {
    key.lowercased().contains("index") || key.lowercased().hasSuffix("idx")
  }

  /// Marks the options for which a map of them says true: `{"answer_a_correct": "true"}`.
  private mutating func markGiven() {
    guard case .object(let marks)? = given, let options else { return }
    let right = Set(marks.filter { $0.value.isTrue }.map { $0.key.lowercased().replacing("_correct", with: "") })
    self.options = options.map { Choice(key: $0.key, text: $0.text, isRight: right.contains($0.key.lowercased())) }
    given = nil
  }

  // MARK: Options

  /// Returns the options of a list or a map, or of one key for each; empty if there are none.
  private static func options(
    in folded: [String: JSONValue], _ columns: [(column: Column?, value: JSONValue)]
  ) -> [Choice]? {
    let keys = [
      "options", "choices", "answers", "alternatives", "answeroptions", "answerchoices", "possibleanswers", "variants",
    ]
    if let tree = keys.lazy.compactMap({ folded[$0] }).first(where: { !$0.isNull }) { return options(of: tree) }
    let single = columns.compactMap { column, value -> (Int, JSONValue)? in
      if case .option(let place)? = column, !value.isNull { (place, value) } else { nil }
    }.sorted { $0.0 < $1.0 }
    // The `a` of a pair q and a is its answer.
    guard single.count > 1, single.enumerated().allSatisfy({ $0.offset == $0.element.0 }) else { return [] }
    return options(of: .array(single.map(\.1)))
  }

  private static let texts = [
    "text", "option", "answer", "answerText", "optionText", "value", "label", "content", "title", "body",
  ]
  private static let marks = ["correct", "isCorrect", "is_correct", "right", "isRight", "isAnswer"]

  /// Reads a list of texts, a list of objects with a text, a map by letter, or lists of texts and labels.
  private static func options(of tree: JSONValue?) -> [Choice]? {
    switch tree {
    case .array(let items)?:
      let keys = items.indices.map { String(UnicodeScalar(UInt8(65 + min($0, 25)))) }
      // `A) Paris`, if every item of the list begins with its letter.
      let areLettered = zip(items, keys).allSatisfy { withoutLetter($0.asText ?? "", $1) != nil }
      let choices = zip(items, keys).compactMap { item, key -> Choice? in
        if let text = item.asText {
          return Choice(key: key, text: areLettered ? withoutLetter(text, key) ?? text : text)
        }
        guard case .object(let object) = item else { return nil }
        let mark = Self.marks.lazy.compactMap { object[$0] }.first
        let label = object["id"]?.asText ?? object["key"]?.asText ?? key
        return Self.texts.lazy.compactMap { object[$0]?.asText }.first.map {
          Choice(key: label, text: $0, isRight: mark?.isTrue ?? false)
        }
      }
      return choices.count == items.count ? choices : nil
    case .object(let object)?:
      if case .array(let texts)? = object["text"], case .array(let labels)? = object["label"],
        texts.count == labels.count
      {
        return options(of: .array(texts))?.enumerated().map {
          Choice(key: labels[$0.offset].asText ?? $0.element.key, text: $0.element.text)
        }
      }
      // A letter without an option may be given as null.
      let members = object.filter { !$0.value.isNull }.sorted { ($0.key.count, $0.key) < ($1.key.count, $1.key) }
      let choices = members.compactMap { key, value in value.asText.map { Choice(key: key, text: $0) } }
      return choices.count == members.count ? choices : nil
    default: return []
    }
  }

  private static func withoutLetter(_ text: String, _ letter: String) -> String? {
    let signs = [") ", ". ", ": "]
    return signs.contains { text.hasPrefix(letter + $0) } ? text.dropFirst(letter.count + 2).trimmedAtEnds : nil
  }

  /// Adds wrong answers that have a key, or keys, of their own to the right one.
  private mutating func addWrong(
    _ folded: [String: JSONValue], _ columns: [(column: Column?, value: JSONValue)]
  ) {
    guard options == [], let right = single?.asText else { return }
    var wrong: [JSONValue] = []
    let keys = ["incorrectanswers", "wronganswers", "incorrectoptions", "wrongoptions", "distractors"]
    if case .array(let items)? = keys.lazy.compactMap({ folded[$0] }).first { wrong = items }
    if wrong.isEmpty {
      wrong = columns.compactMap { if case .wrong? = $0.column, !$0.value.isNull { $0.value } else { nil } }
    }
    guard !wrong.isEmpty else { return }
    let texts = wrong.compactMap(\.asText)
    // Sort the options: the right one would otherwise be first in every question.
    options =
      texts.count < wrong.count
      ? nil : ([right] + texts).sorted().map { Choice(key: "", text: $0, isRight: $0 == right) }
  }
}

extension JSONValue {
  var isNull: Bool { if case .null = self { true } else { false } }
  var isObject: Bool { if case .object = self { true } else { false } }

  fileprivate var isTrue: Bool {
    switch self {
    case .bool(let bool): bool
    case .int(let number): number == 1
    case .string(let text): text.lowercased() == "true"
    default: false
    }
  }

  /// The text of a string or number, or of an object with a text.
  fileprivate var asNestedText: String? {
    if case .object(let object) = self { object["text"]?.asText } else { asText }
  }
}

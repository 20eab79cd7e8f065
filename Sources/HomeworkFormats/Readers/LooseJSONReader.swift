import HomeworkModel

/// A reader of JSON questions as produced by Open Trivia, by people and by language models.
struct LooseJSONReader {
  private var collector: ImportCollector
  private let mapping: ColumnMapping
  /// How right answers are given, by number or by text.
  private var habit = RightOption.Habit([])
  private var number = 0

  /// - Parameter tree: an object with lists of questions, or a list.
  static func read(
    _ tree: JSONValue, _ format: QuizFormat, _ mapping: ColumnMapping = ColumnMapping(), explains: Bool
  ) throws(QuizFormatError) -> QuizImport {
    var reader = LooseJSONReader(collector: ImportCollector(format, explains: explains), mapping: mapping)
    let groups = groups(in: tree, mapping) ?? []
    let objects = groups.flatMap(\.questions).compactMap { if case .object(let object) = $0 { object } else { nil } }
    for (name, _) in mapping.roles where !objects.contains(where: { $0[name] != nil }) {
      let keys = Set(objects.prefix(20).flatMap(\.keys)).sorted().prefix(20).map { "\"\($0)\"" }.joined(separator: ", ")
      throw ColumnMapping.fault("no key \"\(name)\": the keys are \(keys)")
    }
    reader.findHabit(objects)
    for group in groups {
      reader.collector.category = group.category
      for question in group.questions { reader.readItem(question, format) }
    }
    return reader.collector.finish()
  }

  private mutating func readItem(_ question: JSONValue, _ format: QuizFormat) {
    number += 1
    switch question {
    case .object(let object) where format == .openTrivia: readTrivia(object)
    case .object(let object): readQuestion(JSONQuestion(object, mapping), object)
    default: collector.leaveOut(0...0, "item", "number \(number) is \(question.kind), not an object")
    }
  }

  /// Counts option numbers from 0, unless one of them equals the number of its options and none is 0.
  private mutating func findHabit(_ objects: [[String: JSONValue]]) {
    let questions = objects.map { [mapping] in JSONQuestion($0, mapping) }.filter { !$0.isIndex }
    let given = questions.map { (answer: $0.single?.asText ?? "", options: $0.options?.map(\.text) ?? []) }
    habit = RightOption.Habit(given, isIndex: true)
    let numbers = given.filter { !$0.options.isEmpty && Int($0.answer) != nil && !$0.options.contains($0.answer) }
    if numbers.count > 3, habit.base == 0, !numbers.contains(where: { $0.answer == "0" }) {
      collector.note(0...0, .file, "answers", "none of their numbers is 0: they were counted from 0 all the same")
    }
  }

  // MARK: Open Trivia

  static func isTrivia(_ tree: JSONValue) -> Bool {
    guard case .object(let object)? = groups(in: tree, ColumnMapping())?.first?.questions.first else { return false }
    return object["correct_answer"] != nil && object["incorrect_answers"] != nil
  }

  private mutating func readTrivia(_ object: [String: JSONValue]) {
    let decode = Self.decoder(of: object)
    func text(_ key: String) -> String { decode(object[key]?.asText ?? "") }
    func leaveOut(_ kind: String, _ reason: String) {
      collector.leaveOut(0...0, kind, "number \(number)\(reason)", source: JSONValue.object(object).pretty)
    }
    guard case .array(let wrong)? = object["incorrect_answers"], wrong.allSatisfy({ $0.asText != nil }) else {
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
      kind: isBoolean ? "boolean" : "multiple", source: JSONValue.object(object).pretty)
  }

  /// Decodes entities by default; base64 if the type is encoded in it, and percent escapes if the type or question
  /// contains them.
  private static func decoder(of object: [String: JSONValue]) -> (String) -> String {
    func unbased(_ text: String) -> String? {
      Base64.bytes(of: text).flatMap { String(validating: $0, as: UTF8.self) }
    }
    func percentDecoded(_ text: String) -> String? {
      text.percentDecoded.flatMap { String(validating: $0, as: UTF8.self) }
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

  private mutating func readQuestion(_ question: JSONQuestion, _ object: [String: JSONValue]) {
    func leaveOut(_ reason: String) {
      collector.leaveOut(0...0, "question", "number \(number)\(reason)", source: JSONValue.object(object).pretty)
    }
    guard let prompt = question.prompt else { return leaveOut(" asks nothing") }
    guard let options = question.options else { return leaveOut(" has an option that is not a text") }
    let body: Question.Body
    if case .array(let several)? = question.given, several.count != 1, options.isEmpty {
      guard let first = several.first?.asText, several.allSatisfy({ $0.asText != nil }) else {
        return leaveOut(" has a right answer that is no text")
      }
      body = .fillBlank(correctAnswer: first, acceptedAnswers: several.dropFirst().compactMap(\.asText))
    } else if !options.isEmpty {
      switch right(question, options) {
      // The answer as the only option leaves nothing to choose: it is typed.
      case .at(let place) where options.count == 1:
        body = .fillBlank(correctAnswer: options[place].text, acceptedAnswers: [])
      case .no(let reason): return leaveOut(": \(reason)")
      case let found:
        guard let chosen = found.body(options.map(\.text)) else { return leaveOut(" has no right answer") }
        body = chosen
      }
    } else if let typed = question.typed {
      body = typed
    } else {
      return leaveOut(" has no answer to grade by")
    }
    collector.take(
      [
        QuestionDraft(
          prompt: PictureMark.append(question.picture, to: prompt), body: body, explanation: question.explanation)
      ], lines: 0...0,
      kind: question.type.isEmpty ? "question" : question.type, source: JSONValue.object(object).pretty)
  }

  private func right(_ question: JSONQuestion, _ options: [JSONQuestion.Choice]) -> RightOption.Found {
    let marked = options.indices.filter { options[$0].isRight }
    if marked.count > 1 { return .several(marked) }
    if let index = marked.first { return .at(index) }
    if case .array(let several)? = question.given, several.count > 1 {
      let places = several.compactMap { if case .at(let place) = right($0, question, options) { place } else { nil } }
      guard places.count == several.count, Set(places).count == places.count else {
        return .no(reason: "one of its right answers is none of its options")
      }
      return .several(places.sorted())
    }
    return right(question.single, question, options)
  }

  /// Finds the option that one answer names.
  private func right(
    _ answer: JSONValue?, _ question: JSONQuestion, _ options: [JSONQuestion.Choice]
  ) -> RightOption.Found {
    switch answer {
    case .int?, .double?:
      let key = answer?.asText
      if let place = options.firstIndex(where: { $0.key == key }) { return .at(place) }
      let place = answer?.int.map { $0 - (question.isIndex ? 0 : habit.base) }.flatMap {
        options.indices.contains($0) ? $0 : nil
      }
      let text = question.isIndex ? nil : options.firstIndex { $0.text == key }
      if let place, let text, place != text {
        guard let isPlace = habit.isPlace else {
          return .no(reason: "its right answer is one option by its text, and another by its place")
        }
        return .at(isPlace ? place : text)
      }
      return (place ?? text).map { .at($0) } ?? .no(reason: "its right answer is none of its options")
    case .bool(let isTrue)?:
      let place = options.firstIndex { $0.text.lowercased() == (isTrue ? "true" : "false") }
      return place.map { .at($0) } ?? .no(reason: "its right answer is none of its options")
    case .string(let text)?:
      let byKey = options.firstIndex { $0.key.lowercased() == text.lowercased() }
      let byText = options.firstIndex { $0.text == text }
      if let byKey, byText == nil || byText == byKey { return .at(byKey) }
      let base = question.isIndex ? 0 : habit.base
      return RightOption.find(text, among: options.map(\.text), countingFrom: base, isPlace: habit.isPlace)
    default: return .no(reason: "it has no correct answer")
    }
  }
}

extension JSONValue {
  /// The text of a string or number.
  var asText: String? {
    switch self {
    case .string(let text): text
    case .int(let number): String(number)
    case .double(let number): Int(exactly: number).map(String.init) ?? String(number)
    default: nil
    }
  }
}

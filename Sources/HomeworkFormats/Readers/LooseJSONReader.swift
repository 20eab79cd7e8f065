import HomeworkModel

/// A reader of JSON questions as produced by Open Trivia, by people and by language models.
struct LooseJSONReader {
  private var collector: ImportCollector
  private let mapping: ColumnMapping
  /// How right answers are given, by number or by text.
  private var habit = RightOption.Habit([])
  private var number = 0

  static func read(
    _ tree: JSONValue, _ format: QuizFormat, _ mapping: ColumnMapping = ColumnMapping(), explains: Bool
  ) throws(QuizFormatError) -> QuizImport {
    var reader = LooseJSONReader(collector: ImportCollector(format, explains: explains), mapping: mapping)
    let groups = groups(in: tree, mapping) ?? []
    let objects = groups.flatMap(\.questions).compactMap { if case .object(let object) = $0 { object } else { nil } }
    for (name, _) in mapping.roles where !objects.contains(where: { $0[name] != nil }) {
      let keys = Set(objects.prefix(20).flatMap(\.keys)).sorted().prefix(20).map { "\"\($0)\"" }.joined(separator: ", ")
      throw QuizFormatError("no key \"\(name)\": the keys are \(keys)")
    }
    var names = JSONNames()
    let isTrivia = format == .openTrivia
    var questions = objects.map { JSONQuestion(isTrivia ? decoded($0) : $0, mapping, &names) }[...]
    reader.findHabit(questions)
    for group in groups {
      reader.collector.category = group.category
      for key in group.unread { reader.collector.passOver(key) }
      for item in group.questions {
        reader.number += 1
        switch item {
        case .object(let object):
          if isTrivia, let name = object["category"]?.asText { reader.collector.category = decoder(of: object)(name) }
          if let question = questions.popFirst() { reader.readQuestion(question, object) }
        default: reader.collector.leaveOut(0...0, "item", "number \(reader.number) is \(item.kind), not an object")
        }
      }
    }
    return reader.collector.finish()
  }

  /// Counts option numbers from 0, unless one of them equals the number of its options and none is 0.
  private mutating func findHabit(_ questions: ArraySlice<JSONQuestion>) {
    let choices = questions.filter { !$0.isIndex }.map {
      (answer: $0.single?.asText ?? "", options: $0.options?.map(\.text) ?? [])
    }
    habit = RightOption.Habit(choices, isIndex: true)
    let numbers = choices.filter { !$0.options.isEmpty && Int($0.answer) != nil && !$0.options.contains($0.answer) }
    if numbers.count > 3, habit.base == 0, !numbers.contains(where: { $0.answer == "0" }) {
      collector.note(0...0, .file, "answers", "none of their numbers is 0: they were counted from 0 all the same")
    }
  }

  static func isTrivia(_ tree: JSONValue) -> Bool {
    guard case .object(let object)? = groups(in: tree)?.first?.questions.first else { return false }
    return object["correct_answer"] != nil && object["incorrect_answers"] != nil
  }

  /// Returns a question without its category, and with its texts decoded.
  private static func decoded(_ object: [String: JSONValue]) -> [String: JSONValue] {
    let decode = decoder(of: object)
    func value(_ tree: JSONValue) -> JSONValue {
      tree.string.map { .string(decode($0)) } ?? tree.array.map { .array($0.map(value)) } ?? tree
    }
    return object.filter { $0.key != "category" }.mapValues(value)
  }

  /// Decodes entities by default; base64 if the type is encoded in it, and percent escapes if the type or question
  /// contains them.
  private static func decoder(of object: [String: JSONValue]) -> (String) -> String {
    func text(_ bytes: [UInt8]?) -> String? { bytes.flatMap { String(validating: $0, as: UTF8.self) } }
    func unbased(_ encoded: String) -> String? { text(Base64.bytes(of: encoded)) }
    func percentDecoded(_ encoded: String) -> String? { text(encoded.percentDecoded) }
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

  private mutating func readQuestion(_ question: JSONQuestion, _ object: [String: JSONValue]) {
    func leaveOut(_ reason: String) {
      collector.leaveOut(0...0, "question", "number \(number)\(reason)", source: JSONValue.object(object).pretty)
    }
    for key in question.unread { collector.passOver(key) }
    guard let prompt = question.prompt else { return leaveOut(" asks nothing") }
    guard let options = question.options else { return leaveOut(" has an option that is not a text") }
    if options.isEmpty, let key = question.suspect, !isTyped(question, object[key]) {
      return leaveOut(" may have its options in \"\(key)\": name the keys of question, answer and options")
    }
    guard !options.isEmpty || !RightOption.isNeeded(for: question.type) else {
      return leaveOut(" has no options, though its type needs some")
    }
    let body: Question.Body
    if case .array(let several)? = question.answer, several.count != 1, options.isEmpty {
      guard let first = several.first?.asText, several.allSatisfy({ $0.asText != nil }) else {
        return leaveOut(" has a right answer that is no text")
      }
      body = .fillBlank(correctAnswer: first, acceptedAnswers: several.dropFirst().compactMap(\.asText))
    } else if !options.isEmpty {
      switch right(question, options) {
      // The answer as the only option leaves nothing to choose: it is typed.
      case .at(let position) where options.count == 1:
        body = .fillBlank(correctAnswer: options[position].text, acceptedAnswers: [])
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
    let draft = QuestionDraft(
      prompt: PictureMark.append(question.picture, to: prompt), body: body, explanation: question.explanation)
    let kind = question.type.isEmpty ? "question" : question.type
    collector.take([draft], lines: 0...0, kind: kind, source: JSONValue.object(object).pretty)
  }

  /// Returns whether an answer is typed, since a person named its key, and it is none of what may be options.
  private func isTyped(_ question: JSONQuestion, _ tree: JSONValue?) -> Bool {
    guard mapping.answer != nil, case .array(let items)? = tree else { return false }
    let found = right(question, items.map { JSONQuestion.Choice(key: "", text: $0.asText ?? "") })
    if case .no = found { return true }
    return false
  }

  private func right(_ question: JSONQuestion, _ options: [JSONQuestion.Choice]) -> RightOption.Found {
    let marked = options.indices.filter { options[$0].isRight }
    if marked.count > 1 { return .several(marked) }
    if let index = marked.first { return .at(index) }
    if case .array(let several)? = question.answer, several.count > 1 {
      let indexes = several.compactMap {
        if case .at(let position) = right($0, question, options) { position } else { nil }
      }
      guard indexes.count == several.count, Set(indexes).count == indexes.count else {
        return .no(reason: "one of its right answers is none of its options")
      }
      return .several(indexes.sorted())
    }
    return right(question.single, question, options)
  }

  /// Finds the option that one answer names.
  private func right(
    _ answer: JSONValue?, _ question: JSONQuestion, _ options: [JSONQuestion.Choice]
  ) -> RightOption.Found {
    let word = answer == .bool(true) ? "true" : answer == .bool(false) ? "false" : nil
    guard let answer, let text = answer.asText ?? word else { return .no(reason: "it has no correct answer") }
    let byKey = options.firstIndex { $0.key.lowercased() == text.lowercased() }
    let byText = options.firstIndex { $0.text == text }
    if let byKey, answer.string == nil || byText == nil || byText == byKey { return .at(byKey) }
    let isIndex = question.isIndex && answer.string == nil
    let texts = isIndex && answer.int.map(options.indices.contains) != true ? [] : options.map(\.text)
    return RightOption.find(
      text, among: texts, countingFrom: question.isIndex ? 0 : habit.base, isPosition: isIndex ? true : habit.isPosition
    )
  }
}

extension JSONValue {
  var asText: String? {
    switch self {
    case .string(let text): text
    case .int(let number): String(number)
    case .double(let number): Int(exactly: number).map(String.init) ?? String(number)
    default: nil
    }
  }
}

import HomeworkModel

/// The parts of a question in JSON, under any keys.
struct JSONQuestion {
  struct Choice: Equatable {
    var key: String
    let text: String
    var isRight = false
  }

  private(set) var prompt: String?
  private(set) var explanation = ""
  private(set) var picture: String?
  private(set) var type = ""
  /// The right answer as the file has it: a text, a number, or a list of several; `nil` if options are marked instead.
  private(set) var answer: JSONValue?
  /// True if numbers count from 0, as the key of the answer says.
  private(set) var isIndex = false
  /// The options; `nil` if one of them is not a text.
  private(set) var options: [Choice]? = []
  private(set) var accepted: [String] = []
  /// The keys that were not read, those of objects inside as `options.id`.
  private(set) var unread: [String] = []
  /// The first of these that may hold the options.
  private(set) var suspect: String?
  private var isCard = false

  init(_ object: [String: JSONValue], _ mapping: ColumnMapping, _ names: inout JSONNames) {
    var members = JSONMembers(object, &names)
    func text(_ member: JSONMembers.Member?) -> String? {
      guard let member else { return nil }
      if case .object(let inner) = member.value {
        unread += inner.keys.filter { $0 != "text" }.map { "\(member.key).\($0)" }
      }
      return member.value.asNestedText.flatMap { $0.isEmpty ? nil : $0 }
    }
    if let key = mapping.question {
      prompt = text(members.take(key: key))
    } else {
      let words = ["question", "questiontext", "prompt", "stem", "text", "q"]
      let member = members.take(words, .question) ?? members.take(["title"])
      isCard = member.map { Column.isCardSide($0.word) } ?? false
      prompt = text(member)
    }
    explanation = text(members.take(["explanation", "rationale", "feedback", "reason"], .explanation)) ?? ""
    picture = text(members.take(["image", "imageurl", "imagelink", "picture", "img"], .picture))
    type = members.take(["type"])?.value.asText?.lowercased().filter(\.isLetter) ?? ""
    takeOptions(&members, mapping)
    if let key = mapping.answer {
      (answer, isIndex) = (members.take(key: key)?.value, Self.isIndex(key))
    } else if let member = members.take(Self.answerKeys, .answer) {
      (answer, isIndex) = (member.value, Self.isIndex(member.key))
      if Column.isCardSide(member.word) { isCard = true }
    } else if hasList {
      // A list of answers beside the options has the right ones.
      answer = members.take(["answers"], .options)?.value
    }
    addWrong(&members)
    markGiven()
    if options == [], case .array(let texts)? = members.take(["acceptedanswers", "accepted"])?.value {
      accepted = texts.compactMap(\.asText)
    }
    unread += members.rest.map(\.key)
    suspect = suspect ?? members.rest.first { $0.mayBeOptions }?.key
    if suspect == nil, let letter = single?.string, letter.count == 1, letter.first?.isLetter == true {
      // A letter names one of several texts.
      let texts = members.rest.filter { $0.column == nil && $0.value.string != nil }
      suspect = texts.count > 1 ? texts[0].key : nil
    }
  }

  /// The right answer, if it is only one.
  var single: JSONValue? {
    if case .array(let items)? = answer, items.count == 1 { return items[0] }
    return answer
  }

  /// The question as one whose answer is typed, or is true or false; `nil` without an answer.
  var typed: Question.Body? {
    if case .bool(let isTrue)? = answer { return .mcq(options: ["True", "False"], correctIndex: isTrue ? 0 : 1) }
    guard let answer = single?.asText, !answer.isEmpty else { return nil }
    if type.contains("truefalse") || type == "boolean", ["true", "false"].contains(answer.lowercased()) {
      return .mcq(options: ["True", "False"], correctIndex: answer.lowercased() == "true" ? 0 : 1)
    }
    if isCard || type.contains("card") { return .ofCard(back: answer) }
    return type.contains("short") || type.contains("open") || type.contains("essay")
      ? .shortAnswer(correctAnswer: answer, keyConcepts: [])
      : .fillBlank(correctAnswer: answer, acceptedAnswers: accepted)
  }

  private static let answerKeys = WordLists.words("json answers")

  private static func isIndex(_ key: String) -> Bool {
    ["index", "indices", "idx"].contains(where: key.lowercased().contains)
  }

  /// Marks the options for which a map of them says true: `{"answer_a_correct": "true"}`.
  private mutating func markGiven() {
    guard case .object(let marks)? = answer, let options else { return }
    let right = Set(marks.filter { $0.value.isTrue }.map { $0.key.lowercased().replacing("_correct", with: "") })
    self.options = options.map { Choice(key: $0.key, text: $0.text, isRight: right.contains($0.key.lowercased())) }
    answer = nil
  }

  /// True if the options are in a list, so that a list of answers has the right ones.
  private var hasList = false

  /// Takes the options of a list or a map, or of one key for each.
  private mutating func takeOptions(_ members: inout JSONMembers, _ mapping: ColumnMapping) {
    if !mapping.options.isEmpty {
      let named = mapping.options.compactMap { members.take(key: $0) }
      let isOne = mapping.options.count == 1
      return options = options(of: isOne ? named.first?.value : .array(named.map(\.value)), mapping.options[0])
    }
    // Of two keys that both mean options, such as `opciones` and `respuestas`, the shorter list has the right ones.
    let known = members.rest.filter { $0.column == .options && $0.value.size > 0 }.max { $0.value.size < $1.value.size }
    if let member = members.take(Self.optionKeys) ?? known.flatMap({ members.take(key: $0.key) }) {
      hasList = member.word != "answers"
      return options = options(of: member.value, member.key)
    }
    let single = members.rest.compactMap { member in
      if case .option(let position)? = member.column { (position: position, key: member.key) } else { nil }
    }.sorted { $0.position < $1.position }
    // The `a` of a pair q and a is its answer.
    guard single.count > 1, single.enumerated().allSatisfy({ $0.offset == $0.element.position }) else { return }
    options = options(of: .array(single.compactMap { members.take(key: $0.key)?.value }), single[0].key)
  }

  private static let optionKeys = WordLists.words("json options")
  private static let texts = WordLists.words("json option texts")
  private static let labels = ["id", "key", "label", "letter", "value", "option"]
  private static let marks = ["correct", "isCorrect", "is_correct", "right", "isRight", "isAnswer"]

  /// Reads a list of texts, a list of objects with a text, a map by letter, or lists of texts and labels.
  private mutating func options(of tree: JSONValue?, _ name: String) -> [Choice]? {
    switch tree {
    case .array(let items)?:
      let keys = items.indices.map { String(UnicodeScalar(UInt8(65 + min($0, 25)))) }
      // `A) Paris`, if every item of the list begins with its letter.
      let areLettered = zip(items, keys).allSatisfy { Self.withoutLetter($0.asText ?? "", $1) != nil }
      let objects = items.compactMap { if case .object(let object) = $0 { object } else { nil } }
      let names = Self.texts.filter { name in objects.allSatisfy { $0[name]?.asText != nil } }
      // Of a value and a label, the letters are no texts.
      let text = names.first { name in objects.contains { $0[name]?.asText?.count != 1 } } ?? names.first
      var choices: [Choice] = []
      for (item, key) in zip(items, keys) {
        if let text = item.asText {
          choices.append(Choice(key: key, text: areLettered ? Self.withoutLetter(text, key) ?? text : text))
          continue
        }
        guard case .object(let object) = item, let text else { return nil }
        let mark = Self.marks.first { object[$0] != nil }
        let label = Self.labels.first { $0 != text && object[$0]?.asText != nil }
        unread += object.keys.filter { ![text, mark, label].contains($0) }.map { "\(name).\($0)" }
        choices.append(
          Choice(
            key: label.flatMap { object[$0]?.asText } ?? key, text: object[text]?.asText ?? "",
            isRight: mark.map { object[$0]?.isTrue ?? false } ?? false))
      }
      return choices
    case .object(let object)?:
      if case .array(let texts)? = object["text"], case .array(let labels)? = object["label"],
        texts.count == labels.count
      {
        unread += object.keys.filter { !["text", "label"].contains($0) }.map { "\(name).\($0)" }
        return options(of: .array(texts), name)?.enumerated().map {
          Choice(key: labels[$0.offset].asText ?? $0.element.key, text: $0.element.text)
        }
      }
      // A letter without an option may be given as null.
      let members = object.filter { !$0.value.isNull }.sorted { ($0.key.count, $0.key) < ($1.key.count, $1.key) }
      let choices = members.compactMap { key, value in value.asText.map { Choice(key: key, text: $0) } }
      return choices.count == members.count ? choices : nil
    case .string(let list)?:
      if list.isBlank { return [] }
      let parts = TableReader.options(list, with: "") ?? []
      if parts.count < 2 { suspect = name }
      return parts.count < 2 ? [] : options(of: .array(parts.map { .string($0) }), name)
    case nil: return []
    default: return nil
    }
  }

  private static func withoutLetter(_ text: String, _ letter: String) -> String? {
    let signs = [") ", ". ", ": "]
    return signs.contains { text.hasPrefix(letter + $0) } ? text.dropFirst(letter.count + 2).trimmedAtEnds : nil
  }

  /// Adds wrong answers that have a key, or keys, of their own to the right one.
  private mutating func addWrong(_ members: inout JSONMembers) {
    guard options == [], let right = single?.asText else { return }
    let wrong = members.takeWrong().flatMap { $0.value.array ?? [$0.value] }
    guard !wrong.isEmpty else { return }
    let texts = wrong.compactMap(\.asText)
    guard texts.count == wrong.count else { return options = nil }
    // Sort the options: the right one would otherwise be first in every question.
    let sorted = ([right] + texts).sorted()
    options = (sorted == ["False", "True"] ? ["True", "False"] : sorted).map {
      Choice(key: "", text: $0, isRight: $0 == right)
    }
  }
}

/// The meanings of a file's keys. Each key is folded once, even if many questions have it.
struct JSONNames {
  private var known: [String: (word: String, column: Column?)] = [:]

  mutating func meaning(of key: String) -> (word: String, column: Column?) {
    if let name = known[key] { return name }
    let name = (Folding.withoutAccents(key.lowercased()).filter { $0.isLetter || $0.isNumber }, Column(key))
    known[key] = name
    return name
  }
}

/// The members of an object that nothing has read yet, sorted by key: of two keys that mean the same, the same one is
/// taken every time. A member that is null is none.
struct JSONMembers {
  struct Member {
    let key: String, word: String
    let column: Column?
    let value: JSONValue

    var isWrong: Bool { if case .wrong? = column { true } else { false } }

    /// True if it may hold the options, under an unknown key.
    var mayBeOptions: Bool {
      switch column {
      case .option?, .options?, .wrong?: return true
      case .some: return false
      case nil: break
      }
      guard !Self.lists.contains(word) else { return false }
      switch value {
      case .array(let items): return items.count > 1 && items.allSatisfy { $0.asText != nil || $0.isObject }
      case .object(let object): return object.count > 1 && object.values.allSatisfy { $0.asText != nil || $0.isNull }
      default: return false
      }
    }

    private static let lists = Column.list("json lists")
  }

  private(set) var rest: [Member]

  init(_ object: [String: JSONValue], _ names: inout JSONNames) {
    rest = []
    rest.reserveCapacity(object.count)
    for (key, value) in object where !value.isNull {
      let (word, column) = names.meaning(of: key)
      rest.append(Member(key: key, word: word, column: column, value: value))
    }
    rest.sort { $0.key < $1.key }
  }

  mutating func take(where isWanted: (Member) -> Bool) -> Member? {
    rest.firstIndex(where: isWanted).map { rest.remove(at: $0) }
  }

  mutating func takeWrong() -> [Member] {
    defer { rest.removeAll(where: \.isWrong) }
    return rest.filter(\.isWrong)
  }

  mutating func take(key: String) -> Member? { take { $0.key == key } }

  /// Takes the member with the first of these words, or else the first one that means a column.
  mutating func take(_ words: [String], _ column: Column? = nil) -> Member? {
    for word in words {
      if let member = take(where: { $0.word == word }) { return member }
    }
    return column.flatMap { column in take { $0.column == column } }
  }
}

extension JSONValue {
  var isObject: Bool { if case .object = self { true } else { false } }

  fileprivate var size: Int { if case .object(let object) = self { object.count } else { array?.count ?? 0 } }

  fileprivate var isTrue: Bool { self == true || asText == "1" || asText?.lowercased() == "true" }

  /// The text of a string or number, or of an object with a text.
  fileprivate var asNestedText: String? {
    if case .object(let object) = self { object["text"]?.asText } else { asText }
  }
}

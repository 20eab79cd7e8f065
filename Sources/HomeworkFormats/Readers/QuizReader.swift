import HomeworkModel

/// A reader that converts a JSON tree to a quiz and collects faults.
struct QuizReader {
  private var faults: [Fault] = []
  /// The paths of members that a quiz does not have.
  private var unknown: [String] = []

  static func read(_ tree: JSONValue) throws(QuizFormatError) -> (quiz: QuizDraft, unknown: [String]) {
    var reader = QuizReader()
    let quiz = reader.quiz(tree)
    // A fault of structure hides faults of content, but only at the same place.
    let content = quiz.faults.filter { fault in !reader.faults.contains { fault.path.hasPrefix($0.path) } }
    let faults = reader.faults + content
    guard faults.isEmpty else { throw QuizFormatError(faults: faults) }
    return (quiz, reader.unknown)
  }

  private static let members = Set(WordLists.words("members"))
  private static let membersByType = Dictionary(
    uniqueKeysWithValues: QuestionKind.allCases.map { ($0.rawValue, Set(WordLists.words("members \($0.rawValue)"))) })

  /// Keeps the paths of an object's members that are not known. A member that is null says nothing.
  private mutating func check(_ object: [String: JSONValue], _ isKnown: (String) -> Bool, at path: String = "") {
    unknown += object.filter { !isKnown($0.key) && !$0.value.isNull }.keys.sorted().map {
      path.isEmpty ? $0 : "\(path).\($0)"
    }
  }

  /// Returns whether a question has one of the types, and the member in which that type has its answer.
  static func isOwn(_ question: JSONValue) -> Bool {
    let answers: [QuestionKind: String] = [
      .mcq: "correctIndex", .multi: "correctIndexes", .gaps: "gaps", .ordering: "items", .card: "back",
    ]
    guard let kind = question["type"]?.string.flatMap(QuestionKind.init) else { return false }
    return question[answers[kind] ?? "correctAnswer"] != nil && (question["question"] ?? question["text"]) != nil
  }

  private mutating func quiz(_ tree: JSONValue) -> QuizDraft {
    switch tree {
    case .array(let questions):
      return QuizDraft(questions: self.questions(questions))
    case .object(let object):
      check(object, ["id", "homeworkId", "topic", "subtopic", "confidence", "questions"].contains)
      var draft = QuizDraft(
        topic: optionalText(object, "topic", "topic"), subtopic: optionalText(object, "subtopic", "subtopic"),
        questions: [])
      switch object["confidence"] {
      case nil, .null: break
      case let value? where value.number != nil: draft.confidence = value.number
      case let other?: fault("confidence", "must be a number from 0 to 1, is \(other.kind)")
      }
      guard case .array(let questions)? = object["questions"] else {
        fault("questions", "must be a list" + (object["questions"].map { ", is \($0.kind)" } ?? ""))
        return draft
      }
      draft.questions = self.questions(questions)
      return draft
    case .null, .bool, .int, .double, .string:
      fault("questions", "needs a quiz object or a list of questions, not \(tree.kind)")
      return QuizDraft(questions: [])
    }
  }

  private mutating func questions(_ trees: [JSONValue]) -> [QuestionDraft] {
    trees.enumerated().map { question($0.element, at: "questions[\($0.offset)]") }
  }

  private mutating func question(_ tree: JSONValue, at path: String) -> QuestionDraft {
    guard case .object(let object) = tree else {
      fault(path, "must be an object, is \(tree.kind)")
      return QuestionDraft(prompt: "", body: .fillBlank(correctAnswer: "", acceptedAnswers: []))
    }
    let type = text(object, "type", path)
    let own = Self.membersByType[type] ?? []
    check(object, { own.contains($0) || Self.members.contains($0) }, at: path)
    let prompt = text(object, type == "gaps" && object["question"] == nil ? "text" : "question", path)
    return QuestionDraft(
      introduction: optionalText(object, "introduction", "\(path).introduction"), prompt: prompt,
      body: body(type, object, path),
      explanation: optionalText(object, "explanation", "\(path).explanation") ?? "",
      pictures: pictures(object, path))
  }

  private mutating func pictures(_ object: [String: JSONValue], _ path: String) -> QuestionPictures {
    var pictures = QuestionPictures(
      question: picture(object["picture"], "\(path).picture"),
      answer: picture(object["answerPicture"], "\(path).answerPicture"))
    guard let list = object["optionPictures"], !list.isNull else { return pictures }
    for (number, item) in items(list, "\(path).optionPictures").enumerated() {
      let place = "\(path).optionPictures[\(number)]"
      guard let picture = picture(item, place), case .object(let member) = item else { continue }
      pictures.options[index(member["index"], "\(place).index")] = picture
    }
    return pictures
  }

  /// Reads a picture: its bytes in Base64, or the digest of one that the library has.
  private mutating func picture(_ tree: JSONValue?, _ path: String) -> QuestionPicture? {
    guard let tree, !tree.isNull else { return nil }
    guard case .object(let object) = tree else {
      fault(path, "must be an object with base64 and alternative, is \(tree.kind)")
      return nil
    }
    check(object, ["base64", "digest", "alternative", "index"].contains, at: path)
    let alternative = optionalText(object, "alternative", "\(path).alternative") ?? ""
    guard let base64 = optionalText(object, "base64", "\(path).base64") else {
      return QuestionPicture(digest: text(object, "digest", path), alternative: alternative)
    }
    guard let bytes = Base64.bytes(of: base64) else {
      fault("\(path).base64", "must be Base64")
      return nil
    }
    do throws(Fault) { return QuestionPicture(try Picture(bytes), alternative: alternative) } catch {
      fault("\(path).base64", error.message)
      return nil
    }
  }

  private mutating func body(_ type: String, _ object: [String: JSONValue], _ path: String) -> Question.Body {
    switch QuestionKind(rawValue: type) {
    case .mcq:
      return .mcq(
        options: texts(object["options"], "\(path).options", isNeeded: true),
        correctIndex: index(object["correctIndex"], "\(path).correctIndex"))
    case .multi:
      let right = items(object["correctIndexes"], "\(path).correctIndexes")
      return .multi(
        options: texts(object["options"], "\(path).options", isNeeded: true),
        correctIndexes: right.enumerated().map { index($0.element, "\(path).correctIndexes[\($0.offset)]") }.sorted())
    case .fillBlank:
      return .fillBlank(
        correctAnswer: text(object, "correctAnswer", path),
        acceptedAnswers: texts(object["acceptedAnswers"], "\(path).acceptedAnswers"),
        isExact: flag(object["exact"], "\(path).exact"))
    case .shortAnswer:
      return .shortAnswer(
        correctAnswer: text(object, "correctAnswer", path),
        keyConcepts: concepts(object["keyConcepts"], "\(path).keyConcepts"))
    case .numeric: return .numeric(numericKey(object, path))
    case .gaps:
      let gaps = items(object["gaps"], "\(path).gaps")
      return .gaps(gaps.enumerated().map { gap($0.element, "\(path).gaps[\($0.offset)]") })
    case .ordering: return .ordering(texts(object["items"], "\(path).items", isNeeded: true))
    case .card: return .card(back: text(object, "back", path))
    case nil:
      if !faults.contains(where: { $0.path == "\(path).type" }) {
        fault("\(path).type", "\"\(type)\" is not a type: possible are \(QuestionKind.words)")
      }
      // Its other members depend on the type, so report nothing more about it.
      return .fillBlank(correctAnswer: "-", acceptedAnswers: [])
    }
  }

  private mutating func numericKey(_ object: [String: JSONValue], _ path: String) -> NumericKey {
    let answer = object["correctAnswer"] ?? .null
    var key = NumericKey(number(answer, "\(path).correctAnswer") ?? 0)
    if answer.isNull { fault("\(path).correctAnswer", "is missing") }
    let absolute = number(object["tolerance"], "\(path).tolerance")
    let percent = number(object["tolerancePercent"], "\(path).tolerancePercent")
    if absolute != nil, percent != nil { fault("\(path).tolerancePercent", "give this or tolerance, not both") }
    if let absolute { key.tolerance = .absolute(absolute) } else if let percent { key.tolerance = .percent(percent) }
    key.unit = optionalText(object, "unit", "\(path).unit")
    return key
  }

  /// Reads a gap: one with options is chosen, any other is typed.
  private mutating func gap(_ tree: JSONValue, _ path: String) -> Question.Body {
    guard case .object(let object) = tree else {
      fault(path, "must be an object, is \(tree.kind)")
      return .fillBlank(correctAnswer: "-", acceptedAnswers: [])
    }
    let kind = object["options"] == nil ? QuestionKind.fillBlank : .mcq
    let type = optionalText(object, "type", "\(path).type") ?? kind.rawValue
    check(object, { $0 == "type" || Self.membersByType[type]?.contains($0) == true }, at: path)
    return body(type, object, path)
  }

  /// Returns what `read` finds in a member; if that is of another kind, notes a fault.
  private mutating func value<Value>(
    _ tree: JSONValue?, _ path: String, _ kind: String, or none: Value, isNeeded: Bool = false,
    _ read: (JSONValue) -> Value?
  ) -> Value {
    guard let tree, !tree.isNull else {
      if isNeeded { fault(path, "is missing") }
      return none
    }
    if let value = read(tree) { return value }
    fault(path, "must be \(kind), is \(tree.kind)")
    return none
  }

  private mutating func items(_ tree: JSONValue?, _ path: String) -> [JSONValue] {
    value(tree, path, "a list", or: [], isNeeded: true, \.array)
  }

  private mutating func number(_ tree: JSONValue?, _ path: String) -> Double? {
    value(tree, path, "a number", or: nil) { $0.number.map { .some($0) } }
  }

  private mutating func concepts(_ tree: JSONValue?, _ path: String) -> [[String]] {
    value(tree, path, "a list of lists of texts", or: [], \.array).enumerated().map {
      texts($0.element, "\(path)[\($0.offset)]", isNeeded: true)
    }
  }

  private mutating func texts(_ tree: JSONValue?, _ path: String, isNeeded: Bool = false) -> [String] {
    value(tree, path, "a list of texts", or: [], isNeeded: isNeeded, \.array).enumerated().map {
      value($0.element, "\(path)[\($0.offset)]", "a text", or: "", \.string)
    }
  }

  private mutating func flag(_ tree: JSONValue?, _ path: String) -> Bool {
    value(tree, path, "true or false", or: false) { if case .bool(let flag) = $0 { flag } else { nil } }
  }

  private mutating func index(_ tree: JSONValue?, _ path: String) -> Int {
    if case .double(let number)? = tree {
      fault(path, "must be a whole number, is \(number)")
      return 0
    }
    return value(tree, path, "a whole number", or: 0, isNeeded: true, \.int)
  }

  private mutating func text(_ object: [String: JSONValue], _ key: String, _ owner: String) -> String {
    value(object[key], "\(owner).\(key)", "a text", or: "", isNeeded: true, \.string)
  }

  private mutating func optionalText(_ object: [String: JSONValue], _ key: String, _ path: String) -> String? {
    value(object[key], path, "a text", or: nil) { $0.string.map { .some($0) } }
  }

  private mutating func fault(_ path: String, _ message: String) {
    faults.append(Fault(path: path, message: message))
  }
}

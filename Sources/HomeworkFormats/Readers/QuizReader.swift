import HomeworkModel

/// A reader that converts a JSON tree to a quiz and collects faults.
struct QuizReader {
  private var faults: [Fault] = []

  static func quiz(from tree: JSONValue) throws(QuizFormatError) -> QuizDraft {
    var reader = QuizReader()
    let quiz = reader.quiz(tree)
    // A fault of structure hides faults of content, but only at the same place.
    let content = quiz.faults.filter { fault in !reader.faults.contains { fault.path.hasPrefix($0.path) } }
    let faults = reader.faults + content
    guard faults.isEmpty else { throw QuizFormatError(faults: faults) }
    return quiz
  }

  private mutating func quiz(_ tree: JSONValue) -> QuizDraft {
    switch tree {
    case .array(let questions):
      return QuizDraft(questions: self.questions(questions))
    case .object(let object):
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

  /// Reads what depends on the type.
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
    return body(optionalText(object, "type", "\(path).type") ?? kind.rawValue, object, path)
  }

  private mutating func items(_ tree: JSONValue?, _ path: String) -> [JSONValue] {
    switch tree {
    case .array(let items)?: return items
    case nil, .null: fault(path, "is missing")
    case let other?: fault(path, "must be a list, is \(other.kind)")
    }
    return []
  }

  private mutating func number(_ tree: JSONValue?, _ path: String) -> Double? {
    if let tree, !tree.isNull, tree.number == nil { fault(path, "must be a number, is \(tree.kind)") }
    return tree?.number
  }

  private mutating func concepts(_ tree: JSONValue?, _ path: String) -> [[String]] {
    switch tree {
    case nil, .null: return []
    case .array(let concepts)?:
      return concepts.enumerated().map { texts($0.element, "\(path)[\($0.offset)]", isNeeded: true) }
    case let other?:
      fault(path, "must be a list of lists of texts, is \(other.kind)")
      return []
    }
  }

  private mutating func texts(_ tree: JSONValue?, _ path: String, isNeeded: Bool = false) -> [String] {
    switch tree {
    case nil, .null:
      if isNeeded { fault(path, "is missing") }
      return []
    case .array(let items)?:
      return items.enumerated().map { offset, item in
        if let text = item.string { return text }
        fault("\(path)[\(offset)]", "must be a text, is \(item.kind)")
        return ""
      }
    case let other?:
      fault(path, "must be a list of texts, is \(other.kind)")
      return []
    }
  }

  private mutating func flag(_ tree: JSONValue?, _ path: String) -> Bool {
    switch tree {
    case .bool(let flag)?: return flag
    case nil, .null: break
    case let other?: fault(path, "must be true or false, is \(other.kind)")
    }
    return false
  }

  private mutating func index(_ tree: JSONValue?, _ path: String) -> Int {
    switch tree {
    case .int(let number)?: return Int(number)
    case .double(let number)?: fault(path, "must be a whole number, is \(number)")
    case nil, .null: fault(path, "is missing")
    case let other?: fault(path, "must be a whole number, is \(other.kind)")
    }
    return 0
  }

  /// - Parameter owner: the path of the object.
  private mutating func text(_ object: [String: JSONValue], _ key: String, _ owner: String) -> String {
    let path = "\(owner).\(key)"
    if let text = optionalText(object, key, path) { return text }
    if !faults.contains(where: { $0.path == path }) { fault(path, "is missing") }
    return ""
  }

  private mutating func optionalText(_ object: [String: JSONValue], _ key: String, _ path: String) -> String? {
    switch object[key] {
    case nil, .null: return nil
    case .string(let text)?: return text
    case let other?:
      fault(path, "must be a text, is \(other.kind)")
      return nil
    }
  }

  private mutating func fault(_ path: String, _ message: String) {
    faults.append(Fault(path: path, message: message))
  }
}

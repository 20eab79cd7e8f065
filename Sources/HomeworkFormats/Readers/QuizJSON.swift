public import HomeworkModel

/// The JSON of a quiz in the protocol.
public enum QuizJSON {
  /// Reads a quiz object, or an array of questions. Ids are optional and ignored.
  ///
  /// A quiz with a fault is rejected as a whole; the error has every fault with its path.
  public static func quiz(from data: some Collection<UInt8>) throws(QuizFormatError) -> QuizDraft {
    let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
    return try quiz(from: JSONValue(text: data.dropFirst(data.starts(with: byteOrderMark) ? 3 : 0)))
  }

  /// Reads a quiz from a parsed value.
  public static func quiz(from value: JSONValue) throws(QuizFormatError) -> QuizDraft {
    try QuizReader.read(value).quiz
  }

  /// Returns a quiz in the form that `read` takes; optional members that are empty are omitted.
  public static func value(of quiz: QuizDraft) -> JSONValue {
    var members: [String: JSONValue] = ["questions": .array(quiz.questions.map(value))]
    members["topic"] = quiz.topic.map { .string($0) }
    members["subtopic"] = quiz.subtopic.map { .string($0) }
    members["confidence"] = quiz.confidence.map { JSONValue($0) }
    return .object(members)
  }

  /// Returns a question in the same form.
  public static func value(of question: QuestionDraft) -> JSONValue {
    var members: [String: JSONValue] = ["question": .string(question.prompt)]
    members["introduction"] = question.introduction.map { .string($0) }
    members["explanation"] = question.explanation.isEmpty ? nil : .string(question.explanation)
    members.merge(value(of: question.pictures)) { $1 }
    members.merge(value(of: question.body)) { $1 }
    if question.body.kind == .gaps {
      members["text"] = members["question"]
      members["question"] = nil
    }
    return .object(members)
  }

  /// Returns each picture with its bytes, if they are to be stored, or else its digest.
  private static func value(of pictures: QuestionPictures) -> [String: JSONValue] {
    func value(_ picture: QuestionPicture, of index: Int? = nil) -> JSONValue {
      var members: [String: JSONValue] =
        switch picture.file {
        case let file?: ["base64": .string(Base64.text(of: file.bytes))]
        case nil: ["digest": .string(picture.digest)]
        }
      members["alternative"] = picture.alternative.isEmpty ? nil : .string(picture.alternative)
      members["index"] = index.map { .int(Int64($0)) }
      return .object(members)
    }
    var members: [String: JSONValue] = [:]
    members["picture"] = pictures.question.map { value($0) }
    members["answerPicture"] = pictures.answer.map { value($0) }
    if !pictures.options.isEmpty {
      members["optionPictures"] = .array(pictures.optionsInOrder.map { value($0.picture, of: $0.index) })
    }
    return members
  }

  private static func value(of body: Question.Body) -> [String: JSONValue] {
    var members: [String: JSONValue] = ["type": .string(body.kind.rawValue)]
    func list(_ texts: [String]) -> JSONValue { .array(texts.map { .string($0) }) }
    switch body {
    case .mcq(let options, let index):
      members.merge(["options": list(options), "correctIndex": .int(Int64(index))]) { $1 }
    case .multi(let options, let indexes):
      let right = JSONValue.array(indexes.map { .int(Int64($0)) })
      members.merge(["options": list(options), "correctIndexes": right]) { $1 }
    case .fillBlank(let answer, let others, let isExact):
      members["correctAnswer"] = .string(answer)
      if isExact { members["exact"] = true }
      members["acceptedAnswers"] = others.isEmpty ? nil : list(others)
    case .shortAnswer(let answer, let concepts):
      members["correctAnswer"] = .string(answer)
      members["keyConcepts"] = concepts.isEmpty ? nil : .array(concepts.map(list))
    case .numeric(let key):
      members["correctAnswer"] = JSONValue(key.correctAnswer)
      switch key.tolerance {
      case .absolute(0): break
      case .absolute(let size): members["tolerance"] = JSONValue(size)
      case .percent(let size): members["tolerancePercent"] = JSONValue(size)
      }
      members["unit"] = key.unit.map { .string($0) }
    case .gaps(let gaps): members["gaps"] = .array(gaps.map { .object(value(of: $0)) })
    case .ordering: members["items"] = list(body.itemsInOrder)
    case .card(let back): members["back"] = .string(back)
    }
    return members
  }
}

extension JSONValue {
  /// Parses a text; throws the place of a syntax error.
  init(text: some Sequence<UInt8>) throws(QuizFormatError) {
    do throws(JSONError) { try self.init(parsing: text) } catch {
      let place = JSONPosition(error.offset, in: text)
      throw QuizFormatError(error.reason.words, line: place.line, column: place.column)
    }
  }

  var pretty: String {
    var writer = JSONWriter(.pretty)
    writer.write(self)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  var kind: String {
    switch self {
    case .null: "null"
    case .bool: "true or false"
    case .int, .double: "a number"
    case .string: "a text"
    case .array: "a list"
    case .object: "an object"
    }
  }
}

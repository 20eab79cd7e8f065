public import HomeworkModel

/// The JSON of a quiz in the protocol.
public enum QuizJSON {
  /// Reads a quiz object, or an array of questions. Ids are optional and ignored.
  ///
  /// A quiz with a fault is rejected as a whole; the error has its faults with their paths.
  public static func quiz(from data: some Collection<UInt8>) throws(QuizFormatError) -> QuizDraft {
    let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
    return try quiz(from: JSONValue(text: data.dropFirst(data.starts(with: byteOrderMark) ? 3 : 0)))
  }

  /// Reads a quiz from a parsed value.
  public static func quiz(from value: JSONValue) throws(QuizFormatError) -> QuizDraft { try read(value).quiz }

  /// Reads a quiz, and the paths of members that a quiz does not have.
  static func read(_ value: JSONValue) throws(QuizFormatError) -> (quiz: QuizDraft, unknown: [String]) {
    var reader = ShapeReader(for: .people)
    guard let quiz = shape.decode(value, &reader), reader.faults.isEmpty else {
      throw QuizFormatError(reader.faults)
    }
    return (quiz, reader.unknown)
  }

  /// A quiz to store; optional members that are empty are omitted.
  package static let shape: Shape<QuizDraft> = {
    let questions = Shape<[QuestionDraft]>.array(QuestionShape.draft)
    let object = Shape<QuizDraft>.object(QuizDraft(questions: [])) {
      Field("topic", \.topic, "The topic.")
      Field("subtopic", \.subtopic, "The part of the topic that the quiz covers.")
      Field("confidence", \.confidence, .number(0...1), "How confident the generator of the quiz was.")
      Field(ignored: "id")
      Field(ignored: "homeworkId")
      Field("questions", \.questions, questions, "1 to 200.")
    }
    let schema = Schema.named(
      "QuizInput", summary: "A quiz to store. Ids are optional, and an array of questions is also accepted.",
      .either([object.schema, questions.schema]))
    return Shape(schema, encode: object.encode) { json, reader in
      let quiz: QuizDraft?
      switch json {
      case .object: quiz = object.decode(json, &reader)
      case .array: quiz = reader.read("questions", json, questions).map { QuizDraft(questions: $0) }
      default:
        reader.add("needs a quiz object or a list of questions, not \(json.kind)", at: "questions")
        return nil
      }
      if let quiz { reader.add(Faults(quiz.ownFaults)) }
      return quiz
    }
  }()
}

extension JSONValue {
  /// Parses a text; throws the place of a syntax error.
  init(text: some Sequence<UInt8>) throws(QuizFormatError) {
    do throws(JSONError) { try self.init(parsing: text) } catch {
      let position = JSONPosition(error.offset, in: text)
      throw QuizFormatError(error.reason.rawValue, line: position.line, column: position.column)
    }
  }

  var pretty: String {
    var writer = JSONWriter(.pretty)
    writer.write(self)
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}

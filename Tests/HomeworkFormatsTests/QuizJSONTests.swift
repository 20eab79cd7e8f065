import Foundation
import HomeworkFormats
import HomeworkModel
import Testing

@Suite struct `A quiz in JSON` {
  private static let good = """
    {"id": "x", "topic": "t", "confidence": 0.5, "more": null, "questions": [
      {"type": "mcq", "question": "q", "options": ["a", "b"], "correctIndex": 1, "explanation": "e"},
      {"type": "fillBlank", "question": "q", "correctAnswer": "a", "acceptedAnswers": ["b"]},
      {"type": "shortAnswer", "question": "q", "correctAnswer": "a", "keyConcepts": [["a", "b"]]}]}
    """

  @Test func `is read, with optional members missing`() throws {
    let quiz = try QuizJSON.quiz(from: Data(Self.good.utf8))
    #expect(quiz.topic == "t")
    #expect(quiz.confidence == 0.5)
    #expect(
      quiz.questions.map(\.body) == [
        .mcq(options: ["a", "b"], correctIndex: 1), .fillBlank(correctAnswer: "a", acceptedAnswers: ["b"]),
        .shortAnswer(correctAnswer: "a", keyConcepts: [["a", "b"]]),
      ])
    #expect(quiz.questions.map(\.explanation) == ["e", "", ""])
  }

  @Test func `can be a bare array of questions, or begin with a byte order mark`() throws {
    let questions = "[{\"type\": \"fillBlank\", \"question\": \"q\", \"correctAnswer\": \"a\"}]"
    #expect(try QuizJSON.quiz(from: Data(questions.utf8)).questions.count == 1)
    #expect(try QuizJSON.quiz(from: Data("\u{FEFF}\(questions)".utf8)).questions.count == 1)
  }

  /// One change each, with the expected fault.
  @Test(arguments: [
    ("[\"a\", \"b\"], ", "[\"a\"], ", "questions[0].options: needs at least 2"),
    ("\"correctIndex\": 1", "\"correctIndex\": 2", "questions[0].correctIndex: 2 is not one of 2 options"),
    ("\"correctIndex\": 1", "\"correctIndex\": \"1\"", "questions[0].correctIndex: must be a whole number, is a text"),
    ("\"correctIndex\": 1", "\"correctIndex\": 1.5", "questions[0].correctIndex: must be a whole number, is 1.5"),
    ("\"correctIndex\": 1, ", "", "questions[0].correctIndex: is missing"),
    ("\"mcq\"", "\"mcqs\"", "questions[0].type: \"mcqs\" is not a type: possible are \(QuestionKind.words)"),
    ("\"type\": \"mcq\", ", "", "questions[0].type: is missing"),
    (
      "\"acceptedAnswers\": [\"b\"]", "\"acceptedAnswers\": [1]",
      "questions[1].acceptedAnswers[0]: must be a text, is a number"
    ),
    (
      "\"acceptedAnswers\": [\"b\"]", "\"acceptedAnswers\": \"b\"",
      "questions[1].acceptedAnswers: must be a list of texts, is a text"
    ),
    ("[[\"a\", \"b\"]]", "[[]]", "questions[2].keyConcepts[0]: needs at least one alternative"),
    ("[[\"a\", \"b\"]]", "[[\"!\"]]", "questions[2].keyConcepts[0][0]: contains no word to look for"),
    ("0.5", "true", "confidence: must be a number from 0 to 1, is true or false"),
    ("0.5", "1e9", "confidence: must be between 0 and 1, not 1000000000.0"),
    ("\"topic\": \"t\"", "\"topic\": 3", "topic: must be a text, is a number"),
    ("\"questions\"", "\"question\"", "questions: is missing"),
  ])
  func `names a fault by its path`(right: String, wrong: String, fault: String) throws {
    let text = Self.good.replacingOccurrences(of: right, with: wrong)
    #expect(text != Self.good)
    let error = #expect(throws: QuizFormatError.self) { try QuizJSON.quiz(from: Data(text.utf8)) }
    #expect(error?.faults.map(\.description).contains(fault) == true, "\(String(describing: error))")
  }

  @Test(arguments: [
    ("{\"questions\": [\n  {\"type\" \"mcq\"}]}", "2:11: "), ("", "1:1: "), ("[1, 2", "1:6: "), ("[]x", "1:3: "),
  ])
  func `names line and column of a syntax error`(text: String, position: String) {
    let error = #expect(throws: QuizFormatError.self) { try QuizJSON.quiz(from: Data(text.utf8)) }
    #expect(error?.description.hasPrefix(position) == true, "\(String(describing: error))")
  }

  @Test func `is rejected if it is not UTF-8, with the first wrong byte's position`() {
    let data = Data("[\n\"é".utf8) + Data([0xFF]) + Data("\"]".utf8)
    let error = #expect(throws: QuizFormatError.self) { try QuizJSON.quiz(from: data) }
    #expect(error?.description == "2:3: not UTF-8: save the file as UTF-8")
  }

  @Test func `is rejected if it nests endlessly`() {
    let text = String(repeating: "[", count: 100_000)
    #expect(throws: QuizFormatError.self) { try QuizJSON.quiz(from: Data(text.utf8)) }
  }
}

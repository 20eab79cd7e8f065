/// The questions made from an assignment, in order.
public struct Quiz: Identifiable, Hashable, Sendable {
  /// The quiz's id, and the homework it belongs to; `nil` for the quiz of a review.
  public var id: Identifier<Quiz>, homeworkId: Homework.ID?
  /// The topic, the subtopic, and the confidence of its generator, 0 to 1.
  public var topic: String?, subtopic: String?, confidence: Double?
  /// The revision, from 1. Each edit makes a new one with its own id.
  public var revision: Int
  /// The questions in order.
  public var questions: [Question]

  /// Creates a quiz from its parts, without checking them.
  @inlinable
  package init(
    id: ID, homeworkId: Homework.ID?, topic: String? = nil, subtopic: String? = nil, confidence: Double? = nil,
    revision: Int = 1, questions: [Question]
  ) {
    self.id = id
    self.homeworkId = homeworkId
    self.topic = topic
    self.subtopic = subtopic
    self.confidence = confidence
    self.revision = revision
    self.questions = questions
  }
}

/// One question with its answer and explanation.
public struct Question: Identifiable, Hashable, Sendable {
  /// The question's id, which is the same in every revision of the quiz.
  public var id: Identifier<Question>
  /// The text of the question, never blank; its type with the answer; and the explanation, shown after the answer,
  /// which may be empty.
  public var prompt: String, body: Body, explanation: String

  /// Creates a question from its parts, without checking them.
  @inlinable
  package init(id: ID, prompt: String, body: Body, explanation: String = "") {
    self.id = id
    self.prompt = prompt
    self.body = body
    self.explanation = explanation
  }

  /// The type of a question, with the data for grading it.
  public enum Body: Hashable, Sendable {
    /// Two to 26 options, exactly one of them correct; indexes from 0.
    case mcq(options: [String], correctIndex: Int)
    /// Correct if the response means the same as `correctAnswer` or one of `acceptedAnswers`; if `isExact`, it must
    /// equal one of them in every sign and in its case.
    case fillBlank(correctAnswer: String, acceptedAnswers: [String], isExact: Bool = false)
    /// Correct if the response contains every concept. Any alternative of a concept counts.
    case shortAnswer(correctAnswer: String, keyConcepts: [[String]])
  }

  /// True if it is an MCQ. Only MCQs affect the streak.
  package var isMCQ: Bool { body.kind == .mcq }

  /// The correct option, answer or model answer, as display text.
  public var correctAnswer: String {
    switch body {
    case .mcq(let options, let correctIndex): options[correctIndex]
    case .fillBlank(let correctAnswer, _, _), .shortAnswer(let correctAnswer, _): correctAnswer
    }
  }
}

/// The types of questions, by their names in files and messages.
public enum QuestionKind: String, Hashable, Sendable, CaseIterable {
  case mcq, fillBlank, shortAnswer
}

extension Question.Body {
  /// The number of bytes in all answers that a response is compared with.
  fileprivate var comparedBytes: Int {
    switch self {
    case .mcq: 0
    case .fillBlank(let answer, let others, _): others.reduce(answer.utf8.count) { $0 + $1.utf8.count }
    case .shortAnswer(let answer, let concepts):
      concepts.joined().reduce(answer.utf8.count) { $0 + $1.utf8.count }
    }
  }

  /// The type without its answers.
  package var kind: QuestionKind {
    switch self {
    case .mcq: .mcq
    case .fillBlank: .fillBlank
    case .shortAnswer: .shortAnswer
    }
  }
}

/// A quiz to store. It has no ids yet and may have faults.
public struct QuizDraft: Hashable, Sendable {
  /// The allowed numbers of questions in a quiz, and of options in an MCQ.
  package static let questionCounts = 1...200, optionCounts = 2...26

  /// The topic, the subtopic, and the confidence of its generator, 0 to 1.
  public var topic: String?, subtopic: String?, confidence: Double?
  /// The questions in order.
  public var questions: [QuestionDraft]

  /// Creates a draft without checking it.
  public init(
    topic: String? = nil, subtopic: String? = nil, confidence: Double? = nil, questions: [QuestionDraft]
  ) {
    self.topic = topic
    self.subtopic = subtopic
    self.confidence = confidence
    self.questions = questions
  }

  /// All reasons why the draft cannot be stored. A quiz with any fault is rejected as a whole.
  public var faults: [Fault] {
    var faults: [Fault] = []
    if !Self.questionCounts.contains(questions.count) {
      faults.append(Fault(path: "questions", message: "needs 1 to 200 questions, has \(questions.count)"))
    }
    if let confidence, !(0...1).contains(confidence) {
      faults.append(Fault(path: "confidence", message: "must be between 0 and 1, not \(confidence)"))
    }
    for (index, question) in questions.enumerated() {
      faults += question.faults.map { Fault(path: "questions[\(index)].\($0.path)", message: $0.message) }
    }
    return faults
  }
}

extension Quiz {
  /// The quiz as a draft, to be stored again.
  package var draft: QuizDraft {
    QuizDraft(
      topic: topic, subtopic: subtopic, confidence: confidence,
      questions: questions.map { QuestionDraft(prompt: $0.prompt, body: $0.body, explanation: $0.explanation) })
  }
}

/// A question to store.
public struct QuestionDraft: Hashable, Sendable {
  /// The text of the question, never blank; its type with the answer; and the explanation, shown after the answer,
  /// which may be empty.
  public var prompt: String, body: Question.Body, explanation: String

  /// Creates a draft without checking it.
  public init(prompt: String, body: Question.Body, explanation: String = "") {
    self.prompt = prompt
    self.body = body
    self.explanation = explanation
  }

  var faults: [Fault] {
    var faults: [Fault] = []
    func check(_ holds: Bool, _ path: @autoclosure () -> String, _ message: @autoclosure () -> String) {
      if !holds { faults.append(Fault(path: path(), message: message())) }
    }
    check(!prompt.isBlank, "question", "must not be empty")
    let bytes = body.comparedBytes
    guard bytes <= TextLimits.answers else {
      check(
        false, "correctAnswer", "and other answers have \(bytes) bytes, more than \(TextLimits.answers): shorten them")
      return faults
    }
    switch body {
    case .mcq(let options, let correctIndex):
      check(options.count >= QuizDraft.optionCounts.lowerBound, "options", "needs at least 2")
      check(
        options.count <= QuizDraft.optionCounts.upperBound, "options",
        "has \(options.count), but at most 26 are allowed")
      for (index, option) in options.enumerated() {
        check(!option.isBlank, "options[\(index)]", "must not be empty")
      }
      check(
        options.indices.contains(correctIndex), "correctIndex", "\(correctIndex) is not one of \(options.count) options"
      )
    case .fillBlank(let correctAnswer, let acceptedAnswers, _):
      check(!correctAnswer.isBlank, "correctAnswer", "must not be empty")
      for (index, answer) in acceptedAnswers.enumerated() {
        check(!answer.isBlank, "acceptedAnswers[\(index)]", "must not be empty")
      }
    case .shortAnswer(let correctAnswer, let keyConcepts):
      check(!correctAnswer.isBlank, "correctAnswer", "must not be empty")
      for (index, concept) in keyConcepts.enumerated() {
        check(!concept.isEmpty, "keyConcepts[\(index)]", "needs at least one alternative")
        for (inner, alternative) in concept.enumerated() {
          check(
            !Wording(alternative).words.isEmpty, "keyConcepts[\(index)][\(inner)]", "contains no word to look for")
        }
      }
    }
    return faults
  }
}

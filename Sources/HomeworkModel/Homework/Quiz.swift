/// The questions made from one homework, in the order in which they are asked.
public struct Quiz: Identifiable, Hashable, Sendable {
  /// Its public identity, and that of the homework that it is made from; `nil` of what a review asks.
  public let id: Identifier<Quiz>, homeworkId: Homework.ID?
  /// What it is about, more closely, and how sure its maker was, 0 to 1.
  public var topic: String?, subtopic: String?, confidence: Double?
  /// From 1: each time it is edited it becomes the next, with an id of its own.
  public let revision: Int
  /// In the order in which they are asked.
  public var questions: [Question]

  /// With these parts; nothing is checked.
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

/// One question: what is asked, how it is answered, and what is said afterwards.
public struct Question: Identifiable, Hashable, Sendable {
  /// Its public identity, the same in every revision of its quiz.
  public let id: Identifier<Question>
  /// What is asked, which is never blank; its kind, with what is right; and what is shown once it is settled, which may be
  /// empty.
  public var prompt: String, body: Body, explanation: String

  /// With these parts; nothing is checked.
  @inlinable
  package init(id: ID, prompt: String, body: Body, explanation: String = "") {
    self.id = id
    self.prompt = prompt
    self.body = body
    self.explanation = explanation
  }

  /// The three types, each with what grading it needs.
  public enum Body: Hashable, Sendable {
    /// Two to 26 options, exactly one of them correct; indexes from 0.
    case mcq(options: [String], correctIndex: Int)
    /// Correct when the response equals `correctAnswer` or one of `acceptedAnswers`.
    case fillBlank(correctAnswer: String, acceptedAnswers: [String])
    /// Correct when every concept is there; of a concept any alternative will do.
    case shortAnswer(correctAnswer: String, keyConcepts: [[String]])
  }

  /// Only MCQs move the streak.
  package var isMCQ: Bool { body.kind == .mcq }

  /// What is shown as the right answer: the correct option, the answer, or the model answer.
  public var correctAnswer: String {
    switch body {
    case .mcq(let options, let correctIndex): options[correctIndex]
    case .fillBlank(let correctAnswer, _), .shortAnswer(let correctAnswer, _): correctAnswer
    }
  }
}

/// The three types of questions, by their words in files and messages.
public enum QuestionKind: String, Hashable, Sendable, CaseIterable {
  case mcq, fillBlank, shortAnswer
}

extension Question.Body {
  /// Its type alone.
  package var kind: QuestionKind {
    switch self {
    case .mcq: .mcq
    case .fillBlank: .fillBlank
    case .shortAnswer: .shortAnswer
    }
  }
}

/// A quiz on its way in: no ids yet, and possibly wrong.
public struct QuizDraft: Hashable, Sendable {
  /// How many questions a quiz may have, and options an MCQ.
  package static let questionCounts = 1...200, optionCounts = 2...26

  /// What it is about, more closely, and how sure its maker is of it, 0…1.
  public var topic: String?, subtopic: String?, confidence: Double?
  /// In the order in which they are asked.
  public var questions: [QuestionDraft]

  /// With these parts; nothing is checked.
  public init(
    topic: String? = nil, subtopic: String? = nil, confidence: Double? = nil, questions: [QuestionDraft]
  ) {
    self.topic = topic
    self.subtopic = subtopic
    self.confidence = confidence
    self.questions = questions
  }

  /// Everything that keeps this from being stored, all at once. A quiz that breaks a rule is refused whole.
  public var faults: [Fault] {
    var faults: [Fault] = []
    if !Self.questionCounts.contains(questions.count) {
      faults.append(Fault(path: "questions", message: "needs 1 to 200 questions, has \(questions.count)"))
    }
    if let confidence, !(0...1).contains(confidence) {
      faults.append(Fault(path: "confidence", message: "must be between 0 and 1, is \(confidence)"))
    }
    for (index, question) in questions.enumerated() {
      faults += question.faults.map { Fault(path: "questions[\(index)].\($0.path)", message: $0.message) }
    }
    return faults
  }
}

/// One question on its way in.
public struct QuestionDraft: Hashable, Sendable {
  /// What is asked, which is never blank; its kind, with what is right; and what is told after the answer, which may be
  /// empty.
  public var prompt: String, body: Question.Body, explanation: String

  /// With these parts; nothing is checked.
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
    switch body {
    case .mcq(let options, let correctIndex):
      check(options.count >= QuizDraft.optionCounts.lowerBound, "options", "needs at least 2")
      check(
        options.count <= QuizDraft.optionCounts.upperBound, "options", "has \(options.count), at most 26 are possible")
      for (index, option) in options.enumerated() {
        check(!option.isBlank, "options[\(index)]", "must not be empty")
      }
      check(
        options.indices.contains(correctIndex), "correctIndex", "\(correctIndex) is not one of \(options.count) options"
      )
    case .fillBlank(let correctAnswer, let acceptedAnswers):
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
            !Wording(alternative).words.isEmpty, "keyConcepts[\(index)][\(inner)]", "holds no word that could be found")
        }
      }
    }
    return faults
  }
}

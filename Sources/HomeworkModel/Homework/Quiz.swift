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

/// A quiz to store. It has no ids yet and may have faults.
public struct QuizDraft: Hashable, Sendable {
  /// The allowed numbers of questions in a quiz, of options to choose from, of items to order, and of gaps in a text.
  package static let questionCounts = 1...200, optionCounts = 2...26, itemCounts = 2...12, gapCounts = 1...20

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
    ownFaults
      + questions.enumerated().flatMap { index, question in
        question.faults.map { Fault(path: "questions[\(index)].\($0.path)", message: $0.message) }
      }
  }

  /// The faults besides those of its questions.
  package var ownFaults: [Fault] {
    var faults: [Fault] = []
    if !Self.questionCounts.contains(questions.count) {
      faults.append(Fault(path: "questions", message: "needs 1 to 200 questions, has \(questions.count)"))
    }
    if let confidence, !(0...1).contains(confidence) {
      faults.append(Fault(path: "confidence", message: "must be between 0 and 1, not \(confidence)"))
    }
    return faults + [("topic", topic), ("subtopic", subtopic)].compactMap { Self.fault(ofText: $0, $1 ?? "") }
  }

  static func fault(ofText path: String, _ text: String) -> Fault? {
    if text.utf8.contains(0) { return Fault(path: path, message: TextLimits.nullMessage) }
    guard !text.isWithin(TextLimits.quizText) else { return nil }
    return Fault(path: path, message: "is longer than \(TextLimits.quizText) characters: shorten it")
  }
}

extension Quiz {
  /// The quiz as a draft, to be stored again.
  package var draft: QuizDraft {
    QuizDraft(
      topic: topic, subtopic: subtopic, confidence: confidence,
      questions: questions.map(QuestionDraft.init))
  }
}

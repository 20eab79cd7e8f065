public import HomeworkModel

/// Quizzes in a third of the memory that their values take. Each is unpacked on access.
public struct PackedQuizzes: RandomAccessCollection, Hashable, Sendable {
  private var entries: [Entry] = []
  /// The total number of questions.
  public private(set) var questionCount = 0

  private struct Entry: Hashable {
    let topic: String?
    let subtopic: String?
    let confidence: Double?
    let questions: PackedQuestions
  }

  package init() {}

  public var startIndex: Int { 0 }
  public var endIndex: Int { entries.count }

  public subscript(index: Int) -> QuizDraft {
    let entry = entries[index]
    return QuizDraft(
      topic: entry.topic, subtopic: entry.subtopic, confidence: entry.confidence, questions: entry.questions.unpacked)
  }

  /// The topics, read without unpacking the questions.
  public var topics: [String?] { entries.map(\.topic) }

  package mutating func append(_ quiz: QuizDraft) {
    var questions = PackedQuestions()
    for question in quiz.questions { questions.append(question) }
    append(questions, topic: quiz.topic, subtopic: quiz.subtopic, confidence: quiz.confidence)
  }

  mutating func append(
    _ questions: PackedQuestions, topic: String?, subtopic: String? = nil, confidence: Double? = nil
  ) {
    entries.append(Entry(topic: topic, subtopic: subtopic, confidence: confidence, questions: questions))
    questionCount += questions.count
  }
}

/// Questions as JSON, each as bytes; their pictures are kept once each, as they are.
struct PackedQuestions: Hashable, Sendable {
  private var questions: [[UInt8]] = []
  private var files: [String: Picture] = [:]

  var count: Int { questions.count }

  mutating func append(_ question: QuestionDraft) {
    var question = question
    for picture in question.pictures.all { files[picture.digest] = picture.file ?? files[picture.digest] }
    question.pictures.load { _ in nil }
    questions.append(QuizJSON.value(of: question).encoded())
  }

  /// Releases spare capacity, since no more questions follow.
  mutating func close() { questions = Array(questions[...]) }

  var unpacked: [QuestionDraft] {
    questions.map { bytes in
      do {
        var question = try QuizReader.question(from: JSONTree(parsing: bytes))
        question.pictures.load { files[$0] }
        return question
      } catch { preconditionFailure("a packed question is JSON: \(error)") }
    }
  }
}

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

/// Questions packed one after another as bytes.
struct PackedQuestions: Hashable, Sendable {
  private(set) var count = 0
  private var bytes: [UInt8] = []

  mutating func append(_ question: QuestionDraft) {
    count += 1
    append(question.prompt)
    append(question.explanation)
    switch question.body {
    case .mcq(let options, let correctIndex):
      append(0)
      append(correctIndex)
      append(options)
    case .fillBlank(let correctAnswer, let acceptedAnswers, let isExact):
      append(isExact ? 3 : 1)
      append(correctAnswer)
      append(acceptedAnswers)
    case .shortAnswer(let correctAnswer, let keyConcepts):
      append(2)
      append(correctAnswer)
      append(keyConcepts.count)
      for concept in keyConcepts { append(concept) }
    }
  }

  /// Releases spare capacity, since no more questions follow.
  mutating func close() { bytes = Array(bytes[...]) }

  var unpacked: [QuestionDraft] {
    var reader = Reader(bytes: bytes[...])
    return (0..<count).map { _ in reader.question() }
  }

  private mutating func append(_ number: Int) {
    var rest = UInt(number)
    while rest >= 0x80 {
      bytes.append(UInt8(rest & 0x7F) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  private mutating func append(_ text: String) {
    append(text.utf8.count)
    bytes += text.utf8
  }

  private mutating func append(_ texts: [String]) {
    append(texts.count)
    for text in texts { append(text) }
  }

  private struct Reader {
    var bytes: ArraySlice<UInt8>

    mutating func question() -> QuestionDraft {
      let (prompt, explanation) = (text(), text())
      let body: Question.Body
      switch number() {
      case 0:
        let correctIndex = number()
        body = .mcq(options: texts(), correctIndex: correctIndex)
      case let kind where kind == 1 || kind == 3:
        let answer = text()
        body = .fillBlank(correctAnswer: answer, acceptedAnswers: texts(), isExact: kind == 3)
      default:
        let answer = text()
        body = .shortAnswer(correctAnswer: answer, keyConcepts: (0..<number()).map { _ in texts() })
      }
      return QuestionDraft(prompt: prompt, body: body, explanation: explanation)
    }

    private mutating func number() -> Int {
      var (result, shift): (UInt, UInt) = (0, 0)
      while true {
        let byte = bytes.removeFirst()
        result |= UInt(byte & 0x7F) << shift
        guard byte & 0x80 != 0 else { return Int(result) }
        shift += 7
      }
    }

    private mutating func text() -> String {
      let count = number()
      defer { bytes = bytes.dropFirst(count) }
      return String(decoding: bytes.prefix(count), as: UTF8.self)
    }

    private mutating func texts() -> [String] { (0..<number()).map { _ in text() } }
  }
}

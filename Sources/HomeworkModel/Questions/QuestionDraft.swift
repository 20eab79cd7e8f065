/// A question to store.
public struct QuestionDraft: Hashable, Sendable {
  /// A text that introduces this question and those after it, if any; and the text of the question, never blank.
  public var introduction: String?, prompt: String
  /// Its type with the answer; and the explanation, shown after the answer, which may be empty.
  public var body: Question.Body, explanation: String
  /// The pictures of the question, its options and its answer.
  public var pictures: QuestionPictures

  /// Creates a draft without checking it.
  public init(
    introduction: String? = nil, prompt: String, body: Question.Body, explanation: String = "",
    pictures: QuestionPictures = QuestionPictures()
  ) {
    self.introduction = introduction
    self.prompt = prompt
    self.body = body
    self.explanation = explanation
    self.pictures = pictures
  }

  /// The question without its id.
  package init(_ question: Question) {
    self.init(
      introduction: question.introduction, prompt: question.prompt, body: question.body,
      explanation: question.explanation, pictures: question.pictures)
  }

  func withOptions(in order: [Int]) -> QuestionDraft {
    var draft = self
    (draft.body, draft.pictures) = (body.withOptions(in: order), pictures.withOptions(in: order))
    return draft
  }

  /// All reasons why the question cannot be stored.
  package var faults: [Fault] {
    var faults: [Fault] = []
    if prompt.isBlank { faults.append(Fault(path: "question", message: "must not be empty")) }
    if introduction?.isBlank == true { faults.append(Fault(path: "introduction", message: "must not be empty")) }
    let bytes = body.comparedBytes
    guard bytes <= TextLimits.answers else {
      let message = "and other answers have \(bytes) bytes, more than \(TextLimits.answers): shorten them"
      return faults + [Fault(path: "correctAnswer", message: message)]
    }
    let texts = [("question", prompt), ("introduction", introduction ?? ""), ("explanation", explanation)] + body.texts
    faults += texts.compactMap(QuizDraft.fault(ofText:_:))
    faults += body.faults + pictures.faults(optionCount: body.options.count)
    guard case .gaps(let gaps) = body else { return faults }
    for number in 1...max(1, gaps.count) {
      let mark = "{\(number)}"
      let times = (prompt.utf8.count - prompt.replacing(mark, with: "").utf8.count) / mark.utf8.count
      guard times != 1 else { continue }
      faults.append(Fault(path: "text", message: "must contain {\(number)} once, and has it \(times.counted("time"))"))
    }
    if let left = gaps.indices.last.map({ $0 + 2 }), prompt.contains("{\(left)}") {
      faults.append(Fault(path: "text", message: "has {\(left)}, but there are only \(gaps.count.counted("gap"))"))
    }
    return faults
  }
}

extension Question.Body {
  /// The number of bytes in all answers that a response is compared with.
  fileprivate var comparedBytes: Int {
    switch self {
    case .mcq, .multi, .ordering, .numeric, .card: 0
    case .fillBlank(let answer, let others, _): others.reduce(answer.utf8.count) { $0 + $1.utf8.count }
    case .shortAnswer(let answer, let concepts):
      concepts.joined().reduce(answer.utf8.count) { $0 + $1.utf8.count }
    case .gaps(let gaps): gaps.reduce(0) { $0 + $1.comparedBytes }
    }
  }

  /// Its texts by their paths.
  fileprivate var texts: [(path: String, text: String)] {
    switch self {
    case .mcq(let texts, _), .multi(let texts, _): texts.enumerated().map { ("options[\($0)]", $1) }
    case .ordering(let items, _): items.enumerated().map { ("items[\($0)]", $1) }
    case .gaps(let gaps):
      gaps.enumerated().flatMap { index, gap in gap.texts.map { ("gaps[\(index)].\($0.path)", $0.text) } }
    case .card(let back): [("back", back)]
    case .numeric(let key): [("unit", key.unit ?? "")]
    case .fillBlank(let answer, let others, _):
      [("correctAnswer", answer)] + others.enumerated().map { ("acceptedAnswers[\($0)]", $1) }
    case .shortAnswer(let answer, let concepts):
      [("correctAnswer", answer)]
        + concepts.enumerated().flatMap { index, words in
          words.enumerated().map { ("keyConcepts[\(index)][\($0)]", $1) }
        }
    }
  }

  fileprivate var faults: [Fault] {
    var faults: [Fault] = []
    func check(_ holds: Bool, _ path: @autoclosure () -> String, _ message: @autoclosure () -> String) {
      if !holds { faults.append(Fault(path: path(), message: message())) }
    }
    func check(_ texts: [String], _ name: String, _ counts: ClosedRange<Int>) {
      check(texts.count >= counts.lowerBound, name, "needs at least \(counts.lowerBound)")
      check(
        texts.count <= counts.upperBound, name, "has \(texts.count), but at most \(counts.upperBound) are allowed")
      for (index, text) in texts.enumerated() { check(!text.isBlank, "\(name)[\(index)]", "must not be empty") }
    }
    switch self {
    case .mcq(let options, let correctIndex):
      check(options, "options", QuizDraft.optionCounts)
      check(
        options.indices.contains(correctIndex), "correctIndex",
        "\(correctIndex) is not one of \(options.count) options")
    case .multi(let options, let correctIndexes):
      check(options, "options", QuizDraft.optionCounts)
      check(correctIndexes.count >= 2, "correctIndexes", "needs at least 2: with one correct option, the type is mcq")
      for (position, index) in correctIndexes.enumerated() {
        check(
          options.indices.contains(index), "correctIndexes[\(position)]",
          "\(index) is not one of \(options.count) options")
        check(
          position == 0 || correctIndexes[position - 1] < index, "correctIndexes[\(position)]",
          "\(index) must be after the one before: name each once, in ascending order")
      }
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
    case .numeric(let key): faults += key.faults
    case .gaps(let gaps):
      check(
        QuizDraft.gapCounts.contains(gaps.count), "gaps",
        "needs 1 to \(QuizDraft.gapCounts.upperBound), has \(gaps.count)")
      for (index, gap) in gaps.enumerated() {
        check(gap.kind == .mcq || gap.kind == .fillBlank, "gaps[\(index)]", "must be typed or chosen")
        faults += gap.faults.map { Fault(path: "gaps[\(index)].\($0.path)", message: $0.message) }
      }
    case .ordering(let items, let order):
      check(items, "items", QuizDraft.itemCounts)
      check(order.sorted() == Array(items.indices), "items", "need an order that has each of them once")
    case .card(let back): check(!back.isBlank, "back", "must not be empty")
    }
    return faults
  }
}

package import HomeworkModel

extension Shapes {
  /// Each type has its own members; those of all types are `id`, `introduction`, `question` and `explanation`.
  package static let question = Shape<Question>.oneOf(
    "Question", "A question with its answer and explanation.",
    [
      Case("mcq", (asked: blank, options: [], right: 0)) { question in
        guard case .mcq(let options, let right) = question.body else { return nil }
        return (question, options, right)
      } make: {
        $0.asked.with(.mcq(options: $0.options, correctIndex: $0.right))
      } fields: {
        asked.map { $0.within(\.asked) }
        Field("options", \.options, "The options, 2 to 26.")
        Field("correctIndex", \.right, .integer(0...25), "The index of the correct option, from 0.")
      },
      Case("multi", (asked: blank, options: [], right: [])) { question in
        guard case .multi(let options, let right) = question.body else { return nil }
        return (question, options, right)
      } make: {
        $0.asked.with(.multi(options: $0.options, correctIndexes: $0.right))
      } fields: {
        asked.map { $0.within(\.asked) }
        Field("options", \.options, "The options, 2 to 26.")
        Field(
          "correctIndexes", \.right, .array(.integer(0...25)),
          "The indexes of the correct options, from 0, in ascending order: exactly these must be chosen.")
      },
      Case("fillBlank", (asked: blank, answer: "", accepted: [], isExact: false)) { question in
        guard case .fillBlank(let answer, let accepted, let isExact) = question.body else { return nil }
        return (question, answer, accepted, isExact)
      } make: {
        $0.asked.with(.fillBlank(correctAnswer: $0.answer, acceptedAnswers: $0.accepted, isExact: $0.isExact))
      } fields: {
        asked.map { $0.within(\.asked) }
        Field("correctAnswer", \.answer, correctAnswer)
        Field("acceptedAnswers", \.accepted, otherAnswers)
        Field(optional: "exact", \.isExact, exact)
      },
      Case("shortAnswer", (asked: blank, answer: "", concepts: [])) { question in
        guard case .shortAnswer(let answer, let concepts) = question.body else { return nil }
        return (question, answer, concepts)
      } make: {
        $0.asked.with(.shortAnswer(correctAnswer: $0.answer, keyConcepts: $0.concepts))
      } fields: {
        asked.map { $0.within(\.asked) }
        Field("correctAnswer", \.answer, correctAnswer)
        Field(
          "keyConcepts", \.concepts, "Key concepts: a response must contain one alternative of each, as whole words.")
      },
      Case("numeric", (asked: blank, key: NumericKey(0))) { question in
        guard case .numeric(let key) = question.body else { return nil }
        return (question, key)
      } make: {
        $0.asked.with(.numeric($0.key))
      } fields: {
        asked.map { $0.within(\.asked) }
        Field("correctAnswer", \.key.correctAnswer, "The correct number.")
        Field(
          "tolerance", \.key.absolute, "How far from it a response may be, inclusive; by default it must be equal.")
        Field("tolerancePercent", \.key.percent, .number(0...100), "The same, in per cent of the correct number.")
        Field("unit", \.key.unit, "The unit, which may be typed after the number.")
      },
      Case("gaps", (asked: blank, gaps: [])) { question in
        guard case .gaps(let gaps) = question.body else { return nil }
        return (question, gaps)
      } make: {
        $0.asked.with(.gaps($0.gaps))
      } fields: {
        common.map { $0.within(\.asked) }
        Field("text", \.asked.prompt, "The text, which marks its gaps {1}, {2}, … in their order.")
        Field("gaps", \.gaps, .array(gap), "The gaps, 1 to 20.")
      },
      Case("ordering", (asked: blank, body: Question.Body.ordering([]))) { question in
        guard case .ordering = question.body else { return nil }
        return (question, question.body)
      } make: {
        $0.asked.with($0.body)
      } fields: {
        asked.map { $0.within(\.asked) }
        Field("items", \.body.itemsToOrder, "The items in their correct order, 2 to 12.")
        Field(
          derived: "shown", { whole in whole.body.shownOrder }, .array(.integer(0...11)),
          "The indexes of the items, from 0, in the order of their letters.")
      },
      Case("card", (asked: blank, back: "")) { question in
        guard case .card(let back) = question.body else { return nil }
        return (question, back)
      } make: {
        $0.asked.with(.card(back: $0.back))
      } fields: {
        asked.map { $0.within(\.asked) }
        Field("back", \.back, "The back, which the learner sees before saying whether they knew it.")
      },
    ])

  private static let gap = Shape<Question.Body>.oneOf(
    "Gap", "A gap of a text, typed or chosen.",
    [
      Case("mcq", (options: [], right: 0)) { body in
        if case .mcq(let options, let right) = body { (options, right) } else { nil }
      } make: {
        .mcq(options: $0.options, correctIndex: $0.right)
      } fields: {
        Field("options", \.options, "The options, 2 to 26.")
        Field("correctIndex", \.right, .integer(0...25), "The index of the correct option, from 0.")
      },
      Case("fillBlank", (answer: "", accepted: [], isExact: false)) { body in
        if case .fillBlank(let answer, let accepted, let isExact) = body { (answer, accepted, isExact) } else { nil }
      } make: {
        .fillBlank(correctAnswer: $0.answer, acceptedAnswers: $0.accepted, isExact: $0.isExact)
      } fields: {
        Field("correctAnswer", \.answer, correctAnswer)
        Field(optional: "acceptedAnswers", \.accepted, otherAnswers)
        Field(optional: "exact", \.isExact, exact)
      },
    ])

  private static let blank = Question(id: .blank, prompt: "", body: .card(back: ""))
  private static let correctAnswer = "The correct answer, or a model answer."
  private static let otherAnswers = "Other accepted answers."
  private static let exact =
    "Whether case and every sign matter; by default, typographic signs, a final full stop and brackets do not."

  @Fields<Question> private static var common: [Field<Question>] {
    Field("id", \.id, "The id.")
    Field("introduction", \.introduction, "A text that introduces this question and those after it.")
    Field("explanation", \.explanation, "The explanation, shown after the answer; may be empty.")
    pictures.map { $0.within(\.pictures) }
    Field("answerPicture", \.pictures.answer, questionPicture, "The picture shown with the answer.")
  }

  /// The pictures shown before the answer.
  @Fields<QuestionPictures> static var pictures: [Field<QuestionPictures>] {
    Field("picture", \.question, questionPicture, "The picture shown with the question, for picture.get.")
    Field(optional: "optionPictures", \.list, .array(optionPicture), "The pictures of options.")
  }

  static let questionPicture = Shape(
    "QuestionPicture", "A picture of a question, without its bytes.", QuestionPicture(digest: "")
  ) {
    Field("digest", \.digest, "The SHA-256 digest of the file, in hexadecimal.")
    Field("alternative", \.alternative, "The text that stands for it; may be empty.")
  }

  private static let optionPicture = Shape(
    "OptionPicture", "A picture of an option, without its bytes.",
    QuestionPictures.OfOption(index: 0, picture: QuestionPicture(digest: ""))
  ) {
    Field("index", \.index, .integer(0...25), "The index of the option, from 0.")
    Field("digest", \.picture.digest, "The SHA-256 digest of the file, in hexadecimal.")
    Field("alternative", \.picture.alternative, "The text that stands for it; may be empty.")
  }

  @Fields<Question> private static var asked: [Field<Question>] {
    common
    Field("question", \.prompt, "The text of the question.")
  }
}

extension Question {
  fileprivate func with(_ body: Body) -> Question {
    var question = self
    question.body = body
    return question
  }
}

extension QuestionPictures {
  /// The picture of an option, by the option's index.
  fileprivate struct OfOption: Hashable, Sendable {
    var index: Int, picture: QuestionPicture
  }

  /// The pictures of options, in their order.
  fileprivate var list: [OfOption] {
    get { optionsInOrder.map { OfOption(index: $0.index, picture: $0.picture) } }
    set { options = Dictionary(newValue.map { ($0.index, $0.picture) }) { first, _ in first } }
  }
}

extension Question.Body {
  /// The items of an `ordering` in their correct order.
  fileprivate var itemsToOrder: [String] {
    get { itemsInOrder }
    set { self = .ordering(newValue) }
  }

  /// For each item as shown, its index in the correct order.
  fileprivate var shownOrder: [Int] {
    correctIndexes.indices.map { item in correctIndexes.firstIndex(of: item) ?? item }
  }
}

extension NumericKey {
  /// An absolute tolerance above 0.
  fileprivate var absolute: Double? {
    get { if case .absolute(let size) = tolerance, size != 0 { size } else { nil } }
    set { if let newValue { tolerance = .absolute(newValue) } }
  }

  fileprivate var percent: Double? {
    get { if case .percent(let size) = tolerance { size } else { nil } }
    set { if let newValue { tolerance = .percent(newValue) } }
  }
}

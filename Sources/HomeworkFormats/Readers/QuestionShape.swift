package import HomeworkModel

/// The JSON of questions, as they are kept and as they are given to be stored: each type has its own members.
package enum QuestionShape {
  package static let question = Shape<Question>.oneOf(
    "Question", "A question with its answer and explanation.",
    cases(Question(id: .blank, prompt: "", body: .card(back: ""))) {
      Field("id", \.id, "The id.")
      Field("explanation", \.explanation, explanation)
      pictures.map { $0.within(\.pictures) }
      Field("answerPicture", \.pictures.answer, picture, answerPicture)
    })

  /// A question to store: ids are ignored, empty members may be left out, and pictures may be given by their bytes.
  package static let draft: Shape<QuestionDraft> = {
    let picture = pictureDraft.named("QuestionPictureDraft", pictureDrafts)
    let shape = Shape<QuestionDraft>.oneOf(
      "QuestionInput", "A question to store.",
      cases(QuestionDraft(prompt: "", body: .card(back: "")), isDraft: true) {
        Field(ignored: "id")
        Field(optional: "explanation", \.explanation, explanation)
        Field("picture", \.pictures.question, picture, "The picture shown with the question, for picture.get.")
        Field(
          optional: "optionPictures", \.pictures.list, .array(optionPictureDraft), "The pictures of options.")
        Field("answerPicture", \.pictures.answer, picture, answerPicture)
      })
    return Shape(shape.schema, encode: shape.encode) { json, reader in
      guard let draft = shape.decode(json["type"] == "gaps" ? json.renaming("question", to: "text") : json, &reader)
      else { return nil }
      let faults = draft.faults
      reader.add(Faults(faults))
      return faults.isEmpty ? draft : nil
    }
  }()

  /// Returns whether a question has one of the types, and the member in which that type has its answer.
  static func isOwn(_ question: JSONValue) -> Bool {
    let answers: [QuestionKind: String] = [
      .mcq: "correctIndex", .multi: "correctIndexes", .gaps: "gaps", .ordering: "items", .card: "back",
    ]
    guard let kind = question["type"]?.string.flatMap(QuestionKind.init) else { return false }
    return question[answers[kind] ?? "correctAnswer"] != nil && (question["question"] ?? question["text"]) != nil
  }

  // MARK: Types

  private static func cases<Asked: AskedQuestion>(
    _ blank: Asked, isDraft: Bool = false, @Fields<Asked> common: () -> [Field<Asked>]
  ) -> [Case<Asked>] {
    let common =
      common() + [
        Field("introduction", \.introduction, "A text that introduces this question and those after it.")
      ]
    let asked = common + [Field("question", \.prompt, "The text of the question.")]
    return chosen(blank, asked) + typed(blank, asked, isDraft) + composed(blank, common, asked, isDraft)
  }

  private static func chosen<Asked: AskedQuestion>(_ blank: Asked, _ asked: [Field<Asked>]) -> [Case<Asked>] {
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
        $0.asked.with(.multi(options: $0.options, correctIndexes: $0.right.sorted()))
      } fields: {
        asked.map { $0.within(\.asked) }
        Field("options", \.options, "The options, 2 to 26.")
        Field(
          "correctIndexes", \.right, .array(.integer(0...25)),
          "The indexes of the correct options, from 0, in ascending order: exactly these must be chosen.")
      },
    ]
  }

  private static func typed<Asked: AskedQuestion>(
    _ blank: Asked, _ asked: [Field<Asked>], _ isDraft: Bool
  ) -> [Case<Asked>] {
    [
      Case("fillBlank", (asked: blank, answer: "", accepted: [], isExact: false)) { question in
        guard case .fillBlank(let answer, let accepted, let isExact) = question.body else { return nil }
        return (question, answer, accepted, isExact)
      } make: {
        $0.asked.with(.fillBlank(correctAnswer: $0.answer, acceptedAnswers: $0.accepted, isExact: $0.isExact))
      } fields: {
        asked.map { $0.within(\.asked) }
        Field("correctAnswer", \.answer, correctAnswer)
        isDraft
          ? Field(optional: "acceptedAnswers", \.accepted, otherAnswers)
          : Field("acceptedAnswers", \.accepted, otherAnswers)
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
        isDraft
          ? Field(optional: "keyConcepts", \.concepts, keyConcepts) : Field("keyConcepts", \.concepts, keyConcepts)
      },
      Case("numeric", (asked: blank, answer: 0.0, absolute: Double?.none, percent: Double?.none, unit: String?.none)) {
        question in
        guard case .numeric(let key) = question.body else { return nil }
        switch key.tolerance {
        case .absolute(let size): return (question, key.correctAnswer, size == 0 ? nil : size, nil, key.unit)
        case .percent(let size): return (question, key.correctAnswer, nil, size, key.unit)
        }
      } make: { read in
        guard read.absolute == nil || read.percent == nil else {
          throw Fault(path: "tolerancePercent", message: "give this or tolerance, not both")
        }
        let tolerance = read.percent.map { NumericKey.Tolerance.percent($0) } ?? .absolute(read.absolute ?? 0)
        return read.asked.with(.numeric(NumericKey(read.answer, tolerance: tolerance, unit: read.unit)))
      } fields: {
        asked.map { $0.within(\.asked) }
        Field("correctAnswer", \.answer, "The correct number.")
        Field("tolerance", \.absolute, "How far from it a response may be, inclusive; by default it must be equal.")
        Field("tolerancePercent", \.percent, .number(0...100), "The same, in per cent of the correct number.")
        Field("unit", \.unit, "The unit, which may be typed after the number.")
      },
    ]
  }

  private static func composed<Asked: AskedQuestion>(
    _ blank: Asked, _ common: [Field<Asked>], _ asked: [Field<Asked>], _ isDraft: Bool
  ) -> [Case<Asked>] {
    [
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
        isDraft
          ? Field(ignored: "shown")
          : Field(
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
    ]
  }

  /// A gap without a type is chosen if it has options, and typed otherwise.
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
    ], type: { $0["options"] == nil ? "fillBlank" : "mcq" })

  private static let explanation = "The explanation, shown after the answer; may be empty."
  private static let correctAnswer = "The correct answer, or a model answer."
  private static let otherAnswers = "Other accepted answers."
  private static let keyConcepts =
    "Key concepts: a response must contain one alternative of each, as whole words."
  private static let exact =
    "Whether case and every sign matter; by default, typographic signs, a final full stop and brackets do not."

  // MARK: Pictures

  /// The pictures shown before the answer.
  @Fields<QuestionPictures> package static var pictures: [Field<QuestionPictures>] {
    Field("picture", \.question, picture, "The picture shown with the question, for picture.get.")
    Field(optional: "optionPictures", \.list, .array(optionPicture), "The pictures of options.")
  }

  private static let answerPicture = "The picture shown with the answer."
  private static let digest = "The SHA-256 digest of the file, in hexadecimal."
  private static let alternative = "The text that stands for it; may be empty."
  private static let optionIndex = "The index of the option, from 0."

  package static let picture = Shape(
    "QuestionPicture", "A picture of a question, without its bytes.", QuestionPicture(digest: "")
  ) {
    Field("digest", \.digest, digest)
    Field("alternative", \.alternative, alternative)
  }

  private static let optionPicture = Shape(
    "OptionPicture", "A picture of an option, without its bytes.",
    OptionPicture(index: 0, picture: QuestionPicture(digest: ""))
  ) {
    Field("index", \.index, .integer(0...25), optionIndex)
    Field("digest", \.picture.digest, digest)
    Field("alternative", \.picture.alternative, alternative)
  }

  private static let pictureDrafts = "A picture that is stored, or a file."

  private static let pictureDraft: Shape<QuestionPicture> = {
    let shape = Shape.object(PictureDraft()) { pictureMembers }.map(to: { try $0.picture }, from: PictureDraft.init)
    return Shape(shape.schema, encode: shape.encode) { json, reader in
      if case .object = json { return shape.decode(json, &reader) }
      reader.add("must be an object with base64 and alternative, is \(json.kind)")
      return nil
    }
  }()

  private static let optionPictureDraft = Shape(
    "OptionPictureDraft", pictureDrafts, (index: 0, picture: PictureDraft())
  ) {
    Field("index", \.index, .integer(0...25), optionIndex)
    pictureMembers.map { $0.within(\.picture) }
  }.map(
    to: { OptionPicture(index: $0.index, picture: try $0.picture.picture) },
    from: { ($0.index, PictureDraft($0.picture)) })

  @Fields<PictureDraft> private static var pictureMembers: [Field<PictureDraft>] {
    Field("digest", \.digest, digest)
    Field(optional: "alternative", \.alternative, alternative)
    Field(
      "base64", \.base64, .string.upTo((Picture.largestByteCount + 2) / 3 * 4),
      "The file in Base64, in place of the digest.")
  }
}

/// The members that all types of questions share, stored or to be stored.
private protocol AskedQuestion: Sendable {
  var introduction: String? { get set }
  var prompt: String { get set }
  var body: Question.Body { get set }
}

extension Question: AskedQuestion {}
extension QuestionDraft: AskedQuestion {}

extension AskedQuestion {
  fileprivate func with(_ body: Question.Body) -> Self {
    var question = self
    question.body = body
    return question
  }
}

/// The picture of an option, by the option's index.
private struct OptionPicture: Hashable, Sendable {
  var index: Int, picture: QuestionPicture
}

/// A picture as it is given: by its bytes in Base64, or by the digest of one that the library has.
private struct PictureDraft: Sendable {
  var digest: String?, base64: String?, alternative = ""

  init() {}

  init(_ picture: QuestionPicture) {
    alternative = picture.alternative
    if let file = picture.file { base64 = Base64.text(of: file.bytes) } else { digest = picture.digest }
  }

  var picture: QuestionPicture {
    get throws {
      guard let base64 else {
        guard let digest else { throw Fault(path: "digest", message: "is missing") }
        return QuestionPicture(digest: digest, alternative: alternative)
      }
      guard let bytes = Base64.bytes(of: base64) else { throw Fault(path: "base64", message: "must be Base64") }
      do throws(Fault) { return QuestionPicture(try Picture(bytes), alternative: alternative) } catch {
        throw Fault(path: "base64", message: error.message)
      }
    }
  }
}

extension QuestionPictures {
  /// The pictures of options, in their order.
  fileprivate var list: [OptionPicture] {
    get { optionsInOrder.map { OptionPicture(index: $0.index, picture: $0.picture) } }
    set { options = Dictionary(newValue.map { ($0.index, $0.picture) }) { $1 } }
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

extension JSONValue {
  fileprivate func renaming(_ key: String, to name: String) -> JSONValue {
    guard case .object(var members) = self, members[name] == nil, let value = members.removeValue(forKey: key) else {
      return self
    }
    members[name] = value
    return .object(members)
  }
}

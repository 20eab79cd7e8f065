import HomeworkFormats
package import HomeworkModel

extension Shapes {
  package static let question = Shape<Question>.oneOf(
    "Question", "A question with its answer and explanation.", by: \.body.kind.rawValue,
    [
      Case(
        "mcq", id, prompt, explanation,
        Field("options", .array(.string), { $0.body.options ?? [] }, "The options, 2 to 26."),
        Field(
          "correctIndex", .integer(0...25), { $0.body.correctIndex ?? 0 },
          "The index of the correct option, from 0."),
        make: { Question(id: $0, prompt: $1, body: .mcq(options: $3, correctIndex: $4), explanation: $2) }),
      Case(
        "fillBlank", id, prompt, explanation, correctAnswer,
        Field("acceptedAnswers", .array(.string), { $0.body.acceptedAnswers ?? [] }, "Other accepted answers."),
        make: {
          Question(id: $0, prompt: $1, body: .fillBlank(correctAnswer: $3, acceptedAnswers: $4), explanation: $2)
        }),
      Case(
        "shortAnswer", id, prompt, explanation, correctAnswer,
        Field(
          "keyConcepts", .array(.array(.string)), { $0.body.keyConcepts ?? [] },
          "Key concepts: a response must contain one alternative of each, as whole words."),
        make: {
          Question(id: $0, prompt: $1, body: .shortAnswer(correctAnswer: $3, keyConcepts: $4), explanation: $2)
        }),
    ])

  private static let id = Field<Question, Question.ID>("id", .id(), \.id, "The id.")
  private static let prompt = Field<Question, String>("question", .string, \.prompt, "The text of the question.")
  private static let explanation = Field<Question, String>(
    "explanation", .string, \.explanation, "The explanation, shown after the answer; may be empty.")
  private static let correctAnswer = Field<Question, String>(
    "correctAnswer", .string, \.correctAnswer, "The correct answer, or a model answer.")

  package static let quiz = Shape<Quiz>(
    "Quiz", "The questions made from one homework, in order.",
    Field("id", .id(), \.id, "The id."),
    Field(optional: "homeworkId", .id(), \.homeworkId, "The homework it belongs to; omitted in a review's quiz."),
    Field(optional: "topic", .string, \.topic, "The topic."),
    Field(optional: "subtopic", .string, \.subtopic, "The part of the topic that the quiz covers."),
    Field(optional: "confidence", .number(0...1), \.confidence, "How confident the generator of the quiz was."),
    Field("revision", .integer(1...Int.max), \.revision, "The revision, from 1; each edit makes a new one."),
    Field("questions", .array(question), \.questions, "1 to 200."),
    make: { Quiz(id: $0, homeworkId: $1, topic: $2, subtopic: $3, confidence: $4, revision: $5, questions: $6) })

  static let quizEdit = Shape<QuizEdit>.oneOf(
    "QuizEdit", "One change to a quiz, applied after the changes before it.", by: \.type,
    [
      Case(
        "change", place, Field("question", questionInput, \.draft, "The new question."),
        make: { .change(at: $0, to: $1) }),
      Case(
        "add",
        Field(optional: "index", .integer(0...199), \.place, "The new question's index, from 0; the end by default."),
        Field("question", questionInput, \.draft, "The question to add."), make: { .add($1, at: $0) }),
      Case("remove", place, make: { .remove(at: $0) }),
      Case(
        "move", place, Field("to", .integer(0...199), \.target, "The question's new index, from 0."),
        make: { .move(from: $0, to: $1) }),
    ])

  private static let place = Field<QuizEdit, Int>(
    "index", .integer(0...199), { $0.place ?? 0 }, "The index of the question, from 0.")

  /// A question to store.
  private static let questionInput = Shape<QuestionDraft>(
    questionInputSchema, put: { $1.write(QuizJSON.value(of: $0)) },
    take: { json in
      do throws(QuizFormatError) { return try QuizJSON.quiz(from: .array([json])).questions[0] } catch {
        let fault = error.faults.first ?? Fault(path: "", message: error.description)
        let path = fault.path.hasPrefix("questions[0].") ? String(fault.path.dropFirst(13)) : fault.path
        throw Fault(path: path, message: fault.message)
      }
    }
  ).readElsewhere()

  static let quizRevision = Shape<QuizRevision>(
    "QuizRevision", "One revision of an assignment's quiz.",
    Field("quizId", .id(), \.quizId, "The id, for quiz.get."),
    Field("revision", .integer(1...Int.max), \.revision, "The number of the revision, from 1."),
    Field(optional: "createdAt", .time, \.createdAt, "When the revision was made; omitted if unknown."),
    Field("isCurrent", .boolean, \.isCurrent, "Whether new attempts use this revision."),
    Field("questionCount", .integer(0...200), \.questionCount, "The number of questions."),
    Field("changes", .array(quizChange), \.changes, "The changes from the revision before; empty for the first one."),
    make: {
      QuizRevision(quizId: $0, revision: $1, createdAt: $2, isCurrent: $3, questionCount: $4, changes: $5)
    })

  private static let quizChange = Shape<QuizChange>(
    "QuizChange", "A change to one question from one revision to the next.",
    Field("kind", .word, \.kind, "The kind of change."), Field("questionId", .id(), \.questionId, "The question."),
    Field(
      "index", .integer(0...199), \.index, "The question's index, from 0; for a removed question, its former index."),
    Field(optional: "from", .integer(0...199), \.from, "The former index of a moved question."),
    Field("question", .string, \.prompt, "The question's text."),
    Field("parts", .array(.word), \.parts, "The changed parts of a changed question."),
    make: { QuizChange($0, questionId: $1, index: $2, from: $3, prompt: $4, parts: $5) })

  /// A quiz to store: an object, or an array of questions; ids are optional.
  package static let quizInput = Shape<QuizDraft>(
    quizInputSchema, put: { $1.write(QuizJSON.value(of: $0)) },
    take: { json in
      do throws(QuizFormatError) { return try QuizJSON.quiz(from: json) } catch {
        throw RPCError(.invalid, "quiz: \(error)", faults: error.faults)
      }
    })

  private static let quizInputSchema = Schema.named(
    "QuizInput", summary: "A quiz to store. Ids are optional, and an array of questions is also accepted.",
    .either([
      .object(
        Shape<QuizDraft>.object(
          Field(optional: "topic", .string, \.topic, "The topic."),
          Field(optional: "subtopic", .string, \.subtopic, "The part of the topic that the quiz covers."),
          Field(optional: "confidence", .number(0...1), \.confidence, "How confident the generator of the quiz was."),
          make: { QuizDraft(topic: $0, subtopic: $1, confidence: $2, questions: []) }
        ).members + [
          ignored("id"), ignored("homeworkId"),
          Schema.Member(
            name: "questions", schema: .array(questionInputSchema), isRequired: true, summary: "1 to 200."),
        ]), .array(questionInputSchema),
    ]))

  private static let questionInputSchema: Schema = {
    guard case .named(_, _, .oneOf(let cases)) = question.schema else { preconditionFailure("a question has types") }
    // What may be left out is empty then.
    let optional: Set = ["id", "explanation", "acceptedAnswers", "keyConcepts"]
    return .named(
      "QuestionInput", summary: "A question to store.",
      .oneOf(
        cases.map { type, members in
          (
            type,
            members.map { member in
              member.name == "id"
                ? ignored("id")
                : Schema.Member(
                  name: member.name, schema: member.schema,
                  isRequired: member.isRequired && !optional.contains(member.name), summary: member.summary)
            }
          )
        }))
  }()

  private static func ignored(_ name: String) -> Schema.Member {
    Schema.Member(name: name, schema: .any, isRequired: false, summary: "Ignored.")
  }
}

extension QuizEdit {
  fileprivate var type: String {
    switch self {
    case .change: "change"
    case .add: "add"
    case .remove: "remove"
    case .move: "move"
    }
  }

  fileprivate var place: Int? {
    switch self {
    case .change(let at, _), .remove(let at), .move(let at, _): at
    case .add(_, let at): at
    }
  }

  fileprivate var target: Int { if case .move(_, let to) = self { to } else { 0 } }

  fileprivate var draft: QuestionDraft {
    switch self {
    case .change(_, let draft), .add(let draft, _): draft
    case .remove, .move: QuestionDraft(prompt: "", body: .mcq(options: [], correctIndex: 0))
    }
  }
}

extension Question.Body {
  fileprivate var options: [String]? { if case .mcq(let options, _) = self { options } else { nil } }
  fileprivate var correctIndex: Int? { if case .mcq(_, let index) = self { index } else { nil } }
  fileprivate var acceptedAnswers: [String]? { if case .fillBlank(_, let answers) = self { answers } else { nil } }
  fileprivate var keyConcepts: [[String]]? { if case .shortAnswer(_, let concepts) = self { concepts } else { nil } }
}

extension [Fault] {
  /// The types as errors name them.
  package var json: JSONValue {
    .array(map { ["path": .string($0.path), "message": .string($0.message)] })
  }
}

import HomeworkFormats
package import HomeworkJSON
package import HomeworkModel
import HomeworkRPC

extension Shapes {
  package static let question = Shape<Question>.oneOf(
    "Question", "What is asked, how it is answered, and what is said afterwards.", by: \.body.kind.rawValue,
    [
      Case(
        "mcq", id, prompt, explanation,
        Field("options", .array(.string), { $0.body.options ?? [] }, "Two to 26."),
        Field("correctIndex", .integer(0...25), { $0.body.correctIndex ?? 0 }, "The right one, from 0."),
        make: { Question(id: $0, prompt: $1, body: .mcq(options: $3, correctIndex: $4), explanation: $2) }),
      Case(
        "fillBlank", id, prompt, explanation, correctAnswer,
        Field("acceptedAnswers", .array(.string), { $0.body.acceptedAnswers ?? [] }, "What is right as well."),
        make: {
          Question(id: $0, prompt: $1, body: .fillBlank(correctAnswer: $3, acceptedAnswers: $4), explanation: $2)
        }),
      Case(
        "shortAnswer", id, prompt, explanation, correctAnswer,
        Field(
          "keyConcepts", .array(.array(.string)), { $0.body.keyConcepts ?? [] },
          "Each has to be in a response: one of its alternatives, as whole words."),
        make: {
          Question(id: $0, prompt: $1, body: .shortAnswer(correctAnswer: $3, keyConcepts: $4), explanation: $2)
        }),
    ])

  private static let id = Field<Question, Question.ID>("id", .id(), \.id, "Its id.")
  private static let prompt = Field<Question, String>("question", .string, \.prompt, "What is asked.")
  private static let explanation = Field<Question, String>(
    "explanation", .string, \.explanation, "Shown once it is settled; may be empty.")
  private static let correctAnswer = Field<Question, String>(
    "correctAnswer", .string, \.correctAnswer, "The answer, or a model of one.")

  package static let quiz = Shape<Quiz>(
    "Quiz", "The questions made from one homework, in the order in which they are asked.",
    Field("id", .id(), \.id, "Its id."),
    Field(optional: "homeworkId", .id(), \.homeworkId, "What it is made from; left out of what a review asks."),
    Field(optional: "topic", .string, \.topic, "What it is about."),
    Field(optional: "subtopic", .string, \.subtopic, "The part of its topic that it covers."),
    Field(optional: "confidence", .number(0...1), \.confidence, "How sure its maker was."),
    Field("revision", .integer(1...Int.max), \.revision, "From 1: each time it is edited it becomes the next."),
    Field("questions", .array(question), \.questions, "1 to 200."),
    make: { Quiz(id: $0, homeworkId: $1, topic: $2, subtopic: $3, confidence: $4, revision: $5, questions: $6) })

  static let quizEdit = Shape<QuizEdit>.oneOf(
    "QuizEdit", "One change of a quiz, as the changes before it have left it.", by: \.type,
    [
      Case(
        "change", place, Field("question", questionInput, { $0.draft }, "What takes the place of its words."),
        make: { .change(at: $0, to: $1) }),
      Case(
        "add", Field(optional: "index", .integer(0...199), \.place, "Its place, from 0; the end unless given."),
        Field("question", questionInput, { $0.draft }, "What is added."), make: { .add($1, at: $0) }),
      Case("remove", place, make: { .remove(at: $0) }),
      Case(
        "move", place, Field("to", .integer(0...199), { $0.target }, "The place that it is to have, from 0."),
        make: { .move(from: $0, to: $1) }),
    ])

  private static let place = Field<QuizEdit, Int>(
    "index", .integer(0...199), { $0.place ?? 0 }, "The place of a question, from 0.")

  /// A question on its way in.
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
    "QuizRevision", "One of the quizzes that a homework has had.",
    Field("quizId", .id(), \.quizId, "Its id, by which quiz.get reads it."),
    Field("revision", .integer(1...Int.max), \.revision, "Which revision of its quiz it is, from 1."),
    Field(optional: "createdAt", .time, \.createdAt, "When it was made; left out where nobody knows any more."),
    Field("isCurrent", .boolean, \.isCurrent, "Whether it is what is played now."),
    Field("questionCount", .integer(0...200), \.questionCount, "Its questions."),
    Field("changes", .array(quizChange), \.changes, "What was changed of the revision before; nothing of a first one."),
    make: {
      QuizRevision(quizId: $0, revision: $1, createdAt: $2, isCurrent: $3, questionCount: $4, changes: $5)
    })

  private static let quizChange = Shape<QuizChange>(
    "QuizChange", "What became of one question from one revision to the next.",
    Field("kind", .word, \.kind, "What happened."), Field("questionId", .id(), \.questionId, "To which question."),
    Field("index", .integer(0...199), \.index, "Its place, from 0; of one removed the place that it had."),
    Field(optional: "from", .integer(0...199), \.from, "Of one moved: its place before."),
    Field("question", .string, \.prompt, "What is asked, or was."),
    Field("parts", .array(.word), \.parts, "Of one changed: in which parts it differs."),
    make: { QuizChange($0, questionId: $1, index: $2, from: $3, prompt: $4, parts: $5) })

  /// A quiz on its way in: an object, or an array of questions; ids may be there or not.
  package static let quizInput = Shape<QuizDraft>(
    quizInputSchema, put: { $1.write(QuizJSON.value(of: $0)) },
    take: { json in
      do throws(QuizFormatError) { return try QuizJSON.quiz(from: json) } catch {
        throw RPCError(.invalid, "quiz: \(error)", data: ["faults": error.faults.json])
      }
    })

  private static let quizInputSchema = Schema.named(
    "QuizInput", summary: "A quiz to be stored: ids are not needed, and an array of questions will do.",
    .either([
      .object(
        Shape<QuizDraft>.object(
          Field(optional: "topic", .string, \.topic, "What it is about."),
          Field(optional: "subtopic", .string, \.subtopic, "The part of its topic that it covers."),
          Field(optional: "confidence", .number(0...1), \.confidence, "How sure its maker was."),
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
      "QuestionInput", summary: "A question to be stored.",
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
    Schema.Member(name: name, schema: .any, isRequired: false, summary: "Nothing is done with it.")
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
  /// As errors tell them.
  package var json: JSONValue {
    .array(map { ["path": .string($0.path), "message": .string($0.message)] })
  }
}

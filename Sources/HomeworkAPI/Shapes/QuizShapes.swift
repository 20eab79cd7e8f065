import HomeworkFormats
package import HomeworkModel

extension Shapes {
  package static let quiz = Shape<Quiz>(
    "Quiz", "The questions made from one homework, in order.", Quiz(id: .blank, homeworkId: nil, questions: [])
  ) {
    Field("id", \.id, "The id.")
    Field("homeworkId", \.homeworkId, "The homework it belongs to; omitted in a review's quiz.")
    Field("topic", \.topic, "The topic.")
    Field("subtopic", \.subtopic, "The part of the topic that the quiz covers.")
    Field("confidence", \.confidence, .number(0...1), "How confident the generator of the quiz was.")
    Field("revision", \.revision, .integer(1...Int.max), "The revision, from 1; each edit makes a new one.")
    Field("questions", \.questions, .array(QuestionShape.question), "1 to 200.")
  }

  static let quizEdit = Shape<QuizEdit>.oneOf(
    "QuizEdit", "One change to a quiz, applied after the changes before it.",
    [
      Case("change", (at: 0, to: draft)) {
        if case .change(let at, let to) = $0 { (at, to) } else { nil }
      } make: {
        .change(at: $0.at, to: $0.to)
      } fields: {
        Field("index", \.at, .integer(0...199), index)
        Field("question", \.to, questionInput, "The new question.")
      },
      Case("add", (at: Int?.none, question: draft)) {
        if case .add(let question, let at) = $0 { (at, question) } else { nil }
      } make: {
        .add($0.question, at: $0.at)
      } fields: {
        Field("index", \.at, .integer(0...199), "The new question's index, from 0; the end by default.")
        Field("question", \.question, questionInput, "The question to add.")
      },
      Case("remove", 0) {
        if case .remove(let at) = $0 { at } else { nil }
      } make: {
        .remove(at: $0)
      } fields: {
        Field("index", \.self, .integer(0...199), index)
      },
      Case("move", (from: 0, to: 0)) {
        if case .move(let from, let to) = $0 { (from, to) } else { nil }
      } make: {
        .move(from: $0.from, to: $0.to)
      } fields: {
        Field("index", \.from, .integer(0...199), index)
        Field("to", \.to, .integer(0...199), "The question's new index, from 0.")
      },
    ])

  private static let draft = QuestionDraft(prompt: "", body: .card(back: ""))
  private static let index = "The index of the question, from 0."

  /// A question to store.
  static let questionInput = Shape<QuestionDraft>(
    QuestionShape.draft.schema.bounded(to: TextLimits.quizText), encode: QuestionShape.draft.encode
  ) { json, reader in
    var own = ShapeReader(for: .people)
    defer { reader.add(own.faults) }
    return QuestionShape.draft.decode(json, &own)
  }

  package static let regrading = Shape<Regrading>(
    "Regrading", "The attempts of which an answer is graded anew.",
    Regrading(quiz: Quiz(id: .blank, homeworkId: nil, questions: []), changes: [])
  ) {
    Field("quiz", \.quiz, quiz, "The quiz with the corrected key; in a dry run, the present quiz.")
    Field("changes", \.changes, .array(regradedAttempt), "The attempts that change, oldest first.")
  }

  private static let regradedAttempt = Shape<RegradedAttempt>(
    "RegradedAttempt", "An attempt of which an answer is graded anew.", .blank
  ) {
    Field("attemptId", \.attemptId, "The attempt.")
    Field("learnerId", \.learnerId, "The learner.")
    Field("learner", \.learnerName, "The learner's name.")
    Field("finishedAt", \.finishedAt, "When it was finished.")
    Field("questionIndex", \.index, .integer(0...199), "The question in the attempt, from 0.")
    Field("response", \.response, "The response in words.")
    Field("outcome", \.outcome, .word, "The new outcome; it was the other one of correct and wrong.")
    Field("scoreBefore", \.scoreBefore, .integer(0...200), "The number of correct answers before.")
    Field("score", \.score, .integer(0...200), "The number of correct answers.")
    Field("questionCount", \.questionCount, .integer(1...200), "The number of questions.")
    Field(derived: "percentageBefore", \.percentageBefore, .integer(0...100), "The percentage before.")
    Field(derived: "percentage", \.percentage, .integer(0...100), "The percentage.")
    Field("starsBefore", \.starsBefore, .count, "The stars credited before.")
    Field("stars", \.stars, .count, "The stars credited.")
  }

  static let quizRevision = Shape<QuizRevision>(
    "QuizRevision", "One revision of an assignment's quiz.",
    QuizRevision(quizId: .blank, revision: 1, createdAt: nil, isCurrent: false, questionCount: 0, changes: [])
  ) {
    Field("quizId", \.quizId, "The id, for quiz.get.")
    Field("revision", \.revision, .integer(1...Int.max), "The number of the revision, from 1.")
    Field("createdAt", \.createdAt, "When the revision was made; omitted if unknown.")
    Field("isCurrent", \.isCurrent, "Whether new attempts use this revision.")
    Field("questionCount", \.questionCount, .integer(0...200), "The number of questions.")
    Field("changes", \.changes, .array(quizChange), "The changes from the revision before; empty for the first one.")
  }

  private static let quizChange = Shape<QuizChange>(
    "QuizChange", "A change to one question from one revision to the next.",
    QuizChange(.added, questionId: .blank, index: 0, prompt: "")
  ) {
    Field("kind", \.kind, .word, "The kind of change.")
    Field("questionId", \.questionId, "The question.")
    Field(
      "index", \.index, .integer(0...199), "The question's index, from 0; for a removed question, its former index.")
    Field("from", \.from, .integer(0...199), "The former index of a moved question.")
    Field("question", \.prompt, "The question's text.")
    Field("parts", \.parts, .array(.word), "The changed parts of a changed question.")
  }

  /// A quiz to store: an object, or an array of questions; ids are optional.
  package static let quizInput = Shape<QuizDraft>(
    QuizJSON.shape.schema.bounded(to: TextLimits.quizText), encode: QuizJSON.shape.encode
  ) { json, reader in
    do throws(QuizFormatError) { return try QuizJSON.quiz(from: json) } catch {
      reader.add(RPCError(.invalid, "quiz: \(error)", faults: error.all))
      return nil
    }
  }
}

extension [Fault] {
  /// The types as errors name them.
  package var json: JSONValue {
    .array(map { ["path": .string($0.path), "message": .string($0.message)] })
  }
}

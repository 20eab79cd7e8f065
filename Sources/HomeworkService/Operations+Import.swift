import Foundation
import HomeworkFormats
import HomeworkJSON
import HomeworkModel
import HomeworkRPC
import HomeworkStore

extension Operations {
  static let interchange: [Operation] = [
    Operation(
      writing: "quiz.import", "Adds a homework for each quiz of a file: one, or one for each category.",
      [
        .optional("text", .string, "what the file holds; this or path"),
        .optional("path", .string, "the file's absolute path, which the process that serves the call reads"),
        .optional("name", .string, "what it is called"),
        .optional(
          "format", .oneOf(["auto"] + QuizFormat.allCases.map(\.rawValue)), "auto unless given: by what it holds"),
        .optional("strict", .boolean, "refuse a file of which anything would be changed or left out"),
        .optional("dryRun", .boolean, "only say what would be added"),
      ], gives: .shape("Import")
    ) { parameters, _ in
      let file = try ImportedFile(parameters)
      guard !parameters.bool("strict") || file.left.isEmpty && file.changes.isEmpty else {
        throw RPCError(QuizFormatError(faults: file.left + file.changes), in: file.name)
      }
      return { tx in
        if parameters.bool("dryRun") { return { file.report([], isThere: [], givesQuizzes: true) } }
        var (added, isThere, count): ([JSONValue], [JSONValue], Int) = ([], [], 0)
        var titled = try tx.homeworkIds(titled: Set(file.drafts.map(\.title)))
        for draft in file.drafts {
          if let id = try tx.homework(equalTo: draft, among: titled[draft.title] ?? []) {
            isThere.append(.string(id.text))
          } else {
            let homework = try tx.addHomework(draft)
            titled[draft.title, default: []].append(homework.id)
            count += homework.questionCount
            added.append(homework.json)
          }
        }
        let report = file.report(added, isThere: isThere, added: count, givesQuizzes: false)
        return { report }
      }
    },
    Operation(
      long: "quiz.export", "Writes quizzes in a format that others read.",
      [
        .optional("homeworkIds", .array(.string), "of which homework; all unless given"),
        .optional("format", .oneOf(QuizExporter.formats.map(\.rawValue)), "json unless given"),
      ],
      gives: .object(
        ["text": .string, "leftOut": .integer, "left": .array(.shape("Fault"))], required: ["text", "leftOut", "left"])
    ) { parameters, context in
      let format = parameters.string("format").flatMap(QuizFormat.init) ?? .json
      let export = QuizExporter.text(of: try drafts(parameters, context), as: format)
      let left = export.leftOut.map { Fault(path: $0.kind, message: $0.reason) }
      return ["text": .string(export.text), "leftOut": .int(Int64(left.count)), "left": left.json]
    },
  ]

  /// The quizzes of the homework asked for, each called as its homework. Homework without a quiz has nothing to write.
  private static func drafts(_ parameters: Parameters, _ context: Context) throws -> [QuizDraft] {
    let store = try context.store
    var drafts: [QuizDraft] = []
    func add(_ homework: Homework) throws {
      guard let quiz = try store.quiz(for: homework.id) else { return }
      drafts.append(
        QuizDraft(
          topic: homework.title, subtopic: quiz.subtopic, confidence: quiz.confidence,
          questions: quiz.questions.map(\.draft)))
    }
    if parameters["homeworkIds"] != nil {
      for id in parameters.strings("homeworkIds") { try add(store.homework(try store.homeworkId(matching: id))) }
    } else {
      var cursor: String?
      repeat {
        let page = try store.homeworkList(limit: 500, after: cursor)
        for homework in page.items { try add(homework) }
        cursor = page.next
      } while cursor != nil
    }
    guard !drafts.isEmpty else { throw StoreError.notFound(.quiz, "to write: give a homework one with quiz set") }
    return drafts
  }
}

extension WriteTransaction {
  /// The one of several homework whose quiz asks the same: what a file that is imported again would double.
  fileprivate func homework(equalTo draft: HomeworkDraft, among ids: [Homework.ID]) throws -> Homework.ID? {
    guard let questions = draft.quiz?.questions else { return nil }
    for id in ids where try homework(id).questionCount == questions.count {
      if try quiz(for: id)?.questions.map(\.draft) == questions { return id }
    }
    return nil
  }
}

extension Question {
  fileprivate var draft: QuestionDraft { QuestionDraft(prompt: prompt, body: body, explanation: explanation) }
}

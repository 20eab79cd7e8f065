import HomeworkAPI
import HomeworkFormats
import HomeworkModel
import HomeworkRPC
import HomeworkStore

extension Operations {
  static let interchange: [Operation] = [
    Operation(preparing: Methods.quizImport) { given, _ in
      let file = try ImportedFile(given)
      guard !given.isStrict || file.left.isEmpty && file.changes.isEmpty else {
        throw RPCError(QuizFormatError(faults: file.left + file.changes), in: file.name)
      }
      return { tx in
        if given.isDryRun { return Operation.Reply { file.report([], isThere: [], givesQuizzes: given.givesQuizzes) } }
        var (added, isThere, count): ([Homework], [Homework.ID], Int) = ([], [], 0)
        var titled = try tx.homeworkIds(titled: Set(file.titles))
        // One transaction: whatever ends it, all of the file is there, or nothing.
        for draft in file.titles.indices.lazy.map(file.draft) {
          if let id = try tx.homework(equalTo: draft, among: titled[draft.title] ?? []) {
            isThere.append(id)
          } else {
            let homework = try tx.addHomework(draft)
            titled[draft.title, default: []].append(homework.id)
            count += homework.questionCount
            added.append(homework)
          }
        }
        let report = file.report(added, isThere: isThere, added: count, givesQuizzes: false)
        return Operation.Reply { report }
      }
    },
    Operation(long: Methods.quizExport) { asked, context, isCancelled in
      let export = QuizExporter.text(
        of: try drafts(of: asked.homeworkIds, context, isCancelled), as: asked.format ?? .json)
      return ExportedQuizzes(
        text: export.text, left: export.leftOut.map { Fault(path: $0.kind, message: $0.reason) })
    },
  ]

  /// The quizzes of the homework asked for, each called as its homework. Homework without a quiz has nothing to write.
  private static func drafts(
    of ids: [String]?, _ context: Context, _ isCancelled: @escaping Store.IsCancelled
  ) throws -> [QuizDraft] {
    let drafts = try context.store.readAndWait(isCancelled: isCancelled) { tx in
      var drafts: [QuizDraft] = []
      func add(_ homework: Homework) throws(StoreError) {
        guard !isCancelled() else { throw .cancelled }
        guard let quiz = try tx.quiz(for: homework.id) else { return }
        drafts.append(
          QuizDraft(
            topic: homework.title, subtopic: quiz.subtopic, confidence: quiz.confidence,
            questions: quiz.questions.map(\.draft)))
      }
      if let ids {
        for id in ids { try add(tx.homework(try tx.homeworkId(matching: id))) }
      } else {
        var cursor: String?
        repeat {
          let page = try tx.homeworkList(limit: 500, after: cursor)
          for homework in page.items { try add(homework) }
          cursor = page.next
        } while cursor != nil
      }
      return drafts
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

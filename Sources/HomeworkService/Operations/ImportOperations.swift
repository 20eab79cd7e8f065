import HomeworkAPI
import HomeworkFormats
import HomeworkModel
import HomeworkStore

extension Operations {
  static let interchange: [Operation] = [
    Operation(preparing: Methods.quizImport, handler: importing),
    Operation(Methods.quizExport) { asked, context in
      guard !asked.isKey || asked.format == .worksheet else {
        throw RPCError.fault("key", "needs the format worksheet")
      }
      guard asked.seed == nil || asked.shuffle != nil else {
        throw RPCError.fault("seed", "needs shuffle: say what to shuffle")
      }
      var sheets = try sheets(of: asked.homeworkIds, context)
      if let shuffle = asked.shuffle {
        let seed = asked.seed ?? 1
        sheets = sheets.map {
          Worksheet(title: $0.title, quiz: $0.quiz.shuffled(shuffle, seed: seed), version: seed)
        }
      }
      guard let format = asked.format.quizFormat else {
        return ExportedQuizzes(text: Worksheet.page(of: sheets, isKey: asked.isKey), left: [])
      }
      let export = QuizExporter.text(of: sheets.map(\.categorised), as: format)
      return ExportedQuizzes(
        text: export.text, left: export.leftOut.map { Fault(path: $0.kind, message: $0.reason) })
    },
  ]

  /// Prepares the transaction that stores a file's quizzes.
  private static func importing(_ parameters: QuizFile, _ context: Context) throws -> Transaction<ImportReport> {
    let file = try ImportedFile(parameters)
    guard !parameters.isStrict || file.left.isEmpty && file.changes.isEmpty else {
      throw file.refusal
    }
    return { tx in
      var report =
        parameters.isDryRun
        ? file.report(givesQuizzes: parameters.givesQuizzes) : try add(file, parameters, context, tx)
      let own = Set((report.homework + report.revised).map(\.id) + report.alreadyThere)
      report.sameTitle = try tx.homework(sharingTitlesOf: file, except: own)
      return Reply { [report] in report }
    }
  }

  /// Adds a file's quizzes.
  private static func add(
    _ file: ImportedFile, _ parameters: QuizFile, _ context: Context, _ tx: WriteTransaction
  ) throws -> ImportReport {
    var (added, revised, isThere): ([Homework], [Homework], [Homework.ID]) = ([], [], [])
    var titled = try tx.homeworkIds(titled: Set(file.titles))
    // The homework added, by title and questions: a file may have thousands of quizzes with one title.
    var twins: [String: [[QuestionDraft]: Homework.ID]] = [:]
    for draft in file.drafts {
      guard !context.isCancelled() else { throw StoreError.cancelled }
      let questions = draft.quiz?.questions ?? []
      if let id = try twins[draft.title]?[questions]
        ?? tx.homework(equalTo: draft, among: titled[draft.title] ?? [])
      {
        isThere.append(id)
      } else if parameters.isUpdate, let old = titled[draft.title] {
        guard old.count == 1 else {
          throw RPCError(
            .conflict, "\(old.count) assignments are called \"\(draft.title)\": use hwdb quiz set for one of them")
        }
        revised.append(try tx.revise(old[0], to: draft))
        titled[draft.title] = nil
      } else {
        let homework = try tx.addHomework(draft)
        twins[draft.title, default: [:]][questions] = homework.id
        added.append(homework)
      }
    }
    var report = file.report(added, isThere: isThere)
    report.revised = revised
    return report
  }

  /// Returns the quizzes of the requested homework, under its titles. Homework without a quiz is skipped.
  private static func sheets(
    of ids: [String]?, _ context: Context
  ) throws -> [Worksheet] {
    let sheets = try context.store.readAndWait(isCancelled: context.isCancelled) { tx in
      var sheets: [Worksheet] = []
      func add(_ homework: Homework) throws(StoreError) {
        guard !context.isCancelled() else { throw .cancelled }
        guard let quiz = try tx.quiz(for: homework.id) else { return }
        var draft = QuizDraft(
          topic: quiz.topic, subtopic: quiz.subtopic, confidence: quiz.confidence,
          questions: quiz.questions.map(QuestionDraft.init))
        for index in draft.questions.indices { try draft.questions[index].pictures.load(tx.picture(digest:)) }
        sheets.append(Worksheet(title: homework.title, quiz: draft))
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
      return sheets
    }
    guard !sheets.isEmpty else { throw StoreError.notFound(.quiz, "to export: add one with quiz set") }
    return sheets
  }
}

extension WriteTransaction {
  /// Returns the homework that an update with the file would revise.
  fileprivate func homework(
    sharingTitlesOf file: ImportedFile, except own: Set<Homework.ID>
  ) throws -> [Homework.ID] {
    let titled = try homeworkIds(titled: Set(file.titles)).mapValues { ids in ids.filter { !own.contains($0) } }
    var others: [Homework.ID] = []
    for draft in file.drafts {
      for id in titled[draft.title] ?? [] where !others.contains(id) {
        if try homework(equalTo: draft, among: [id]) == nil { others.append(id) }
      }
    }
    return others
  }

  /// Makes a quiz the next revision of the assignment's quiz.
  fileprivate func revise(_ id: Homework.ID, to draft: HomeworkDraft) throws -> Homework {
    if let quiz = try quiz(for: id), let new = draft.quiz {
      _ = try editQuiz(id, quiz.edits(to: new.questions), expecting: quiz.id)
    } else if let new = draft.quiz {
      _ = try setQuiz(new, for: id)
    }
    return try homework(id)
  }

  /// Returns the assignment with an equal quiz, so that importing a file again does not duplicate it.
  fileprivate func homework(equalTo draft: HomeworkDraft, among ids: [Homework.ID]) throws -> Homework.ID? {
    guard let questions = draft.quiz?.questions else { return nil }
    for id in ids where try homework(id).questionCount == questions.count {
      if try quiz(for: id)?.questions.map(QuestionDraft.init) == questions { return id }
    }
    return nil
  }
}

extension Worksheet {
  /// The quiz with its title as its topic: the category, in formats that have categories.
  fileprivate var categorised: QuizDraft {
    var quiz = quiz
    quiz.topic = title
    return quiz
  }
}

import HomeworkAPI
import HomeworkModel

extension CommandTable {
  static let quizEdits: [Command] = [
    Command(
      "quiz edit", "ID [N]", 1...2,
      options: [
        Option("question", "TEXT", "the new text of the question"),
        Option("option", "B=TEXT", "change or add an option; B= removes it", repeats: true),
        Option("correct", "B", "the correct option"),
        Option("answer", "TEXT", "the correct answer of a question without options"),
        Option("accept", "TEXT", "another accepted answer; replaces all of them, \"\" removes them", repeats: true),
        Option("exact", "YES", "whether case and every sign of a fill-in answer matter", choices: ["yes", "no"]),
        Option(
          "concept", "TEXT",
          "a key concept of a short answer, such as half|1/2; replaces all of them, \"\" removes them",
          repeats: true),
        Option("explanation", "TEXT", "the explanation, shown after the answer"),
        Option("move", "M", "move question N to position M"),
        Option("remove", "remove question N"),
        Option("add", "FILE", "add the questions of a quiz file after question N, or at the end"),
        Option("regrade", "grade earlier answers to question N anew, of every learner"),
        Option("never-lower", "with --regrade: leave correct answers correct, so that no score falls"),
        Option("dry-run", "with --regrade: only show who would change"),
      ],
      "changes question N of a quiz; earlier answers keep their grades, unless you --regrade",
      example: "hwdb quiz edit 3f2a91bc 2 --option \"B=one half\" --correct B"
    ) { invocation in
      let backend = try Backend(invocation)
      let id = invocation.operands[0]
      let quiz = try backend(Methods.quizGet, QuizSearch { $0.homeworkId = id })
      if try invocation.isRegrading() { return try invocation.regrade(quiz, of: id, backend) }
      let edits = try invocation.edits(of: quiz, backend)
      let revised = try backend(
        Methods.quizEdit,
        EditQuizParams {
          ($0.homeworkId, $0.quizId, $0.edits) = (id, quiz.id, edits)
        })
      Output.show(revised, as: Shapes.quiz, invocation) {
        $0.id == quiz.id
          ? "Nothing to change: revision \($0.revision) is already like that\n"
          : "Revision \($0.revision), with \($0.questions.count.counted("question"))\n"
      }
    },
    Command(
      "quiz history", "ID", 1...1, "lists the revisions of a quiz and their changes",
      example: "hwdb quiz history 3f2a91bc"
    ) { invocation in
      let history = try Backend(invocation)(Methods.quizHistory, invocation.operands[0])
      Output.showRows(
        history, as: Methods.quizHistory.result, invocation,
        note: { $0.isEmpty ? "No quiz yet: add one with hwdb quiz set" : nil }
      ) {
        TextOutput.history($0, invocation.outputStyle)
      }
    },
  ]
}

extension Invocation {
  fileprivate func isRegrading() throws(CommandFailure) -> Bool {
    guard !has("regrade") else { return true }
    for name in ["never-lower", "dry-run"] where has(name) { throw .usage("--\(name) needs --regrade") }
    return false
  }

  fileprivate func regrade(_ quiz: Quiz, of id: String, _ backend: Backend) throws {
    for name in ["move", "remove", "add"] where has(name) {
      throw CommandFailure.usage("--regrade is for changes to a question: use --\(name) on its own")
    }
    let index = try index(in: quiz)
    guard let index else { throw Self.missingNumber(quiz) }
    let question = Self.parts.contains(where: has) ? try changed(quiz.questions[index]) : nil
    let isDryRun = has("dry-run")
    let regrading = try backend(
      Methods.quizRegrade,
      RegradeQuizParams {
        ($0.homeworkId, $0.quizId) = (id, quiz.id)
        $0.correction = KeyCorrection(
          at: index, to: question, neverLower: has("never-lower"), isDryRun: isDryRun)
      })
    Output.show(regrading, as: Shapes.regrading, self, isAskedFor: isDryRun) {
      let answers = $0.changes.count.counted("answer")
      return TextOutput.regraded($0.changes, outputStyle)
        + (isDryRun
          ? "\(answers) would be graded anew\n"
          : "Revision \($0.quiz.revision): \(answers) graded anew; hwdb undo restores the former grades\n")
    }
  }

  private static func missingNumber(_ quiz: Quiz) -> CommandFailure {
    .usage("give the number of the question, 1 to \(quiz.questions.count)")
  }

  private func index(in quiz: Quiz) throws(CommandFailure) -> Int? {
    guard let text = operands.dropFirst().first else { return nil }
    return try number(of: text, "question", upTo: quiz.questions.count) - 1
  }

  private static let parts = ["question", "option", "correct", "answer", "accept", "exact", "concept", "explanation"]

  fileprivate func edits(of quiz: Quiz, _ backend: Backend) throws -> [QuizEdit] {
    let index = try index(in: quiz)
    let wanted = (Self.parts.contains(where: has) ? 1 : 0) + ["move", "remove", "add"].count(where: has)
    guard wanted == 1 else {
      throw CommandFailure.usage(
        wanted == 0
          ? "say what to change, such as --question TEXT: see hwdb help quiz edit"
          : "use only one of --move, --remove, --add and changes to a question at a time")
    }
    if let file = value("add") {
      let added = try InputFile.quiz(file, checkedBy: backend).questions
      let start = index.map { $0 + 1 } ?? quiz.questions.count
      return added.enumerated().map { .add($1, at: start + $0) }
    }
    guard let index else { throw Self.missingNumber(quiz) }
    if has("remove") { return [.remove(at: index)] }
    if let target = value("move") {
      return [.move(from: index, to: try number(of: target, "--move", upTo: quiz.questions.count) - 1)]
    }
    return [.change(at: index, to: try changed(quiz.questions[index]))]
  }

  private func number(of text: String, _ what: String, upTo count: Int) throws(CommandFailure) -> Int {
    guard let number = Int(text), 1...count ~= number else {
      throw .usage("the quiz has no \(what) \(text): write a number from 1 to \(count)")
    }
    return number
  }

  private func changed(_ question: Question) throws(CommandFailure) -> QuestionDraft {
    var draft = QuestionDraft(question)
    draft.prompt = value("question") ?? draft.prompt
    draft.explanation = value("explanation") ?? draft.explanation
    switch draft.body {
    case .mcq(let options, let correctIndex):
      for name in ["answer", "accept", "exact", "concept"] where has(name) {
        throw .usage("--\(name) is for questions without options: use --option and --correct")
      }
      draft.body = try changed(options, correctIndex)
    case .fillBlank(let answer, let accepted, let isExact):
      try refuseOptions()
      if has("concept") { throw .usage("--concept is for short answers; this is a fill-in question: use --accept") }
      draft.body = .fillBlank(
        correctAnswer: value("answer") ?? answer,
        acceptedAnswers: has("accept") ? values("accept").filter { !$0.isEmpty } : accepted,
        isExact: value("exact").map { $0 == "yes" } ?? isExact)
    case .shortAnswer(let answer, let concepts):
      try refuseOptions()
      if has("exact") { throw .usage("--exact is for fill-in questions: key concepts are words in any case") }
      if has("accept") {
        throw .usage("--accept is for fill-in questions; this is a short answer, graded by key concepts: use --concept")
      }
      let wanted = values("concept").map { $0.split(separator: "|").map(String.init) }.filter { !$0.isEmpty }
      draft.body = .shortAnswer(
        correctAnswer: value("answer") ?? answer, keyConcepts: has("concept") ? wanted : concepts)
    case .multi(let options, let correctIndexes): draft.body = try changed(options, all: correctIndexes)
    case .numeric(var key):
      try refuseOptions()
      try refuseTexts()
      key.correctAnswer = try value("answer").map(number) ?? key.correctAnswer
      draft.body = .numeric(key)
    case .card(let back):
      try refuseOptions()
      try refuseTexts()
      draft.body = .card(back: value("answer") ?? back)
    case .gaps, .ordering:
      for name in ["answer", "accept", "exact", "concept", "option", "correct"] where has(name) {
        throw .usage(
          "--\(name) cannot change \(draft.body.kind.rawValue): export the quiz, and import it with --update")
      }
    }
    return draft
  }

  private func refuseTexts() throws(CommandFailure) {
    for name in ["accept", "exact", "concept"] where has(name) {
      throw .usage("--\(name) is for questions with a typed text: use --answer")
    }
  }

  private func number(_ text: String) throws(CommandFailure) -> Double {
    guard let number = Double(text.replacing(",", with: ".")), number.isFinite else {
      throw .usage("--answer \(text) is not a number")
    }
    return number
  }

  /// Changes a question with several correct options, whose letters are given as `A,C`.
  private func changed(_ options: [String], all correctIndexes: [Int]) throws(CommandFailure) -> Question.Body {
    guard !has("option") else {
      throw .usage("--option is for questions with one correct option: export the quiz, and import it with --update")
    }
    guard let letters = value("correct") else { return .multi(options: options, correctIndexes: correctIndexes) }
    let indexes = letters.split(separator: ",").map { Question.index(ofLetter: $0) }
    guard indexes.allSatisfy({ $0.map(options.indices.contains) ?? false }) else {
      let last = Question.letter(ofOption: options.count - 1)
      throw .usage("--correct \(letters) are not options: write letters from A to \(last), such as A,C")
    }
    return .multi(options: options, correctIndexes: Set(indexes.compactMap(\.self)).sorted())
  }

  private func refuseOptions() throws(CommandFailure) {
    for name in ["option", "correct"] where has(name) {
      throw .usage("--\(name) is for questions with options: use --answer")
    }
  }

  /// Letters refer to the options before any change.
  private func changed(_ options: [String], _ correctIndex: Int) throws(CommandFailure) -> Question.Body {
    var texts = options.map { String?.some($0) }
    for change in values("option") {
      let parts = change.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, let index = Question.index(ofLetter: parts[0]), index <= texts.count else {
        let next = Question.letter(ofOption: min(texts.count, 25))
        throw .usage(
          "--option \(change) does not name an option: write --option \(next)=TEXT, with a letter from A to \(next)")
      }
      let text = parts[1].isEmpty ? nil : String(parts[1])
      if index < texts.count { texts[index] = text } else { texts.append(text) }
    }
    var right = correctIndex
    if let letter = value("correct") {
      guard let index = Question.index(ofLetter: letter), texts.indices.contains(index) else {
        let last = Question.letter(ofOption: texts.count - 1)
        throw .usage("--correct \(letter) is not an option: write a letter from A to \(last)")
      }
      right = index
    }
    guard texts[right] != nil else {
      let letter = Question.letter(ofOption: right)
      throw .usage("option \(letter) is the correct one: name another with --correct before you remove it")
    }
    let left = texts.indices.filter { texts[$0] != nil }
    return .mcq(options: left.compactMap { texts[$0] }, correctIndex: left.firstIndex(of: right) ?? 0)
  }
}

extension Question {
  /// Parses a letter from A to Z, or a number from 1.
  fileprivate static func index(ofLetter text: some StringProtocol) -> Int? {
    letters.firstIndex(of: text.uppercased()) ?? Int(text).flatMap { 1...26 ~= $0 ? $0 - 1 : nil }
  }
}

extension TextOutput {
  /// Returns a table of the attempts of which an answer is graded anew.
  static func regraded(_ changes: [RegradedAttempt], _ style: OutputStyle) -> String {
    func change(_ before: Int, _ after: Int) -> String { before == after ? "\(after)" : "\(before) → \(after)" }
    let columns = [
      Table.Column(heading: "LEARNER", minimum: 8), Table.Column(heading: "ATTEMPT"),
      Table.Column(heading: "FINISHED", dropOrder: 2), Table.Column(heading: "ANSWER", minimum: 8),
      Table.Column(heading: "IS NOW"), Table.Column(heading: "SCORE"),
      Table.Column(heading: "STARS", dropOrder: 1),
    ]
    return Table(
      columns: columns,
      rows: changes.map { changed in
        [
          Table.Cell(changed.learnerName), Table.Cell(shortId(changed.attemptId)),
          Table.Cell(changed.finishedAt.map { Times.localTime($0) } ?? ""), Table.Cell(changed.response ?? ""),
          Table.Cell(changed.outcome.rawValue, changed.outcome == .correct ? .green : .red),
          Table.Cell("\(change(changed.scoreBefore, changed.score)) of \(changed.questionCount)"),
          Table.Cell(changed.starsBefore == changed.stars ? "" : change(changed.starsBefore, changed.stars)),
        ]
      }
    ).text(on: style)
  }

  static func history(_ history: [QuizRevision], _ style: OutputStyle) -> String {
    history.map { revision in
      let time = revision.createdAt.map {
        ", \(style.isTerminal ? Times.relativeTime($0, nowMs: style.nowMs) : Times.localTime($0))"
      }
      let head =
        "\(shortId(revision.quizId))  revision \(revision.revision)\(time ?? "")"
        + ", \(revision.questionCount.counted("question"))\(revision.isCurrent ? ", current" : "")\n"
      return head + revision.changes.map { wrapped("   \(words(of: $0))", indent: 5, on: style) + "\n" }.joined()
    }.joined()
  }

  private static func words(of change: QuizChange) -> String {
    let what =
      switch change.kind {
      case .added: "added \(change.index + 1)"
      case .removed: "removed \(change.index + 1)"
      case .moved: "moved \((change.from ?? 0) + 1) to \(change.index + 1)"
      case .changed: "changed \(change.index + 1) (\(change.parts.map(\.words).joined(separator: ", ")))"
      }
    return "\(what): \(printable(change.prompt))"
  }
}

extension QuizChange.Part {
  fileprivate var words: String {
    switch self {
    case .type: "type"
    case .introduction: "introduction"
    case .question: "question"
    case .options: "options"
    case .correctIndex: "correct option"
    case .correctIndexes: "correct options"
    case .correctAnswer: "answer"
    case .acceptedAnswers: "accepted answers"
    case .exact: "exact"
    case .keyConcepts: "concepts"
    case .tolerance: "tolerance"
    case .unit: "unit"
    case .gaps: "gaps"
    case .items: "items"
    case .back: "back"
    case .pictures: "pictures"
    case .explanation: "explanation"
    }
  }
}

import HomeworkAPI
import HomeworkFormats
import HomeworkModel

extension CommandTable {
  static let quizzes: [Command] = [
    Command(
      "import", "FILE…", 1...Int.max,
      options: [
        Option(
          "format", "FORMAT", "the format of all files; auto (the default) detects it",
          choices: [
            "auto", "json", "gift", "moodle-xml", "aiken", "open-trivia", "csv", "tsv", "anki", "xlsx", "qti",
            "blackboard", "open-trivia-qa", "markdown",
          ]),
        Option("question", "COLUMN", "the column of the questions: its heading, number or letter, or a key of JSON"),
        Option("answer", "COLUMN", "the column of the right answers"),
        Option("options", "A,B,C", "the columns of the options; a single one may hold all options"),
        Option("strict", "reject a file if any question would be changed or left out"),
        Option("dry-run", "only show what would be added"),
        Option("explain", "print each question that is left out, with the reason"),
      ],
      "adds an assignment for each quiz in the files: JSON, GIFT, Moodle XML, Anki, QTI, CSV and others",
      example: "hwdb import fractions.json"
    ) { invocation in
      let backend = try Backend(invocation)
      let explains = invocation.has("explain")
      // Read and check all files before storing any. A single file is stored completely or not at all.
      let isOne = invocation.operands.count == 1 && !invocation.has("dry-run")
      let checked = try CommandFailure.gathered(invocation.operands) { path in
        var file = try InputFile.source(path)
        file.format = invocation.value("format").flatMap(QuizFormat.init)
        file.columns = ColumnMapping(
          question: invocation.value("question"), answer: invocation.value("answer"),
          options: invocation.value("options")?.split(separator: ",").map(String.init) ?? [])
        file.isStrict = invocation.has("strict")
        file.explains = explains
        return (file, try backend(Methods.quizImport, isOne ? file : file.dryRun(givesQuizzes: false)))
      }
      let reports = try backend.each(checked, "importing file") { file, report in
        try isOne || invocation.has("dry-run") ? report : backend(Methods.quizImport, file)
      }
      let files = Shape<[ImportReport]>.object([]) { Field("files", \.self, .array(Shapes.imported), "Each of them.") }
      Output.show(reports, as: files, invocation) { reports in
        reports.map(TextOutput.imported).joined()
          + (explains ? "" : TextOutput.lost(zip(invocation.operands, reports).map { ($0, $1.leftOut) }))
      }
    },
    Command(
      "export", "[ID…]", 0...Int.max,
      options: [
        Option("all", "export every homework that has a quiz"),
        Option(
          "format", "FORMAT", "json (the default), gift, moodle-xml, aiken, csv, or worksheet",
          choices: ExportFormat.allCases.map(\.rawValue)),
        Option("key", "print the answers of a worksheet in place of space to write"),
        Option(
          "shuffle", "WHAT", "shuffle questions, options or both",
          choices: QuizOrder.Shuffle.allCases.map(\.rawValue)),
        Option("seed", "N", "the order: use the same number for a worksheet and its key; 1 by default"),
        .output,
      ],
      "exports quizzes to other programs, or as a page to print",
      example: "hwdb export 3f2a91bc --format worksheet --shuffle both --seed 7"
    ) { invocation in
      guard invocation.operands.isEmpty == invocation.has("all") else {
        throw CommandFailure.usage("give the ID of each homework, or --all")
      }
      let asked = try QuizExport {
        $0.homeworkIds = invocation.has("all") ? nil : invocation.operands
        ($0.format, $0.isKey) = (try invocation.word("format", as: "format") ?? .json, invocation.has("key"))
        ($0.shuffle, $0.seed) = (try invocation.word("shuffle", as: "shuffle"), try invocation.seed.map(UInt64.init))
      }
      let export = try Backend(invocation)(Methods.quizExport, asked)
      if let path = invocation.value("output"), !invocation.has("json") {
        try OutputFile.write(export.text, to: path)
      } else {
        Output.show(export, as: Methods.quizExport.result, invocation, isAskedFor: true, \.text)
      }
      guard !invocation.has("json") else { return }
      // Written to standard error, so that the exported file stays unchanged.
      for fault in export.left { Output.tell(printable("hwdb: left out: \(fault.path): \(fault.message)") + "\n") }
    },
    Command(
      "quiz set", "ID FILE", 2...2, "gives an assignment its quiz", example: "hwdb quiz set 3f2a91bc fractions.json"
    ) { invocation in
      let backend = try Backend(invocation)
      let given = try InputFile.quiz(invocation.operands[1], checkedBy: backend)
      let quiz = try backend(
        Methods.quizSet,
        QuizSetting {
          ($0.homeworkId, $0.quiz) = (invocation.operands[0], given)
        })
      Output.show(quiz, as: Shapes.quiz, invocation) { "Set a quiz of \($0.questions.count.counted("question"))\n" }
    },
    Command(
      "quiz show", "ID", 1...1, options: [Option("answers", "show the correct answers and the explanations")],
      "shows the quiz of an assignment", example: "hwdb quiz show 3f2a91bc --answers"
    ) { invocation in
      let quiz = try Backend(invocation)(Methods.quizGet, QuizSearch { $0.homeworkId = invocation.operands[0] })
      Output.show(quiz, as: Shapes.quiz, invocation, isAskedFor: true) {
        TextOutput.quiz($0, showsAnswers: invocation.has("answers"), invocation.screen)
      }
    },
  ]
}

extension QuizFile {
  /// Returns the same file, to be checked but not stored.
  func dryRun(givesQuizzes: Bool) -> QuizFile {
    var file = self
    (file.isDryRun, file.givesQuizzes) = (true, givesQuizzes)
    return file
  }
}

import HomeworkAPI
import HomeworkFormats
import HomeworkModel

extension CommandTable {
  static let quizzes: [Command] = [
    Command(
      "import", "FILE…", 1...Int.max,
      options: importing.options + [
        Option("options", "A,B,C", "the columns of the options; a single one may hold all options")
      ],
      "adds an assignment for each quiz in the files: JSON, GIFT, Moodle XML, Anki, QTI, CSV and others",
      example: "hwdb import fractions.json"
    ) { invocation in
      let backend = try Backend(invocation)
      let explains = invocation.has("explain")
      // Read and check all files before storing any. A single file is stored completely or not at all.
      let isOne = invocation.operands.count == 1 && !invocation.has("dry-run")
      let checked = try CommandFailure.gathered(invocation.operands) { path in
        var file = try importing.parameters(invocation)
        let source = try InputFile.source(path)
        (file.text, file.path, file.name, file.isDryRun) = (source.text, source.path, source.name, false)
        file.columns.options = invocation.value("options")?.split(separator: ",").map(String.init) ?? []
        func report() throws -> ImportReport {
          try backend(Methods.quizImport, isOne ? file : file.dryRun(givesQuizzes: false))
        }
        do { return (file, try report()) } catch CommandFailure.refused(let error)
          where error.wrongParameters.first?.path == "yes" && Prompt.canAsk
        {
          try Prompt.confirm(invocation, "\(printable(error.wrongParameters[0].message)). Are they cards?")
          file.isConfirmed = true
          return (file, try report())
        }
      }
      let reports = try backend.each(checked, "importing file") { file, report in
        try isOne || invocation.has("dry-run") ? report : backend(Methods.quizImport, file)
      }
      let files = Shape<[ImportReport]>.object([]) {
        Field("files", \.self, .array(Shapes.imported), "The report of each file.")
      }
      Output.show(reports, as: files, invocation) { reports in
        reports.map { TextOutput.imported($0, explains: explains) }.joined()
          + (explains ? "" : TextOutput.lost(zip(invocation.operands, reports).map { ($0, $1.leftOut) }))
      }
    },
    Command(
      "export", "[ID…]", 0...Int.max,
      options: [
        Option("all", "export every homework that has a quiz")
      ] + exporting.options + [.output],
      "exports quizzes to other programs, or as a page to print",
      example: "hwdb export 3f2a91bc --format worksheet --shuffle both --seed 7"
    ) { invocation in
      guard invocation.operands.isEmpty == invocation.has("all") else {
        throw CommandFailure.usage("give the ID of each homework, or --all")
      }
      var asked = try exporting.parameters(invocation)
      asked.homeworkIds = invocation.has("all") ? nil : invocation.operands
      let export = try Backend(invocation)(Methods.quizExport, asked)
      guard !invocation.has("json") else {
        return Output.show(export, as: Methods.quizExport.result, invocation, \.text)
      }
      try OutputFile.write(export.text, invocation)
      // Written to standard error, so that the exported file stays unchanged.
      for fault in export.left {
        Output.writeError(printable("hwdb: left out: \(fault.path): \(fault.message)") + "\n")
      }
    },
    Command(
      "picture", "ID|DIGEST", 1...1,
      options: [
        .output
      ],
      "writes the picture of an assignment, or one of a question by its digest, to a file",
      example: "hwdb picture 3f2a91bc -o page.jpg"
    ) { invocation in
      let (backend, name) = (try Backend(invocation), invocation.operands[0])
      let isDigest = name.utf8.count == 64 && name.allSatisfy(\.isHexDigit)
      let picture = try backend(
        Methods.pictureGet,
        PictureSearch { if isDigest { $0.digest = name.lowercased() } else { $0.homeworkId = name } })
      if invocation.has("json") {
        Output.show(picture, as: Methods.pictureGet.result, invocation) { _ in "" }
      } else if let path = invocation.value("output") {
        try OutputFile.write(picture.bytes, to: path)
      } else {
        Output.write(picture.bytes)
      }
    },
    Command(
      "quiz generation", "ID STATE", 2...2,
      options: generation.options,
      "sets the state of a quiz's generation: none, pending, ready or failed",
      example: "hwdb quiz generation 3f2a91bc failed --reason rateLimited"
    ) { invocation in
      let homework = try Backend(invocation)(Methods.generationUpdate, generation.parameters(invocation))
      Output.show(homework, as: Shapes.homework, invocation) {
        "\(TextOutput.line(of: $0)): \($0.generation.state)\n"
      }
    },
    Command(
      "quiz set", "ID FILE", 2...2, "gives an assignment its quiz", example: "hwdb quiz set 3f2a91bc fractions.json"
    ) { invocation in
      let backend = try Backend(invocation)
      let draft = try InputFile.quiz(invocation.operands[1], checkedBy: backend)
      let quiz = try backend(
        Methods.quizSet,
        SetQuizParams {
          ($0.homeworkId, $0.quiz) = (invocation.operands[0], draft)
        })
      Output.show(quiz, as: Shapes.quiz, invocation) { "Set a quiz of \($0.questions.count.counted("question"))\n" }
    },
    Command(
      "quiz show", "ID", 1...1, options: [Option("answers", "show the correct answers and the explanations")],
      "shows the quiz of an assignment", example: "hwdb quiz show 3f2a91bc --answers"
    ) { invocation in
      let quiz = try Backend(invocation)(Methods.quizGet, QuizSearch { $0.homeworkId = invocation.operands[0] })
      Output.show(quiz, as: Shapes.quiz, invocation, isAskedFor: true) {
        TextOutput.quiz($0, showsAnswers: invocation.has("answers"), invocation.outputStyle)
      }
    },
  ]

  private static let generation = MethodOptions(Methods.generationUpdate, operands: ["homeworkId", "state"])

  private static let importing = MethodOptions(
    Methods.quizImport, except: ["text", "path", "name", "options", "givesQuizzes"])
  private static let exporting = MethodOptions(Methods.quizExport, except: ["homeworkIds"])
}

extension QuizFile {
  /// Returns the same file, to be checked but not stored.
  func dryRun(givesQuizzes: Bool) -> QuizFile {
    var file = self
    (file.isDryRun, file.givesQuizzes) = (true, givesQuizzes)
    return file
  }
}

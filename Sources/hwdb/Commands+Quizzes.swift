import HomeworkJSON
import HomeworkRPC

extension CommandTable {
  static let quizzes: [Command] = [
    Command(
      "import", "FILE…", 1...Int.max,
      options: [
        Option(
          name: "format", value: "FORMAT", summary: "auto (unless given), or that of all files",
          choices: ["auto", "json", "gift", "moodle-xml", "aiken", "open-trivia", "csv", "tsv"]),
        Option(name: "strict", value: nil, summary: "refuse a file of which anything would be changed or left out"),
        Option(name: "dry-run", value: nil, summary: "only say what would be added"),
      ],
      "adds a homework for each quiz of the files: JSON, GIFT, Moodle XML, Aiken, Open Trivia, CSV",
      example: "hwdb import fractions.json"
    ) { invocation in
      let backend = try Backend(invocation)
      // All are read and checked before any is stored.
      let checked = try CommandFailure.gathered(invocation.operands) { path in
        var file = try InputFile.source(path)
        if let format = invocation.value("format") { file = file.with("format", .string(format)) }
        if invocation.has("strict") { file = file.with("strict", true) }
        return (file, try backend("quiz.import", file.with("dryRun", true)))
      }
      let reports = try backend.each(checked, "importing file") { file, report in
        try invocation.has("dry-run") ? report : backend("quiz.import", file)
      }
      Output.show(["files": .array(reports)], invocation) { _ in reports.map(TextOutput.imported).joined() }
    },
    Command(
      "export", "[ID…]", 0...Int.max,
      options: [
        Option(name: "all", value: nil, summary: "every homework that has a quiz"),
        Option(
          name: "format", value: "FORMAT", summary: "json (unless given), gift, moodle-xml, aiken or csv",
          choices: ["json", "gift", "moodle-xml", "aiken", "csv"]),
      ],
      "writes quizzes to standard output, for other programs", example: "hwdb export 3f2a91bc --format gift"
    ) { invocation in
      guard invocation.operands.isEmpty == invocation.has("all") else {
        throw CommandFailure.usage("give the ID of each homework, or --all")
      }
      var params: [String: JSONValue] = [:]
      if !invocation.has("all") { params["homeworkIds"] = .array(invocation.operands.map { .string($0) }) }
      params["format"] = invocation.value("format").map { .string($0) }
      let export = try Backend(invocation)("quiz.export", .object(params))
      Output.show(export, invocation, isAskedFor: true) { $0["text"]?.string ?? "" }
      let left = export["left"]?.array ?? []
      guard !left.isEmpty, !invocation.has("json") else { return }
      // Beside what was written, which stays what it is.
      for fault in left {
        Output.tell(
          printable("hwdb: left out: \(fault["path"]?.string ?? ""): \(fault["message"]?.string ?? "")") + "\n")
      }
    },
    Command(
      "quiz set", "ID FILE", 2...2, "gives a homework its quiz", example: "hwdb quiz set 3f2a91bc fractions.json"
    ) { invocation in
      let backend = try Backend(invocation)
      let given = try InputFile.quiz(invocation.operands[1], checkedBy: backend)
      let quiz = try backend("quiz.set", ["homeworkId": .string(invocation.operands[0]), "quiz": given])
      Output.show(quiz, invocation) { "Set a quiz of \($0["questions"]?.array?.count ?? 0) questions\n" }
    },
    Command("quiz show", "ID", 1...1, "shows the quiz of a homework", example: "hwdb quiz show 3f2a91bc") {
      invocation in
      let quiz = try Backend(invocation)("quiz.get", ["homeworkId": .string(invocation.operands[0])])
      Output.show(quiz, invocation, isAskedFor: true) { TextOutput.quiz($0, invocation.screen) }
    },
  ]
}

extension JSONValue {
  /// An object with one member more.
  func with(_ key: String, _ value: JSONValue) -> JSONValue {
    guard case .object(var members) = self else { return self }
    members[key] = value
    return .object(members)
  }
}

import Wire

extension CommandTable {
  static let quizzes: [Command] = [
    Command(
      "import", "FILE…", 1...Int.max,
      options: [
        Option(name: "format", value: "FORMAT", summary: "auto or json"),
        Option(name: "strict", value: nil, summary: "refuse a file of which something would be left out"),
        Option(name: "dry-run", value: nil, summary: "only say what would be added"),
      ],
      "adds one homework with a quiz for each file; nothing of any where one is at fault",
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
      Output.show(["files": .array(reports)], invocation) { _ in reports.map(Words.imported).joined() }
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
      Output.show(quiz, invocation, isAskedFor: true) { Words.quiz($0, invocation.screen) }
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

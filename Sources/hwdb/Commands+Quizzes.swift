import Wire

extension CommandTable {
  static let quizzes: [Command] = [
    Command(
      "import", "FILE…", 1...Int.max,
      options: [
        Option(name: "format", value: "FORMAT", summary: "auto or json"),
        Option(name: "dry-run", value: nil, summary: "only say what would be added"),
      ],
      "adds one homework with a quiz for each file; nothing of any where one is at fault",
      example: "hwdb import fractions.json"
    ) { invocation in
      let backend = try Backend(invocation)
      let files: [JSONValue] = try invocation.operands.map { file in
        var params: [String: JSONValue] = ["name": .string(file), "text": .string(try InputFile.text(file))]
        if let format = invocation.value("format") { params["format"] = .string(format) }
        return .object(params)
      }
      // All are read before any is stored.
      var reports = try files.map { try backend("quiz.import", $0.with("dryRun", true)) }
      if !invocation.has("dry-run") { reports = try files.map { try backend("quiz.import", $0) } }
      Output.show(["files": .array(reports)], invocation) { _ in reports.map(Words.imported).joined() }
    },
    Command(
      "quiz set", "ID FILE", 2...2, "gives a homework its quiz", example: "hwdb quiz set 3f2a91bc fractions.json"
    ) { invocation in
      let quiz = try Backend(invocation)(
        "quiz.set", ["homeworkId": .string(invocation.operands[0]), "quiz": try InputFile.json(invocation.operands[1])])
      Output.show(quiz, invocation) { "Set a quiz of \($0["questions"]?.array?.count ?? 0) questions\n" }
    },
    Command("quiz show", "ID", 1...1, "shows the quiz of a homework", example: "hwdb quiz show 3f2a91bc") {
      invocation in
      let quiz = try Backend(invocation)("quiz.get", ["homeworkId": .string(invocation.operands[0])])
      Output.show(quiz, invocation) { Words.quiz($0) }
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

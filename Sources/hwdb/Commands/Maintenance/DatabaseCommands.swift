import HomeworkAPI
import HomeworkModel
import HomeworkService
import HomeworkSystem

extension CommandTable {
  static let database: [Command] = [
    Command("database info", "", 0...0, "shows the database's file, schema and contents", example: "hwdb database info")
    {
      invocation in
      let info = try Backend(invocation)(Methods.databaseInfo)
      Output.show(info, as: Shapes.databaseInfo, invocation, isAskedFor: true) { TextOutput.database($0) }
    },
    Command(
      "database check", "", 0...0,
      "checks the database for damage and wrong totals; exits with 1 if it finds any",
      example: "hwdb database check"
    ) { invocation in
      let findings = try Backend(invocation)(Methods.databaseCheck)
      Output.show(findings, as: Methods.databaseCheck.result, invocation) { findings in
        findings.isEmpty ? "The database is sound\n" : findings.map(TextOutput.finding).joined()
      }
      if !findings.isEmpty { throw CommandFailure.reported }
    },
    Command(
      "database repair", "", 0...0, "recomputes totals from the stored answers; exits with 1 if damage remains",
      example: "hwdb database repair"
    ) { invocation in
      let result = try Backend.maintain(invocation) { try $0.repair() }
      let left = result.left
      Output.show(result, as: repairReport, invocation) { result in
        guard !result.found.isEmpty else { return "The database is sound\n" }
        let mended = result.found.filter { !left.contains($0) }.map { "Repaired: \(TextOutput.finding($0))" }
        return mended.joined() + left.map { "Not repaired: \(TextOutput.finding($0))" }.joined()
      }
      if !left.isEmpty { throw CommandFailure.reported }
    },
    Command(
      "database backup", "FILE", 1...1,
      "copies the database to a file and checks the copy", example: "hwdb database backup monday.sqlite"
    ) { invocation in
      let word = invocation.operands[0]
      // A directory is refused, even one that is not there.
      let path = Paths.absolute(word) + (word.hasSuffix("/") ? "/" : "")
      let copy = try Backend(invocation)(Methods.databaseBackup, path)
      Output.show(copy, as: Methods.databaseBackup.result, invocation) { "Copied to \(printable($0))\n" }
    },
    Command(
      "database restore", "FILE", 1...1,
      options: [.yes],
      "checks a backup and replaces everything with its contents",
      example: "hwdb database restore monday.sqlite --yes"
    ) { invocation in
      let path = Paths.absolute(invocation.operands[0])
      try Prompt.confirm(invocation, "This replaces everything with the contents of \(printable(path)). Restore?")
      let info = try Backend.maintain(invocation) { try $0.restore(from: path) }
      Output.show(info, as: Shapes.databaseInfo, invocation) { "Restored: \(TextOutput.contents(of: $0))\n" }
    },
    Command(
      "database vacuum", "", 0...0, "frees the space that deletions left in the file", example: "hwdb database vacuum"
    ) { invocation in
      let info = try Backend.maintain(invocation) { try $0.vacuum() }
      Output.show(info.after, as: Shapes.databaseInfo, invocation) {
        "\(TextOutput.bytes($0.fileBytes)), was \(TextOutput.bytes(info.before.fileBytes))\n"
      }
    },
    Command(
      "database settings", "", 0...0,
      options: [
        Option(
          "accept-answers", "SWITCH", "on or off: whether learners may have a wrong typed answer counted",
          choices: ["on", "off"])
      ],
      "shows or changes what is allowed in the database", example: "hwdb database settings --accept-answers on"
    ) { invocation in
      let wanted = invocation.value("accept-answers").map { $0 == "on" }
      let settings = try Backend(invocation)(Methods.settingsSet, wanted)
      Output.show(settings, as: Shapes.settings, invocation, isAskedFor: wanted == nil) {
        "A wrong typed answer \($0.acceptsAnswers ? "counts if the learner says so" : "stays wrong")\n"
      }
    },
  ]

  private static let repairReport = Shape<RepairReport>.object(RepairReport(found: [], left: [])) {
    Field("found", \.found, .array(Shapes.finding), "What was wrong before.")
    Field("left", \.left, .array(Shapes.finding), "What could not be repaired.")
  }
}

extension TextOutput {
  static func finding(_ finding: Inconsistency) -> String { printable(finding.description) + "\n" }

  static func database(_ info: StoreInfo) -> String {
    let rows = [
      ("Database", printable(info.path ?? "in memory")), ("Schema", "\(info.schemaVersion)"),
      info.postgresVersion.map { ("Server", "PostgreSQL \($0)") } ?? ("SQLite", info.sqliteVersion),
      ("Size", "\(bytes(info.fileBytes)), \(bytes(info.freeBytes)) of it free, log \(bytes(info.logBytes))"),
      ("Holds", contents(of: info)), ("Events", "\(info.events.oldest) to \(info.events.newest)"),
    ]
    return rows.map { "\($0.0.padded(to: 9)) \($0.1)\n" }.joined()
  }

  /// Returns the counts: `4 homework, 4 quizzes, …`.
  static func contents(of info: StoreInfo) -> String {
    "\(info.homework) homework, \(info.quizzes.counted("quiz", plural: "quizzes")), "
      + "\(info.questions.counted("question")), \(info.attempts.counted("attempt")), "
      + "\(info.answers.counted("answer")), \(info.pictures.counted("picture"))"
  }
}

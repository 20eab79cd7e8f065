import HomeworkAPI
import HomeworkModel
import HomeworkSystem

extension CommandTable {
  static let learners: [Command] = [
    Command(
      "learner add", "NAME…", 1...Int.max, "adds learners, who play the same homework", example: "hwdb learner add Ben"
    ) { invocation in
      let backend = try Backend(invocation)
      let added = try backend.each(invocation.operands, "learner") { try backend(Methods.learnerAdd, $0) }
      Output.show(added, as: Methods.learnerList.result, invocation) { learners in
        learners.map { "Added \(printable($0.name))\n" }.joined()
      }
    },
    Command(
      "learner edit", "LEARNER", 1...1,
      options: [Option("name", "NAME", "a new name"), Option("default", "make them the default learner")],
      "renames a learner, or makes them the default learner", example: "hwdb learner edit Ada --name \"Ada B.\""
    ) { invocation in
      guard invocation.has("name") || invocation.has("default") else {
        throw CommandFailure.usage("nothing to change: give --name or --default")
      }
      let edit = LearnerEdit {
        ($0.learnerId, $0.name) = (invocation.operands[0], invocation.value("name"))
        $0.becomesDefault = invocation.has("default")
      }
      let learner = try Backend(invocation)(Methods.learnerUpdate, edit)
      Output.show(learner, as: Shapes.learner, invocation) {
        "Changed \(printable($0.name))\($0.isDefault ? ", the default learner" : "")\n"
      }
    },
    Command("learner list", "", 0...0, "lists the learners", example: "hwdb learner list") { invocation in
      let learners = try Backend(invocation)(Methods.learnerList)
      Output.show(learners, as: Methods.learnerList.result, invocation, isAskedFor: true) {
        TextOutput.learners($0, invocation.outputStyle)
      }
    },
    Command(
      "learner export", "LEARNER", 1...1,
      options: [
        .output
      ],
      "exports all data about a learner as JSON, for import into another library",
      example: "hwdb learner export Ada -o ada.json"
    ) { invocation in
      let exported = try Backend(invocation)(
        Methods.learnerExport, LearnerExport { $0.learnerId = invocation.operands[0] })
      try OutputFile.write((exported.document ?? "") + "\n", invocation)
    },
    Command(
      "learner import", "FILE", 1...1,
      "imports a learner exported from another library, with any homework that is missing here",
      example: "hwdb learner import ben.json"
    ) { invocation in
      let path = invocation.operands[0]
      let parameters =
        try path == "-"
        ? LearnerImport { $0.document = try InputFile.text(path) }
        : LearnerImport { $0.path = try InputFile.document(path) }
      let learner = try Backend(invocation)(Methods.learnerImport, parameters)
      Output.show(learner, as: Shapes.learner, invocation) { "Imported \(printable($0.name))\n" }
    },
    Command(
      "learner erase", "LEARNER", 1...1,
      options: [Option("yes", "NAME", "the name again, to confirm without a prompt")],
      "permanently erases a learner's data", example: "hwdb learner erase Ada --yes Ada"
    ) { invocation in
      let backend = try Backend(invocation)
      let named = invocation.operands[0]
      let name = try Prompt.name(
        invocation,
        "This erases all data about \(printable(named)) for good. Type the whole name to confirm:")
      let erased = try backend(Methods.learnerErase, EraseLearnerParams { ($0.learnerId, $0.name) = (named, name) })
      Output.show(erased, as: Methods.learnerErase.result, invocation) { erased in
        "Erased \(printable(erased.learner.name)) and \(erased.attempts.counted("attempt"))\n"
          + (erased.newDefault.map { "\(printable($0.name)) is the default learner now\n" } ?? "")
          + erased.pending.map {
            "\(printable($0)) still holds erased bytes because another program is reading it; close that program, "
              + "then run hwdb database vacuum\n"
          }.joined()
      }
    },
    Command(
      "stats", "", 0...0, "shows totals, stars, streaks and achievements", example: "hwdb stats"
    ) { invocation in
      let backend = try Backend(invocation)
      let style = invocation.outputStyle
      let hasCharts = style.isTerminal && !invocation.has("json")
      let finished = hasCharts ? try backend.everyAttempt(ListAttemptsParams { $0.state = .completed }) : []
      Output.show(try backend(Methods.statistics), as: Shapes.statistics, invocation, isAskedFor: true) {
        TextOutput.statistics($0, style) + TextOutput.charts(finished, style)
      }
    },
  ]
}

extension TextOutput {
  static func learners(_ learners: [Learner], _ style: OutputStyle) -> String {
    guard style.isTerminal else {
      return learners.map { "\(shortId($0.id))  \(printable($0.name))\($0.isDefault ? ", default" : "")\n" }.joined()
    }
    let columns = [
      Table.Column(heading: "ID"), Table.Column(heading: "NAME", minimum: 12), Table.Column(heading: "DEFAULT"),
      Table.Column(heading: "SINCE", dropOrder: 1),
    ]
    let rows = learners.map { learner -> [Table.Cell] in
      [
        .init(shortId(learner.id), .dim), .init(learner.name), .init(learner.isDefault ? "default" : ""),
        .init(Times.localTime(learner.createdAt)),
      ]
    }
    return Table(columns: columns, rows: rows).text(on: style)
  }
}

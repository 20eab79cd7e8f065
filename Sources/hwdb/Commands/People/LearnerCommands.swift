import HomeworkAPI
import HomeworkFormats
import HomeworkModel
import HomeworkSystem

extension CommandTable {
  static let learners: [Command] = [
    Command(
      "learner add", "[NAME…]", 0...Int.max,
      options: [
        Option("from", "FILE", "a class list: CSV with a column of names; skips learners who are already here"),
        Option("id-column", "NAME", "the column of the class list with the learners' own numbers, which are kept"),
      ],
      "adds learners, who play the same homework", example: "hwdb learner add Ben"
    ) { invocation in
      let backend = try Backend(invocation)
      guard let file = invocation.value("from") else {
        guard !invocation.operands.isEmpty, !invocation.has("id-column") else {
          throw CommandFailure.usage("NAME is missing: hwdb learner add NAME…, or --from FILE")
        }
        return try add(invocation.operands, [], backend, invocation)
      }
      try add(
        invocation.operands, InputFile.classList(file, idColumn: invocation.value("id-column")), backend, invocation)
    },
    Command(
      "learner edit", "LEARNER", 1...1,
      options: [
        Option("extra-time", "SHARE", "more time for attempts from now on: 0, 25%, 50% or 100% of a time limit"),
        Option("number", "N", "the learner's own number, as in a class list; empty to remove it"),
      ],
      "sets a learner's extra time or own number", example: "hwdb learner edit Ada --extra-time 25%"
    ) { invocation in
      let share = invocation.value("extra-time")
      let percent = share.map { Int($0.hasSuffix("%") ? String($0.dropLast()) : $0) ?? -1 }
      if let share, let percent, ![0, 25, 50, 100].contains(percent) {
        throw CommandFailure.usage("--extra-time \(share) is not a share: write 0, 25%, 50% or 100%")
      }
      guard percent != nil || invocation.has("number") else {
        throw CommandFailure.usage("nothing to change: give --extra-time or --number")
      }
      let edit = LearnerEdit {
        ($0.learnerId, $0.extraTimePercent) = (invocation.operands[0], percent)
        $0.number = invocation.value("number")
      }
      let learner = try Backend(invocation)(Methods.learnerUpdate, edit)
      Output.show(learner, as: Shapes.learner, invocation) { TextOutput.line(of: $0) + "\n" }
    },
    Command("learner list", "", 0...0, "lists the learners", example: "hwdb learner list") { invocation in
      let learners = try Backend(invocation)(Methods.learnerList)
      Output.show(learners, as: Methods.learnerList.result, invocation, isAskedFor: true) {
        TextOutput.learners($0, invocation.screen)
      }
    },
    Command(
      "learner rename", "LEARNER NAME", 2...2, "renames a learner",
      example: "hwdb learner rename Ada \"Ada B.\""
    ) {
      invocation in
      let edit = LearnerEdit { ($0.learnerId, $0.name) = (invocation.operands[0], invocation.operands[1]) }
      let learner = try Backend(invocation)(Methods.learnerUpdate, edit)
      Output.show(learner, as: Shapes.learner, invocation) { "Renamed to \(printable($0.name))\n" }
    },
    Command(
      "learner default", "LEARNER", 1...1, "makes a learner the default",
      example: "hwdb learner default Ada"
    ) { invocation in
      let edit = LearnerEdit { ($0.learnerId, $0.becomesDefault) = (invocation.operands[0], true) }
      let learner = try Backend(invocation)(Methods.learnerUpdate, edit)
      Output.show(learner, as: Shapes.learner, invocation) {
        "\(printable($0.name)) is now the default learner\n"
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
      let text = (exported.document ?? "") + "\n"
      guard let path = invocation.value("output") else { return Output.write(text) }
      try OutputFile.write(text, to: path)
    },
    Command(
      "learner import", "FILE", 1...1,
      "imports a learner exported from another library, with any homework that is missing here",
      example: "hwdb learner import ben.json"
    ) { invocation in
      let path = invocation.operands[0]
      let given =
        path == "-"
        ? try LearnerImport { $0.document = try InputFile.text(path) }
        : LearnerImport { $0.path = Paths.absolute(path) }
      let learner = try Backend(invocation)(Methods.learnerImport, given)
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
        invocation, "learner erase",
        "This erases all data about \(printable(named)) for good. Type the whole name to confirm:")
      let erased = try backend(Methods.learnerErase, LearnerErasing { ($0.learnerId, $0.name) = (named, name) })
      Output.show(erased, as: Methods.learnerErase.result, invocation) { erased in
        let copies = erased.copies.map { "  \(printable($0))\n" }.joined()
        return "Erased \(printable(erased.learner.name)) and \(erased.attempts.counted("attempt"))\n"
          + (erased.newDefault.map { "\(printable($0.name)) is the default learner now\n" } ?? "")
          + erased.pending.map {
            "\(printable($0)) still holds erased bytes because another program is reading it; close that program, "
              + "then run hwdb database vacuum\n"
          }.joined()
          + (copies.isEmpty
            ? "" : "Backups made before migrations still contain them; delete these yourself:\n\(copies)")
      }
    },
  ]
}

extension CommandTable {
  /// Adds learners by name, and those of a class list who are not here yet; keeps the numbers of the list.
  private static func add(
    _ names: [String], _ listed: [ClassList.Entry], _ backend: Backend, _ invocation: Invocation
  ) throws {
    let here = listed.isEmpty ? [] : try backend(Methods.learnerList)
    let known = Dictionary(here.map { (Learner.foldedName($0.name), $0) }) { first, _ in first }
    let new = listed.filter { known[Learner.foldedName($0.name)] == nil }
    let added = try backend.each(names.map { ($0, nil) } + new.map { ($0.name, $0.number) }, "learner") {
      (entry: (name: String, number: String?)) in
      let learner = try backend(Methods.learnerAdd, entry.name)
      guard let number = entry.number else { return learner }
      return try backend(
        Methods.learnerUpdate, LearnerEdit { ($0.learnerId, $0.number) = (learner.id.text, number) })
    }
    for entry in listed {
      guard let learner = known[Learner.foldedName(entry.name)], let number = entry.number, number != learner.number
      else { continue }
      _ = try backend(Methods.learnerUpdate, LearnerEdit { ($0.learnerId, $0.number) = (learner.id.text, number) })
    }
    Output.show(added, as: Methods.learnerList.result, invocation) { learners in
      let known = listed.count - new.count
      return learners.map { "Added \(printable($0.name))\n" }.joined()
        + (known > 0 ? "\(known.counted("learner")) already here\n" : "")
    }
  }
}

extension TextOutput {
  /// Returns a learner's name with what else is kept.
  fileprivate static func line(of learner: Learner) -> String {
    printable(learner.name) + (learner.isDefault ? ", default" : "")
      + (learner.number.map { ", number \(printable($0))" } ?? "")
      + (learner.extraTime.map { ", \($0.rawValue) % extra time" } ?? "")
  }

  static func learners(_ learners: [Learner], _ screen: OutputStyle) -> String {
    guard screen.isTerminal else {
      return learners.map { "\(shortId($0.id))  \(line(of: $0))\n" }.joined()
    }
    let columns = [
      Table.Column(heading: "ID"), Table.Column(heading: "NAME", minimum: 12), Table.Column(heading: "DEFAULT"),
      Table.Column(heading: "NUMBER", dispensability: 2), Table.Column(heading: "EXTRA TIME", dispensability: 3),
      Table.Column(heading: "SINCE", dispensability: 1),
    ]
    let rows = learners.map { learner -> [Table.Cell] in
      [
        .init(shortId(learner.id), .dim), .init(learner.name), .init(learner.isDefault ? "default" : ""),
        .init(learner.number ?? ""), .init(learner.extraTime.map { "\($0.rawValue) %" } ?? ""),
        .init(Times.localTime(learner.createdAt)),
      ]
    }
    return Table(columns: columns, rows: rows).text(on: screen)
  }
}

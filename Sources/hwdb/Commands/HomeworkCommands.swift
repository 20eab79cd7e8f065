import HomeworkAPI
import HomeworkModel

extension CommandTable {
  static let homework: [Command] = [
    Command(
      "add", "TITLE", 1...1,
      options: addition.options + [
        Option("quiz", "FILE", "its quiz, as JSON"),
        Option("image", "FILE", "its picture: \(PictureType.words), up to 16 MiB"),
        Option("text", "FILE", "its text"),
      ],
      "adds an assignment", example: "hwdb add \"Adding fractions\" --subject Mathematics"
    ) { invocation in
      var addition = try addition.parameters(invocation)
      addition.text = try invocation.value("text").map { try InputFile.text($0) }
      addition.imagePath = try invocation.value("image").map(InputFile.picture)
      let backend = try Backend(invocation)
      addition.quiz = try invocation.value("quiz").map { try InputFile.quiz($0, checkedBy: backend) }
      let homework = try backend(Methods.homeworkAdd, addition)
      Output.show(homework, as: Shapes.homework, invocation) {
        "Added \(TextOutput.line(of: $0))\($0.dueOn.map { ", due \(Times.weekday($0))" } ?? "")\n"
      }
    },
    Command(
      "list",
      options: listing.options + [
        Option("due", "WHEN", "only homework that is due then: week, overdue, \(Times.daysSaid)")
      ],
      "lists homework, newest first", example: "hwdb list --status started"
    ) { invocation in
      var wanted = try listing.parameters(invocation)
      if let said = invocation.value("due") {
        wanted.due = ListHomeworkParams.Due(rawValue: said)
        wanted.dueOn = try wanted.due == nil ? Invocation.day(said, as: "--due") : nil
        if let day = wanted.dueOn, day != said { Output.writeError("Due \(Times.weekday(day)):\n") }
      }
      let page = try Backend(invocation)(Methods.homeworkList, wanted)
      let none = "No homework yet: add one with hwdb add TITLE, or hwdb import FILE"
      Output.showRows(
        page, as: Methods.homeworkList.result, invocation,
        note: { TextOutput.note($0, "homework", none: none, invocation) }
      ) {
        TextOutput.list($0.items, invocation.outputStyle)
      }
    },
    Command("show", "ID", 1...1, "shows an assignment", example: "hwdb show 3f2a91bc") { invocation in
      let homework = try Backend(invocation)(Methods.homeworkGet, invocation.operands[0])
      Output.show(homework, as: Shapes.homework, invocation, isAskedFor: true) {
        TextOutput.detail(of: $0, invocation.outputStyle)
      }
    },
    Command(
      "edit", "ID", 1...1,
      options: edit.options + [
        Option("image", "FILE", "its picture; \"\" removes it"),
        Option("text", "FILE", "its text; \"\" removes it"),
      ],
      "changes an assignment; keeps what is not given", example: "hwdb edit 3f2a91bc --subject Mathematics"
    ) { invocation in
      var edit = try edit.parameters(invocation)
      edit.text = try invocation.value("text").map { $0.isEmpty ? "" : try InputFile.text($0) }
      edit.imagePath = try invocation.value("image").map { $0.isEmpty ? "" : try InputFile.picture($0) }
      let homework = try Backend(invocation)(Methods.homeworkUpdate, edit)
      Output.show(homework, as: Shapes.homework, invocation) { TextOutput.detail(of: $0, invocation.outputStyle) }
    },
    Command("complete", "ID", 1...1, "marks an assignment as done", example: "hwdb complete 3f2a91bc") { invocation in
      let homework = try Backend(invocation)(Methods.homeworkComplete, invocation.operands[0])
      Output.show(homework, as: Shapes.homework, invocation) { "Done: \(TextOutput.line(of: $0))\n" }
    },
    Command("reopen", "ID", 1...1, "marks an assignment as not done", example: "hwdb reopen 3f2a91bc") { invocation in
      let homework = try Backend(invocation)(Methods.homeworkReopen, invocation.operands[0])
      Output.show(homework, as: Shapes.homework, invocation) { "Reopened \(TextOutput.line(of: $0))\n" }
    },
    Command(
      "progress", "[ID]", 0...1, options: [.csvFormat],
      "shows the progress of an assignment, or of everything that was played; as csv, of all homework",
      example: "hwdb progress 3f2a91bc"
    ) { invocation in
      let backend = try Backend(invocation)
      if invocation.value("format") == "csv" {
        guard invocation.operands.isEmpty else {
          throw CommandFailure.usage("--format csv is of all homework: leave the ID out", form: "progress --format csv")
        }
        return try OutputFile.write(CSV.text(try backend.everyHomework(), CSV.progress), invocation)
      }
      guard let id = invocation.operands.first else {
        let played = try backend.everyHomework().filter { $0.progress.totalAttempts != 0 }
        return Output.showRows(
          played.map { ($0.id, $0.title, $0.progress) }, as: Self.played, invocation,
          note: { $0.isEmpty ? "Nothing played yet: start with hwdb play" : nil }
        ) { _ in
          TextOutput.list(played, invocation.outputStyle)
        }
      }
      let progress = try backend(Methods.progressGet, id)
      Output.show(progress, as: Shapes.progress, invocation, isAskedFor: true) { TextOutput.progress($0) + "\n" }
    },
    Command(
      "delete", "ID…", 1...Int.max,
      options: [.yes],
      "deletes homework with its quiz and progress; deletes all of them or none", example: "hwdb delete 3f2a91bc --yes"
    ) { invocation in
      let backend = try Backend(invocation)
      // Look the homework up before asking for confirmation, so that a mistyped id is reported at once.
      let homework = try CommandFailure.gathered(invocation.operands) { text in
        let homework = try backend(Methods.homeworkGet, text)
        do throws(RPCError) { try RPCError.requireWhole(text, of: homework.title, homework.id) } catch {
          throw CommandFailure.refused(error)
        }
        return homework
      }
      let titles = homework.map { TextOutput.line(of: $0) }.joined(separator: "\n  ")
      try Prompt.confirm(
        invocation, "This will delete the homework, its quiz and all progress:\n  \(titles)\nDelete?")
      let deleted = try backend(Methods.homeworkDelete, homework.map(\.id.text))
      Output.show(deleted, as: Methods.homeworkDelete.result, invocation) { _ in
        homework.map { "Deleted \(TextOutput.line(of: $0))\n" }.joined()
      }
    },
    Command(
      "undo", "", 0...0,
      "undoes the last deletion or regrading, for up to 30 days",
      example: "hwdb undo"
    ) { invocation in
      let undone = try Backend(invocation)(Methods.homeworkUndelete)
      guard !undone.homework.isEmpty || undone.regrading != nil else {
        throw CommandFailure.refused(
          RPCError(
            .notFound, "there is no deletion or regrading to undo: each is kept for 30 days"))
      }
      Output.show(undone, as: Methods.homeworkUndelete.result, invocation) { undone in
        let regraded = undone.regrading.map {
          TextOutput.regraded($0.changes, invocation.outputStyle)
            + "\($0.changes.count.counted("answer")) with the former grade again; the key stays corrected\n"
        }
        return undone.homework.map { "Restored \(TextOutput.line(of: $0))\n" }.joined() + (regraded ?? "")
      }
    },
  ]

  private static let addition = MethodOptions(
    Methods.homeworkAdd, operands: ["title"], except: ["text", "imagePath", "quiz"])
  private static let edit = MethodOptions(
    Methods.homeworkUpdate, operands: ["homeworkId"], except: ["text", "imagePath"])
  private static let listing = MethodOptions(Methods.homeworkList, except: ["due", "dueOn"])

  /// The lines of `progress`: the homework and its progress.
  private static let played = Shape.object([ProgressRow]()) {
    Field(
      "items", \.self,
      .array(
        .object((homeworkId: .blank, title: "", progress: HomeworkProgress())) {
          Field("homeworkId", \.homeworkId, "The homework's id.")
          Field("title", \.title, "The title.")
          Field("progress", \.progress, Shapes.progress, "How far it is.")
        }), "Each that was played.")
  }
  private typealias ProgressRow = (homeworkId: Homework.ID, title: String, progress: HomeworkProgress)
}

import HomeworkJSON
import HomeworkRPC

extension CommandTable {
  static let homework: [Command] = [
    Command(
      "add", "TITLE", 1...1,
      options: [
        Option(name: "subject", value: "S", summary: "such as Mathematics"),
        Option(name: "collection", value: "C", summary: "a collection it belongs to", repeats: true),
        Option(name: "quiz", value: "FILE", summary: "its quiz, as JSON"),
        Option(name: "image", value: "FILE", summary: "its picture: JPEG, PNG or HEIC, up to 16 MiB"),
        Option(name: "text", value: "FILE", summary: "its text"),
        Option(name: "due", value: "DATE", summary: "the day it is due, 2026-11-20"),
      ],
      "adds a homework", example: "hwdb add \"Adding fractions\" --subject Mathematics"
    ) { invocation in
      var params: [String: JSONValue] = ["title": .string(invocation.operands[0])]
      if let subject = invocation.value("subject") { params["subject"] = .string(subject) }
      if let names = invocation.options["collection"] { params["collections"] = .array(names.map { .string($0) }) }
      if let date = invocation.value("due") { params["dueOn"] = .string(date) }
      if let file = invocation.value("text") { params["text"] = .string(try InputFile.text(file)) }
      if let file = invocation.value("image") { params["imagePath"] = try InputFile.picture(file) }
      let backend = try Backend(invocation)
      if let file = invocation.value("quiz") { params["quiz"] = try InputFile.quiz(file, checkedBy: backend) }
      let homework = try backend("homework.add", .object(params))
      Output.show(homework, invocation) { "Added \(TextOutput.line(of: $0))\n" }
    },
    Command(
      "list",
      options: [
        Option(name: "subject", value: "S", summary: "only of this subject"),
        Option(name: "collection", value: "C", summary: "only of this collection"),
        Option(
          name: "status", value: "STATUS", summary: "new, started or completed",
          choices: ["new", "started", "completed"]),
        Option(
          name: "due", value: "WHEN", summary: "today, within the week, or overdue",
          choices: ["today", "week", "overdue"]),
        Option(name: "search", value: "WORDS", summary: "in title, subject, text or questions"),
        Option(name: "limit", value: "N", summary: "how many at most; 50 unless given"),
        Option(name: "after", value: "CURSOR", summary: "the next of the page before"),
      ],
      "lists homework, the newest first", example: "hwdb list --status started"
    ) { invocation in
      var params: [String: JSONValue] = [:]
      for name in ["subject", "collection", "status", "due", "search", "after"] {
        if let value = invocation.value(name) { params[name] = .string(value) }
      }
      params["limit"] = try invocation.number("limit").map { .int($0) }
      let page = try Backend(invocation)("homework.list", .object(params))
      let isFiltered = !invocation.options.keys.allSatisfy { Option.global.map(\.name).contains($0) }
      Output.show(page, invocation, isAskedFor: true) { TextOutput.list($0, isFiltered: isFiltered, invocation.screen) }
    },
    Command("show", "ID", 1...1, "shows a homework", example: "hwdb show 3f2a91bc") { invocation in
      let homework = try Backend(invocation)("homework.get", ["homeworkId": .string(invocation.operands[0])])
      Output.show(homework, invocation, isAskedFor: true) { TextOutput.detail(of: $0, invocation.screen) }
    },
    Command(
      "delete", "ID…", 1...Int.max,
      options: [Option(name: "yes", value: nil, summary: "do not ask")],
      "deletes homework with quiz and progress: all of them or none", example: "hwdb delete 3f2a91bc --yes"
    ) { invocation in
      let backend = try Backend(invocation)
      // Looked up before anybody is asked, so that a mistyped id is known at once.
      let homework = try CommandFailure.gathered(invocation.operands) {
        try backend("homework.get", ["homeworkId": .string($0)])
      }
      try confirmDeletion(of: homework, invocation)
      let ids = homework.compactMap { $0["id"] }
      let result = try backend("homework.delete", ["homeworkIds": .array(ids)])
      Output.show(result, invocation) { _ in homework.map { "Deleted \(TextOutput.line(of: $0))\n" }.joined() }
    },
    Command(
      "undo", "", 0...0, "brings back what the last deletion took, for 30 days or until the next one",
      example: "hwdb undo"
    ) { invocation in
      let result = try Backend(invocation)("homework.undelete")
      let homework = result["items"]?.array ?? []
      guard !homework.isEmpty else {
        throw CommandFailure.refused(
          RPCError(.notFound, "no deletion to undo: each is kept for 30 days or until the next"))
      }
      Output.show(result, invocation) { _ in homework.map { "Back again: \(TextOutput.line(of: $0))\n" }.joined() }
    },
    Command("complete", "ID", 1...1, "marks a homework done", example: "hwdb complete 3f2a91bc") { invocation in
      let homework = try Backend(invocation)("homework.complete", ["homeworkId": .string(invocation.operands[0])])
      Output.show(homework, invocation) { "Done: \(TextOutput.line(of: $0))\n" }
    },
    Command("reopen", "ID", 1...1, "marks a homework not done", example: "hwdb reopen 3f2a91bc") { invocation in
      let homework = try Backend(invocation)("homework.reopen", ["homeworkId": .string(invocation.operands[0])])
      Output.show(homework, invocation) { "Open again: \(TextOutput.line(of: $0))\n" }
    },
    Command(
      "progress", "[ID]", 0...1, "shows the progress of a homework, or of each that was played",
      example: "hwdb progress 3f2a91bc"
    ) { invocation in
      let backend = try Backend(invocation)
      guard let id = invocation.operands.first else {
        let played = try backend.everyItem(of: "homework.list").filter { $0["progress"]?["totalAttempts"]?.int != 0 }
        return Output.show(["items": .array(played.map(progressRow))], invocation, isAskedFor: true) { _ in
          played.isEmpty
            ? "Nothing played yet: hwdb attempt start ID\n"
            : TextOutput.list(["items": .array(played)], invocation.screen)
        }
      }
      let progress = try backend("progress.get", ["homeworkId": .string(id)])
      Output.show(progress, invocation, isAskedFor: true) { TextOutput.progress($0) + "\n" }
    },
  ]

  private static func progressRow(of homework: JSONValue) -> JSONValue {
    [
      "homeworkId": homework["id"] ?? .null, "title": homework["title"] ?? .null,
      "progress": homework["progress"] ?? .null,
    ]
  }

  private static func confirmDeletion(of homework: [JSONValue], _ invocation: Invocation) throws {
    guard !invocation.has("yes") else { return }
    guard Prompt.isPossible else {
      throw CommandFailure.usage("delete asks only on a terminal: add --yes")
    }
    let titles = homework.map { TextOutput.line(of: $0) }.joined(separator: "\n  ")
    guard Prompt.confirm("This will delete the homework, its quiz and all progress:\n  \(titles)\nDelete?") else {
      throw CommandFailure.refused(RPCError(.cancelled, "nothing was deleted"))
    }
  }
}

import HomeworkJSON
import HomeworkRPC

extension CommandTable {
  static let edits: [Command] = [
    Command(
      "edit", "ID", 1...1,
      options: [
        Option(name: "title", value: "TITLE", summary: "what it is called"),
        Option(name: "subject", value: "S", summary: "its subject; \"\" takes it away"),
        Option(name: "collection", value: "C", summary: "in place of all that it belongs to", repeats: true),
        Option(name: "image", value: "FILE", summary: "its picture; \"\" takes it away"),
        Option(name: "text", value: "FILE", summary: "its text; \"\" takes it away"),
        Option(name: "due", value: "DATE", summary: "the day it is due; \"\" takes it away"),
      ],
      "changes a homework; what is not given stays", example: "hwdb edit 3f2a91bc --subject Mathematics"
    ) { invocation in
      var params: [String: JSONValue] = ["homeworkId": .string(invocation.operands[0])]
      for (option, name) in [("title", "title"), ("subject", "subject"), ("due", "dueOn")] {
        if let value = invocation.value(option) { params[name] = .string(value) }
      }
      if let names = invocation.options["collection"] { params["collections"] = .array(names.map { .string($0) }) }
      if let file = invocation.value("text") { params["text"] = .string(file.isEmpty ? "" : try InputFile.text(file)) }
      if let file = invocation.value("image") { params["imagePath"] = file.isEmpty ? "" : try InputFile.picture(file) }
      let homework = try Backend(invocation)("homework.update", .object(params))
      Output.show(homework, invocation) { TextOutput.detail(of: $0, invocation.screen) }
    },
    Command(
      "quiz generation", "ID STATE", 2...2,
      options: [
        Option(name: "reason", value: "R", summary: "why it failed, such as rateLimited"),
        Option(name: "retry-after", value: "S", summary: "seconds to wait before another try"),
      ],
      "moves the making of a quiz on: none, pending, ready or failed",
      example: "hwdb quiz generation 3f2a91bc failed --reason rateLimited"
    ) { invocation in
      var params: [String: JSONValue] = [
        "homeworkId": .string(invocation.operands[0]), "state": .string(invocation.operands[1]),
      ]
      if let reason = invocation.value("reason") { params["reason"] = .string(reason) }
      if let seconds = invocation.value("retry-after") {
        guard let number = Int64(seconds) else {
          throw CommandFailure.usage("--retry-after \(seconds) is not a number: write --retry-after 300")
        }
        params["retryAfterSeconds"] = .int(number)
      }
      let homework = try Backend(invocation)("generation.update", .object(params))
      Output.show(homework, invocation) { "\(TextOutput.line(of: $0)): \($0["generation"]?["state"]?.string ?? "")\n" }
    },
    Command(
      "stats", "", 0...0, options: [.csvFormat], "sums up what was done; as csv, the progress of each homework",
      example: "hwdb stats --format csv"
    ) { invocation in
      let backend = try Backend(invocation)
      guard invocation.value("format") != "csv" else {
        return Output.write(CSV.text(try backend.everyItem(of: "homework.list"), CSV.progress))
      }
      let screen = invocation.screen
      let hasCharts = screen.isTerminal && !invocation.has("json")
      let finished = hasCharts ? try backend.everyItem(of: "attempt.list", ["state": "completed"]) : []
      Output.show(try backend("stats.get"), invocation, isAskedFor: true) {
        TextOutput.statistics($0, screen) + TextOutput.charts(finished, screen)
      }
    },
  ]
}

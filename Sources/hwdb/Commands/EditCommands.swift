import HomeworkAPI
import HomeworkCommandLine
import HomeworkModel

extension CommandTable {
  static let edits: [Command] = [
    Command(
      "edit", "ID", 1...1,
      options: [
        Option("title", "TITLE", "the new title"),
        Option("subject", "S", "its subject; \"\" removes it"),
        Option("collection", "C", "a collection it belongs to; replaces all of them", repeats: true),
        Option("image", "FILE", "its picture; \"\" removes it"),
        Option("text", "FILE", "its text; \"\" removes it"),
        Option("due", "DATE", "the day it is due; \"\" removes it"),
      ],
      "changes a homework; keeps what is not given", example: "hwdb edit 3f2a91bc --subject Mathematics"
    ) { invocation in
      let edit = HomeworkEdit(
        homeworkId: invocation.operands[0], title: invocation.value("title"), subject: invocation.value("subject"),
        collections: invocation.options["collection"],
        text: try invocation.value("text").map { $0.isEmpty ? "" : try InputFile.text($0) },
        imagePath: try invocation.value("image").map { $0.isEmpty ? "" : try InputFile.picture($0) },
        dueOn: invocation.value("due"))
      let homework = try Backend(invocation)(Methods.homeworkUpdate, edit)
      Output.show(homework, as: Shapes.homework, invocation) { TextOutput.detail(of: $0, invocation.screen) }
    },
    Command(
      "quiz generation", "ID STATE", 2...2,
      options: [
        Option("reason", "R", "why it failed, such as rateLimited"),
        Option("retry-after", "S", "seconds to wait before the next try"),
      ],
      "sets the state of a quiz's generation: none, pending, ready or failed",
      example: "hwdb quiz generation 3f2a91bc failed --reason rateLimited"
    ) { invocation in
      var change = GenerationChange(
        homeworkId: invocation.operands[0], state: try Invocation.word(invocation.operands[1], as: "state"),
        reason: try invocation.word("reason", as: "reason"))
      if let seconds = invocation.value("retry-after") {
        guard let number = Int(seconds) else {
          throw CommandFailure.usage("--retry-after \(seconds) is not a number: write --retry-after 300")
        }
        change.retryAfterSeconds = number
      }
      let homework = try Backend(invocation)(Methods.generationUpdate, change)
      Output.show(homework, as: Shapes.homework, invocation) {
        "\(TextOutput.line(of: $0)): \($0.generation.state)\n"
      }
    },
    Command(
      "stats", "", 0...0, options: [.csvFormat],
      "shows totals, stars, streaks and achievements; as csv, the progress of each homework",
      example: "hwdb stats --format csv"
    ) { invocation in
      let backend = try Backend(invocation)
      guard invocation.value("format") != "csv" else {
        return Output.write(CSV.text(try backend.everyHomework(), CSV.progress))
      }
      let screen = invocation.screen
      let hasCharts = screen.isTerminal && !invocation.has("json")
      let finished = hasCharts ? try backend.everyAttempt(AttemptListing(state: .completed)) : []
      Output.show(try backend(Methods.statistics), as: Shapes.statistics, invocation, isAskedFor: true) {
        TextOutput.statistics($0, screen) + TextOutput.charts(finished, screen)
      }
    },
  ]
}

import HomeworkAPI
import HomeworkModel

extension CommandTable {
  static let edits: [Command] = [
    Command(
      "quiz generation", "ID STATE", 2...2,
      options: [
        Option("reason", "R", "why it failed, such as rateLimited"),
        Option("retry-after", "S", "seconds to wait before the next try"),
      ],
      "sets the state of a quiz's generation: none, pending, ready or failed",
      example: "hwdb quiz generation 3f2a91bc failed --reason rateLimited"
    ) { invocation in
      var change = try GenerationChange {
        ($0.homeworkId, $0.state) = (invocation.operands[0], try Invocation.word(invocation.operands[1], as: "state"))
        $0.reason = try invocation.word("reason", as: "reason")
      }
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
      let finished = hasCharts ? try backend.everyAttempt(AttemptListing { $0.state = .completed }) : []
      Output.show(try backend(Methods.statistics), as: Shapes.statistics, invocation, isAskedFor: true) {
        TextOutput.statistics($0, screen) + TextOutput.charts(finished, screen)
      }
    },
  ]
}

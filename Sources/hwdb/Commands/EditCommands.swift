import HomeworkAPI
import HomeworkModel

extension CommandTable {
  static let edits: [Command] = [
    Command(
      "quiz generation", "ID STATE", 2...2,
      options: generation.options,
      "sets the state of a quiz's generation: none, pending, ready or failed",
      example: "hwdb quiz generation 3f2a91bc failed --reason rateLimited"
    ) { invocation in
      let homework = try Backend(invocation)(Methods.generationUpdate, generation.parameters(invocation))
      Output.show(homework, as: Shapes.homework, invocation) {
        "\(TextOutput.line(of: $0)): \($0.generation.state)\n"
      }
    },
    Command(
      "stats", "", 0...0, "shows totals, stars, streaks and achievements", example: "hwdb stats"
    ) { invocation in
      let backend = try Backend(invocation)
      let screen = invocation.screen
      let hasCharts = screen.isTerminal && !invocation.has("json")
      let finished = hasCharts ? try backend.everyAttempt(AttemptListing { $0.state = .completed }) : []
      Output.show(try backend(Methods.statistics), as: Shapes.statistics, invocation, isAskedFor: true) {
        TextOutput.statistics($0, screen) + TextOutput.charts(finished, screen)
      }
    },
  ]

  private static let generation = MethodOptions(Methods.generationUpdate, operands: ["homeworkId", "state"])
}

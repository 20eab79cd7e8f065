import HomeworkAPI
import HomeworkCommandLine
import HomeworkModel
import HomeworkRPC

extension CommandTable {
  static let attempts: [Command] = [
    simple("attempt start", "ID", "starts an attempt at a quiz", Methods.attemptStart, TextOutput.attempt),
    Command("attempt resume", "ID", 1...1, "finds the attempt in progress", example: "hwdb attempt resume 3f2a91bc") {
      invocation in
      let search = AttemptSearch(homeworkId: invocation.operands[0])
      let attempt = try Backend(invocation)(Methods.attemptResume, search)
      Output.show(attempt, as: Shapes.attempt, invocation, isAskedFor: true) {
        TextOutput.attempt($0, invocation.screen)
      }
    },
    Command("attempt show", "ATTEMPT", 1...1, "shows an attempt", example: "hwdb attempt show 3f2a91bc") { invocation in
      let read = try Backend(invocation)(Methods.attemptGet, AttemptReading(invocation.operands[0]))
      Output.show(read, as: Shapes.reviewedAttempt, invocation, isAskedFor: true) {
        TextOutput.attempt($0.attempt, invocation.screen)
      }
    },
    Command(
      "attempt review", "ATTEMPT", 1...1, "tells each question, what was said, what is right, and why",
      example: "hwdb attempt review 3f2a91bc"
    ) { invocation in
      let backend = try Backend(invocation)
      let read = try backend(Methods.attemptGet, AttemptReading(invocation.operands[0], isReview: true))
      let title = try invocation.has("json") ? "" : backend(Methods.homeworkGet, read.attempt.homeworkId.text).title
      Output.show(read, as: Shapes.reviewedAttempt, invocation, isAskedFor: true) {
        TextOutput.review($0, title, invocation.screen)
      }
    },
    Command(
      "attempt list", "[ID]", 0...1,
      options: [
        Option("state", "STATE", "inProgress, completed or abandoned"),
        Option("limit", "N", "the most to list; 50 by default"),
        Option("after", "CURSOR", "the next of the page before"), .csvFormat,
      ],
      "lists attempts, newest first; as csv, all of them", example: "hwdb attempt list --state completed"
    ) { invocation in
      var listing = AttemptListing(homeworkId: invocation.operands.first, after: invocation.value("after"))
      listing.state = try invocation.word("state", as: "state")
      guard invocation.value("format") != "csv" else {
        return Output.write(CSV.text(try Backend(invocation).everyAttempt(listing), CSV.attempts))
      }
      listing.limit = try invocation.number("limit").map { Int($0) }
      let backend = try Backend(invocation)
      let page = try backend(Methods.attemptList, listing)
      let isInWords = !invocation.has("json")
      let titles = try Set(isInWords ? page.items.map(\.homeworkId) : []).reduce(into: [Homework.ID: String]()) {
        $0[$1] = try backend(Methods.homeworkGet, $1.text).title
      }
      Output.show(page, as: Methods.attemptList.result, invocation, isAskedFor: true) {
        TextOutput.attempts($0, titles, invocation.screen)
      }
    },
    Command(
      "attempt answer", "ATTEMPT RESPONSE", 2...2,
      "settles the current question with an option's letter or number, or a text",
      example: "hwdb attempt answer 3f2a91bc B"
    ) { invocation in
      let settling = QuestionSettling(attemptId: invocation.operands[0], response: invocation.operands[1])
      let settlement = try Backend(invocation)(Methods.attemptAnswer, settling)
      Output.show(settlement, as: Shapes.settlement, invocation, isAskedFor: true) {
        TextOutput.settlement($0, invocation.screen)
      }
    },
    Command("attempt skip", "ATTEMPT", 1...1, "skips the current question", example: "hwdb attempt skip 3f2a91bc") {
      invocation in
      let settling = QuestionSettling(attemptId: invocation.operands[0])
      let settlement = try Backend(invocation)(Methods.attemptSkip, settling)
      Output.show(settlement, as: Shapes.settlement, invocation, isAskedFor: true) {
        TextOutput.settlement($0, invocation.screen)
      }
    },
    simple("attempt finish", "ATTEMPT", "completes an attempt", Methods.attemptFinish) {
      TextOutput.attempt($0.attempt, $1)
    },
    Command(
      "attempt abandon", "ATTEMPT", 1...1,
      options: [Option("yes", "do not ask for confirmation")],
      "ends an attempt that counts for nothing", example: "hwdb attempt abandon 3f2a91bc --yes"
    ) { invocation in
      let backend = try Backend(invocation)
      let attempt = try backend(Methods.attemptGet, AttemptReading(invocation.operands[0])).attempt
      if !invocation.has("yes"), Prompt.isPossible, !Prompt.confirm("Your progress will be lost. Abandon?") {
        throw CommandFailure.refused(RPCError(.cancelled, "the attempt goes on"))
      }
      let ended = try backend(Methods.attemptAbandon, attempt.id.text)
      Output.show(ended, as: Shapes.attempt, invocation) { TextOutput.attempt($0, invocation.screen) }
    },
  ]

  /// A command that calls one method with one id.
  private static func simple<Result>(
    _ words: String, _ operand: String, _ summary: String, _ method: RPCMethod<String, Result>,
    _ show: @escaping @Sendable (Result, Screen) -> String
  ) -> Command {
    Command(words, operand, 1...1, summary, example: "hwdb \(words) 3f2a91bc") { invocation in
      let result = try Backend(invocation)(method, invocation.operands[0])
      Output.show(result, as: method.result, invocation, isAskedFor: true) { show($0, invocation.screen) }
    }
  }
}

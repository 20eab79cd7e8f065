import HomeworkJSON
import HomeworkRPC

extension CommandTable {
  static let attempts: [Command] = [
    simple("attempt start", "ID", "homeworkId", "starts an attempt at a quiz", "attempt.start", TextOutput.attempt),
    simple("attempt resume", "ID", "homeworkId", "finds the attempt in progress", "attempt.resume", TextOutput.attempt),
    simple("attempt show", "ATTEMPT", "attemptId", "shows an attempt", "attempt.get", TextOutput.attempt),
    Command(
      "attempt list", "[ID]", 0...1,
      options: [
        Option(name: "state", value: "STATE", summary: "inProgress, completed or abandoned"),
        Option(name: "limit", value: "N", summary: "how many at most; 50 unless given"),
        Option(name: "after", value: "CURSOR", summary: "the next of the page before"), .csvFormat,
      ],
      "lists attempts, the newest first; as csv, all of them", example: "hwdb attempt list --state completed"
    ) { invocation in
      var params: [String: JSONValue] = [:]
      if let id = invocation.operands.first { params["homeworkId"] = .string(id) }
      for name in ["state", "after"] { params[name] = invocation.value(name).map { .string($0) } }
      guard invocation.value("format") != "csv" else {
        return Output.write(
          CSV.text(try Backend(invocation).everyItem(of: "attempt.list", .object(params)), CSV.attempts))
      }
      params["limit"] = try invocation.number("limit").map { .int($0) }
      let page = try Backend(invocation)("attempt.list", .object(params))
      Output.show(page, invocation, isAskedFor: true) { TextOutput.attempts($0, invocation.screen) }
    },
    Command(
      "attempt answer", "ATTEMPT RESPONSE", 2...2,
      "settles the current question with an option's letter or number, or a text",
      example: "hwdb attempt answer 3f2a91bc B"
    ) { invocation in
      let settlement = try Backend(invocation)(
        "attempt.answer",
        ["attemptId": .string(invocation.operands[0]), "response": .string(invocation.operands[1])])
      Output.show(settlement, invocation, isAskedFor: true) { TextOutput.settlement($0, invocation.screen) }
    },
    simple("attempt skip", "ATTEMPT", "attemptId", "skips the current question", "attempt.skip", TextOutput.settlement),
    simple("attempt finish", "ATTEMPT", "attemptId", "completes an attempt", "attempt.finish") {
      TextOutput.attempt($0["attempt"] ?? .null, $1)
    },
    Command(
      "attempt abandon", "ATTEMPT", 1...1,
      options: [Option(name: "yes", value: nil, summary: "do not ask, as is done on a terminal")],
      "ends an attempt that counts for nothing", example: "hwdb attempt abandon 3f2a91bc --yes"
    ) { invocation in
      let backend = try Backend(invocation)
      let attempt = try backend("attempt.get", ["attemptId": .string(invocation.operands[0])])
      if !invocation.has("yes"), Prompt.isPossible, !Prompt.confirm("Your progress will be lost. Abandon?") {
        throw CommandFailure.refused(RPCError(.cancelled, "the attempt goes on"))
      }
      let ended = try backend("attempt.abandon", ["attemptId": attempt["id"] ?? .null])
      Output.show(ended, invocation) { TextOutput.attempt($0, invocation.screen) }
    },
  ]

  /// A command that calls one method with one id.
  private static func simple(
    _ words: String, _ operand: String, _ parameter: String, _ summary: String, _ method: String,
    _ show: @escaping @Sendable (JSONValue, Screen) -> String
  ) -> Command {
    Command(words, operand, 1...1, summary, example: "hwdb \(words) 3f2a91bc") { invocation in
      let result = try Backend(invocation)(method, [parameter: .string(invocation.operands[0])])
      Output.show(result, invocation, isAskedFor: true) { show($0, invocation.screen) }
    }
  }
}

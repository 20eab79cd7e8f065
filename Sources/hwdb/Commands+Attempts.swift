import Wire

extension CommandTable {
  static let attempts: [Command] = [
    simple("attempt start", "ID", "homeworkId", "starts an attempt at a quiz", "attempt.start") { Words.attempt($0) },
    simple("attempt resume", "ID", "homeworkId", "finds the attempt in progress", "attempt.resume") {
      Words.attempt($0)
    },
    simple("attempt show", "ATTEMPT", "attemptId", "shows an attempt", "attempt.get") { Words.attempt($0) },
    Command(
      "attempt answer", "ATTEMPT RESPONSE", 2...2,
      "settles the current question with an option's letter or number, or a text",
      example: "hwdb attempt answer 3f2a91bc B"
    ) { invocation in
      let settlement = try Backend(invocation)(
        "attempt.answer",
        ["attemptId": .string(invocation.operands[0]), "response": .string(invocation.operands[1])])
      Output.show(settlement, invocation) { Words.settlement($0) }
    },
    simple("attempt skip", "ATTEMPT", "attemptId", "skips the current question", "attempt.skip") {
      Words.settlement($0)
    },
    simple("attempt finish", "ATTEMPT", "attemptId", "completes an attempt", "attempt.finish") {
      Words.attempt($0["attempt"] ?? .null)
    },
    simple("attempt abandon", "ATTEMPT", "attemptId", "ends an attempt that counts for nothing", "attempt.abandon") {
      Words.attempt($0)
    },
  ]

  /// A command that calls one method with one id.
  private static func simple(
    _ words: String, _ operand: String, _ parameter: String, _ summary: String, _ method: String,
    _ show: @escaping @Sendable (JSONValue) -> String
  ) -> Command {
    Command(words, operand, 1...1, summary, example: "hwdb \(words) 3f2a91bc") { invocation in
      let result = try Backend(invocation)(method, [parameter: .string(invocation.operands[0])])
      Output.show(result, invocation, show)
    }
  }
}

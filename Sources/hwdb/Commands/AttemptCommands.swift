import HomeworkAPI
import HomeworkModel

extension CommandTable {
  static let attempts: [Command] = [
    Command(
      "attempt start", "ID", 1...1, options: Option.ofAttempt, "starts an attempt at a quiz",
      example: "hwdb attempt start 3f2a91bc --shuffle both --seed 7 --time-limit 10min"
    ) { invocation in
      let starting = try StartAttemptParams {
        ($0.homeworkId, $0.options) = (invocation.operands[0], try invocation.attemptOptions)
      }
      do {
        let attempt = try Backend(invocation)(Methods.attemptStart, starting)
        Output.show(attempt, as: Shapes.attempt, invocation, isAskedFor: true) {
          TextOutput.attempt($0, invocation.outputStyle)
        }
      } catch let failure as CommandFailure where failure.isNothingToPractise {
        Output.showNothing(failure, invocation)
      }
    },
    Command(
      "attempt resume", "ID", 1...1,
      options: [Option("take", "take over the attempt that is played on another copy of the library")],
      "finds the attempt in progress", example: "hwdb attempt resume 3f2a91bc"
    ) { invocation in
      let backend = try Backend(invocation)
      let attempt: Attempt
      if invocation.has("take") {
        let listing = ListAttemptsParams { ($0.homeworkId, $0.state) = (invocation.operands[0], .inProgress) }
        guard let elsewhere = try backend(Methods.attemptList, listing).items.first(where: { $0.home != nil }) else {
          throw CommandFailure.refused(
            RPCError(.notFound, "no attempt is played on another copy: run hwdb attempt list"))
        }
        attempt = try backend(Methods.attemptTake, elsewhere.id.text)
      } else {
        attempt = try backend(Methods.attemptResume, AttemptSearch { $0.homeworkId = invocation.operands[0] })
      }
      Output.show(attempt, as: Shapes.attempt, invocation, isAskedFor: true) {
        TextOutput.attempt($0, invocation.outputStyle)
      }
    },
    Command("attempt show", "ATTEMPT", 1...1, "shows an attempt", example: "hwdb attempt show 3f2a91bc") { invocation in
      let read = try Backend(invocation)(Methods.attemptGet, GetAttemptParams { $0.attemptId = invocation.operands[0] })
      Output.show(read, as: Shapes.reviewedAttempt, invocation, isAskedFor: true) {
        TextOutput.attempt($0.attempt, invocation.outputStyle)
      }
    },
    Command(
      "attempt review", "ATTEMPT", 1...1,
      "shows each question with your answer, the correct answer and the explanation",
      example: "hwdb attempt review 3f2a91bc"
    ) { invocation in
      let backend = try Backend(invocation)
      let read = try backend(
        Methods.attemptGet,
        GetAttemptParams {
          ($0.attemptId, $0.isReview) = (invocation.operands[0], true)
        })
      let homework = invocation.has("json") ? nil : read.attempt.homeworkId
      let title = try homework.map { try backend(Methods.homeworkGet, $0.text).title } ?? TextOutput.reviewTitle
      Output.show(read, as: Shapes.reviewedAttempt, invocation, isAskedFor: true) {
        TextOutput.review($0, title, invocation.outputStyle)
      }
    },
    Command(
      "attempt list", "[ID]", 0...1,
      options: listing.options + [.csvFormat],
      "lists attempts, newest first; with --format csv, all of them", example: "hwdb attempt list --state completed"
    ) { invocation in
      let listing = try listing.parameters(invocation)
      guard invocation.value("format") != "csv" else {
        return try OutputFile.write(CSV.text(try Backend(invocation).everyAttempt(listing), CSV.attempts), invocation)
      }
      let backend = try Backend(invocation)
      let page = try backend(Methods.attemptList, listing)
      let isInWords = !invocation.has("json")
      let titles = try Set(isInWords ? page.items.compactMap(\.homeworkId) : []).reduce(into: [Homework.ID: String]()) {
        $0[$1] = try backend(Methods.homeworkGet, $1.text).title
      }
      let none = "No attempts yet: start one with hwdb attempt start ID"
      Output.showRows(
        page, as: Methods.attemptList.result, invocation,
        note: { TextOutput.note($0, "attempt", none: none, invocation) }
      ) {
        TextOutput.attempts($0.items, titles, invocation.outputStyle)
      }
    },
    Command(
      "attempt answer", "ATTEMPT RESPONSE", 2...2,
      "answers the current question with the letter or number of an option, or with text",
      example: "hwdb attempt answer 3f2a91bc B"
    ) { invocation in
      let settling = AnswerQuestionParams {
        ($0.attemptId, $0.response) = (invocation.operands[0], invocation.operands[1])
      }
      let settlement = try Backend(invocation)(Methods.attemptAnswer, settling)
      Output.show(settlement, as: Shapes.settlement, invocation, isAskedFor: true) {
        TextOutput.answer($0, invocation.outputStyle)
      }
    },
    Command("attempt skip", "ATTEMPT", 1...1, "skips the current question", example: "hwdb attempt skip 3f2a91bc") {
      invocation in
      let settling = AnswerQuestionParams { $0.attemptId = invocation.operands[0] }
      let settlement = try Backend(invocation)(Methods.attemptSkip, settling)
      Output.show(settlement, as: Shapes.settlement, invocation, isAskedFor: true) {
        TextOutput.answer($0, invocation.outputStyle)
      }
    },
    simple("attempt finish", "ATTEMPT", "completes an attempt", Methods.attemptFinish) {
      TextOutput.attempt($0.attempt, $1)
    },
    Command(
      "attempt extend", "ATTEMPT TIME", 2...2,
      "gives an attempt more time: from its deadline, or from now if the time is up already",
      example: "hwdb attempt extend 3f2a91bc 10min"
    ) { invocation in
      let more = try ExtendAttemptParams {
        ($0.attemptId, $0.byMs) = (invocation.operands[0], try Invocation.milliseconds(invocation.operands[1], "TIME"))
      }
      let attempt = try Backend(invocation)(Methods.attemptExtend, more)
      Output.show(attempt, as: Shapes.attempt, invocation, isAskedFor: true) {
        TextOutput.attempt($0, invocation.outputStyle)
      }
    },
    Command(
      "attempt abandon", "ATTEMPT", 1...1,
      options: [.yes],
      "abandons an attempt, which then counts for nothing", example: "hwdb attempt abandon 3f2a91bc --yes"
    ) { invocation in
      let backend = try Backend(invocation)
      let attempt = try backend(Methods.attemptGet, GetAttemptParams { $0.attemptId = invocation.operands[0] }).attempt
      try Prompt.confirm(invocation, "Your progress will be lost. Abandon?")
      let ended = try backend(Methods.attemptAbandon, attempt.id.text)
      Output.show(ended, as: Shapes.attempt, invocation) { TextOutput.attempt($0, invocation.outputStyle) }
    },
  ]

  private static let listing = MethodOptions(Methods.attemptList, operands: ["homeworkId"])

  /// Returns a command that calls one method with one id.
  private static func simple<Result>(
    _ words: String, _ operand: String, _ summary: String, _ method: RPCMethod<String, Result>,
    _ show: @escaping @Sendable (Result, OutputStyle) -> String
  ) -> Command {
    Command(words, operand, 1...1, summary, example: "hwdb \(words) 3f2a91bc") { invocation in
      let result = try Backend(invocation)(method, invocation.operands[0])
      Output.show(result, as: method.result, invocation, isAskedFor: true) { show($0, invocation.outputStyle) }
    }
  }
}

extension Option {
  /// The options for playing an attempt.
  static let ofAttempt =
    Invocation.starting.options + [
      Option(
        "only", "WHICH",
        "practise only the questions last answered wrong (or skipped), those due, or numbers such as 2,5"
      ),
      Option("time-limit", "TIME", "the time limit, such as 10min; it also runs between sessions"),
    ]
}

extension Invocation {
  /// The options of an attempt but for those that people write in another way than programs.
  fileprivate static let starting = MethodOptions(
    Methods.attemptStart, except: ["homeworkId", "only", "retention", "limit", "timeLimitMs"])

  var attemptOptions: AttemptOptions {
    get throws(CommandFailure) {
      var options = try Self.starting.parameters(self, with: ["homeworkId": ""]).options
      switch value("only") {
      case nil: break
      case "wrong"?: options.only = .wrong
      case "due"?: options.only = .due(.usual)
      case let text?:
        let numbers = text.split(separator: ",").map { Int($0.filter { !$0.isWhitespace }) }
        guard !numbers.contains(nil) else {
          throw .usage("--only \(text) is not wrong, due or a list of numbers: write --only wrong, or --only 2,5")
        }
        if let outside = numbers.compactMap(\.self).first(where: { !QuizDraft.questionCounts.contains($0) }) {
          throw .usage("--only \(outside) is out of range: use 1 to \(QuizDraft.questionCounts.upperBound)")
        }
        options.only = .questions(numbers.compactMap { $0.map { $0 - 1 } })
      }
      options.timeLimitMs = try milliseconds("time-limit")
      return options
    }
  }

  /// Returns the length of time that an option gives.
  func milliseconds(_ name: String) throws(CommandFailure) -> Int? {
    guard let text = value(name) else { return nil }
    return try Self.milliseconds(text, "--\(name)")
  }

  static func milliseconds(_ text: String, _ name: String) throws(CommandFailure) -> Int {
    guard let milliseconds = WrittenDuration.milliseconds(text) else {
      throw .usage("\(name) \(text) is not a length of time: write \(name == "TIME" ? "" : "\(name) ")10min, or 90s")
    }
    return milliseconds
  }
}

extension CommandFailure {
  /// True if nothing is left to practise, which is not a mistake to fix.
  var isNothingToPractise: Bool {
    if case .refused(let error) = self { error.isNothingToPractise } else { false }
  }
}

extension Output {
  /// Reports that there was nothing to do, which is not a failure; prints an empty list as JSON.
  static func showNothing(_ failure: CommandFailure, _ invocation: Invocation) {
    guard !invocation.has("json") else { return write("[]\n") }
    guard let message = failure.message, let first = message.first else { return }
    write("\(first.uppercased())\(message.dropFirst())\n")
  }
}

import HomeworkJSON
import HomeworkModel
import HomeworkMotion
import HomeworkRPC
import HomeworkStore

extension Operations {
  private static let attemptId = Parameter.required("attemptId", .string, "its id, or a unique beginning or end of it")
  private static let settling: [Parameter] = [
    .optional("questionIndex", .integer, "the question meant, from 0; another than the current is a conflict"),
    .optional("elapsedMs", .integer, "time spent on the question, in milliseconds"),
  ]

  static let attempts: [Operation] = [
    Operation(
      writing: "attempt.start", "Starts an attempt at the quiz of a homework.",
      [.required("homeworkId", .string, "its id, or a unique beginning or end of it")], gives: .shape("Attempt")
    ) { parameters, _ in
      { tx in
        let attempt = try tx.startAttempt(parameters.homeworkId(tx))
        return { attempt.json }
      }
    },
    resuming, listing,
    Operation("attempt.get", "One attempt.", [attemptId], gives: .shape("Attempt")) { parameters, context in
      try context.store.attempt(parameters.attemptId(context)).json
    },
    Operation(
      writing: "attempt.answer", "Settles the current question.",
      [attemptId, .required("response", .string, "a letter or number from 1 of an option, a text otherwise")]
        + settling, gives: .shape("Settlement")
    ) { parameters, _ in
      settling(parameters.string("response"), parameters)
    },
    Operation(
      writing: "attempt.skip", "Skips the current question.", [attemptId] + settling, gives: .shape("Settlement")
    ) { parameters, _ in
      settling(nil, parameters)
    },
    Operation(
      writing: "attempt.finish", "Completes an attempt whose questions are settled.", [attemptId],
      gives: .shape("Finish")
    ) { parameters, _ in
      { tx in
        let result = try tx.finishAttempt(parameters.attemptId(tx))
        return { try reply(to: result) }
      }
    },
    Operation(
      writing: "attempt.abandon", "Ends an attempt that counts for nothing.", [attemptId], gives: .shape("Attempt")
    ) { parameters, _ in
      { tx in
        let attempt = try tx.abandonAttempt(parameters.attemptId(tx))
        return { attempt.json }
      }
    },
  ]

  private static func settling(_ typed: String?, _ parameters: Parameters) -> Operation.Transaction {
    { tx in
      let id = try parameters.attemptId(tx)
      let settlement = try tx.settle(
        typed: typed, in: id, at: parameters.int("questionIndex"), elapsedMs: parameters.int("elapsedMs") ?? 0)
      return { try reply(to: settlement) }
    }
  }

  private static func reply(to settlement: AnswerResult) throws -> JSONValue {
    // A fresh session at this instant: it knows what was settled before, and nothing that was on screen.
    var before = settlement.attempt
    before.answers.removeLast()
    var session = Session(resuming: before, environment: SessionEnvironment(), atMs: 0)
    let changes = try session.receive(.settled(SettledAnswer(settlement.answer)), atMs: 0)
    return [
      "attempt": settlement.attempt.json, "answer": settlement.answer.json(settlement),
      "cues": json(of: changes.started),
    ]
  }

  private static func reply(to result: FinishResult) throws -> JSONValue {
    var attempt = result.attempt
    attempt.state = .inProgress
    var session = Session(resuming: attempt, environment: SessionEnvironment(), atMs: 0)
    let changes = try session.receive(
      .finished(starsEarned: attempt.streak.stars, starsTotal: result.starsTotal), atMs: 0)
    return object([
      "attempt": result.attempt.json, "progress": result.progress.json, "starsTotal": JSONValue(result.starsTotal),
      "achievements": JSONValue(result.achievements.map(\.rawValue)),
      "milestones": .array(result.milestones.map { .int(Int64($0)) }),
      "cues": json(of: changes.started),
    ])
  }

  private static func json(of cues: [Cue]) -> JSONValue {
    .array(cues.map { $0.report(atMs: 0).json })
  }
}

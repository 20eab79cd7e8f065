import Homework
import HomeworkStore
import Motion
import Wire

extension Operations {
  private static let attemptId = Parameter.required("attemptId", .string, "its id, or a unique beginning or end of it")
  private static let settling: [Parameter] = [
    .optional("questionIndex", .integer, "the question meant, from 0; another than the current is a conflict"),
    .optional("elapsedMs", .integer, "time spent on the question, in milliseconds"),
  ]

  static let attempts: [Operation] = [
    Operation(
      "attempt.start", "Starts an attempt at the quiz of a homework.",
      [.required("homeworkId", .string, "its id, or a unique beginning or end of it")], gives: .shape("Attempt"),
      writes: true
    ) { parameters, context in
      try context.write(parameters) { tx in try tx.startAttempt(parameters.homeworkId(tx)).json }
    },
    resuming, listing,
    Operation("attempt.get", "One attempt.", [attemptId], gives: .shape("Attempt")) { parameters, context in
      try context.store.attempt(parameters.attemptId(context)).json
    },
    Operation(
      "attempt.answer", "Settles the current question.",
      [attemptId, .required("response", .string, "a letter or number from 1 of an option, a text otherwise")]
        + settling, gives: .shape("Settlement"), writes: true
    ) { parameters, context in
      try settle(parameters.string("response"), parameters, context)
    },
    Operation(
      "attempt.skip", "Skips the current question.", [attemptId] + settling, gives: .shape("Settlement"), writes: true
    ) { parameters, context in
      try settle(nil, parameters, context)
    },
    Operation(
      "attempt.finish", "Completes an attempt whose questions are settled.", [attemptId], gives: .shape("Finish"),
      writes: true
    ) { parameters, context in
      try context.write(parameters) { tx in try finish(parameters.attemptId(tx), tx) }
    },
    Operation(
      "attempt.abandon", "Ends an attempt that counts for nothing.", [attemptId], gives: .shape("Attempt"), writes: true
    ) {
      parameters, context in
      try context.write(parameters) { tx in try tx.abandonAttempt(parameters.attemptId(tx)).json }
    },
  ]

  private static func settle(_ typed: String?, _ parameters: Parameters, _ context: Context) throws -> JSONValue {
    try context.write(parameters) { tx in
      let id = try parameters.attemptId(tx)
      let attempt = try tx.attempt(id)
      let response: Response
      if let typed {
        let question = try tx.quiz(attempt.quizId)?.questions[safely: attempt.questionIndex]
        response = question.map { $0.response(from: typed) ?? .text(typed) } ?? .text(typed)
      } else {
        response = .skip
      }
      return try reply(
        to: tx.settle(
          response, in: id, at: parameters.int("questionIndex"), elapsedMs: parameters.int("elapsedMs") ?? 0))
    }
  }

  private static func reply(to settlement: Settlement) throws -> JSONValue {
    // A fresh session at this instant: it knows what was settled before, and nothing that was on screen.
    var before = settlement.attempt
    before.answers.removeLast()
    var session = Session(resuming: before, environment: Environment(), atMs: 0)
    let changes = try session.receive(.settled(SettledAnswer(settlement.answer)), atMs: 0)
    return [
      "attempt": settlement.attempt.json, "answer": settlement.answer.json(settlement),
      "cues": try json(of: changes.started),
    ]
  }

  private static func finish(_ id: Attempt.ID, _ tx: WriteTransaction) throws -> JSONValue {
    let result = try tx.finishAttempt(id)
    var attempt = result.attempt
    attempt.state = .inProgress
    var session = Session(resuming: attempt, environment: Environment(), atMs: 0)
    let changes = try session.receive(
      .finished(starsEarned: attempt.streak.stars, starsTotal: result.starsTotal), atMs: 0)
    return object([
      "attempt": result.attempt.json, "progress": result.progress.json, "starsTotal": JSONValue(result.starsTotal),
      "achievements": JSONValue(result.achievements.map(\.rawValue)),
      "milestones": .array(result.milestones.map { .int(Int64($0)) }),
      "cues": try json(of: changes.started),
    ])
  }

  private static func json(of cues: [Cue]) throws -> JSONValue {
    .array(try cues.map { try JSONValue(encoding: $0.report(atMs: 0)) })
  }
}

extension Array {
  fileprivate subscript(safely index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}

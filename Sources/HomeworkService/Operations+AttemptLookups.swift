import HomeworkJSON
import HomeworkModel
import HomeworkRPC
import HomeworkStore

/// Attempts found by something else than their own id.
extension Operations {
  static let resuming = Operation(
    "attempt.resume", "The attempt in progress of a homework, or that attempt itself.",
    [
      .optional("homeworkId", .string, "its id, or a unique beginning or end of it; this or attemptId"),
      .optional("attemptId", .string, "its id, or a unique beginning or end of it"),
    ], gives: .shape("Attempt")
  ) { parameters, context in
    switch (parameters.string("homeworkId"), parameters.string("attemptId")) {
    case (_?, nil):
      let id = try parameters.homeworkId(context)
      guard let open = try context.store.openAttempt(id) else {
        throw StoreError.notFound(.attempt, "in progress of homework \(id)")
      }
      return open.json
    case (nil, _?):
      let attempt = try context.store.attempt(parameters.attemptId(context))
      guard attempt.state == .inProgress else {
        throw RPCError(.notFound, "attempt \(attempt.id) is \(attempt.state.rawValue): start another one")
      }
      return attempt.json
    case (nil, nil), (_?, _?):
      let fault = Fault(path: "homeworkId", message: "give either homeworkId or attemptId")
      throw RPCError(.invalidParams, fault.description, data: ["faults": [fault].json])
    }
  }

  static let listing = Operation(
    "attempt.list", "Attempts, newest first.",
    [
      .optional("homeworkId", .string, "only at this homework"),
      .optional("state", .oneOf(Attempt.State.allCases.map(\.rawValue)), "only these"),
      .optional("limit", .integer, "how many at most, 1 to 500; 50 unless given"),
      .optional("after", .string, "the next of the page before"),
    ],
    gives: .object(["items": .array(.shape("Attempt")), "next": .string], required: ["items"])
  ) { parameters, context in
    let page = try context.store.read { (tx) throws(StoreError) in
      var id: Homework.ID?
      if let text = parameters.string("homeworkId") { id = try tx.homework(try tx.homeworkId(matching: text)).id }
      return try tx.attemptList(
        of: id, state: parameters.string("state").flatMap(Attempt.State.init), limit: parameters.int("limit") ?? 50,
        after: parameters.string("after"))
    }
    return object(["items": .array(page.items.map(\.json)), "next": JSONValue(page.next)])
  }
}

import Homework
import HomeworkStore
import Wire

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
    let limit = parameters.int("limit") ?? 50
    guard (1...500).contains(limit) else {
      throw StoreError.invalid([Fault(path: "limit", message: "must be between 1 and 500, is \(limit)")])
    }
    let all = try context.store.read { (tx) throws(StoreError) in
      guard let text = parameters.string("homeworkId") else { return try tx.everyAttempt() }
      return try tx.attempts(of: try tx.homework(try tx.homeworkId(matching: text)).id)
    }.sorted { ($0.startedAt, $0.id) > ($1.startedAt, $1.id) }
    var rest = all[...]
    if let cursor = parameters.string("after") {
      guard let place = all.firstIndex(where: { $0.id.text == cursor }) else {
        throw StoreError.invalid([Fault(path: "after", message: "\"\(cursor)\" is not the next of a page")])
      }
      rest = all[(place + 1)...]
    }
    let state = parameters.string("state")
    let matching = rest.filter { state == nil || $0.state.rawValue == state }
    let items = matching.prefix(limit)
    let next = matching.count > limit ? items.last?.id.text : nil
    return object(["items": .array(items.map(\.json)), "next": JSONValue(next)])
  }
}

extension ReadTransaction {
  fileprivate func everyAttempt() throws(StoreError) -> [Attempt] {
    var attempts: [Attempt] = []
    var cursor: String?
    repeat {
      let page = try homeworkList(limit: 500, after: cursor)
      for homework in page.items { attempts += try self.attempts(of: homework.id) }
      cursor = page.next
    } while cursor != nil
    return attempts
  }
}

import HomeworkAPI
import HomeworkModel
import HomeworkRPC
import HomeworkStore

/// Attempts found by something else than their own id.
extension Operations {
  static let resuming = Operation(reading: Methods.attemptResume) { search, tx in
    switch (search.homeworkId, search.attemptId) {
    case (let homework?, nil):
      let id = try tx.homeworkId(matching: homework)
      guard let attempt = try tx.openAttempt(id) else {
        throw StoreError.notFound(.attempt, "in progress of homework \(id)")
      }
      return attempt
    case (nil, let text?):
      let attempt = try tx.attempt(tx.attemptId(matching: text))
      guard attempt.state == .inProgress else {
        throw RPCError(.notFound, "attempt \(attempt.id) is \(attempt.state.rawValue): start another one")
      }
      return attempt
    case (nil, nil), (_?, _?):
      let fault = Fault(path: "homeworkId", message: "give either homeworkId or attemptId")
      throw RPCError(.invalidParams, fault.description, data: ["faults": [fault].json])
    }
  }

  static let listing = Operation(reading: Methods.attemptList) { listing, tx in
    var id: Homework.ID?
    if let text = listing.homeworkId { id = try tx.homework(try tx.homeworkId(matching: text)).id }
    return try tx.attemptList(of: id, state: listing.state, limit: listing.limit ?? 50, after: listing.after)
  }
}

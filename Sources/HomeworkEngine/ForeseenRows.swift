package import HomeworkModel

/// What a write says beforehand that it will read, so that an engine far away can ask for it once for a whole group.
package struct Foreseen: Sendable {
  /// The attempt of which the next question is to be settled, and the request that may have been made before.
  package let attempt: Attempt.ID?, request: String?

  package init(attempt: Attempt.ID?, request: String?) { (self.attempt, self.request) = (attempt, request) }
}

/// Rows that were read for a group of writes before the first of them began, as long as they are as they were read.
package final class ForeseenRows {
  private var summaries: [Attempt.ID: StoredAttempt<AttemptSummary>] = [:]
  private var questions: [Place: StoredQuestion] = [:]
  private var requests: [String: Kept] = [:]

  private struct Place: Hashable { let quiz: Int64, index: Int }

  private enum Kept {
    case none
    case request(StoredRequest, at: Timestamp)
  }

  package init() {}

  /// - Parameter question: the next one; `nil` if there is none, or if it follows from more than the summary.
  package func add(_ attempt: StoredAttempt<AttemptSummary>, _ question: StoredQuestion?) {
    summaries[attempt.attempt.id] = attempt
    if let question { questions[Place(quiz: attempt.quizRow, index: question.place)] = question }
  }

  /// Adds requests of which none was made before, unless `add` says otherwise.
  package func add(newRequests ids: [String]) { for id in ids { requests[id] = Kept.none } }

  package func add(_ request: StoredRequest, id: String, at time: Timestamp) {
    requests[id] = .request(request, at: time)
  }

  /// Returns an attempt, once: whoever asks for it changes it.
  package func takeSummary(_ id: Attempt.ID) -> StoredAttempt<AttemptSummary>? { summaries.removeValue(forKey: id) }

  package func question(at place: Int, quiz row: Int64) -> StoredQuestion? { questions[Place(quiz: row, index: place)] }

  /// Returns a request; `.some(nil)` if it is known that none was made since `oldest`, `nil` if nothing is known.
  package func request(_ id: String, since oldest: Timestamp) -> StoredRequest?? {
    switch requests[id] {
    case nil: nil
    case .none?: .some(nil)
    case .request(let request, let time)?: .some(time < oldest ? nil : request)
    }
  }

  /// Forgets an attempt, by the key of its row.
  package func hasChanged(attempt row: Int64) {
    if let id = summaries.first(where: { $0.value.row == row })?.key { summaries[id] = nil }
  }

  /// Forgets everything, because anything may have changed.
  package func removeAll() {
    summaries.removeAll()
    questions.removeAll()
    requests.removeAll()
  }
}

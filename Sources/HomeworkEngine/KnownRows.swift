package import HomeworkModel

/// Rows that an engine has read, as they are after all that this store has written since. They are valid as long as
/// nobody else writes, and only for what this store writes: others read the rows.
package final class KnownRows {
  private var attempts: [Int64: StoredAttempt<AttemptSummary>] = [:]
  private var rows: [Attempt.ID: Int64] = [:]
  private var questions: [Place: StoredQuestion] = [:]
  private var requests: [String: Kept] = [:]

  private struct Place: Hashable { let quiz: Int64, index: Int }

  private enum Kept {
    case none
    case request(StoredRequest, at: Timestamp)
  }

  /// How many are kept from one group to the next: some 10 MB.
  private static let mostAttempts = 4096, mostQuestions = 16_384

  package init() {}

  // MARK: Attempts and questions

  package func add(_ attempt: StoredAttempt<AttemptSummary>) {
    attempts[attempt.row] = attempt
    rows[attempt.attempt.id] = attempt.row
  }

  package func add(_ question: StoredQuestion, quiz row: Int64) {
    questions[Place(quiz: row, index: question.place)] = question
  }

  package func summary(_ id: Attempt.ID) -> StoredAttempt<AttemptSummary>? { rows[id].flatMap { attempts[$0] } }

  package func question(at place: Int, quiz row: Int64) -> StoredQuestion? { questions[Place(quiz: row, index: place)] }

  /// Whether an attempt is known, and its next question unless that follows from more than the summary.
  package func isReady(_ id: Attempt.ID) -> Bool {
    guard let stored = summary(id) else { return false }
    let attempt = stored.attempt
    return stored.order != nil || attempt.isSettled || question(at: attempt.questionIndex, quiz: stored.quizRow) != nil
  }

  /// Notes that another answer of an attempt was stored.
  package func settled(attempt row: Int64, _ standing: Standing) { attempts[row]?.attempt.standing = standing }

  /// Forgets an attempt, because it was changed.
  package func forget(attempt row: Int64) {
    if let id = attempts.removeValue(forKey: row)?.attempt.id { rows[id] = nil }
  }

  // MARK: Requests

  /// Adds requests of which none was made before, unless `add` says otherwise.
  package func add(newRequests ids: [String]) { for id in ids { requests[id] = Kept.none } }

  package func add(_ request: StoredRequest, id: String, at time: Timestamp) {
    requests[id] = .request(request, at: time)
  }

  /// The requests of which it is known that none was made before, and which were not added since.
  package var newRequests: [String] { requests.keys.filter(isNew) }

  /// Whether it is known that no such request was made, however long ago.
  package func isNew(request id: String) -> Bool {
    if case .none? = requests[id] { true } else { false }
  }

  /// Returns a request; `.some(nil)` if it is known that none was made since `oldest`, `nil` if nothing is known.
  package func request(_ id: String, since oldest: Timestamp) -> StoredRequest?? {
    switch requests[id] {
    case nil: nil
    case .none?: .some(nil)
    case .request(let request, let time)?: .some(time < oldest ? nil : request)
    }
  }

  // MARK: Forgetting

  /// Ends a group: what the next one is likely to ask for stays.
  package func endGroup() {
    requests.removeAll(keepingCapacity: true)
    if attempts.count > Self.mostAttempts || questions.count > Self.mostQuestions { removeAll() }
  }

  /// Forgets everything, because anything may have changed.
  package func removeAll() {
    attempts.removeAll()
    rows.removeAll()
    questions.removeAll()
    requests.removeAll()
  }
}

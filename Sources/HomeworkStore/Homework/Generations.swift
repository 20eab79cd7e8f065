public import HomeworkModel
import HomeworkSQLite

/// A new state for the making of a quiz.
public enum GenerationUpdate: Hashable, Sendable {
  case none, pending, ready
  /// `retryAfterSeconds` says how long no other try is allowed.
  case failed(GenerationFailure, retryAfterSeconds: Int?)

  /// Seconds to wait after being rate limited, unless the caller says otherwise.
  public static let rateLimitSeconds = 300
  /// A year: a longer wait is a mistake.
  public static let retryLimits = 0...31_536_000
}

extension WriteTransaction {
  /// Sets the state of generating a homework's quiz. Trying again before the time that a failure set is `tooEarly`.
  public func updateGeneration(_ id: Homework.ID, _ update: GenerationUpdate) throws(StoreError) -> Homework {
    let before = try homework(id)
    switch update {
    case .none: try store(.none, of: id)
    case .pending:
      if case .failed(_, let retryAt?) = before.generation, retryAt > now {
        let left = retryAt.millisecondsSince1970 - now.millisecondsSince1970
        throw .tooEarly(retryAfterSeconds: Int((left + 999) / 1000))
      }
      try store(.pending, of: id)
    case .ready:
      guard before.quizId != nil else { throw .notFound(.quiz, "of homework \(id)") }
      try store(.ready, of: id)
    case .failed(let reason, let given):
      let seconds = given ?? (reason == .rateLimited ? GenerationUpdate.rateLimitSeconds : nil)
      if let seconds, !GenerationUpdate.retryLimits.contains(seconds) {
        throw .invalid([Fault(path: "retryAfterSeconds", message: "must be between 0 and a year, is \(seconds)")])
      }
      let retryAt = seconds.map { Timestamp(millisecondsSince1970: now.millisecondsSince1970 + Int64($0) * 1000) }
      try store(.failed(reason, retryAt: retryAt), of: id)
    }
    let after = try homework(id)
    try record(.generationChanged, id, Event.Detail(name: after.generation.state))
    return after
  }

  func store(_ generation: Generation, of id: Homework.ID) throws(StoreError) {
    var (reason, retryAt): (String?, Int64?)
    if case .failed(let failure, let time) = generation {
      (reason, retryAt) = (failure.rawValue, time?.millisecondsSince1970)
    }
    let row = try row(of: id)
    try run(
      "UPDATE homework SET generation_state = ?, generation_reason = ?, generation_retry_at_ms = ? WHERE id = ?",
      generation.state, reason, retryAt, row)
  }
}

public import HomeworkModel

extension WriteTransaction {
  /// Changes an assignment, under the same rules as adding it.
  public func updateHomework(_ id: Homework.ID, _ change: HomeworkChange) throws(StoreError) -> Homework {
    var homework = try homework(id)
    homework.apply(change)
    let faults = homework.draft.faults
    guard faults.isEmpty else { throw .invalid(faults) }
    try rows.update(homework)
    if let collections = change.collections { try rows.setCollections(collections, homework: id) }
    if let picture = change.picture { try rows.setPicture(picture.value, homework: id) }
    try rows.index(homework: id)
    for field in change.fields { try logChange(.edited, id.text, field) }
    try appendEvent(.homeworkUpdated, id)
    return try self.homework(id)
  }
}

/// A new state of an assignment's quiz generation.
public enum GenerationUpdate: Hashable, Sendable {
  case none, pending, ready
  /// `retryAfterSeconds` is the time during which no retry is allowed.
  case failed(GenerationFailure, retryAfterSeconds: Int?)

  /// The default wait after being rate limited, in seconds.
  package static let rateLimitSeconds = 300
}

extension WriteTransaction {
  /// Sets the state of an assignment's quiz generation. Throws `tooEarly` if a failure's retry time has not come.
  public func updateGeneration(_ id: Homework.ID, _ update: GenerationUpdate) throws(StoreError) -> Homework {
    let before = try homework(id)
    let generation: Generation
    var seconds: Int?
    switch update {
    case .none: generation = .none
    case .pending:
      if case .failed(_, let retryAt?) = before.generation, retryAt > now {
        let left = retryAt.millisecondsSince1970 - now.millisecondsSince1970
        throw .tooEarly(retryAfterSeconds: Int((left + 999) / 1000))
      }
      generation = .pending
    case .ready:
      guard before.quizId != nil else { throw .notFound(.quiz, "of homework \(id)") }
      generation = .ready
    case .failed(let reason, let retryAfter):
      seconds = retryAfter ?? (reason == .rateLimited ? GenerationUpdate.rateLimitSeconds : nil)
      if let seconds, !Generation.retryLimits.contains(seconds) {
        throw .invalid([Fault(path: "retryAfterSeconds", message: "must be between 0 and a year, is \(seconds)")])
      }
      generation = .failed(reason, retryAt: seconds.map { now.adding(milliseconds: Int64($0) * 1000) })
    }
    try store(generation, of: before)
    let after = try homework(id)
    var reason: String?
    if case .failed(let failure, _) = after.generation { reason = failure.rawValue }
    try appendEvent(
      .generationChanged, id, Event.Detail(name: after.generation.state, reason: reason, retryAfterSeconds: seconds))
    return after
  }

  func store(_ generation: Generation, of homework: Homework) throws(StoreError) {
    try rows.set(generation, homework: homework.id)
    try logChange(.edited, homework.id.text, "generation")
  }
}

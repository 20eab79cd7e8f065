public import HomeworkModel
import HomeworkSQLite

/// What an edit changes of a homework; what is `nil` stays as it is.
public struct HomeworkChange: Hashable, Sendable {
  /// A new value for something that may also be taken away.
  public enum Part<Value: Hashable & Sendable>: Hashable, Sendable {
    case set(Value)
    case clear

    var value: Value? {
      if case .set(let value) = self { value } else { nil }
    }
  }

  /// A new title, and all collections: what is not listed is left.
  public var title: String?, collections: [String]?
  /// A new subject, text, day and picture, or none.
  public var subject: Part<String>?, text: Part<String>?, dueOn: Part<String>?, picture: Part<Picture>?

  /// Changes what is given.
  public init(
    title: String? = nil, subject: Part<String>? = nil, collections: [String]? = nil, picture: Part<Picture>? = nil,
    text: Part<String>? = nil, dueOn: Part<String>? = nil
  ) {
    self.title = title
    self.subject = subject
    self.collections = collections
    self.picture = picture
    self.text = text
    self.dueOn = dueOn
  }
}

extension WriteTransaction {
  /// Changes a homework, by the rules by which it was added.
  public func updateHomework(_ id: Homework.ID, _ change: HomeworkChange) throws(StoreError) -> Homework {
    let before = try homework(id)
    let draft = HomeworkDraft(
      title: change.title ?? before.title, subject: change.subject.map(\.value) ?? before.subject,
      collections: change.collections ?? before.collections, text: change.text.map(\.value) ?? before.text,
      dueOn: change.dueOn.map(\.value) ?? before.dueOn)
    guard draft.faults.isEmpty else { throw .invalid(draft.faults) }
    let row = try row(of: id)
    try unindex(homework: row)
    try run(
      "UPDATE homework SET title = ?, subject = ?, text = ?, due_on = ? WHERE id = ?", draft.title, draft.subject,
      draft.text, draft.dueOn, row)
    if change.collections != nil {
      try run("DELETE FROM homework_collection WHERE homework = ?", row)
    }
    if change.collections != nil { try join(draft.collections, homework: row) }
    if let picture = change.picture { try show(picture.value, homework: row) }
    try index(homework: row)
    try record(.homeworkUpdated, id)
    return try homework(id)
  }

  private func show(_ picture: Picture?, homework row: Int64) throws(StoreError) {
    let picture = try picture.map { (picture) throws(StoreError) in try store(picture).row }
    try run("UPDATE homework SET picture = ? WHERE id = ?", picture, row)
  }

  /// Puts a homework into collections, which are made where they are not there yet.
  func join(_ collections: [String], homework row: Int64) throws(StoreError) {
    for name in collections {
      try run("INSERT INTO collection (name) VALUES (?) ON CONFLICT DO NOTHING", name)
      try run("INSERT INTO homework_collection SELECT ?, id FROM collection WHERE name = ?", row, name)
    }
  }
}

/// A new state for the making of a quiz.
public enum GenerationUpdate: Hashable, Sendable {
  case none, pending, ready
  /// `retryAfterSeconds` says how long no other try is allowed.
  case failed(GenerationFailure, retryAfterSeconds: Int?)

  /// Seconds to wait after being rate limited, unless the caller says otherwise.
  package static let rateLimitSeconds = 300
  /// A year: a longer wait is a mistake.
  package static let retryLimits = 0...31_536_000
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
    var reason: String?
    if case .failed(let failure, _) = after.generation { reason = failure.rawValue }
    try record(.generationChanged, id, Event.Detail(name: after.generation.state, reason: reason))
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

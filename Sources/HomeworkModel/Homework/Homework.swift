/// An assignment: one piece of work to revise.
public struct Homework: Identifiable, Hashable, Sendable {
  /// A UUIDv7, the same on every copy of the library.
  public var id: Identifier<Homework>
  /// The time when it was added. Lists show the newest first.
  public var createdAt: Timestamp
  /// The title, 1 to 500 characters; the subject, such as Mathematics, never blank; and the collections, sorted by
  /// name.
  public var title: String, subject: String?, collections: [String]
  /// The picture, the text, and a note added by a person, if any.
  public var picture: PictureInfo?, text: String?, note: String?
  /// The due date, such as `2026-11-20`, independent of time zones; and the time when it was marked as done, or `nil`.
  public var dueOn: String?, completedAt: Timestamp?
  /// The generation of the assignment's quiz, and the totals of its finished attempts.
  public var generation: Generation, progress: HomeworkProgress
  /// The current quiz, if any; its number of questions, or 0; and the attempt in progress, if any.
  public var quizId: Quiz.ID?, questionCount: Int, openAttemptId: Attempt.ID?

  /// Creates an assignment from its parts, without checking them.
  @inlinable
  package init(
    id: ID, title: String, subject: String? = nil, collections: [String] = [], picture: PictureInfo? = nil,
    text: String? = nil, createdAt: Timestamp, dueOn: String? = nil, completedAt: Timestamp? = nil,
    note: String? = nil, generation: Generation = .none,
    quizId: Quiz.ID? = nil, questionCount: Int = 0, progress: HomeworkProgress = HomeworkProgress(),
    openAttemptId: Attempt.ID? = nil
  ) {
    self.id = id
    self.title = title
    self.subject = subject
    self.collections = collections
    self.picture = picture
    self.text = text
    self.createdAt = createdAt
    self.dueOn = dueOn
    self.completedAt = completedAt
    self.note = note
    self.generation = generation
    self.quizId = quizId
    self.questionCount = questionCount
    self.progress = progress
    self.openAttemptId = openAttemptId
  }
}

/// The state of a quiz's generation.
public enum Generation: Hashable, Sendable {
  case none
  case pending
  case ready
  /// The generation failed. `retryAt` is the earliest time for the next try, if there is one.
  case failed(GenerationFailure, retryAt: Timestamp?)

  /// The allowed waits before the next try, in seconds: up to a year, since a longer one is a mistake.
  package static let retryLimits = 0...31_536_000

  /// The word in the protocol: `none`, `pending`, `ready` or `failed`.
  package var state: String {
    switch self {
    case .none: "none"
    case .pending: "pending"
    case .ready: "ready"
    case .failed: "failed"
    }
  }
}

/// The reason why a generation failed.
public enum GenerationFailure: String, Hashable, Sendable, CaseIterable {
  case missingKey, network, timeout, invalidResponse, rateLimited, unreadableImage
}

/// An assignment to add.
public struct HomeworkDraft: Hashable, Sendable {
  /// The limits for titles, and for subjects and collection names, in Unicode scalars of up to four bytes each:
  /// PostgreSQL's indexes hold values of up to 2,700 bytes.
  package static let longestTitle = 500, longestName = 200

  /// The title, 1 to 500 characters; the subject, such as Mathematics, 1 to 200; and the collections, each once and of
  /// 1 to 200.
  public var title: String, subject: String?, collections: [String]
  /// The picture, the text and a note, if any, and the due date, such as `2026-11-20`.
  public var picture: Picture?, text: String?, note: String?, dueOn: String?
  /// The quiz, if one already exists.
  public var quiz: QuizDraft?

  /// Creates a draft without checking it.
  public init(
    title: String, subject: String? = nil, collections: [String] = [], picture: Picture? = nil, text: String? = nil,
    dueOn: String? = nil, note: String? = nil, quiz: QuizDraft? = nil
  ) {
    self.title = title
    self.subject = subject
    self.collections = collections
    self.picture = picture
    self.text = text
    self.dueOn = dueOn
    self.note = note
    self.quiz = quiz
  }

  /// The reasons why the draft cannot be stored. Those of the quiz have paths that start with `quiz.`.
  public var faults: [Fault] {
    var faults: [Fault] = []
    func check(_ holds: Bool, _ path: @autoclosure () -> String, _ message: @autoclosure () -> String) {
      if !holds { faults.append(Fault(path: path(), message: message())) }
    }
    check(!title.isBlank, "title", "must not be empty")
    func checkText(_ text: String, _ limit: Int, _ path: @autoclosure () -> String) {
      check(text.isWithin(limit), path(), "is longer than \(limit) characters")
      check(!text.utf8.contains(0), path(), TextLimits.nullMessage)
    }
    checkText(title, Self.longestTitle, "title")
    if let subject {
      check(!subject.isBlank, "subject", "must not be empty; leave it out instead")
      checkText(subject, Self.longestName, "subject")
    }
    checkText(text ?? "", .max, "text")
    checkText(note ?? "", .max, "note")
    check(
      collections.count <= TextLimits.collections, "collections",
      "has \(collections.count), but at most \(TextLimits.collections) are allowed")
    for (index, name) in collections.prefix(TextLimits.collections).enumerated() {
      checkText(name, Self.longestName, "collections[\(index)]")
      check(!name.isBlank, "collections[\(index)]", "must not be empty")
      check(!collections[..<index].contains(name), "collections[\(index)]", "\"\(excerpt(name))\" appears twice")
    }
    if let dueOn { check(Self.isDate(dueOn), "dueOn", "\"\(excerpt(dueOn))\" is not a date such as 2026-11-20") }
    if let quiz { faults += quiz.faults.map { Fault(path: "quiz.\($0.path)", message: $0.message) } }
    return faults
  }

  /// Returns whether `text` is a date of the Gregorian calendar, `YYYY-MM-DD`.
  static func isDate(_ text: String) -> Bool {
    text.utf8.count == 10 && Timestamp(text + "T00:00:00Z") != nil
  }
}

/// The changes of an edit to an assignment; a value of `nil` changes nothing.
public struct HomeworkChange: Hashable, Sendable {
  /// A new value for something that may also be removed.
  public enum Part<Value: Hashable & Sendable>: Hashable, Sendable {
    case set(Value)
    case clear

    package var value: Value? {
      if case .set(let value) = self { value } else { nil }
    }
  }

  /// A new title, and the complete list of collections: the homework leaves all others.
  public var title: String?, collections: [String]?
  /// A new subject, text, note and day, or none.
  public var subject: Part<String>?, text: Part<String>?, note: Part<String>?, dueOn: Part<String>?
  /// A new picture, or none.
  public var picture: Part<Picture>?

  /// Creates a change of the given values.
  public init(
    title: String? = nil, subject: Part<String>? = nil, collections: [String]? = nil, picture: Part<Picture>? = nil,
    text: Part<String>? = nil, dueOn: Part<String>? = nil, note: Part<String>? = nil
  ) {
    self.title = title
    self.subject = subject
    self.collections = collections
    self.picture = picture
    self.text = text
    self.dueOn = dueOn
    self.note = note
  }

  /// The names of the fields that it changes.
  package var fields: [String] {
    let changed = [
      ("title", title != nil), ("subject", subject != nil), ("text", text != nil), ("note", note != nil),
      ("dueOn", dueOn != nil), ("collections", collections != nil), ("picture", picture != nil),
    ]
    return changed.filter(\.1).map(\.0)
  }
}

extension Homework {
  /// Creates an assignment from a draft, without its quiz.
  package init(_ id: ID, _ draft: HomeworkDraft, createdAt: Timestamp) {
    self.init(
      id: id, title: draft.title, subject: draft.subject, collections: draft.collections,
      picture: draft.picture?.info, text: draft.text, createdAt: createdAt, dueOn: draft.dueOn, note: draft.note,
      generation: draft.quiz == nil ? .none : .ready)
  }

  /// Applies all changes except the picture's.
  package mutating func apply(_ change: HomeworkChange) {
    title = change.title ?? title
    collections = change.collections ?? collections
    if let subject = change.subject { self.subject = subject.value }
    if let text = change.text { self.text = text.value }
    if let note = change.note { self.note = note.value }
    if let dueOn = change.dueOn { self.dueOn = dueOn.value }
  }

  /// A draft with the same content, except for the picture and the quiz.
  package var draft: HomeworkDraft {
    HomeworkDraft(title: title, subject: subject, collections: collections, text: text, dueOn: dueOn, note: note)
  }
}

extension String {
  /// Returns whether the text has at most `limit` Unicode scalars; skips counting if it has no more bytes than that.
  package func isWithin(_ limit: Int) -> Bool { utf8.count <= limit || unicodeScalars.count <= limit }

  /// True if the text is empty or only white space.
  package var isBlank: Bool {
    // Nearly every text begins with an ASCII character, which needs no Unicode table.
    if let first = utf8.first, (0x21...0x7E).contains(first) { return false }
    return allSatisfy(\.isWhitespace)
  }
}

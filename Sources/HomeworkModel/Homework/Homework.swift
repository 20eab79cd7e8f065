/// One piece of work to revise.
public struct Homework: Identifiable, Hashable, Sendable {
  /// Its public identity.
  public let id: Identifier<Homework>
  /// When it was added: lists are newest first.
  public var createdAt: Timestamp
  /// Its name, 1 to 500 characters; its subject, such as Mathematics, which is never blank; and the names of the
  /// collections it belongs to, in order.
  public var title: String, subject: String?, collections: [String]
  /// Its picture and its text, where it has them.
  public var picture: PictureInfo?, text: String?
  /// A calendar date, `2026-11-20`: homework is due on a day, wherever its reader is. When it was marked done; `nil` while
  /// it is not.
  public var dueOn: String?, completedAt: Timestamp?
  /// Where the making of its quiz stands, and totals of its finished attempts.
  public var generation: Generation, progress: HomeworkProgress
  /// Its current quiz, where it has one; its questions, 0 without one; and the attempt in progress at it.
  public var quizId: Quiz.ID?, questionCount: Int, openAttemptId: Attempt.ID?

  /// With these parts; nothing is checked.
  @inlinable
  package init(
    id: ID, title: String, subject: String? = nil, collections: [String] = [], picture: PictureInfo? = nil,
    text: String? = nil, createdAt: Timestamp, dueOn: String? = nil, completedAt: Timestamp? = nil,
    generation: Generation = .none,
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
    self.generation = generation
    self.quizId = quizId
    self.questionCount = questionCount
    self.progress = progress
    self.openAttemptId = openAttemptId
  }
}

/// The state of generating a quiz from a homework.
public enum Generation: Hashable, Sendable {
  case none
  case pending
  case ready
  /// `retryAt` is the earliest time at which another try is allowed, where there is one.
  case failed(GenerationFailure, retryAt: Timestamp?)

  /// The word of the protocol: `none`, `pending`, `ready`, `failed`.
  package var state: String {
    switch self {
    case .none: "none"
    case .pending: "pending"
    case .ready: "ready"
    case .failed: "failed"
    }
  }
}

/// Why the making of a quiz failed.
public enum GenerationFailure: String, Hashable, Sendable, CaseIterable {
  case missingKey, network, timeout, invalidResponse, rateLimited, unreadableImage
}

/// What a caller gives to add a homework.
public struct HomeworkDraft: Hashable, Sendable {
  /// In Unicode scalars.
  package static let longestTitle = 500

  /// Its name, 1 to 500 characters; its subject, such as Mathematics, which is never blank; and the names of the
  /// collections to put it into, each once, none blank.
  public var title: String, subject: String?, collections: [String]
  /// Its picture and its text, where it has them, and a day of the calendar, such as `2026-11-20`.
  public var picture: Picture?, text: String?, dueOn: String?
  /// Its quiz, where it has one already.
  public var quiz: QuizDraft?

  /// With these parts; nothing is checked.
  public init(
    title: String, subject: String? = nil, collections: [String] = [], picture: Picture? = nil, text: String? = nil,
    dueOn: String? = nil, quiz: QuizDraft? = nil
  ) {
    self.title = title
    self.subject = subject
    self.collections = collections
    self.picture = picture
    self.text = text
    self.dueOn = dueOn
    self.quiz = quiz
  }

  /// Everything that keeps this from being stored, the quiz's faults under `quiz.`.
  public var faults: [Fault] {
    var faults: [Fault] = []
    func check(_ holds: Bool, _ path: @autoclosure () -> String, _ message: @autoclosure () -> String) {
      if !holds { faults.append(Fault(path: path(), message: message())) }
    }
    check(!title.isBlank, "title", "must not be empty")
    check(
      title.utf8.count <= Self.longestTitle || title.unicodeScalars.count <= Self.longestTitle, "title",
      "is longer than \(Self.longestTitle) characters")
    if let subject { check(!subject.isBlank, "subject", "must not be empty; leave it out instead") }
    for (index, name) in collections.enumerated() {
      check(!name.isBlank, "collections[\(index)]", "must not be empty")
      check(!collections[..<index].contains(name), "collections[\(index)]", "\"\(name)\" is there twice")
    }
    if let dueOn { check(Self.isDate(dueOn), "dueOn", "\"\(dueOn)\" is not a date such as 2026-11-20") }
    if let quiz { faults += quiz.faults.map { Fault(path: "quiz.\($0.path)", message: $0.message) } }
    return faults
  }

  /// Whether `text` is a day of the Gregorian calendar, `YYYY-MM-DD`.
  static func isDate(_ text: String) -> Bool {
    text.utf8.count == 10 && Timestamp(text + "T00:00:00Z") != nil
  }
}

extension String {
  /// Nothing but white space.
  var isBlank: Bool {
    // Nearly every text begins with a letter: that needs no table of Unicode.
    if let first = utf8.first, (0x21...0x7E).contains(first) { return false }
    return allSatisfy(\.isWhitespace)
  }
}

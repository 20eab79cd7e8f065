/// Everything that has a state, by the words of the scenario language.
public enum FieldName: String, Hashable, Codable, Sendable, CaseIterable, CodingKeyRepresentable {
  case homework, quiz, collections, progress, attempts, answers, ledger, total
  case events, replies, deletion, learners
  case stars, streak, question, bar
  case longestRun = "longest-run"
  case firstCapture = "first-capture"
  case achievements, milestones
  case activation
  case activatedQuestion = "activated-question"
  case fullBar = "full-bar"
  case celebratedQuestions = "celebrated-questions"
  case intensity, bursts
  case runningA1 = "running-a1"
  case sizeSettle = "size-settle"
  case results, badge, count, draft
  case questionTime = "question-time"
  case occurrences, others
  case motion, profiles
  case lowPower = "low-power"
  case screen, clock
}

/// What a kill does to a field.
public enum SurvivalKind: String, Hashable, Codable, Sendable, CaseIterable {
  /// On disk: as it was.
  case persisted
  /// Rebuilt from what is persisted, equal to before.
  case derived
  /// Gone, and not rebuilt.
  case ephemeral
  /// Asked anew.
  case environment
}

/// Who can say what a field holds.
public enum FieldOwner: String, Hashable, Codable, Sendable, CaseIterable {
  case store, session
}

/// One row: a field, what a kill does to it, and why.
public struct SurvivalField: Hashable, Codable, Sendable {
  public let name: FieldName
  public let kind: SurvivalKind
  public let owner: FieldOwner
  public let reason: String

  init(_ name: FieldName, _ kind: SurvivalKind, _ owner: FieldOwner, _ reason: String) {
    self.name = name
    self.kind = kind
    self.owner = owner
    self.reason = reason
  }
}

/// What survives a kill, as data: state reports, resume reports and documentation all read it.
public enum SurvivalTable {
  public static let fields: [SurvivalField] = FieldName.allCases.map(row)

  public static subscript(_ name: FieldName) -> SurvivalField { row(name) }

  /// A `switch` without `default`: a field without a kind does not compile.
  private static func row(_ name: FieldName) -> SurvivalField {
    switch name {
    case .homework: .init(name, .persisted, .store, "a person put it in")
    case .quiz: .init(name, .persisted, .store, "it was made once and may have cost something to make")
    case .collections: .init(name, .persisted, .store, "a person put the homework into them")
    case .progress: .init(name, .persisted, .store, "written in the transaction that finishes an attempt")
    case .attempts: .init(name, .persisted, .store, "being killed is not leaving: an open attempt stays open")
    case .answers: .init(name, .persisted, .store, "each is on disk before it is celebrated")
    case .ledger: .init(name, .persisted, .store, "one line per finished attempt, written when finishing")
    case .events: .init(name, .persisted, .store, "written with what happened, so that nobody misses it")
    case .replies: .init(name, .persisted, .store, "a request that comes again gets its first reply")
    case .learners: .init(name, .persisted, .store, "a person put them in")
    case .deletion: .init(name, .persisted, .store, "the last one can be undone")
    case .total: .init(name, .derived, .store, "the sum of the ledger")
    case .stars: .init(name, .derived, .session, "the activations among the settled answers")
    case .streak: .init(name, .derived, .session, "the settled answers in order")
    case .question: .init(name, .derived, .session, "the first that is not settled")
    case .bar: .init(name, .derived, .session, "the streak position")
    case .longestRun: .init(name, .derived, .session, "the settled answers in order")
    case .firstCapture: .init(name, .persisted, .store, "written with the homework that was first: never again")
    case .achievements: .init(name, .persisted, .store, "written when unlocked: never again")
    case .milestones: .init(name, .persisted, .store, "written when reached: never again")
    case .activation: .init(name, .ephemeral, .session, "what was activated is not activated again")
    case .activatedQuestion: .init(name, .ephemeral, .session, "every star stands at its small size")
    case .fullBar: .init(name, .ephemeral, .session, "the fresh cycle is shown at once")
    case .celebratedQuestions: .init(name, .ephemeral, .session, "whether one celebrated follows from its position")
    case .intensity: .init(name, .ephemeral, .session, "it belongs to a moment that is over")
    case .bursts: .init(name, .ephemeral, .session, "confetti is not thrown twice")
    case .runningA1: .init(name, .ephemeral, .session, "the star stands still")
    case .sizeSettle: .init(name, .ephemeral, .session, "the star stands at its small size")
    case .results: .init(name, .ephemeral, .session, "shown once, when the attempt is finished")
    case .badge: .init(name, .ephemeral, .session, "part of the results")
    case .count: .init(name, .ephemeral, .session, "part of the results; the total is in the ledger")
    case .draft: .init(name, .ephemeral, .session, "what was not submitted was not given")
    case .questionTime: .init(name, .ephemeral, .session, "saved when its question is settled")
    case .occurrences: .init(name, .ephemeral, .session, "of the present instant only")
    case .others: .init(name, .ephemeral, .session, "what ran of the other profiles is not shown again")
    case .profiles: .init(name, .environment, .session, "the program says what it shows")
    case .motion: .init(name, .environment, .session, "a setting of the device")
    case .lowPower: .init(name, .environment, .session, "a setting of the device")
    case .screen: .init(name, .environment, .session, "the next screen may be another one")
    case .clock: .init(name, .environment, .session, "told by the caller, and never stopped by a kill")
    }
  }
}

extension Session {
  /// Which fields each stored property holds. A test compares it with the properties themselves.
  package static let fieldsOfProperty: [String: [FieldName]] = [
    "attemptId": [.attempts],
    "questionCount": [.quiz],
    "stage": [.results],
    "environment": [.motion, .lowPower, .screen, .profiles],
    "nowMs": [.clock],
    "streak": [.streak, .stars, .bar, .longestRun],
    "positions": [.answers, .question],
    "correctCount": [.answers],
    "cues": [.runningA1, .sizeSettle, .others],
    "bursts": [.bursts],
    "lastActivation": [.activation],
    "activatedQuestion": [.activatedQuestion],
    "isFullBarShown": [.fullBar],
    "celebratedQuestions": [.celebratedQuestions],
    "intensity": [.intensity],
    "results": [.results, .badge, .count],
    "draft": [.draft],
    "questionShownMs": [.questionTime],
    "happenedNow": [.occurrences],
  ]
}

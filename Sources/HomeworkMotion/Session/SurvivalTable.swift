/// Everything that has a state, by its name in the scenario language.
public enum FieldName: String, Hashable, Sendable, CaseIterable {
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

/// The effect of a kill on a field.
public enum SurvivalKind: String, Hashable, Sendable, CaseIterable {
  /// It is on disk and unchanged.
  case persisted
  /// It is computed again from persisted fields, with the same value.
  case derived
  /// It is gone, and not rebuilt.
  case ephemeral
  /// It is read again from the surroundings.
  case environment
}

/// The part that keeps a field: the store on disk, or the session in memory.
public enum FieldOwner: String, Hashable, Sendable, CaseIterable {
  case store, session
}

/// One row: a field, the effect of a kill on it, and the reason.
public struct SurvivalField: Hashable, Sendable {
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

/// The fields that survive a kill. State reports, resume reports and the documentation use this table.
public enum SurvivalTable {
  public static let fields: [SurvivalField] = FieldName.allCases.map(row)

  public static subscript(_ name: FieldName) -> SurvivalField { row(name) }

  /// Returns a row. The `switch` has no `default`, so a field without a kind does not compile.
  private static func row(_ name: FieldName) -> SurvivalField {
    switch name {
    case .homework: .init(name, .persisted, .store, "a person added it")
    case .quiz: .init(name, .persisted, .store, "generating it again may cost time and money")
    case .collections: .init(name, .persisted, .store, "a person added the homework to them")
    case .progress: .init(name, .persisted, .store, "saved in the transaction that finishes an attempt")
    case .attempts: .init(name, .persisted, .store, "a kill does not end an attempt: it stays open")
    case .answers: .init(name, .persisted, .store, "each is saved before it is celebrated")
    case .ledger: .init(name, .persisted, .store, "one line per finished attempt, saved when it finishes")
    case .events: .init(name, .persisted, .store, "saved with the change, so that no client misses one")
    case .replies: .init(name, .persisted, .store, "a repeated request gets its first reply")
    case .learners: .init(name, .persisted, .store, "a person added them")
    case .deletion: .init(name, .persisted, .store, "a deletion can be undone for 30 days")
    case .total: .init(name, .derived, .store, "the sum of the ledger")
    case .stars: .init(name, .derived, .session, "computed from the answers")
    case .streak: .init(name, .derived, .session, "computed from the answers in order")
    case .question: .init(name, .derived, .session, "the first question without an answer")
    case .bar: .init(name, .derived, .session, "computed from the streak position")
    case .longestRun: .init(name, .derived, .session, "computed from the answers in order")
    case .firstCapture: .init(name, .persisted, .store, "saved with the first homework; it happens only once")
    case .achievements: .init(name, .persisted, .store, "saved when unlocked; each is unlocked only once")
    case .milestones: .init(name, .persisted, .store, "saved when reached; each is reached only once")
    case .activation: .init(name, .ephemeral, .session, "a star is not activated again")
    case .activatedQuestion: .init(name, .ephemeral, .session, "every star is shown at its small size")
    case .fullBar: .init(name, .ephemeral, .session, "the new cycle is shown at once")
    case .celebratedQuestions: .init(name, .ephemeral, .session, "computed from the streak position when needed")
    case .intensity: .init(name, .ephemeral, .session, "it belongs to a moment that has passed")
    case .bursts: .init(name, .ephemeral, .session, "confetti does not fall twice")
    case .runningA1: .init(name, .ephemeral, .session, "the star stands still")
    case .sizeSettle: .init(name, .ephemeral, .session, "the star is shown at its small size")
    case .results: .init(name, .ephemeral, .session, "shown only once, when the attempt finishes")
    case .badge: .init(name, .ephemeral, .session, "part of the results")
    case .count: .init(name, .ephemeral, .session, "part of the results; the total is in the ledger")
    case .draft: .init(name, .ephemeral, .session, "a response counts only once it is submitted")
    case .questionTime: .init(name, .ephemeral, .session, "saved with the answer")
    case .occurrences: .init(name, .ephemeral, .session, "needed only at the present instant")
    case .others: .init(name, .ephemeral, .session, "animations of other profiles do not show again")
    case .profiles: .init(name, .environment, .session, "the program chooses what it shows")
    case .motion: .init(name, .environment, .session, "a setting of the device")
    case .lowPower: .init(name, .environment, .session, "a setting of the device")
    case .screen: .init(name, .environment, .session, "the next screen may have another size")
    case .clock: .init(name, .environment, .session, "the caller provides it; a kill does not stop it")
    }
  }
}

public import HomeworkModel

/// What a session is told. Of an answer and a finish only once they are durably committed: what was not saved is never
/// celebrated.
public enum SessionEvent: Hashable, Sendable {
  /// An attempt begins, or one is shown that was begun before: its first unsettled question comes up.
  case started(Attempt)
  case settled(SettledAnswer)
  /// The attempt is completed, and its results appear. `starsTotal` is the ledger's sum with this attempt in it.
  case finished(starsEarned: Int, starsTotal: Int)
  /// The screen goes away: the questions, to which one may come back, or the results, to which one may not.
  case left
  case abandoned
  /// Going back to a settled question, from 0.
  case revisited(questionIndex: Int)
  /// The choice or text that stands there, not yet submitted; `nil` for none.
  case drafted(String?)
  /// Another fact of the store, once it is durably committed.
  case store(StoreFact)
  /// Something on the screen, of `count` things (cards that come into sight, stars of a rating), with a number where it has
  /// one (points of a swipe, per cent of a sheet).
  case screen(ScreenEvent, count: Int = 1, number: Int? = nil)
  case environment(SessionEnvironment)
}

/// As much of a settled answer as decides what is shown.
public struct SettledAnswer: Hashable, Codable, Sendable {
  /// From 0.
  public let questionIndex: Int
  public let outcome: Outcome
  public let isMCQ: Bool
  /// As stored, where the caller has it; a session counts for itself, and refuses a position that differs.
  public let streakPosition: Int?

  public init(questionIndex: Int, outcome: Outcome, isMCQ: Bool, streakPosition: Int? = nil) {
    self.questionIndex = questionIndex
    self.outcome = outcome
    self.isMCQ = isMCQ
    self.streakPosition = streakPosition
  }

  public init(_ answer: Answer) {
    self.init(
      questionIndex: answer.index, outcome: answer.outcome, isMCQ: answer.isMCQ,
      streakPosition: answer.streakPosition)
  }
}

/// What one event did to the cues.
public struct CueChanges: Hashable, Codable, Sendable {
  /// Told now for the first time; the suppressed are among them.
  public var started: [Cue] = []
  /// Told before, and now ending otherwise than foretold: interrupted or capped.
  public var changed: [Cue] = []

  public init(started: [Cue] = [], changed: [Cue] = []) {
    self.started = started
    self.changed = changed
  }

  /// With what came of the next event.
  public mutating func append(_ next: CueChanges) {
    started += next.started
    changed += next.changed
  }
}

/// Why a session refuses an event. It is unchanged then.
public enum SessionError: Error, Hashable, Sendable {
  /// The clock of a session never goes back.
  case timeWentBack(nowMs: Int)
  /// Later than `Session.latestMs`.
  case timeTooLate
  case unknownQuestion(questionCount: Int)
  /// Questions are settled in order, each once.
  case outOfOrder(expected: Int)
  /// Only a settled question can be gone back to.
  case notSettled(questionIndex: Int)
  /// An attempt is finished once every question is settled.
  case questionsLeft(Int)
  /// Completed or abandoned: nothing more can be settled.
  case attemptOver
  /// More stars than questions, or fewer than none.
  case impossibleStars
  /// The stored position is not what the settled answers give.
  case streakDisagrees(derived: Int?)
  case screenWithoutSize
  case unknownEvent(String)
  case unknownProfile(String)
  case unknownAnimation(String)
}

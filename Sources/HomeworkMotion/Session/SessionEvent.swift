public import HomeworkModel

/// An event for a session. Send an answer or a finish only once it is on disk: unsaved facts are never celebrated.
public enum SessionEvent: Hashable, Sendable {
  /// An attempt starts, or an open one is shown: its first unsettled question appears.
  case started(Attempt)
  case settled(SettledAnswer)
  /// An answer was graded anew. What follows from answers changes; nothing is celebrated, and cues go on.
  case regraded(questionIndex: Int, Outcome)
  /// The attempt is completed, and its results appear. `starsTotal` is the sum of the ledger, including this attempt.
  case finished(starsEarned: Int, starsTotal: Int)
  /// The screen closes: the questions, which can be opened again, or the results, which cannot.
  case left
  case abandoned
  /// The screen returns to an answered question, from 0.
  case revisited(questionIndex: Int)
  /// The choice or text that was entered but not submitted; `nil` for none.
  case drafted(String?)
  /// Another fact of the store that is on disk.
  case store(StoreFact)
  /// A screen event of `count` items, such as cards that appear or stars of a rating, with a number if it has one, such
  /// as the points of a swipe or the percentage of a sheet.
  case screen(ScreenEvent, count: Int = 1, number: Int? = nil)
  case environment(SessionEnvironment)
}

/// The part of an answer that decides what to show.
public struct SettledAnswer: Hashable, Sendable {
  /// The index of the question, from 0.
  public let questionIndex: Int
  public let outcome: Outcome
  public let movesStreak: Bool
  /// The stored streak position, if known. The session computes its own, and refuses one that differs.
  public let streakPosition: Int?

  public init(questionIndex: Int, outcome: Outcome, movesStreak: Bool, streakPosition: Int? = nil) {
    self.questionIndex = questionIndex
    self.outcome = outcome
    self.movesStreak = movesStreak
    self.streakPosition = streakPosition
  }

  public init(_ answer: Answer) {
    self.init(
      questionIndex: answer.index, outcome: answer.outcome, movesStreak: answer.movesStreak,
      streakPosition: answer.streakPosition)
  }
}

/// The effect of one event on the cues.
public struct CueChanges: Hashable, Sendable {
  /// New cues, including suppressed ones.
  public var started: [Cue] = []
  /// Earlier cues that now end differently: interrupted or capped.
  public var changed: [Cue] = []

  public init(started: [Cue] = [], changed: [Cue] = []) {
    self.started = started
    self.changed = changed
  }

  /// Adds the effect of the next event.
  public mutating func append(_ next: CueChanges) {
    started += next.started
    changed += next.changed
  }
}

/// Why a session refuses an event. The session is then unchanged.
public enum SessionError: Error, Hashable, Sendable {
  /// The time is before the session's clock.
  case timeWentBack(nowMs: Int)
  /// The time is after `Session.latestMs`.
  case timeTooLate
  case unknownQuestion(questionCount: Int)
  /// Another question is the current one.
  case outOfOrder(expected: Int)
  /// The question is not settled, so it cannot be revisited.
  case notSettled(questionIndex: Int)
  /// Questions are left, so the attempt cannot be finished.
  case questionsLeft(Int)
  /// The attempt is completed or abandoned.
  case attemptOver
  /// The number of stars is negative, or exceeds the number of questions.
  case impossibleStars
  /// The stored streak position is not the computed one.
  case streakDisagrees(derived: Int?)
  case screenWithoutSize
  case unknownEvent(String)
  case unknownProfile(String)
  case unknownAnimation(String)
}

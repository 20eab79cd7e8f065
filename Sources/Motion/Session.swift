public import Homework

/// One process's view of an attempt: facts at a time go in, cues come out.
///
/// A value that neither waits nor asks the time. What is derived is rebuilt from settled answers; everything else dies with
/// it. Whoever tells it facts keeps the cues: it holds on only to those that can still change.
public struct Session: Hashable, Codable, Sendable {
  /// Which screen is up.
  public enum Stage: String, Hashable, Codable, Sendable, CaseIterable {
    case question, results
    /// The attempt is over and its results are gone.
    case over
  }

  /// The last moment of a session clock: the largest whole number that every reader of JSON holds exactly.
  public static let latestMs = 1 << 53

  public let attemptId: Attempt.ID
  public let questionCount: Int
  public internal(set) var stage: Stage
  public internal(set) var environment: Environment
  /// The moment of the last event or wait.
  public internal(set) var nowMs: Int

  // Derived from settled answers.
  public internal(set) var streak: Streak
  /// Of each settled answer: 1 to 10, 0 for a wrong or skipped MCQ, `nil` for other kinds.
  public internal(set) var positions: [Int?]

  // Ephemeral.
  /// Those that run, are scheduled, or could still be cut off; in the order in which they were told.
  public internal(set) var cues: [Cue] = []
  /// Live bursts, and dead ones until the next tick.
  public internal(set) var bursts: [Burst] = []
  public internal(set) var lastActivation: LastActivation?
  /// The question, from 0, whose star is the large one.
  public internal(set) var activatedQuestion: Int?
  /// The tenth star was reached, and no MCQ has been settled since.
  public internal(set) var isFullBarShown = false
  /// From 0, in order of celebration.
  public internal(set) var celebratedQuestions: [Int] = []
  public internal(set) var intensity: Intensity?
  public internal(set) var results: Results?
  public internal(set) var draft: String?
  var questionShownMs: Int
  /// Questions gone back to at this very instant: a second time in the same millisecond is the same going back.
  var revisitedNow: [Int] = []

  /// A session on an attempt, fresh or resumed: they differ only in what is settled already.
  ///
  /// The results of a completed attempt are not rebuilt. A time outside 0…`latestMs` is taken as the nearer end.
  public init(resuming attempt: Attempt, environment: Environment, atMs: Int) {
    attemptId = attempt.id
    questionCount = attempt.questionCount
    stage = attempt.state == .inProgress ? .question : .over
    self.environment = environment
    nowMs = min(max(0, atMs), Self.latestMs)
    questionShownMs = nowMs
    var streak = Streak()
    positions = attempt.answers.map { streak.settle($0.outcome, isMCQ: $0.isMCQ) }
    self.streak = streak
  }

  /// The question settled next, from 0; the number of questions when every one is settled.
  public var questionIndex: Int { positions.count }

  /// The ten dots as shown: all full after position 10, until the next MCQ is settled.
  public var bar: [Dot] { isFullBarShown ? Streak.bar(at: Streak.cycle) : streak.bar }

  /// Takes one event and returns what it did to the cues. An error leaves the session as it was.
  public mutating func receive(_ event: SessionEvent, atMs: Int) throws(SessionError) -> CueChanges {
    guard atMs >= nowMs else { throw .timeWentBack(nowMs: nowMs) }
    guard atMs <= Self.latestMs else { throw .timeTooLate }
    // On a copy, so that an event refused half-way changes nothing, the time included.
    var next = self
    next.advance(toMs: atMs)
    let changes = try next.take(event)
    self = next
    return changes
  }

  /// Waits: what has ended by then is let go, bursts on their 200 tick. A time before now is now.
  public mutating func advance(toMs: Int) {
    let moment = min(max(nowMs, toMs), Self.latestMs)
    if moment > nowMs { revisitedNow = [] }
    nowMs = moment
    cues.removeAll { $0.ending.atMs <= moment }
    bursts.removeAll { $0.pruneMs <= moment }
  }

  /// Every cue that was running or scheduled when the process died, as it ended there. What ends at that instant had ended.
  ///
  /// Where the process died after a commit and before it could tell, give the fact to `receive` first: all is accounted as if
  /// it had been told and then killed.
  public func killed(atMs: Int) -> [Cue] {
    let moment = max(nowMs, atMs)
    return cues.compactMap { $0.killed(atMs: moment) }
  }

  private mutating func take(_ event: SessionEvent) throws(SessionError) -> CueChanges {
    switch event {
    case .settled(let answer): return try settle(answer)
    case .finished(let earned, let total): return try finish(starsEarned: earned, starsTotal: total)
    case .left: return leave()
    case .abandoned: return try abandon()
    case .revisited(let questionIndex): return try revisit(questionIndex)
    case .drafted(let text):
      guard stage == .question else { throw .attemptOver }
      draft = text
    case .environment(let environment):
      guard environment.screen.hasSize else { throw .screenWithoutSize }
      self.environment = environment
    }
    return CueChanges()
  }
}

/// The star that was activated last in this session.
public struct LastActivation: Hashable, Codable, Sendable {
  public let kind: Activation
  /// 5 to 10.
  public let position: Int
}

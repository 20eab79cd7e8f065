public import HomeworkModel

/// One process's view of the screen. Facts and screen events, each with a time, go in; cues come out.
///
/// It is a value that never waits or reads a clock. Its derived state is rebuilt from the answers; everything else dies
/// with it. Keep the cues that it returns: it holds only those that can still change.
///
///     var session = Session(resuming: attempt, environment: SessionEnvironment(), atMs: 0)
///     let changes = try session.receive(.settled(answer), atMs: 1300)
///     show(changes.started)
public struct Session: Hashable, Sendable {
  /// The screen that is shown.
  public enum Stage: String, Hashable, Sendable, CaseIterable {
    case question, results
    /// The attempt is over and its results have closed, or there was no attempt.
    case over
  }

  /// The last moment of a session's clock: the largest whole number that every JSON parser represents exactly.
  public static let latestMs = 1 << 53

  /// The attempt; `nil` before the first one.
  public internal(set) var attemptId: Attempt.ID?
  public internal(set) var questionCount: Int
  public internal(set) var stage: Stage
  public internal(set) var environment: SessionEnvironment
  /// The time of the last event or wait.
  public internal(set) var nowMs: Int

  // Derived from settled answers.
  public internal(set) var streak: Streak
  /// The position of each settled answer: 1 to 10, 0 if it is chosen and wrong or skipped, -1 for other types.
  var positions: [Int8]
  /// The number of correct answers, of every kind.
  public internal(set) var correctCount: Int

  // Ephemeral.
  /// The cues that run, are scheduled, or could still be cut off, in the order they were returned.
  public internal(set) var cues: [Cue] = []
  /// The live bursts, and dead ones until the next tick.
  public internal(set) var bursts: [Burst] = []
  public internal(set) var lastActivation: LastActivation?
  /// The index of the question, from 0, whose star is the large one.
  public internal(set) var activatedQuestion: Int?
  /// True after the tenth star, until the next chosen answer.
  public internal(set) var isFullBarShown = false
  /// The indexes of celebrated questions, from 0, in order.
  public internal(set) var celebratedQuestions: [Int] = []
  public internal(set) var intensity: Intensity?
  public internal(set) var results: Results?
  public internal(set) var draft: String?
  var questionShownMs: Int
  /// The repeatable triggers of this instant: another one in the same millisecond is the same occurrence.
  var happenedNow: [Trigger] = []

  /// Creates a session on an attempt, new or resumed; `nil` for no open attempt.
  ///
  /// It does not rebuild the results of a completed attempt. A time outside 0…`latestMs` is clamped.
  public init(resuming attempt: Attempt?, environment: SessionEnvironment, atMs: Int) {
    self.environment = environment
    nowMs = min(max(0, atMs), Self.latestMs)
    questionShownMs = nowMs
    (stage, questionCount, streak, positions, correctCount) = (.over, 0, Streak(), [], 0)
    if let attempt { load(attempt) }
  }

  /// Creates a session for the cues of one fact. It knows only the number of earlier questions, so revisiting one shows
  /// nothing.
  package init(on summary: AttemptSummary, environment: SessionEnvironment, atMs: Int) {
    self.init(resuming: nil, environment: environment, atMs: atMs)
    load(summary, positions: Array(repeating: -1, count: summary.questionIndex))
  }

  /// The index of the current question, from 0; the number of questions when all are settled.
  public var questionIndex: Int { positions.count }

  /// The ten dots as shown: all full after position 10, until the next chosen answer.
  public var bar: [Dot] { isFullBarShown ? Streak.bar(at: Streak.cycle) : streak.bar }

  /// Returns the streak position of a settled question, from 0; `nil` if it is not chosen.
  public func position(ofQuestion index: Int) -> Int? { positions[index] < 0 ? nil : Int(positions[index]) }

  /// Processes one event and returns its effect on the cues. An error leaves the session, including its time,
  /// unchanged.
  public mutating func receive(_ event: SessionEvent, atMs: Int) throws(SessionError) -> CueChanges {
    guard atMs >= nowMs else { throw .timeWentBack(nowMs: nowMs) }
    guard atMs <= Self.latestMs else { throw .timeTooLate }
    try check(event)
    advance(toMs: atMs)
    return apply(event)
  }

  /// Advances the clock: drops cues that have ended, and bursts on their 200 ms tick. Ignores a time in the past.
  public mutating func advance(toMs: Int) {
    let moment = min(max(nowMs, toMs), Self.latestMs)
    if moment > nowMs, !happenedNow.isEmpty { happenedNow = [] }
    nowMs = moment
    if !cues.isEmpty { cues.removeAll { $0.ending.atMs <= moment } }
    if !bursts.isEmpty { bursts.removeAll { $0.pruneMs <= moment } }
  }

  /// Returns every cue that was running or scheduled when the process died, with its ending. A cue that ends at that
  /// instant has ended.
  ///
  /// If the process died after a commit but before it could show the fact, pass the fact to `receive` first.
  ///
  /// - Parameter latestMs: the latest moment of the kill, if `atMs` is only the earliest.
  public func killed(atMs: Int, latestMs: Int = 0) -> [Cue] {
    let moment = max(nowMs, atMs)
    return cues.compactMap { $0.killed(atMs: moment, latestMs: latestMs) }
  }

  /// Rejects an impossible event before anything is changed.
  private func check(_ event: SessionEvent) throws(SessionError) {
    switch event {
    case .settled(let answer): try check(answer)
    case .finished(let earned, let total): try checkFinish(starsEarned: earned, starsTotal: total)
    case .abandoned, .drafted: guard stage == .question else { throw .attemptOver }
    case .revisited(let index), .regraded(let index, _):
      guard (0..<questionCount).contains(index) else { throw .unknownQuestion(questionCount: questionCount) }
      guard index < positions.count else { throw .notSettled(questionIndex: index) }
    case .environment(let environment): guard environment.screen.hasSize else { throw .screenWithoutSize }
    case .screen(let event, _, _): try checkKnown(event)
    case .started, .left, .store: break
    }
  }

  private mutating func apply(_ event: SessionEvent) -> CueChanges {
    var changes = CueChanges()
    switch event {
    case .started(let attempt):
      leave(&changes)
      load(attempt)
      if stage == .question { imply(.push, &changes) }
    case .settled(let answer): settle(answer, &changes)
    case .regraded(let index, let outcome): regrade(index, outcome)
    case .finished(let earned, let total): finish(starsEarned: earned, starsTotal: total, &changes)
    case .left: leave(&changes)
    case .abandoned:
      leaveQuestion(&changes)
      stage = .over
      imply(.pop, &changes)
    case .revisited(let questionIndex): revisit(questionIndex, &changes)
    case .drafted(let text): draft = text
    case .store(let fact): receive(fact, &changes)
    case .screen(let event, let count, let number): receive(event, count: count, number: number, &changes)
    case .environment(let environment): self.environment = environment
    }
    return changes
  }

  private mutating func load(_ attempt: Attempt) {
    var streak = Streak()
    load(
      attempt.summary,
      positions: attempt.answers.map { streak.settle($0.outcome, movesStreak: $0.movesStreak).map(Int8.init) ?? -1 })
  }

  /// Shows the first unsettled question of an attempt. Cues above all screens continue.
  private mutating func load(_ attempt: AttemptSummary, positions: [Int8]) {
    (attemptId, questionCount) = (attempt.id, attempt.questionCount)
    stage = attempt.state == .inProgress ? .question : .over
    (streak, correctCount, self.positions) = (attempt.streak, attempt.score.correct, positions)
    (lastActivation, activatedQuestion, isFullBarShown, intensity) = (nil, nil, false, nil)
    (celebratedQuestions, results, draft, questionShownMs) = ([], nil, nil, nowMs)
  }
}

/// The last star that was activated in this session.
public struct LastActivation: Hashable, Sendable {
  public let kind: Activation
  /// The streak position, 5 to 10.
  public let position: Int
}

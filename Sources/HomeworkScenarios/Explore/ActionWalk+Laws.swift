import HomeworkModel
import HomeworkMotion
import HomeworkPlay

/// The checks after each action: no law may be broken, in any life.
extension ActionWalk {
  private mutating func look(
    at seen: Observation, _ action: ExploredAction?, _ death: ActionDeath? = nil, isOfBoth: Bool = false
  ) {
    for law in Law.byCause {
      guard let breach = law.breach(in: seen) else { continue }
      return self.break(law, breach.detail, action, death, isOfBoth: isOfBoth)
    }
  }

  /// Judges a life that was never killed.
  mutating func judge(_ action: ExploredAction, _ played: Played, at node: Node, _ before: [Snapshot]) {
    let (player, atMs) = (action.player, stage.time(ofStep: done.count))
    var seen = Observation(action: action.rawValue, atMs: atMs, refusal: played.refusal, acknowledged: played.done)
    let reasons: [RefusalName] = [.notFound, .conflict]
    let isStrange = played.refusal.map { !reasons.contains($0.name) } ?? false
    seen.isAllowed = isStrange || before[player].allows(action, on: played.session)
    (seen.before, seen.sessionBefore) = (before[player], played.session)
    (seen.facts, seen.session) = (played.facts[player], played.live.session)
    (seen.shown, seen.sinceMs) = (played.cues.started, atMs)
    seen.again = played.cues.started.filter { node.told.contains($0.id) }
    seen.unhindered = played.cues.started + played.cues.changed
    // Homework is shared by both learners; their work on it is not.
    seen.hasChangedOthers = played.facts[1 - player] != before[1 - player]
    seen.isShownToOthers =
      played.refusal == nil && !node.lives[1 - player].allSatisfy { stage.isUntouched($0, atMs: atMs) }
    look(at: seen, action, isOfBoth: seen.hasChangedOthers || seen.isShownToOthers)
  }

  /// Checks that a life killed earlier does the same, and has reported as much.
  mutating func compare(_ killed: Played, with reference: Played, after action: ExploredAction) {
    let (player, isRefused) = (action.player, killed.refusal != nil)
    // The screen of a finished attempt does not return, so it cannot be revisited.
    let isGone = killed.session.attemptId == nil && killed.live.session == killed.session
    if action == .revisit, isRefused, reference.refusal == nil, isGone { return }
    var seen = Observation(action: action.rawValue, refusal: killed.refusal)
    (seen.facts, seen.session) = (killed.facts[player], killed.live.session)
    if isRefused { seen.sessionBefore = killed.session }
    seen.wanted = Observation.Wanted(refusal: reference.refusal, facts: reference.facts[player])
    seen.hasChangedOthers = killed.facts[1 - player] != reference.facts[1 - player]
    if killed.cues.started != reference.cues.started {
      (seen.told, seen.wantedCues) = (CueBook(killed.cues.started), CueBook(reference.cues.started))
    }
    look(at: seen, action, killed.live.death)
  }

  /// Judges a process that opens after a death.
  ///
  /// - Parameters:
  ///   - lives: the lives that may have died.
  ///   - told: the cues that they have shown.
  ///   - facts: the facts of its learner.
  ///   - waitedMs: the time since the last action.
  mutating func judge(_ resumed: StageLife, of lives: [StageLife], told: Set<CueID>, _ facts: Snapshot, waitedMs: Int) {
    let session = resumed.session
    var seen = Observation(facts: facts, session: session, isResumed: true)
    seen.again = session.cues.filter { told.contains($0.id) }
    if let reported = resumed.reported, let open = facts.attemptInProgress {
      seen.unreported = lives.flatMap { $0.session.killed(atMs: session.nowMs) }.map(\.id)
        .filter { $0.trigger.fact == .answerSettled && $0.trigger.attemptId == open.id && !reported.contains($0) }
    }
    look(at: seen, nil, .after(step: done.count - 1, waitedMs: waitedMs))
  }

  /// Kills an action before its commit, and after it.
  ///
  /// - Returns: the facts on disk after dying behind it; `nil` if it does not reach it.
  mutating func strike(_ action: ExploredAction, _ life: StageLife, _ before: [Snapshot]) throws -> [Snapshot]? {
    let (stage, step) = (stage, done.count)
    result.steps += 2
    let isCut = try stage.rehearse {
      let live = life.copy()
      let isCut = stage.die(in: action, on: live, step: step, isCommitted: false)
      var seen = Observation(action: action.rawValue, sessionBefore: life.session, session: live.session)
      (seen.struck, seen.isCommitted) = (.beforeCommit, try stage.facts() != before)
      look(at: seen, action, .beforeCommit)
      return isCut
    }
    guard isCut else { return nil }
    result.points += 2
    return try stage.rehearse {
      _ = stage.die(in: action, on: life.copy(), step: step, isCommitted: true)
      return try stage.facts()
    }
  }

  mutating func compare(_ struck: [Snapshot], isCut: Bool, with alive: Played, after action: ExploredAction) {
    var seen = Observation(action: action.rawValue, struck: .afterCommit, isCommitted: struck == alive.facts)
    // A done action must commit, and a refused one must not.
    (seen.refusal, seen.isAllowed) = (alive.refusal, isCut)
    look(at: seen, action, .afterCommit)
  }
}

extension Snapshot {
  /// Returns whether an action is possible.
  func allows(_ action: ExploredAction, on session: Session) -> Bool {
    switch action {
    case .correct, .wrong, .skip: attemptInProgress.map { $0.answers.count < $0.questionCount } ?? false
    case .finish: attemptInProgress.map { $0.answers.count == $0.questionCount } ?? false
    case .abandon: attemptInProgress != nil
    case .start: attemptInProgress == nil
    case .revisit: session.questionIndex > 0
    case .leave, .other: true
    }
  }
}

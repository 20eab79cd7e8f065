import HomeworkModel
import HomeworkMotion
import HomeworkPlay
import HomeworkReports

/// The checks after each action: no law may be broken, in any process.
extension ActionWalk {
  private mutating func check(
    _ seen: Observation, _ action: ExploredAction?, _ death: ActionDeath? = nil, isOfBoth: Bool = false
  ) {
    for law in Law.byCause {
      guard let breach = law.breach(in: seen) else { continue }
      return self.break(law, breach.detail, action, death, isOfBoth: isOfBoth)
    }
  }

  /// Judges a life that was never killed.
  mutating func judge(_ action: ExploredAction, _ played: Played, at node: Node, _ before: [Snapshot]) {
    let (player, atMs) = (action.player, target.time(ofStep: done.count))
    var seen = Observation(action: action.rawValue, atMs: atMs, refusal: played.refusal, acknowledged: played.done)
    let reasons: [RefusalName] = [.notFound, .conflict]
    let isStrange = played.refusal.map { !reasons.contains($0.name) } ?? false
    seen.isAllowed = isStrange || before[player].allows(action, on: played.session)
    (seen.before, seen.sessionBefore) = (before[player], played.session)
    (seen.facts, seen.session) = (played.facts[player], played.live.session)
    (seen.shown, seen.sinceMs) = (played.cues.started, atMs)
    seen.again = played.cues.started.filter { node.shown.contains($0.id) }
    seen.unhindered = played.cues.started + played.cues.changed
    // Homework is shared by both learners; their work on it is not.
    seen.hasChangedOthers = played.facts[1 - player] != before[1 - player]
    seen.isShownToOthers =
      played.refusal == nil && !node.lives[1 - player].allSatisfy { target.isUntouched($0, atMs: atMs) }
    check(seen, action, isOfBoth: seen.hasChangedOthers || seen.isShownToOthers)
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
      (seen.cues, seen.wantedCues) = (CueBook(killed.cues.started), CueBook(reference.cues.started))
    }
    check(seen, action, killed.live.death)
  }

  /// Judges a process that opens after a death.
  ///
  /// - Parameters:
  ///   - lives: the lives that may have died.
  ///   - shown: the cues that they have shown.
  ///   - facts: the facts of its learner.
  ///   - waitedMs: the time since the last action.
  mutating func judge(
    _ resumed: ExploredProcess, of lives: [ExploredProcess], shown: Set<CueID>, _ facts: Snapshot, waitedMs: Int
  ) {
    let session = resumed.session
    var seen = Observation(facts: facts, session: session, isResumed: true)
    seen.again = session.cues.filter { shown.contains($0.id) }
    if let reported = resumed.reported, let open = facts.attemptInProgress {
      seen.unreported = lives.flatMap { $0.session.killed(atMs: session.nowMs) }.map(\.id).filter {
        $0.trigger.fact == .answerSettled && $0.trigger.attemptId == open.id && !reported.contains($0)
      }
    }
    check(seen, nil, .after(step: done.count - 1, waitedMs: waitedMs))
  }

  /// Kills an action before its commit, and after it.
  ///
  /// - Returns: the facts on disk after dying behind it; `nil` if it does not reach it.
  mutating func strike(_ action: ExploredAction, _ process: ExploredProcess, _ before: [Snapshot]) throws -> [Snapshot]?
  {
    let (target, step) = (target, done.count)
    result.steps += 2
    let isCut = try target.rehearse {
      let live = process.copy()
      let isCut = target.die(in: action, on: live, step: step, isCommitted: false)
      var seen = Observation(action: action.rawValue, sessionBefore: process.session, session: live.session)
      (seen.struck, seen.isCommitted) = (.beforeCommit, try target.facts() != before)
      check(seen, action, .beforeCommit)
      return isCut
    }
    guard isCut else { return nil }
    result.points += 2
    return try target.rehearse {
      _ = target.die(in: action, on: process.copy(), step: step, isCommitted: true)
      return try target.facts()
    }
  }

  mutating func compare(_ struck: [Snapshot], isCut: Bool, with alive: Played, after action: ExploredAction) {
    var seen = Observation(action: action.rawValue, struck: .afterCommit, isCommitted: struck == alive.facts)
    // A done action must commit, and a refused one must not.
    (seen.refusal, seen.isAllowed) = (alive.refusal, isCut)
    check(seen, action, .afterCommit)
  }
}

extension Snapshot {
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

import HomeworkModel

/// The state of the results screen, kept after it was left.
public struct Results: Hashable, Sendable {
  public let starsEarned: Int
  public let starsTotal: Int
  /// The start of the count-up on the session's clock; `nil` if the total shows at once.
  var countsFromMs: Int?
  let countStepMs: Int

  /// Returns the count at a moment: one more every 200 ms, the first at the start.
  public func count(atMs nowMs: Int) -> Int {
    guard let countsFromMs else { return starsTotal }
    let before = max(0, starsTotal - starsEarned)
    guard nowMs >= countsFromMs else { return before }
    return min(starsTotal, before + 1 + (nowMs - countsFromMs) / max(1, countStepMs))
  }
}

/// The results screen: the badge springs in, then its count goes up.
extension Session {
  func checkFinish(starsEarned: Int, starsTotal: Int) throws(SessionError) {
    guard stage == .question else { throw .attemptOver }
    guard questionIndex == questionCount else { throw .questionsLeft(questionCount - questionIndex) }
    guard (0...questionCount).contains(starsEarned), (0...Self.latestMs).contains(starsTotal) else {
      throw .impossibleStars
    }
  }

  mutating func finish(starsEarned: Int, starsTotal: Int, _ changes: inout CueChanges) {
    leaveQuestion(&changes)
    stage = .results
    if let streak = environment.catalogue.streak {
      countUp(starsEarned: starsEarned, starsTotal: starsTotal, streak, &changes)
    }
    if environment.catalogue.hasOthers {
      let percentage = Score(correct: correctCount, total: questionCount).percentage
      let trigger = Trigger(fact: .attemptFinished, attemptId: attemptId)
      startOthers(trigger, TriggerDetails(percentage: percentage, stars: starsEarned), &changes)
      // A design with its own ring for the results shows only that ring.
      if environment.catalogue["resultsRing"] == nil { imply(.ring, by: trigger, &changes) }
    }
  }

  private mutating func countUp(
    starsEarned: Int, starsTotal: Int, _ streak: StreakDesign, _ changes: inout CueChanges
  ) {
    // Without stars nothing was triggered that could be reduced, so check for stars first.
    let reason: Reason? = starsEarned == 0 ? .noStars : environment.motion == .reduced ? .reduceMotion : nil
    let countStartMs = nowMs + (streak.count?.delayMs ?? 0)
    results = Results(
      starsEarned: starsEarned, starsTotal: starsTotal, countsFromMs: reason == nil ? countStartMs : nil,
      countStepMs: streak.countStepMs)
    if let badge = streak.badge {
      start(
        resultsCue(
          badge.name, badge.phases, startMs: nowMs + badge.delayMs, durationMs: badge.durationMs,
          suppressedBecause: reason), &changes)
    }
    guard let count = streak.count else { return }
    start(
      resultsCue(
        count.name, streak.countPhases(earned: starsEarned, total: starsTotal), startMs: countStartMs,
        durationMs: streak.countStepMs * starsEarned, suppressedBecause: reason),
      &changes)
  }

  /// Ends the cues of the results; the count jumps to the total.
  mutating func leaveResults(_ changes: inout CueChanges) {
    endCues(at: nowMs, .left, &changes) { [catalogue = environment.catalogue] in
      catalogue.layer(of: $0.animation) == .results
    }
    results?.countsFromMs = nil
    stage = .over
  }

  private func resultsCue(
    _ animation: AnimationName, _ phases: [Phase], startMs: Int, durationMs: Int, suppressedBecause reason: Reason?
  ) -> Cue {
    Cue(
      animation: animation, trigger: Trigger(fact: .attemptFinished, attemptId: attemptId), startMs: startMs,
      durationMs: durationMs, phases: phases,
      ending: reason.map { Ending(atMs: nowMs, disposition: .suppressed, reason: $0) }
        ?? Ending(atMs: startMs + durationMs, disposition: .played))
  }
}

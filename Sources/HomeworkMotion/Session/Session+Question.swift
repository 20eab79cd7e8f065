import HomeworkModel

/// The question screen: answers, and going back to them.
extension Session {
  func check(_ answer: SettledAnswer) throws(SessionError) {
    guard stage == .question else { throw .attemptOver }
    guard (0..<questionCount).contains(answer.questionIndex) else {
      throw .unknownQuestion(questionCount: questionCount)
    }
    guard answer.questionIndex == questionIndex else { throw .outOfOrder(expected: questionIndex) }
    guard let stored = answer.streakPosition else { return }
    var next = streak
    let position = next.settle(answer.outcome, movesStreak: answer.movesStreak)
    if stored != position { throw .streakDisagrees(derived: position) }
  }

  mutating func settle(_ answer: SettledAnswer, _ changes: inout CueChanges) {
    let position = streak.settle(answer.outcome, movesStreak: answer.movesStreak)
    positions.append(position.map(Int8.init) ?? -1)
    if answer.outcome == .correct { correctCount += 1 }
    draft = nil
    questionShownMs = nowMs
    let trigger = Trigger(
      fact: .answerSettled, attemptId: attemptId, questionIndex: answer.questionIndex, position: position)
    imply(.tap, by: trigger, &changes)
    if let streak = environment.catalogue.streak, let position { celebrate(position, trigger, streak, &changes) }
    if environment.catalogue.hasOthers { startOthers(trigger, TriggerDetails(outcome: answer.outcome), &changes) }
    // A skipped question moves on at once.
    if answer.outcome == .skipped, questionIndex < questionCount { imply(.next, by: trigger, &changes) }
  }

  mutating func regrade(_ index: Int, _ outcome: Outcome) {
    correctCount += outcome == .correct ? 1 : -1
    guard positions[index] >= 0 else { return }
    streak = Streak()
    for question in positions.indices where positions[question] >= 0 {
      let isCorrect = question == index ? outcome == .correct : positions[question] > 0
      positions[question] = streak.settle(isCorrect ? .correct : .wrong, movesStreak: true).map(Int8.init) ?? -1
    }
  }

  /// Called for chosen answers only: others change neither cues nor the bar.
  private mutating func celebrate(
    _ position: Int, _ trigger: Trigger, _ streak: StreakDesign, _ changes: inout CueChanges
  ) {
    isFullBarShown = position == Streak.cycle
    if position > 0, let dot = streak.dotSettle { start(cue(dot, trigger), &changes) }
    if let activation = Activation(position: position) {
      activate(activation, trigger, position, streak, &changes)
    } else {
      let (star, size) = (streak.star(.newStreak, .full)?.name, streak.sizeSettle?.name)
      endCues(at: nowMs, .superseded, &changes) { $0.animation == star || $0.animation == size }
      activatedQuestion = nil
    }
    if let intensity = Intensity(position: position) { celebrate(intensity, trigger, &changes) }
  }

  private mutating func activate(
    _ activation: Activation, _ trigger: Trigger, _ position: Int, _ streak: StreakDesign,
    _ changes: inout CueChanges
  ) {
    if let star = streak.star(activation, environment.motion) {
      // The next star takes over when it starts, not when it is earned.
      endCues(at: nowMs + star.delayMs, .superseded, &changes) { $0.animation == star.name }
      start(cue(star, trigger, activation.rawValue, isReduced: environment.motion == .reduced), &changes)
    }
    if activation == .continuingStreak, let size = streak.sizeSettle { start(sizeSettle(size, trigger), &changes) }
    activatedQuestion = trigger.questionIndex
    lastActivation = LastActivation(kind: activation, position: position)
  }

  private func cue(
    _ animation: StreakDesign.ResolvedAnimation, _ trigger: Trigger, _ variant: String? = nil, isReduced: Bool = false
  ) -> Cue {
    let startMs = nowMs + animation.delayMs
    return Cue(
      animation: animation.name, variant: variant, trigger: trigger, startMs: startMs, durationMs: animation.durationMs,
      phases: animation.phases,
      ending: Ending(
        atMs: startMs + animation.durationMs, disposition: isReduced ? .reduced : .played,
        reason: isReduced ? .reduceMotion : nil))
  }

  /// Returns the shrinking of the earlier star, which exists from position 6 on. If this session did not activate it, a
  /// killed session did.
  private func sizeSettle(_ animation: StreakDesign.ResolvedAnimation, _ trigger: Trigger) -> Cue {
    var cue = cue(animation, trigger)
    if activatedQuestion == nil { cue.ending = Ending(atMs: nowMs, disposition: .suppressed, reason: .killResume) }
    return cue
  }

  mutating func leave(_ changes: inout CueChanges) {
    switch stage {
    case .question: leaveQuestion(&changes)
    case .results: leaveResults(&changes)
    case .over: return
    }
    imply(.pop, &changes)
  }

  /// Ends the cues of the question screen; confetti lies above all screens and continues.
  mutating func leaveQuestion(_ changes: inout CueChanges) {
    endCues(at: nowMs, .left, &changes) { [catalogue = environment.catalogue] in
      catalogue.layer(of: $0.animation) == .question
    }
    draft = nil
  }

  /// Derived from settled answers, so a star earned before a kill is not celebrated again either.
  mutating func revisit(_ questionIndex: Int, _ changes: inout CueChanges) {
    guard let streak = environment.catalogue.streak, let position = position(ofQuestion: questionIndex),
      let intensity = Intensity(position: position), let animation = streak.burst(intensity)
    else { return }
    let trigger = Trigger(
      fact: .revisited, attemptId: attemptId, questionIndex: questionIndex, position: position, atMs: nowMs)
    guard isNew(trigger) else { return }
    start(confetti(intensity, animation, trigger, suppressedBecause: .alreadyCelebrated), &changes)
  }

  /// Records a trigger, and returns whether it is new at this instant.
  mutating func isNew(_ trigger: Trigger) -> Bool {
    guard !happenedNow.contains(trigger) else { return false }
    happenedNow.append(trigger)
    return true
  }

  /// Reports a cue, and keeps it while it can change.
  mutating func start(_ cue: Cue, _ changes: inout CueChanges) {
    var cue = cue
    if cue.ending.disposition == .suppressed { cue.phases = [] }
    changes.started.append(cue)
    if cue.ending.atMs > nowMs { cues.append(cue) }
  }

  /// Ends cues at `momentMs`. A cue that ends earlier by itself keeps its end.
  mutating func endCues(
    at momentMs: Int, _ reason: Reason, _ changes: inout CueChanges, where isMeant: (Cue) -> Bool
  ) {
    guard !cues.isEmpty else { return }
    for index in cues.indices where isMeant(cues[index]) {
      if cues[index].end(at: momentMs, .interrupted, reason) { changes.changed.append(cues[index]) }
    }
    cues.removeAll { $0.ending.atMs <= nowMs }
  }
}

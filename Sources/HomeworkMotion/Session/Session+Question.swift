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
    let position = next.settle(answer.outcome, isMCQ: answer.isMCQ)
    if stored != position { throw .streakDisagrees(derived: position) }
  }

  mutating func settle(_ answer: SettledAnswer, _ changes: inout CueChanges) {
    let position = streak.settle(answer.outcome, isMCQ: answer.isMCQ)
    positions.append(position.map(Int8.init) ?? -1)
    if answer.outcome == .correct { correctCount += 1 }
    draft = nil
    questionShownMs = nowMs
    let trigger = Trigger(
      fact: .answerSettled, attemptId: attemptId, questionIndex: answer.questionIndex, position: position)
    if environment.hasStreak, let position { celebrate(position, trigger, &changes) }
    if environment.hasOthers { startOthers(trigger, Happening(outcome: answer.outcome), &changes) }
  }

  /// Other kinds than MCQs change neither cues nor bar.
  private mutating func celebrate(_ position: Int, _ trigger: Trigger, _ changes: inout CueChanges) {
    isFullBarShown = position == Streak.cycle
    if position > 0 { start(dotSettle(trigger), &changes) }
    if let activation = Activation(position: position) {
      activate(activation, trigger, position, &changes)
    } else {
      endCues(at: nowMs, .superseded, &changes) { $0.animation == .a1 || $0.animation == .sizeSettle }
      activatedQuestion = nil
    }
    if let intensity = Intensity(position: position) { celebrate(intensity, trigger, &changes) }
  }

  private mutating func activate(
    _ activation: Activation, _ trigger: Trigger, _ position: Int, _ changes: inout CueChanges
  ) {
    let star = star(activation, trigger)
    // The next star takes over when it starts, not when it is earned.
    endCues(at: star.startMs, .superseded, &changes) { $0.animation == .a1 }
    start(star, &changes)
    if activation == .continuingStreak { start(sizeSettle(trigger, startMs: star.startMs), &changes) }
    activatedQuestion = trigger.questionIndex
    lastActivation = LastActivation(kind: activation, position: position)
  }

  private func dotSettle(_ trigger: Trigger) -> Cue {
    Cue(
      animation: .dotSettle, trigger: trigger, startMs: nowMs, durationMs: 200, phases: Timeline.dotSettle,
      ending: Ending(atMs: nowMs + 200, disposition: .played))
  }

  private func star(_ activation: Activation, _ trigger: Trigger) -> Cue {
    let isReduced = environment.motion == .reduced
    let durationMs = isReduced ? 250 : activation.durationMs
    // The dot's blue → green comes first.
    let startMs = nowMs + 200
    return Cue(
      animation: .a1, variant: activation.rawValue, trigger: trigger, startMs: startMs, durationMs: durationMs,
      phases: isReduced ? Timeline.reducedStar : activation.phases,
      ending: Ending(
        atMs: startMs + durationMs, disposition: isReduced ? .reduced : .played,
        reason: isReduced ? .reduceMotion : nil))
  }

  /// From 6 on there is an earlier star. That it is not the activated one says that a killed session activated it.
  private func sizeSettle(_ trigger: Trigger, startMs: Int) -> Cue {
    Cue(
      animation: .sizeSettle, trigger: trigger, startMs: startMs, durationMs: 200, phases: Timeline.sizeSettle,
      ending: activatedQuestion == nil
        ? Ending(atMs: nowMs, disposition: .suppressed, reason: .killResume)
        : Ending(atMs: startMs + 200, disposition: .played))
  }

  mutating func leave(_ changes: inout CueChanges) {
    switch stage {
    case .question: leaveQuestion(&changes)
    case .results: leaveResults(&changes)
    case .over: break
    }
  }

  /// Ends what lies on the question screen; confetti lies above all screens and goes on.
  mutating func leaveQuestion(_ changes: inout CueChanges) {
    endCues(at: nowMs, .left, &changes) { Catalogue.layer(of: $0.animation) == .question }
    draft = nil
  }

  /// Derived from settled answers, so a star earned before a kill is not celebrated again either.
  mutating func revisit(_ questionIndex: Int, _ changes: inout CueChanges) {
    guard environment.hasStreak, let position = position(ofQuestion: questionIndex),
      let intensity = Intensity(position: position)
    else { return }
    let trigger = Trigger(
      fact: .revisited, attemptId: attemptId, questionIndex: questionIndex, position: position, atMs: nowMs)
    guard isNew(trigger) else { return }
    start(confetti(intensity, trigger, suppressedBecause: .alreadyCelebrated), &changes)
  }

  /// Whether it has not come at this very instant already.
  mutating func isNew(_ trigger: Trigger) -> Bool {
    guard !happenedNow.contains(trigger) else { return false }
    happenedNow.append(trigger)
    return true
  }

  /// Tells a cue, and keeps it as long as it can change.
  mutating func start(_ cue: Cue, _ changes: inout CueChanges) {
    changes.started.append(cue)
    if cue.ending.atMs > nowMs { cues.append(cue) }
  }

  /// The earlier of two ends wins: what has ended by `momentMs` on its own keeps its end.
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

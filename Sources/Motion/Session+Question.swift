import Homework

/// The question screen: answers, and going back to them.
extension Session {
  mutating func settle(_ answer: SettledAnswer) throws(SessionError) -> CueChanges {
    guard stage == .question else { throw .attemptOver }
    guard (0..<questionCount).contains(answer.questionIndex) else {
      throw .unknownQuestion(questionCount: questionCount)
    }
    guard answer.questionIndex == questionIndex else { throw .outOfOrder(expected: questionIndex) }
    let position = streak.settle(answer.outcome, isMCQ: answer.isMCQ)
    if let stored = answer.streakPosition, stored != position { throw .streakDisagrees(derived: position) }
    positions.append(position)
    draft = nil
    questionShownMs = nowMs

    // Other kinds than MCQs change neither cues nor bar.
    guard let position else { return CueChanges() }
    isFullBarShown = position == Streak.cycle
    let trigger = Trigger(
      fact: .answerSettled, attemptId: attemptId, questionIndex: answer.questionIndex, position: position)
    var changes = CueChanges()
    if position > 0 { start(dotSettle(trigger), &changes) }
    if let activation = Activation(position: position) {
      activate(activation, trigger, position, &changes)
    } else {
      endCues(of: [.a1, .sizeSettle], at: nowMs, .superseded, &changes)
      activatedQuestion = nil
    }
    if let intensity = Intensity(position: position) { celebrate(intensity, trigger, &changes) }
    return changes
  }

  private mutating func activate(
    _ activation: Activation, _ trigger: Trigger, _ position: Int, _ changes: inout CueChanges
  ) {
    let star = star(activation, trigger)
    // The next star takes over when it starts, not when it is earned.
    endCues(of: [.a1], at: star.startMs, .superseded, &changes)
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

  mutating func leave() -> CueChanges {
    var changes = CueChanges()
    switch stage {
    case .question: leaveQuestion(&changes)
    case .results: leaveResults(&changes)
    case .over: break
    }
    return changes
  }

  mutating func abandon() throws(SessionError) -> CueChanges {
    guard stage == .question else { throw .attemptOver }
    var changes = CueChanges()
    leaveQuestion(&changes)
    stage = .over
    return changes
  }

  /// Ends what lies on the question screen; confetti lies above all screens and goes on.
  mutating func leaveQuestion(_ changes: inout CueChanges) {
    endCues(of: [.a1, .dotSettle, .sizeSettle], at: nowMs, .left, &changes)
    draft = nil
  }

  /// Derived from settled answers, so a star earned before a kill is not celebrated again either.
  mutating func revisit(_ questionIndex: Int) throws(SessionError) -> CueChanges {
    guard (0..<questionCount).contains(questionIndex) else { throw .unknownQuestion(questionCount: questionCount) }
    guard questionIndex < positions.count else { throw .notSettled(questionIndex: questionIndex) }
    var changes = CueChanges()
    guard let position = positions[questionIndex], let intensity = Intensity(position: position),
      !revisitedNow.contains(questionIndex)
    else { return changes }
    revisitedNow.append(questionIndex)
    let trigger = Trigger(
      fact: .revisited, attemptId: attemptId, questionIndex: questionIndex, position: position, atMs: nowMs)
    start(confetti(intensity, trigger, suppressedBecause: .alreadyCelebrated), &changes)
    return changes
  }

  /// Tells a cue, and keeps it as long as it can change.
  mutating func start(_ cue: Cue, _ changes: inout CueChanges) {
    changes.started.append(cue)
    if cue.ending.atMs > nowMs { cues.append(cue) }
  }

  /// The earlier of two ends wins: what has ended by `momentMs` on its own keeps its end.
  mutating func endCues(
    of animations: Set<AnimationName>, at momentMs: Int, _ reason: Reason, _ changes: inout CueChanges
  ) {
    for index in cues.indices where animations.contains(cues[index].animation) {
      if cues[index].end(at: momentMs, .interrupted, reason) { changes.changed.append(cues[index]) }
    }
    cues.removeAll { $0.ending.atMs <= nowMs }
  }
}

import HomeworkModel

/// The details of a fact that conditions and texts may depend on.
struct TriggerDetails {
  var outcome: Outcome?
  /// The percentage of an attempt, 0–100.
  var percentage: Int?
  /// The stars that an attempt earned.
  var stars: Int?
  var reason: String?
  var retryAfterSeconds: Int?
  var isFirst = false
  /// The number of items of a screen event.
  var count = 1
  var number: Int?

  func satisfies(_ condition: Condition, _ trigger: Trigger) -> Bool {
    if let outcomes = condition.outcomes, !(outcome.map(outcomes.contains) ?? false) { return false }
    if let streak = condition.streak, !(trigger.position.map(streak.holds) ?? false) { return false }
    if let range = condition.percentage, !(percentage.map(range.contains) ?? false) { return false }
    if let range = condition.stars, !(stars.map(range.contains) ?? false) { return false }
    if let names = condition.names, !(trigger.name.map(names.contains) ?? false) { return false }
    if let reasons = condition.reasons, !(reason.map(reasons.contains) ?? false) { return false }
    if let first = condition.first, first != isFirst { return false }
    if let range = condition.number, !(number.map(range.contains) ?? false) { return false }
    return true
  }

  /// The time until a retry, rounded up to whole minutes or hours; five minutes if it is unknown, as in the document.
  private var wait: String {
    let seconds = retryAfterSeconds ?? 300
    let units = [(7200, 3600, "hour"), (60, 60, "minute"), (0, 1, "second")]
    let (_, length, noun) = units.first { seconds >= $0.0 } ?? (0, 1, "second")
    return ((seconds + length - 1) / length).counted(noun)
  }

  /// Returns an entry's text with its parameters filled in.
  func filled(_ text: CueText, _ trigger: Trigger, _ entry: AnimationSpec) -> CueText {
    var values: [(String, String?)] = [
      ("{collection}", trigger.collection), ("{name}", trigger.name), ("{reason}", reason),
      ("{count}", String(count)), ("{number}", number.map(String.init)), ("{wait}", wait),
    ]
    for case (let name, .text(let value)) in entry.values.sorted(by: { $0.key < $1.key }) {
      values.append(("{\(name)}", value))
    }
    func filled(_ words: String) -> String {
      guard words.contains("{") else { return words }
      return values.reduce(words) { $0.replacing($1.0, with: $1.1 ?? "") }
    }
    return CueText(
      filled(text.title), message: text.message.map(filled), suggestion: text.suggestion.map(filled),
      actions: text.actions.map(filled), destructive: text.destructive.map(filled))
  }
}

/// The animations defined entirely by their files: the same rules apply to each.
extension Session {
  mutating func receive(_ fact: StoreFact, _ changes: inout CueChanges) {
    // The moment distinguishes facts that can recur about the same object.
    let recurs: Bool
    switch fact.fact {
    case .homeworkAdded, .achievementUnlocked, .milestoneReached: recurs = false
    default: recurs = true
    }
    let trigger = Trigger(
      fact: fact.fact, homeworkId: fact.homeworkId, collection: fact.collection, name: fact.name,
      atMs: recurs ? nowMs : nil)
    guard environment.catalogue.hasOthers, isNew(trigger) else { return }
    startOthers(
      trigger, TriggerDetails(reason: fact.reason, retryAfterSeconds: fact.retryAfterSeconds, isFirst: fact.isFirst),
      &changes)
    for event in ScreenEvent.implied(by: fact) { imply(event, by: trigger, &changes) }
  }

  mutating func receive(_ event: ScreenEvent, count: Int, number: Int?, _ changes: inout CueChanges) {
    let trigger = screenTrigger(event)
    guard environment.catalogue.hasOthers, !happenedNow.contains(where: { $0.isOfSameEvent(as: trigger) }) else {
      return
    }
    happenedNow.append(trigger)
    show(event, trigger, TriggerDetails(count: max(1, count), number: number), &changes)
  }

  /// Shows the screen event that an action implies: leaving a screen pops it.
  mutating func imply(_ event: ScreenEvent, _ changes: inout CueChanges) {
    receive(event, count: 1, number: nil, &changes)
  }

  /// Shows the screen event that a fact implies: a settled answer was tapped. The fact is its trigger, unless the
  /// screen itself reported the event at this instant.
  mutating func imply(_ event: ScreenEvent, by trigger: Trigger, _ changes: inout CueChanges) {
    guard environment.catalogue.hasOthers, !happenedNow.contains(screenTrigger(event)) else { return }
    var implied = trigger
    (implied.fact, implied.name, implied.atMs) = (.screen, event.rawValue, nowMs)
    happenedNow.append(implied)
    show(event, trigger, TriggerDetails(), &changes)
  }

  private func screenTrigger(_ event: ScreenEvent) -> Trigger {
    Trigger(fact: .screen, name: event.rawValue, atMs: nowMs)
  }

  private mutating func show(
    _ event: ScreenEvent, _ trigger: Trigger, _ details: TriggerDetails, _ changes: inout CueChanges
  ) {
    end(by: .screen(event), trigger, details, &changes)
    if event == .background {
      let catalogue = environment.catalogue
      endCues(at: nowMs, .left, &changes) { catalogue[$0.animation]?.behaviour == nil }
    }
    start(environment.catalogue.started(by: event), by: .screen(event), trigger, details, &changes)
  }

  /// Rejects an event that starts nothing, unless one of the five designs knows it.
  func checkKnown(_ event: ScreenEvent) throws(SessionError) {
    guard !environment.catalogue.screenEvents.contains(event), !Catalogue.all.screenEvents.contains(event) else {
      return
    }
    throw .unknownEvent(event.rawValue)
  }

  mutating func startOthers(_ trigger: Trigger, _ details: TriggerDetails, _ changes: inout CueChanges) {
    end(by: .fact(trigger.fact), trigger, details, &changes)
    start(environment.catalogue.started(by: trigger.fact), by: .fact(trigger.fact), trigger, details, &changes)
  }

  private mutating func start(
    _ entries: [AnimationSpec], by source: TriggerRule.Source, _ trigger: Trigger, _ details: TriggerDetails,
    _ changes: inout CueChanges
  ) {
    for entry in entries {
      let isMeant = entry.triggers.contains { $0.source == source && details.satisfies($0.condition, trigger) }
      guard isMeant, let variant = entry.variants.first(where: { details.satisfies($0.when, trigger) }) else {
        continue
      }
      start(entry, variant, trigger, details, &changes)
    }
  }

  private mutating func start(
    _ entry: AnimationSpec, _ variant: Variant, _ trigger: Trigger, _ details: TriggerDetails,
    _ changes: inout CueChanges
  ) {
    let startMs = nowMs + entry.delayMs
    let isSparing = environment.lowPower && entry.isCostly(variant)
    let motion: MotionPreference = isSparing ? .reduced : environment.motion
    let lastStartMs = motion == .full ? entry.stagger?.lastStartMs(count: details.count) ?? 0 : 0
    let durationMs = entry.durationMs(of: variant, motion: motion) + lastStartMs
    let reduced = motion == .reduced ? entry.reduced(of: variant) : .unchanged
    let isRemoved = reduced == .removed
    let isHidden = isRemoved || reduced == .hapticOnly
    let phases = entry.phases(of: variant, motion: motion).map { $0.starting(at: details.number) }
    // A reduced form has particles only if it shows them.
    let hasParticles = reduced == .unchanged || phases.contains { $0.property == .particles && $0.durationMs > 0 }
    let haptic = isRemoved ? nil : variant.haptic
    endCues(at: startMs, .superseded, &changes) {
      $0.animation == entry.name && $0.trigger.isOfSameThing(as: trigger)
    }
    start(
      Cue(
        animation: entry.name, variant: variant.name, trigger: trigger, startMs: startMs, durationMs: durationMs,
        phases: phases, haptic: haptic?.kind.rawValue, hapticAtMs: haptic?.atMs,
        particles: hasParticles ? variant.particles.map { particles($0.count, trigger) } : nil,
        accompaniment: isRemoved ? nil : accompaniment(entry, variant, isHidden: isHidden, trigger, details),
        ending: ending(
          of: entry, reduced, endMs: startMs + durationMs, reason: isSparing ? .lowPower : .reduceMotion)),
      &changes)
  }

  private func accompaniment(
    _ entry: AnimationSpec, _ variant: Variant, isHidden: Bool, _ trigger: Trigger, _ details: TriggerDetails
  ) -> Accompaniment? {
    let (text, icon) = isHidden ? (nil, nil) : (variant.text, variant.icon)
    return .ifAny(
      sound: variant.sound?.name, soundAtMs: variant.sound?.atMs,
      text: text.map { details.filled($0, trigger, entry) },
      icon: icon)
  }

  /// Returns a number in the range, determined by the seed.
  private func particles(_ range: ClosedRange<Int>, _ trigger: Trigger) -> Int {
    var random = SplitMix64(seed: environment.seed, skipping: UInt64(trigger.questionIndex ?? nowMs))
    return range.lowerBound + Int(random.next() % UInt64(range.count))
  }

  private func ending(of entry: AnimationSpec, _ reduced: ReducedForm, endMs: Int, reason: Reason) -> Ending {
    let endMs = entry.isEndless ? Self.latestMs : endMs
    switch reduced {
    case .unchanged: return Ending(atMs: endMs, disposition: .played)
    case .removed: return Ending(atMs: nowMs, disposition: .suppressed, reason: reason)
    case .hapticOnly: return Ending(atMs: nowMs + entry.delayMs, disposition: .reduced, reason: reason)
    case .phases, .instant: return Ending(atMs: endMs, disposition: .reduced, reason: reason)
    }
  }

  /// Ends the repeating cues that this event ends; they count as having played.
  private mutating func end(
    by source: TriggerRule.Source, _ trigger: Trigger, _ details: TriggerDetails, _ changes: inout CueChanges
  ) {
    for index in cues.indices where cues[index].isEndless {
      let until = environment.catalogue[cues[index].animation]?.until ?? []
      guard until.contains(where: { $0.source == source && details.satisfies($0.condition, trigger) }) else {
        continue
      }
      let ending = cues[index].ending
      cues[index].ending = Ending(atMs: nowMs, disposition: ending.disposition, reason: ending.reason)
      changes.changed.append(cues[index])
    }
    cues.removeAll { $0.ending.atMs <= nowMs }
  }
}

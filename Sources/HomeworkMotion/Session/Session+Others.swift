import HomeworkModel

/// What a fact tells beside its trigger, for those that depend on it.
struct Happening {
  var outcome: Outcome?
  /// Of an attempt, 0–100.
  var percentage: Int?
  var isFirst = false
  /// How many things a screen event is about.
  var count = 1

  func satisfies(_ condition: TriggerRule.Condition, _ trigger: Trigger) -> Bool {
    switch condition {
    case .always: true
    case .answered: outcome != .skipped
    case .positions(let range): trigger.position.map(range.contains) ?? false
    case .celebratedPosition: trigger.position.flatMap(Intensity.init) != nil
    case .starsEarned: true
    case .percentage(let least): percentage.map { $0 >= least } ?? false
    case .name(let name): trigger.name == name
    case .first(let isFirst): isFirst == self.isFirst
    }
  }

  /// A wrong answer, or an attempt below 90 %.
  var isPoor: Bool { outcome.map { $0 != .correct } ?? percentage.map { $0 < 90 } ?? false }
}

/// The profiles beside the streak: their entries say all, and the same rules hold for each.
extension Session {
  mutating func tell(_ fact: StoreFact, _ changes: inout CueChanges) {
    // What can happen again to the same thing is told apart by its moment.
    let recurs: Bool
    switch fact.fact {
    case .homeworkAdded, .achievementUnlocked, .milestoneReached: recurs = false
    default: recurs = true
    }
    let trigger = Trigger(
      fact: fact.fact, homeworkId: fact.homeworkId, collection: fact.collection, name: fact.name,
      atMs: recurs ? nowMs : nil)
    guard environment.hasOthers, isNew(trigger) else { return }
    startOthers(trigger, Happening(isFirst: fact.isFirst), &changes)
  }

  mutating func tell(_ event: ScreenEvent, count: Int, _ changes: inout CueChanges) {
    let trigger = Trigger(fact: .screen, name: event.rawValue, atMs: nowMs)
    guard environment.hasOthers, isNew(trigger) else { return }
    endEndless(at: event, &changes)
    for entry in Catalogue.started(by: event, in: environment.profiles) {
      start(entry, trigger, Happening(count: max(1, count)), &changes)
    }
  }

  mutating func startOthers(_ trigger: Trigger, _ happening: Happening, _ changes: inout CueChanges) {
    for entry in Catalogue.started(by: trigger.fact, in: environment.profiles) {
      guard case .fact(_, let condition) = entry.trigger, happening.satisfies(condition, trigger) else { continue }
      start(entry, trigger, happening, &changes)
    }
  }

  private mutating func start(
    _ entry: AnimationSpec, _ trigger: Trigger, _ happening: Happening, _ changes: inout CueChanges
  ) {
    let variant = entry.variants.count > 1 && happening.isPoor ? entry.variants[1] : entry.variants[0]
    let startMs = nowMs + entry.delayMs
    // Without end it goes on only where somebody waits for what it shows.
    let isSparing = environment.lowPower && entry.isEndless && entry.role != .loading
    let motion: MotionPreference = isSparing ? .reduced : environment.motion
    let durationMs = entry.durationMs(of: variant, motion: motion)
    let lastStartMs = motion == .full ? entry.stagger?.lastStartMs(count: happening.count) ?? 0 : 0
    let isRemoved = motion == .reduced && entry.reduced == .removed
    let haptic = isRemoved ? nil : entry.haptic
    endCues(at: startMs, .superseded, &changes) {
      $0.animation == entry.name && $0.trigger.isOfSameThing(as: trigger)
    }
    start(
      Cue(
        animation: entry.name, variant: variant.name, trigger: trigger, startMs: startMs,
        durationMs: durationMs.map { $0 + lastStartMs }, phases: entry.phases(of: variant, motion: motion),
        haptic: haptic.map { (happening.isPoor ? $0.otherwise ?? $0.kind : $0.kind).rawValue },
        hapticAtMs: haptic?.atMs,
        ending: ending(
          of: entry, motion, startMs: startMs, durationMs: (durationMs ?? 0) + lastStartMs,
          reason: isSparing ? .lowPower : .reduceMotion)),
      &changes)
  }

  private func ending(
    of entry: AnimationSpec, _ motion: MotionPreference, startMs: Int, durationMs: Int, reason: Reason
  ) -> Ending {
    let endMs = startMs + durationMs
    guard motion == .reduced, entry.reduced != .unchanged else {
      return Ending(atMs: entry.isEndless ? Self.latestMs : endMs, disposition: .played)
    }
    switch entry.reduced {
    case .removed: return Ending(atMs: nowMs, disposition: .suppressed, reason: reason)
    // A pulse that stays goes round too; what stands still is there at once.
    case .phases where entry.isEndless:
      return Ending(atMs: Self.latestMs, disposition: .reduced, reason: reason)
    case .phases, .instant, .hapticOnly, .unchanged:
      return Ending(atMs: endMs, disposition: .reduced, reason: reason)
    }
  }

  /// What goes round until this event has come to its end, and counts as having run to it.
  private mutating func endEndless(at event: ScreenEvent, _ changes: inout CueChanges) {
    for index in cues.indices where cues[index].ending.atMs == Self.latestMs {
      guard Catalogue[cues[index].animation].until == event else { continue }
      let ending = cues[index].ending
      cues[index].ending = Ending(atMs: nowMs, disposition: ending.disposition, reason: ending.reason)
      changes.changed.append(cues[index])
    }
    cues.removeAll { $0.ending.atMs <= nowMs }
  }
}

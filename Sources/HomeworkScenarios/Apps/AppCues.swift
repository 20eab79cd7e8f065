import HomeworkAPI
import HomeworkModel
import HomeworkMotion

/// Builds cues from a program's notifications: a cue is identified by its animation, question and attempt. A program
/// that does not name the attempt means the present one, or after a kill the one whose cue has the reported time.
struct AppCues {
  private let names: [AnimationName]
  private(set) var nowMs = 0
  /// When an action was last saved; `nil` once learners take turns, whose sessions save apart from each other.
  private var savedMs: Int? = 0
  private var book = CueBook()
  private var new = CueChanges()
  private var attempts: Attempts
  private var act = Act()
  private var death = Death()
  /// The reports of the present life as it opened after a kill, or of the last life that did.
  var opened = Opened()
  private(set) var isOpening = false
  private var isOpened = true
  /// True if its clock is its own; and if its messages travel, so that they are not dated by when they are read.
  var isReal = false, isOfBridge = false

  struct Attempts {
    /// The number of attempts, and of settled questions in the last one.
    var count: UInt64 = 0, settled = 0
    /// The attempts by the names or ids that a program under test reports; `nil` for our own worker, whose ids are
    /// known.
    var named: [String: Attempt.ID]?
  }

  struct Act {
    /// The trigger of the cues that name no question.
    var trigger = Trigger(fact: .screen)
    /// True if it changes what is on disk, and whether that is acknowledged.
    var saves = false, isSaved = false
    var isStart = false
    /// The cues that it has started before it was saved.
    var early: [Cue] = []
  }

  struct Death {
    var atMs = 0
    var killed: Set<CueID> = []
    /// True if the life may have reported what a bridge never passed on.
    var mayBeUnreported = false
  }

  init(names: [AnimationName], isOurs: Bool) { (self.names, attempts) = (names, Attempts(named: isOurs ? nil : [:])) }

  var settled: Int { attempts.settled }
  var isSaved: Bool { act.isSaved }
  var early: [Cue] { act.early }

  mutating func take() -> CueChanges {
    defer { new = CueChanges() }
    return new
  }

  // MARK: Requests

  /// Ends the cues on screen, because their process has died.
  ///
  /// - Parameters:
  ///   - atMs: when, on the program's own clock.
  ///   - mayBeUnreported: true if it may have reported what was not passed on.
  mutating func endLife(atMs: Int? = nil, mayBeUnreported: Bool = false) {
    nowMs = max(nowMs, atMs ?? 0)
    death = Death(atMs: nowMs, killed: Set(book.kill(atMs: nowMs).map(\.id)), mayBeUnreported: mayBeUnreported)
  }

  /// Adds the cues that it would have reported if it had not died.
  mutating func note(unreported cues: CueChanges) {
    for cue in cues.started + cues.changed {
      let dead = cue.killed(atMs: death.atMs)
      book.put(dead ?? cue)
      if dead == nil { death.killed.remove(cue.id) } else { death.killed.insert(cue.id) }
    }
  }

  mutating func beginLife(_ number: Int, atMs: Int) {
    nowMs = max(nowMs, atMs)
    // Reports of a life that died while being opened stay valid.
    if isOpened { opened = Opened() }
    (isOpening, isOpened) = (number > 1, false)
    (act.saves, act.isSaved) = (false, false)
  }

  /// Ends the opening: later reports are about new events.
  mutating func restored() { (isOpening, isOpened) = (false, true) }

  mutating func begin(_ action: Action) {
    nowMs = max(nowMs, action.atMs)
    act = Act(
      trigger: act.trigger, saves: action.saves && !action.isRepeated,
      isStart: action.kind == .start && !action.isRepeated)
    // It was saved before, and cues belong to what they belonged to then.
    if action.isRepeated { return }
    switch action.kind {
    case .answer, .skip: act.trigger = Trigger(fact: .answerSettled, attemptId: attempt, questionIndex: settled)
    case .finish: act.trigger = Trigger(fact: .attemptFinished, attemptId: attempt)
    case .revisit:
      act.trigger = Trigger(
        fact: .revisited, attemptId: attempt, questionIndex: action.questionIndex, atMs: action.atMs)
    case .event: act.trigger = Trigger(fact: .screen, name: action.name, atMs: action.atMs)
    case .learner: savedMs = nil
    default: break
    }
  }

  mutating func beginWait(toMs: Int) {
    // Cues that a finish started may still be reported.
    (nowMs, act.saves) = (max(nowMs, toMs), false)
    if act.trigger.fact == .revisited { act.trigger = Trigger(fact: .answerSettled, attemptId: attempt) }
  }

  mutating func note(done action: Action) {
    act.isStart = false
    switch action.kind {
    case .start: (attempts.settled, attempts.count) = (0, attempts.count + 1)
    case .answer, .skip: attempts.settled += 1
    default: break
    }
  }

  private var attempt: Attempt.ID { Self.attempt(attempts.count) }

  /// Returns the id of an attempt, made from its number in the scenario, so that the attempts of two programs can be
  /// compared.
  static func attempt(_ number: UInt64) -> Attempt.ID { Attempt.ID(atMs: 0, random: (0, number)) }

  // MARK: Notifications

  mutating func note(_ telling: AppNotification, nowMs realMs: Int?) throws {
    nowMs = max(nowMs, realMs ?? 0)
    guard case .cue(let event, var cue) = telling else {
      (act.isSaved, savedMs) = (true, savedMs.map { _ in nowMs })
      return
    }
    if attempts.named != nil, let whole = cue.cue?.trigger, let id = whole.attemptId {
      let known = attempts.named?["\(id)"] ?? Self.attempt(act.isStart ? attempts.count + 1 : attempts.count)
      attempts.named?["\(id)"] = known
      cue.cue?.trigger = whole.plain(known)
    }
    let animation = try name(cue.animation)
    switch event {
    case .started: try start(cue, animation)
    case .ended where !isOpening || cue.disposition != .suppressed: try end(cue, animation)
    case .ended, .suppressed: try suppress(cue, animation)
    }
  }

  private mutating func start(_ report: AppCue, _ animation: AnimationName) throws {
    let cue: Cue
    if let whole = report.cue {
      cue = Cue(whole)
    } else {
      var phases: [Phase] = []
      if let from = report.from, let to = report.to {
        phases = [Phase("count", .count, for: report.durationMs ?? 0, nil, Double(from), Double(to))]
      }
      cue = Cue(
        animation: animation, variant: report.variant, trigger: trigger(of: report, animation),
        startMs: try time(report.atMs, "cue.started of \(report.animation)"), durationMs: report.durationMs ?? 0,
        phases: phases, ending: Ending(atMs: .max, disposition: .running))
    }
    if isOpening {
      opened.cues.started.append(cue)
    } else {
      new.started.append(cue)
      if act.saves, !isSaved, cue.trigger.isSaved { act.early.append(cue) }
    }
    book.put(cue)
  }

  private mutating func end(_ report: AppCue, _ animation: AnimationName) throws {
    guard let cue = try ended(report, animation) else { return }
    let (isKnown, isKilled) = (book[cue.id] != nil, death.killed.contains(cue.id))
    // If it had ended before the process died, its end is known.
    if !isOpening || !isKnown || isKilled { book.put(cue) }
    guard isOpening else { return new.changed.append(cue) }
    opened.reported.append(cue.id)
    if !isKnown { return opened.cues.started.append(cue) }
    guard isKilled else { return }
    // It had ended before the process died, which could not report that.
    opened.cues.changed.append(cue)
    if cue.ending.atMs > death.atMs, !isReal, !death.mayBeUnreported {
      opened.misreported.append(
        "\(cue.id.words) cannot have ended at \(cue.ending.atMs) ms: it was cut off at \(death.atMs) ms")
    }
  }

  /// Returns a cue with the reported end, which may be ahead if it is reported in full; `nil` if it is not known which.
  private func ended(_ report: AppCue, _ animation: AnimationName) throws -> Cue? {
    if let cue = report.cue { return Cue(cue) }
    guard report.disposition != .running else {
      throw ProgramFailure.broken(
        "cue.ended of \(report.animation) says running: say how the cue ended, such as played")
    }
    let atMs = try time(report.atMs, "cue.ended of \(report.animation)")
    guard atMs <= nowMs || isReal else {
      throw ProgramFailure.broken(
        "cue.ended of \(report.animation) is sent for \(atMs) ms at \(nowMs) ms: send it when the cue has ended")
    }
    let meant = known(as: report, animation)
    let killed = death.killed
    let running = meant.filter { isOpening ? killed.contains($0.id) : $0.ending.disposition == .running }
    // Of two attempts, the one whose cue was to end then.
    let planned = running.first { $0.durationMs > 0 && $0.startMs + $0.durationMs == atMs }
    let found = report.questionIndex.flatMap { _ in planned } ?? running.first
    // A program need not know which cues it had reported before a kill, nor which of them a bridge had passed on.
    if found == nil, isOpening, let last = meant.last { return last }
    if found == nil, isOpening, death.mayBeUnreported { return nil }
    guard let found else {
      let question = report.questionIndex.map { ", questionIndex \($0)," } ?? ""
      throw ProgramFailure.broken(
        "cue.ended of \(report.animation)\(question) is not on screen: it has ended, or cue.started was never sent")
    }
    return found.ended(Ending(atMs: atMs, disposition: report.disposition, reason: report.reason))
  }

  private mutating func suppress(_ report: AppCue, _ animation: AnimationName) throws {
    let startMs = try time(report.cue?.startMs ?? report.atMs, "cue.suppressed of \(report.animation)")
    let id = CueID(animation: animation, trigger: report.cue?.trigger ?? trigger(of: report, animation))
    let known = book[id]
    // Reporting a suppressed cue twice still shows nothing; a program need not know which cues ended before a kill.
    // That the screen was left is not saved.
    let isKnown =
      death.killed.contains(id)
      || known.map { report.mayBeOver || $0.ending.disposition == .suppressed || $0.ending.reason == .left } ?? false
    if isOpening, let known, isKnown {
      if let words = falsehood(in: report, of: known) { opened.misreported.append(words) }
      return opened.reported.append(id)
    }
    let ending = Ending(
      atMs: isOpening ? death.atMs : report.cue?.endedMs ?? nowMs, disposition: .suppressed,
      reason: report.reason ?? .killResume)
    if !isOpening, let known, known.ending.disposition == .running {
      book.put(known.ended(ending))
      return new.changed.append(known.ended(ending))
    }
    let cue =
      report.cue.map { Cue($0).ended(ending) }
      ?? Cue(
        animation: animation, variant: report.variant, trigger: id.trigger, startMs: startMs, durationMs: 0, phases: [],
        ending: ending)
    if known == nil { book.put(cue) }
    guard isOpening else { return new.started.append(cue) }
    opened.cues.started.append(cue)
    opened.reported.append(id)
  }

  /// Returns what cannot be true of a report after a kill; `nil` if all can be. The program need not know the moment of
  /// the kill, which lies between its last save and this opening.
  private func falsehood(in report: AppCue, of known: Cue) -> String? {
    let name = known.id.words
    if let variant = report.cue?.variant ?? report.variant, variant != known.variant {
      return "\(name) was \(known.variant ?? "of no variant"), not \(variant)"
    }
    if let startMs = report.cue?.startMs ?? report.atMs, !isReal, startMs != known.startMs {
      return "\(name) was to start at \(known.startMs) ms, not at \(startMs) ms"
    }
    let reason = report.cue?.reason ?? report.reason ?? .killResume
    let isCut = death.killed.contains(known.id)
    let plannedMs = known.durationMs > 0 ? known.startMs + known.durationMs : nil
    // A program that was killed does not know that the screen had been left before.
    let endMs = isCut || known.ending.reason == .left ? plannedMs : known.ending.atMs
    if isCut {
      guard reason == .killResume else { return "\(name) was cut off by the kill, not suppressed: \(reason.rawValue)" }
    } else if known.ending.disposition == .suppressed {
      // An earlier kill may be reported again.
      guard let wanted = known.ending.reason, wanted != reason, wanted != .killResume else { return nil }
      return "\(name) was suppressed because of \(wanted.rawValue), not of \(reason.rawValue)"
    }
    guard report.mayBeOver, !isReal, let endMs else { return nil }
    if endMs > nowMs { return "\(name) cannot have ended before \(endMs) ms" }
    guard let savedMs, endMs <= savedMs else { return nil }
    return "\(name) had ended at \(endMs) ms, before the last save"
  }

  // MARK: Which cue is meant

  /// Returns the cues that a report may be about, by all that it names.
  private func known(as report: AppCue, _ animation: AnimationName) -> [Cue] {
    let attempt = report.attempt.flatMap { attempts.named?[$0] }
    return book.cues.filter { cue in
      cue.animation == animation && (report.questionIndex.map { $0 == cue.trigger.questionIndex } ?? true)
        && (attempt.map { $0 == cue.trigger.attemptId } ?? true)
    }
  }

  /// Returns what triggers the cue of a report, and notes a new name of its attempt.
  private mutating func trigger(of report: AppCue, _ animation: AnimationName) -> Trigger {
    let isNext = report.attempt != nil && act.isStart
    let attempt = report.attempt.flatMap { attempts.named?[$0] } ?? Self.attempt(attempts.count + (isNext ? 1 : 0))
    var present = act.trigger
    if let question = report.questionIndex, present.fact != .revisited || present.questionIndex != question {
      present = Trigger(fact: .answerSettled, attemptId: attempt, questionIndex: question)
    } else if present.attemptId != nil {
      present.attemptId = attempt
    }
    let found = isOpening ? former(report, animation, present) : present
    if let name = report.attempt, attempts.named?[name] == nil { attempts.named?[name] = found.attemptId ?? attempt }
    return found
  }

  /// Returns what triggered the cue of a report after a kill. It may belong to an attempt before the present one, whose
  /// cue has the reported time then.
  private func former(_ report: AppCue, _ animation: AnimationName, _ present: Trigger) -> Trigger {
    let reason = report.reason ?? .killResume
    func isAtTime(_ cue: Cue) -> Bool {
      report.atMs.map { abs($0 - cue.startMs) <= (isReal ? AppProgram.toleranceMs : 0) } ?? true
    }
    func isLikely(_ cue: Cue) -> Bool {
      if opened.reported.contains(cue.id) || !isAtTime(cue) { return false }
      if death.killed.contains(cue.id) { return reason == .killResume }
      return report.mayBeOver || cue.ending.disposition == .suppressed && cue.ending.reason == reason
    }
    let known = known(as: report, animation)
    let likely = known.filter(isLikely)
    if let cue = likely.last(where: { $0.variant == report.variant }) ?? likely.last { return cue.trigger }
    // The process may have died before it could report what its last action had started.
    let isOfLastAct = present == act.trigger && (report.questionIndex != nil || present.fact == .attemptFinished)
    if isOfLastAct, book[CueID(animation: animation, trigger: present)] == nil { return present }
    let possible = known.filter {
      report.questionIndex == nil || $0.trigger.attemptId == present.attemptId || isAtTime($0)
    }
    let atTime = possible.filter(isAtTime)
    let meant = atTime.isEmpty ? possible : atTime
    return (meant.last { death.killed.contains($0.id) } ?? meant.last)?.trigger ?? present
  }

  private func name(_ text: String) throws -> AnimationName {
    let known = names.map(\.rawValue)
    if known.contains(text) { return AnimationName(rawValue: text) }
    let meant =
      suggestion(for: text, among: known).map { "did you mean \($0)?" } ?? "hwdb motion list shows all of them"
    throw ProgramFailure.broken("\"\(excerpt(text))\" is not an animation: \(meant)")
  }

  private func time(_ atMs: Int?, _ words: String) throws -> Int {
    guard let atMs else {
      if isReal, !isOfBridge { return nowMs }
      throw ProgramFailure.broken("\(words) has no atMs, which is required with a virtual clock, and of a bridge")
    }
    guard (0...Session.latestMs).contains(atMs) else {
      throw ProgramFailure.broken("\(words) has atMs \(atMs), which is out of range")
    }
    return atMs
  }
}

extension Trigger {
  /// Returns the trigger without details that programs do not report, with the id of its attempt in the scenario.
  func plain(_ attempt: Attempt.ID) -> Trigger {
    var plain = self
    if attemptId != nil { plain.attemptId = attempt }
    plain.position = nil
    return plain
  }
}

extension AppCue {
  /// True if it says that the cue may have ended before the kill.
  fileprivate var mayBeOver: Bool { mayHaveEnded || cue?.mayHaveEnded == true }
}

extension Cue {
  func ended(_ ending: Ending) -> Cue {
    Cue(
      animation: animation, variant: variant, trigger: trigger, startMs: startMs, durationMs: durationMs,
      phases: phases, haptic: haptic, hapticAtMs: hapticAtMs, particles: particles, accompaniment: accompaniment,
      ending: ending)
  }

  /// Creates a cue as reported, with its planned end.
  fileprivate init(_ report: CueReport) {
    self.init(
      animation: report.animation, variant: report.variant, trigger: report.trigger, startMs: report.startMs,
      durationMs: report.durationMs, phases: report.phases ?? [], haptic: report.haptic, hapticAtMs: report.hapticAtMs,
      particles: report.particles, accompaniment: report.accompaniment,
      ending: Ending(atMs: report.endedMs ?? .max, disposition: report.disposition, reason: report.reason))
  }
}

import HomeworkAPI
import HomeworkModel
import HomeworkMotion

/// Builds cues from a program's notifications: a cue is identified by its animation and its question.
struct AppCues {
  /// The animations that it may report.
  private let names: [AnimationName]
  private(set) var nowMs = 0
  /// The number of settled questions in the attempt.
  private(set) var settled = 0
  private var attempts: UInt64 = 0
  private var book = CueBook()
  private var told = CuesTold()
  /// The trigger of the current action, for cues that name no question.
  private var trigger = Trigger(fact: .screen)
  /// True if the current action changes what is on disk.
  private var isSaving = false
  private(set) var isSaved = false
  private var isStarting = false
  /// True while the program is being opened after a kill.
  private(set) var isRestoring = false
  private var wasRestored = true
  private var life = 0
  /// The cues that the last kill cut off.
  private var killed: Set<CueID> = []
  private var killedAtMs = 0
  /// True if the last life may have reported what a bridge never passed on.
  private var isUnheard = false
  /// True if its clock is its own; and if its messages travel, so that they are not dated by when they are read.
  var isReal = false, isOfBridge = false
  /// The attempts that a program under test reports by their ids; `nil` for our own worker, whose ids are known.
  private var numbers: [Attempt.ID: UInt64]?
  /// The cut-off cues that the program itself reports as suppressed, and statements of its reports that cannot be true.
  private(set) var reported: [CueID] = [], misreported: [String] = []
  /// When an action was last saved.
  private var savedMs = 0
  /// The cues reported in `app.start`: those that the dead process had not reported, and, wrongly, any without a
  /// reason.
  private(set) var retold = CuesTold()

  init(names: [AnimationName], isOurs: Bool) {
    (self.names, numbers) = (names, isOurs ? nil : [:])
  }

  mutating func take() -> CuesTold {
    defer { told = CuesTold() }
    return told
  }

  // MARK: Requests

  /// Ends the cues on screen, because their process has died.
  ///
  /// - Parameters:
  ///   - atMs: when, on the program's own clock.
  ///   - isUnheard: true if it may have reported what was not passed on.
  mutating func endLife(atMs: Int? = nil, isUnheard: Bool = false) {
    nowMs = max(nowMs, atMs ?? 0)
    (killedAtMs, self.isUnheard) = (nowMs, isUnheard)
    killed = Set(book.kill(atMs: nowMs).map(\.id))
  }

  /// Adds the cues that it would have reported if it had not died.
  mutating func note(untold told: CuesTold) {
    for cue in told.started + told.changed {
      let dead = cue.killed(atMs: killedAtMs)
      book.put(dead ?? cue)
      if dead == nil { killed.remove(cue.id) } else { killed.insert(cue.id) }
    }
  }

  /// Starts a life.
  mutating func beginLife(atMs: Int) {
    life += 1
    isRestoring = life > 1
    nowMs = max(nowMs, atMs)
    // Reports of a life that died while being opened stay valid.
    if wasRestored { (reported, misreported, retold) = ([], [], CuesTold()) }
    (wasRestored, isSaving, isSaved) = (false, false, false)
  }

  /// Ends the opening: later reports are about new events.
  mutating func restored() { (isRestoring, wasRestored) = (false, true) }

  mutating func begin(_ action: Action) {
    (nowMs, isSaved) = (max(nowMs, action.atMs), false)
    // It was saved before, and cues belong to what they belonged to then.
    if action.isRepeated { return isSaving = false }
    (isSaving, isStarting) = (action.saves, action.kind == .start)
    switch action.kind {
    case .answer, .skip: trigger = Trigger(fact: .answerSettled, attemptId: attempt, questionIndex: settled)
    case .finish: trigger = Trigger(fact: .attemptFinished, attemptId: attempt)
    case .revisit:
      trigger = Trigger(
        fact: .revisited, attemptId: attempt, questionIndex: action.questionIndex, atMs: action.atMs)
    case .event: trigger = Trigger(fact: .screen, name: action.name, atMs: action.atMs)
    default: break
    }
  }

  mutating func beginWait(toMs: Int) {
    // Cues that a finish started may still be reported.
    (nowMs, isSaving) = (max(nowMs, toMs), false)
    if trigger.fact == .revisited { trigger = Trigger(fact: .answerSettled, attemptId: attempt) }
  }

  mutating func note(done action: Action) {
    isStarting = false
    switch action.kind {
    case .start: (settled, attempts) = (0, attempts + 1)
    case .answer, .skip: settled += 1
    default: break
    }
  }

  private var attempt: Attempt.ID { Self.attempt(attempts) }

  /// Returns the id of an attempt, made from its number in the scenario, so that the attempts of two programs can be
  /// compared.
  static func attempt(_ number: UInt64) -> Attempt.ID { Attempt.ID(atMs: 0, random: (0, number)) }

  // MARK: Notifications

  mutating func note(_ telling: AppTelling, nowMs realMs: Int?) throws(ProgramFailure) {
    nowMs = max(nowMs, realMs ?? 0)
    guard case .cue(let event, var cue) = telling else { return (isSaved, savedMs) = (true, nowMs) }
    if numbers != nil, let whole = cue.cue?.trigger, let id = whole.attemptId {
      if numbers?[id] == nil { numbers?[id] = isStarting ? attempts + 1 : attempts }
      cue.cue?.trigger = whole.plain(number: numbers?[id])
    }
    let animation = try name(cue.animation)
    switch event {
    case .started: try start(cue, animation)
    case .ended where !isRestoring || cue.disposition != .suppressed: try end(cue, animation)
    case .ended, .suppressed: try suppress(cue, animation)
    }
  }

  private mutating func start(_ report: AppCue, _ animation: AnimationName) throws(ProgramFailure) {
    let cue: Cue
    if let whole = report.cue {
      cue = Cue(whole)
    } else {
      var phases: [Phase] = []
      if let from = report.from, let to = report.to {
        phases = [Phase("count", .count, for: report.durationMs ?? 0, nil, Double(from), Double(to))]
      }
      cue = Cue(
        animation: animation, variant: report.variant, trigger: trigger(of: animation, report.questionIndex),
        startMs: try time(report.atMs, "cue.started of \(report.animation)"),
        durationMs: report.durationMs ?? 0, phases: phases, ending: Ending(atMs: .max, disposition: .running))
    }
    if isRestoring {
      retold.started.append(cue)
    } else {
      told.started.append(cue)
      if isSaving, !isSaved, cue.trigger.isSaved { told.early.append(cue) }
    }
    book.put(cue)
  }

  private mutating func end(_ report: AppCue, _ animation: AnimationName) throws(ProgramFailure) {
    if let cue = report.cue { return end(whole: Cue(cue)) }
    guard report.disposition != .running else {
      throw .broken("cue.ended of \(report.animation) says running: say how the cue ended, such as played")
    }
    let atMs = try time(report.atMs, "cue.ended of \(report.animation)")
    guard atMs <= nowMs || isReal else {
      throw .broken(
        "cue.ended of \(report.animation) is sent for \(atMs) ms at \(nowMs) ms: send it when the cue has ended")
    }
    let meant = book.cues.filter {
      $0.animation == animation && (report.questionIndex == nil || $0.trigger.questionIndex == report.questionIndex)
    }
    let found = meant.first { isRestoring ? killed.contains($0.id) : $0.ending.disposition == .running }
    guard let found else {
      // A program need not know which cues it had reported before a kill.
      if isRestoring, let last = meant.last { return reported.append(last.id) }
      // Nor which of them a bridge had passed on.
      if isRestoring, isUnheard { return }
      let question = report.questionIndex.map { ", questionIndex \($0)," } ?? ""
      throw .broken(
        "cue.ended of \(report.animation)\(question) is not on screen: it has ended, or cue.started was never sent"
      )
    }
    let cue = found.ended(Ending(atMs: atMs, disposition: report.disposition, reason: report.reason))
    book.put(cue)
    guard isRestoring else { return told.changed.append(cue) }
    // It had ended before the process died, which could not report that.
    reported.append(cue.id)
    if atMs > killedAtMs, !isReal, !isUnheard {
      misreported.append("\(cue.id.words) cannot have ended at \(atMs) ms: it was cut off at \(killedAtMs) ms")
    }
    retold.changed.append(cue)
  }

  /// Ends a cue reported in full, whose end may be reported ahead.
  private mutating func end(whole cue: Cue) {
    let isKnown = book[cue.id] != nil
    // If it had ended before the process died, its end is known.
    if !isRestoring || !isKnown || killed.contains(cue.id) { book.put(cue) }
    guard isRestoring else { return told.changed.append(cue) }
    reported.append(cue.id)
    if !isKnown { retold.started.append(cue) } else if killed.contains(cue.id) { retold.changed.append(cue) }
  }

  private mutating func suppress(_ report: AppCue, _ animation: AnimationName) throws(ProgramFailure) {
    let startMs = try time(report.cue?.startMs ?? report.atMs, "cue.suppressed of \(report.animation)")
    let id = CueID(animation: animation, trigger: report.cue?.trigger ?? trigger(of: animation, report.questionIndex))
    let known = book[id]
    // Reporting a suppressed cue twice still shows nothing; a program need not know which cues ended before a kill.
    // That the screen was left is not saved.
    let isKnown =
      killed.contains(id)
      || known.map { report.mayBeOver || $0.ending.disposition == .suppressed || $0.ending.reason == .left } ?? false
    if isRestoring, let known, isKnown {
      if let words = falsehood(in: report, of: known) { misreported.append(words) }
      return reported.append(id)
    }
    let ending = Ending(
      atMs: isRestoring ? killedAtMs : report.cue?.endedMs ?? nowMs, disposition: .suppressed,
      reason: report.reason ?? .killResume)
    if !isRestoring, let known, known.ending.disposition == .running {
      book.put(known.ended(ending))
      return told.changed.append(known.ended(ending))
    }
    let cue =
      report.cue.map { Cue($0).ended(ending) }
      ?? Cue(
        animation: animation, variant: report.variant, trigger: id.trigger, startMs: startMs, durationMs: 0, phases: [],
        ending: ending)
    if known == nil { book.put(cue) }
    guard isRestoring else { return told.started.append(cue) }
    retold.started.append(cue)
    reported.append(id)
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
    var endMs: Int? = known.ending.atMs
    if killed.contains(known.id) {
      guard reason == .killResume else { return "\(name) was cut off by the kill, not suppressed: \(reason.rawValue)" }
      endMs = known.durationMs > 0 ? known.startMs + known.durationMs : nil
    } else if known.ending.disposition == .suppressed {
      // An earlier kill may be told again.
      guard let wanted = known.ending.reason, wanted != reason, wanted != .killResume else { return nil }
      return "\(name) was suppressed because of \(wanted.rawValue), not of \(reason.rawValue)"
    }
    guard report.mayBeOver, !isReal, let endMs else { return nil }
    if endMs > nowMs { return "\(name) cannot have ended before \(endMs) ms" }
    return endMs <= savedMs ? "\(name) had ended at \(endMs) ms, before the last save" : nil
  }

  private func trigger(of animation: AnimationName, _ question: Int?) -> Trigger {
    if let question {
      return trigger.fact == .revisited && trigger.questionIndex == question
        ? trigger : Trigger(fact: .answerSettled, attemptId: attempt, questionIndex: question)
    }
    guard isRestoring else { return trigger }
    // No event of the present life can have triggered it, so it keeps its earlier trigger.
    let same = book.cues.filter { $0.animation == animation }
    if let cut = same.last(where: { killed.contains($0.id) }) { return cut.trigger }
    // The process may have died before it could report what its last action, a finish, had started.
    return trigger.fact == .attemptFinished ? trigger : same.last?.trigger ?? trigger
  }

  private func name(_ text: String) throws(ProgramFailure) -> AnimationName {
    let known = names.map(\.rawValue)
    if known.contains(text) { return AnimationName(rawValue: text) }
    let meant =
      suggestion(for: text, among: known).map { "did you mean \($0)?" } ?? "hwdb motion list shows all of them"
    throw .broken("\"\(excerpt(text))\" is not an animation: \(meant)")
  }

  private func time(_ atMs: Int?, _ words: String) throws(ProgramFailure) -> Int {
    guard let atMs else {
      if isReal, !isOfBridge { return nowMs }
      throw .broken("\(words) has no atMs, which is required with a virtual clock, and of a bridge")
    }
    guard (0...Session.latestMs).contains(atMs) else {
      throw .broken("\(words) has atMs \(atMs), which is out of range")
    }
    return atMs
  }
}

extension Trigger {
  /// Returns the trigger without details that programs do not report, with the number of its attempt in the scenario.
  func plain(number: UInt64?) -> Trigger {
    var plain = self
    if attemptId != nil, let number { plain.attemptId = AppCues.attempt(number) }
    plain.position = nil
    return plain
  }
}

extension AppCue {
  /// True if it says that the cue may have ended before the kill.
  fileprivate var mayBeOver: Bool { mayHaveEnded || cue?.mayHaveEnded == true }
}

extension Cue {
  /// Returns the cue with another end.
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

import HomeworkModel
import HomeworkMotion
import HomeworkPlay
import HomeworkStore

/// What is looked at after each action: that no law is broken, in whichever life.
extension ActionWalk {
  /// Of one that was never killed.
  mutating func judge(_ action: ExploredAction, _ played: Played, at node: Node, _ before: [Snapshot]) {
    func fail(_ law: Law, _ detail: String) { self.break(law, detail, action) }
    let (player, atMs) = (action.player, stage.time(ofStep: done.count))
    let (mine, facts) = (before[player], played.facts[player])
    // Homework is both learners'.
    if let loss = facts.loss(since: mine) { return fail(.nothingLost, loss) }
    if played.facts[1 - player] != before[1 - player] {
      let detail = "\(action.rawValue) has changed what is the other learner's"
      return self.break(.nothingLost, detail, action, isOfBoth: true)
    }
    guard let done = played.done else {
      return judgeRefusal(of: action, played, mine)
    }
    if !mine.allows(action, on: played.session) { fail(.nothingLost, "\(action.rawValue) is done, and cannot be") }
    if let missing = facts.missing(done, since: mine, atMs: atMs) { fail(.nothingLost, missing) }
    if let difference = facts.derivedDifference { fail(.derivedMeansDerived, difference) }
    judge(played, facts, action)
    for cue in played.cues.started {
      if cue.startMs < atMs || !facts.hold(cue) {
        fail(.savedBeforeShown, cue.withoutFact)
      }
      if node.told.contains(cue.id) { fail(.atMostOnce, cue.toldAgain) }
    }
    for cue in played.cues.started + played.cues.changed {
      if let detail = cue.unreasonablySuppressed { fail(.onlyByReason, detail) }
    }
    for life in node.lives[1 - player] {
      let live = life.live.copy()
      var session = live.session
      session.advance(toMs: atMs)
      guard let cues = try? live.followAndWait(atMs: atMs), cues == CueChanges(), live.session == session else {
        return self.break(.accounted, "\(action.rawValue) is shown to the other learner", action, isOfBoth: true)
      }
    }
  }

  private mutating func judgeRefusal(of action: ExploredAction, _ played: Played, _ mine: Snapshot) {
    let words = played.refusal.map { "\($0.name.rawValue): \($0.message)" } ?? ""
    let facts = played.facts[action.player]
    if let difference = facts.derivedDifference { return self.break(.derivedMeansDerived, difference, action) }
    if facts != mine {
      self.break(.nothingLost, "\(action.rawValue) is refused, and has changed facts: \(words)", action)
    }
    if played.live.session != played.session {
      self.break(.accounted, "\(action.rawValue) is refused, and has changed what is shown: \(words)", action)
    }
    let reasons: [RefusalName] = [.notFound, .conflict]
    let hasReason = played.refusal.map { reasons.contains($0.name) } ?? false
    if mine.allows(action, on: played.session) || !hasReason {
      self.break(.nothingLost, "\(action.rawValue) is refused: \(words)", action)
    }
  }

  /// What is shown follows from what is on disk.
  private mutating func judge(
    _ played: Played, _ facts: Snapshot, _ action: ExploredAction
  ) {
    let session = played.live.session
    guard let attempt = session.attemptId.flatMap(facts.attempt) else { return }
    let death = played.death
    if session.streak != attempt.streak {
      self.break(
        .derivedMeansDerived, "the streak is \(session.streak) where the answers give \(attempt.streak)", action, death)
    }
    if session.questionIndex != attempt.answers.count {
      self.break(
        .derivedMeansDerived,
        "question index \(session.questionIndex) after \(attempt.answers.count.counted("answer"))", action,
        death)
    }
    if (session.stage == .question) != (attempt.state == .inProgress) {
      self.break(
        .derivedMeansDerived, "\(session.stage.rawValue) is up where the attempt is \(attempt.state.rawValue)", action,
        death)
    }
  }

  /// One that was killed before does the same, and has told as much.
  mutating func compare(_ killed: Played, with reference: Played, after action: ExploredAction) {
    func fail(_ law: Law, _ detail: String) { self.break(law, detail, action, killed.death) }
    if let refusal = killed.refusal, reference.refusal == nil {
      // The screen of an attempt that is over does not come back, and nobody can look back at it.
      guard action == .revisit, killed.session.attemptId == nil, killed.live.session == killed.session else {
        return fail(.nothingLost, "\(action.rawValue) is refused only after a kill: \(refusal.message)")
      }
      return
    }
    if killed.refusal == nil, let refusal = reference.refusal {
      return fail(.nothingLost, "\(action.rawValue) is refused in the run without kills: \(refusal.message)")
    }
    if killed.facts != reference.facts { fail(.nothingLost, "after a kill \(action.rawValue) leaves other facts") }
    judge(killed, killed.facts[action.player], action)
    let (told, wanted) = (killed.cues.started, reference.cues.started)
    // The same facts in the same order: so are the cues.
    guard told.count == wanted.count else {
      return fail(.accounted, "\(told.count.counted("cue")) instead of \(wanted.count)")
    }
    for (told, cue) in zip(told, wanted)
    where told.id != cue.id || told.startMs != cue.startMs || told.variant != cue.variant {
      fail(.accounted, "\(told.animation.rawValue) at \(told.startMs) ms is not \(cue.animation.rawValue)")
    }
  }

  /// A process that opens after a death.
  ///
  /// - Parameters:
  ///   - lives: those that may have died.
  ///   - facts: of its learner.
  ///   - waitedMs: since the last action.
  mutating func judge(_ resumed: LiveAttempt, of lives: [Life], _ facts: Snapshot, waitedMs: Int) {
    let (session, death) = (resumed.session, ActionDeath.after(step: done.count - 1, waitedMs: waitedMs))
    func fail(_ law: Law, _ detail: String) { self.break(law, detail, nil, death) }
    if let cue = resumed.shownWrongly.again.first { fail(.atMostOnce, cue.toldAgain) }
    if !session.cues.isEmpty || !session.bursts.isEmpty { fail(.accounted, "something runs after a resume") }
    let open = facts.attemptInProgress
    guard session.attemptId == open?.id else { return fail(.nothingLost, "another attempt is resumed") }
    guard let open else {
      if session.results != nil || session.stage != .over { fail(.accounted, "the results come back") }
      return
    }
    if session.streak != open.streak {
      fail(.derivedMeansDerived, "the streak is \(session.streak) where the answers give \(open.streak)")
    }
    if session.questionIndex != open.answers.count {
      fail(.nothingLost, "question index \(session.questionIndex) after \(open.answers.count.counted("answer"))")
    }
    let reported = Set(resumed.report.suppressed.map(\.id))
    for cue in lives.flatMap({ $0.live.session.killed(atMs: session.nowMs) })
    where cue.trigger.fact == .answerSettled && cue.trigger.attemptId == open.id && !reported.contains(cue.id) {
      fail(.accounted, "the resume report does not say that \(cue.animation.rawValue) was suppressed")
    }
  }

  /// What was struck at its commit.
  struct Struck {
    /// Whether it came to its commit.
    var isCut: Bool
    /// Where it died after it.
    var facts: [Snapshot]
  }

  mutating func strike(_ action: ExploredAction, _ life: Life, _ before: [Snapshot]) throws -> Struck {
    func fail(_ law: Law, _ detail: String) { self.break(law, detail, action, .beforeCommit) }
    let (stage, step) = (stage, done.count)
    result.steps += 2
    let isCut = try stage.store.rehearse {
      let live = life.live.copy()
      let isCut = stage.die(in: action, on: live, step: step)
      if let cue = live.shownWrongly.tooEarly.first {
        fail(.savedBeforeShown, "\(cue.animation.rawValue) was shown before its answer was saved")
      }
      if live.session != life.live.session { fail(.savedBeforeShown, "\(action.rawValue) is shown, and was not saved") }
      if try stage.facts() != before { fail(.nothingLost, "killed before commit, \(action.rawValue) is on disk") }
      return isCut
    }
    guard isCut else { return Struck(isCut: false, facts: before) }
    result.points += 2
    return try stage.store.rehearse {
      _ = stage.die(in: action, on: life.live.copy(), step: step, isCommitted: true)
      return Struck(isCut: true, facts: try stage.facts())
    }
  }

  mutating func compare(_ struck: Struck, with alive: Played, after action: ExploredAction) {
    if struck.isCut != (alive.refusal == nil) {
      self.break(.nothingLost, "\(action.rawValue) is done without a commit, or refused after it", action)
    }
    if struck.facts != alive.facts {
      self.break(.nothingLost, "killed after commit, \(action.rawValue) is not on disk", action, .afterCommit)
    }
  }
}

extension Snapshot {
  fileprivate var attemptInProgress: AttemptSnapshot? {
    homework.lazy.flatMap(\.attempts).first { $0.state == .inProgress }
  }

  /// Whether an action is one that can be done.
  fileprivate func allows(_ action: ExploredAction, on session: Session) -> Bool {
    switch action {
    case .correct, .wrong, .skip: attemptInProgress.map { $0.answers.count < $0.questionCount } ?? false
    case .finish: attemptInProgress.map { $0.answers.count == $0.questionCount } ?? false
    case .abandon: attemptInProgress != nil
    case .start: attemptInProgress == nil
    case .revisit: session.questionIndex > 0
    case .leave, .other: true
    }
  }

  /// What was there and is not.
  fileprivate func loss(since before: Snapshot) -> String? {
    func given(_ snapshot: Snapshot) -> [[String]] {
      snapshot.homework.map { [$0.title, $0.generation] + $0.collections + $0.quiz }
    }
    guard given(self) == given(before) else { return "homework or quiz is not what it was" }
    guard events.starts(with: before.events) else { return "an event is not what it was" }
    guard starsTotal >= before.starsTotal, finishedAttempts >= before.finishedAttempts,
      Set(achievements).isSuperset(of: before.achievements)
    else { return "what was earned is gone" }
    for attempt in before.homework.flatMap(\.attempts) {
      guard let now = self.attempt(attempt.id) else { return "an attempt is gone" }
      guard now.answers.starts(with: attempt.answers) else { return "a settled answer is not what it was" }
      if attempt.state != .inProgress, now != attempt { return "an attempt that is over is not what it was" }
    }
    return nil
  }

  /// What was acknowledged and is not there.
  fileprivate func missing(_ done: ActionStage.Done, since before: Snapshot, atMs: Int) -> String? {
    switch done {
    case .shown: return self == before ? nil : "what is of the screen alone has changed facts"
    case .started(let id):
      return attemptInProgress?.id == id && attempt(id)?.answers.isEmpty == true ? nil : "the attempt is not there"
    case .abandoned(let id): return attempt(id)?.state == .abandoned ? nil : "the attempt is still open"
    case .settled(let answer, let id):
      let wanted = Snapshot.AnswerSnapshot(
        response: answer.response, outcome: answer.outcome, streakPosition: answer.streakPosition,
        answeredAtMs: atMs)
      let answers = attempt(id)?.answers ?? []
      return answers.count == answer.index + 1 && answers.last == wanted ? nil : "the answer is not there"
    case .finished(let finished):
      let attempt = attempt(finished.attempt.id)
      guard attempt?.state == .completed, attempt?.finishedAtMs == atMs else { return "the attempt is not completed" }
      return starsTotal == finished.starsTotal && finishedAttempts == before.finishedAttempts + 1
        ? nil : "the ledger is not what was acknowledged"
    }
  }
}

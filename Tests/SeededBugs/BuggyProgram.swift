import HomeworkAPI
package import HomeworkModel
package import HomeworkMotion
import HomeworkPlay
package import HomeworkReports
package import HomeworkScenarios
package import HomeworkStore

/// A program that is correct except for one bug.
package final class BuggyProgram: ProgramUnderTest {
  private let sound: any ProgramUnderTest
  private let bug: SeededBug
  private var armed: KillPoint?
  private var lives = 0
  /// True if nothing has been done since it was reopened.
  private var isResumed = false
  /// The cues of the last answer.
  private var last: [Cue] = []

  package init(_ sound: any ProgramUnderTest, _ bug: SeededBug) {
    (self.sound, self.bug) = (sound, bug)
  }

  package func open(atMs: Int) throws -> Opened {
    var opened = try sound.open(atMs: atMs)
    lives += 1
    isResumed = lives > 1
    if lives == 1 {
      // The worker has created its database by now.
      try bug.spoil(try sound.sharedStore)
    }
    if bug == .replayOnResume, isResumed { opened.cues.started = last }
    return opened
  }

  package func evidence() throws -> Evidence {
    var evidence = try sound.evidence()
    if bug == .keepActivation, isResumed { evidence.state?.fields = ["activation": "5"] }
    guard bug == .forgetStreak, isResumed else { return evidence }
    evidence.session = evidence.session?.withoutStreak
    evidence.state?.streak = 0
    return evidence
  }

  package func perform(_ action: Action) throws -> Reply {
    let (session, point) = (bug == .cueBeforeCommit ? try sound.evidence().session : nil, armed)
    let ahead = session?.celebrating(atMs: action.atMs) ?? []
    (isResumed, armed) = (false, nil)
    do {
      var reply = try sound.perform(action)
      if action.kind == .accept, bug == .celebrateAccepted, let session = reply.session {
        reply.cues.started += session.celebratingLast(atMs: action.atMs)
      }
      guard action.kind == .answer, reply.refusal == nil else { return reply }
      last = reply.cues.started
      bug.change(&reply.cues.started, isKilled: lives > 1)
      // If the program's session is not visible, its reply is the only evidence.
      if bug == .cueBeforeCommit, session == nil { reply.early = reply.cues.started }
      return reply
    } catch ProgramFailure.died(var death) {
      if bug == .cueBeforeCommit, point == .beforeCommit, action.kind == .answer { death.cues.started += ahead }
      throw ProgramFailure.died(death)
    }
  }

  package func arm(_ point: KillPoint, mode: KillMode) throws {
    armed = point
    try sound.arm(point, mode: mode)
  }

  package var sharedStore: Store? { get throws { try sound.sharedStore } }
  package func take(_ part: SyncPart, serial: Int, atMs: Int) throws -> CueChanges {
    var part = part
    if bug == .ignoreDeletion { part = part.withoutDeletions }
    var cues = try sound.take(part, serial: serial, atMs: atMs)
    let store = try sound.sharedStore
    try bug.spoilTaken(store)
    let last = try store?.readAndWait { tx in try tx.events(since: 0).last }
    if bug == .celebrateOthers, let cue = last?.cueOfOthers(atMs: atMs) { cues.started.append(cue) }
    return cues
  }

  package func kill(_ mode: KillMode) throws -> Death { try sound.kill(mode) }
  package func advance(toMs: Int) throws -> CueChanges { try sound.advance(toMs: toMs) }
  package func note(done action: Action, _ cues: CueChanges) { sound.note(done: action, cues) }
  package func finish() throws { try sound.finish() }
}

/// The bug on a stage that is otherwise correct.
package final class BuggyTarget: ExplorationBug {
  private let bug: SeededBug
  /// The session that each learner saw after the last answer.
  private var last: [Int: Session] = [:]

  package init(_ bug: SeededBug) { self.bug = bug }

  package func opened(_ process: ExploredProcess, of player: Int) {
    if bug == .forgetStreak { process.shown = process.session.withoutStreak }
    if bug == .replayOnResume, let last = last[player], last.attemptId == process.session.attemptId {
      process.shown = last
    }
  }

  package func played(
    _ action: ExploredAction, on process: ExploredProcess, _ done: Acknowledged, _ cues: inout CueChanges
  ) {
    guard case .settled = done else { return }
    last[action.player] = process.session
    bug.change(&cues.started, isKilled: process.isResumed)
  }

  package func died(in action: ExploredAction, on process: ExploredProcess, before: Session, atMs: Int) {
    if bug == .cueBeforeCommit, [.correct, .wrong].contains(action) { process.shown = before.settling(atMs: atMs) }
  }
}

extension SeededBug {
  /// Changes the cues reported for an answer.
  fileprivate func change(_ cues: inout [Cue], isKilled: Bool) {
    if self == .forgetCue, isKilled { cues = [] }
    guard self == .hideCue, let cue = cues.popLast() else { return }
    cues.append(
      Cue(
        animation: cue.animation, variant: cue.variant, trigger: cue.trigger, startMs: cue.startMs,
        durationMs: cue.durationMs, phases: cue.phases,
        ending: Ending(atMs: cue.startMs, disposition: .suppressed, reason: .left)))
  }
}

extension Session {
  /// The session as if no answer had been right.
  fileprivate var withoutStreak: Session {
    guard let attemptId, stage == .question else { return self }
    func id<Entity>() -> Identifier<Entity> { Identifier(atMs: 0, random: (0, 0)) }
    let now = Timestamp(millisecondsSince1970: 0)
    let answers = (0..<questionIndex).map { index in
      Answer(
        questionId: id(), index: index, response: "A", outcome: .wrong, streakPosition: 0, elapsedMs: 0, answeredAt: now
      )
    }
    let attempt = Attempt(
      id: attemptId, homeworkId: nil, quizId: nil, learnerId: id(), questionCount: questionCount, startedAt: now,
      answers: answers)
    return Session(resuming: attempt, environment: environment, atMs: nowMs)
  }

  /// Returns the session after a correct answer that is not saved yet.
  fileprivate func settling(atMs: Int) -> Session {
    var ahead = self
    let answer = SettledAnswer(questionIndex: questionIndex, outcome: .correct, movesStreak: true)
    // Without a next question, nothing is shown.
    _ = try? ahead.receive(.settled(answer), atMs: atMs)
    return ahead
  }

  /// Returns a cue for the last answer.
  fileprivate func celebratingLast(atMs: Int) -> [Cue] {
    [
      Cue(
        animation: .dotSettle,
        trigger: Trigger(fact: .answerSettled, attemptId: attemptId, questionIndex: questionIndex - 1),
        startMs: atMs, durationMs: 200, phases: [], ending: Ending(atMs: atMs + 200, disposition: .played))
    ]
  }

  fileprivate func celebrating(atMs: Int) -> [Cue] {
    let known = Set(cues.map(\.id))
    return settling(atMs: atMs).cues.filter { !known.contains($0.id) }
  }
}

extension SyncPart {
  /// The part with edits of nothing in place of deletions.
  fileprivate var withoutDeletions: SyncPart {
    SyncPart(
      after: after,
      changes: changes.map { change in
        guard change.kind == .deleted else { return change }
        return SyncChange(
          time: change.time, copyId: change.copyId, kind: .edited, entity: change.entity, part: "nothing")
      }, isLast: isLast)
  }
}

extension Event {
  /// The cue of an answer that was given on another copy.
  fileprivate func cueOfOthers(atMs: Int) -> Cue? {
    guard origin != nil, kind == .answerSettled else { return nil }
    return Cue(
      animation: .dotSettle,
      trigger: Trigger(
        fact: .answerSettled, attemptId: detail.attemptId, questionIndex: detail.questionIndex,
        position: detail.streakPosition),
      startMs: atMs, durationMs: 200, phases: [], ending: Ending(atMs: atMs + 200, disposition: .played))
  }
}

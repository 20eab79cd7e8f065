import HomeworkAPI
package import HomeworkModel
package import HomeworkMotion
package import HomeworkPlay
package import HomeworkStore
import HomeworkSystem

/// The sessions of all clients, by attempt, with those that have ended: whoever opens the next one on the same attempt
/// is told what they held. In memory alone; what this process does not know the report rebuilds from the disk.
package final class LiveSessions: Sendable {
  /// Those that have ended are forgotten beyond so many, the oldest first.
  private static let mostEnded = 1000

  private struct State {
    var sessions: [Attempt.ID: LiveAttempt] = [:]
    var ended: [Attempt.ID] = []
  }

  private let state = Guarded(State())

  package init() {}

  /// The session that was opened last on an attempt.
  subscript(id: Attempt.ID) -> LiveAttempt? { state.withLock { $0.sessions[id] } }

  /// Opens a session on an attempt, after the end of the one before it, whoever held that.
  ///
  /// - Returns: with the attempt as it found it, and the session before it, for `takeBack`.
  package func open(
    _ id: Attempt.ID, in store: Store, environment: SessionEnvironment
  ) throws -> (live: LiveAttempt, attempt: Attempt, former: LiveAttempt?) {
    while true {
      let former = self[id]
      var found: Attempt?
      let live = try LiveAttempt(
        in: store, environment: environment, after: former, clock: .standing(atMs: 0)
      ) { tx in
        found = try tx.attempt(id)
        return found
      }
      let isNext = state.withLock { state in
        // Another one was opened meanwhile: that one is succeeded then.
        guard state.sessions[id] === former else { return false }
        state.sessions[id] = live
        state.ended.removeAll { $0 == id }
        return true
      }
      if isNext, let found { return (live, found, former) }
    }
  }

  /// Ends a session of which nobody was told: the next one is told what this one would have been.
  package func takeBack(_ live: LiveAttempt, _ former: LiveAttempt?) {
    live.end()
    guard let id = live.attemptId else { return }
    state.withLock { state in
      if state.sessions[id] === live { state.sessions[id] = former }
    }
  }

  /// Its client is gone, and with it what was on screen.
  package func end(_ live: LiveAttempt) {
    live.end()
    guard let id = live.attemptId else { return }
    state.withLock { state in
      guard state.sessions[id] === live else { return }
      state.ended.append(id)
      if state.ended.count > Self.mostEnded { state.sessions[state.ended.removeFirst()] = nil }
    }
  }
}

/// A session that a client holds. Its clock is the client's: it stands at the last `atMs` that was told.
struct ClientSession: Sendable {
  let id: String
  let attemptId: Attempt.ID
  let live: LiveAttempt
  /// What it is in, open as long as it is.
  let library: Libraries.Loan

  /// Its client is gone.
  func end() { library.value.sessions.end(live) }

  /// What a client's event gave: the cues that began, those that end otherwise than was told, and the attempt and the
  /// answer where they are known from it.
  struct Done {
    var cues: [CueReport]
    var attempt: AttemptSummary?
    var answer: AnsweredQuestion.Told?
  }

  func perform(_ event: ClientEvent, atMs: Int) throws -> Done {
    let cues: CueChanges
    switch event {
    case .answer(let typed): return try settle(typed, atMs: atMs)
    case .skip: return try settle(nil, atMs: atMs)
    case .finish:
      let played = try live.finishAndWait(atMs: atMs)
      return Done(cues: played.cues.reports(atMs: atMs), attempt: played.value.attempt)
    case .abandon: cues = try live.abandonAndWait(atMs: atMs).cues
    case .leave: cues = try live.showAndWait(.leave, atMs: atMs)
    case .revisit(let index): cues = try live.showAndWait(.revisit(questionIndex: index), atMs: atMs)
    case .draft(let text): cues = try live.showAndWait(.draft(text), atMs: atMs)
    case .screen(let event, let count, let number):
      cues = try live.showAndWait(.event(event, count: count, number: number), atMs: atMs)
    case .wait: cues = try live.followAndWait(atMs: atMs)
    }
    return Done(cues: cues.reports(atMs: atMs))
  }

  /// A reply that is as long for the last question as for the first: `motion.get` gives the phases once.
  ///
  /// It answers the question that the session shows. Another daemon, killed since, may have been about to save an
  /// answer to it when the session was opened: the next question has not been seen then.
  private func settle(_ typed: String?, atMs: Int) throws -> Done {
    let played = try live.settleAndWait(typed: typed, at: live.session.questionIndex, atMs: atMs)
    return Done(
      cues: played.cues.reports(atMs: atMs).map(\.withoutPhases), attempt: played.value.attempt,
      answer: AnsweredQuestion.Told(played.value))
  }

  /// What a person gave was refused, and nothing was changed. Where others had been before, the session shows that.
  func reject(_ event: ClientEvent, _ refusal: RPCError.Name, atMs: Int) throws -> [CueReport] {
    switch (event, refusal) {
    case (.answer, .invalid): try live.showAndWait(.inputRejected, atMs: atMs).reports(atMs: atMs)
    case (.answer, .conflict), (.skip, .conflict): try live.followAndWait(atMs: atMs).reports(atMs: atMs)
    default: []
    }
  }

  /// What facts up to that number begin or end, unless they were told already; each with its fact's number.
  func follow(upTo sequence: Int64) throws -> [(sequence: Int64, cue: CueReport)] {
    let atMs = live.session.nowMs
    return try live.followAndWait(upTo: sequence).flatMap { told in
      told.changes.reports(atMs: atMs).map { (told.sequence, $0) }
    }
  }
}

extension CueChanges {
  /// Returns the reports for a client: new cues as of now, changed cues with their new ending, even if it is still to
  /// come. The cues of an answer have no phases.
  fileprivate func reports(atMs: Int) -> [CueReport] {
    (started.map { $0.report(atMs: atMs) } + changed.map { $0.report(atMs: max(atMs, $0.ending.atMs)) }).map {
      $0.trigger.fact == .answerSettled ? $0.withoutPhases : $0
    }
  }
}

extension ToldResume {
  init(_ report: ResumeReport) {
    self.init(
      kept: report.kept.map { FieldState($0.name, $0.value) },
      lost: report.lost.map { FieldState($0.name, $0.value) },
      suppressed: report.suppressed.map { $0.report(atMs: $0.ending.atMs) })
  }
}

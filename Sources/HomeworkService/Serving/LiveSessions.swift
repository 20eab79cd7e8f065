import HomeworkAPI
package import HomeworkModel
package import HomeworkMotion
package import HomeworkPlay
package import HomeworkStore
import HomeworkSystem

/// All clients' sessions, by attempt, including ended ones: the next session on an attempt receives their state. In
/// memory only; the report rebuilds anything this process does not know from the disk.
package final class LiveSessions: Sendable {
  /// The maximum number of ended sessions kept; the oldest are forgotten first.
  private static let maximumEnded = 1000

  private struct State {
    var sessions: [Attempt.ID: LiveAttempt] = [:]
    var ended: [Attempt.ID] = []
  }

  private let state = Guarded(State())

  package init() {}

  /// Returns the session last opened on an attempt.
  subscript(id: Attempt.ID) -> LiveAttempt? { state.withLock { $0.sessions[id] } }

  /// Opens a session on an attempt, after ending any earlier one, even another client's.
  ///
  /// - Returns: the session, the attempt as the session found it, and the earlier session, for `cancel`.
  package func open(
    _ id: Attempt.ID, in store: Store, environment: SessionEnvironment
  ) throws -> (live: LiveAttempt, attempt: Attempt, former: LiveAttempt?) {
    while true {
      let former = self[id]
      var found: Attempt?
      let live = try LiveAttempt(
        in: store, environment: environment, after: former, clock: .ofClient
      ) { tx in
        found = try tx.attempt(id)
        return found
      }
      let isNext = state.withLock { state in
        // Another session was opened meanwhile: succeed that one.
        guard state.sessions[id] === former else { return false }
        state.sessions[id] = live
        state.ended.removeAll { $0 == id }
        return true
      }
      if isNext, let found { return (live, found, former) }
    }
  }

  /// Cancels the opening of a session that no client has received: the next one receives what it would have.
  package func cancel(_ live: LiveAttempt, _ former: LiveAttempt?) {
    live.end()
    guard let id = live.attemptId else { return }
    state.withLock { state in
      if state.sessions[id] === live { state.sessions[id] = former }
    }
  }

  /// Ends a session whose client is gone, and with it the client's screen.
  package func end(_ live: LiveAttempt) {
    live.end()
    guard let id = live.attemptId else { return }
    state.withLock { state in
      guard state.sessions[id] === live else { return }
      state.ended.append(id)
      if state.ended.count > Self.maximumEnded { state.sessions[state.ended.removeFirst()] = nil }
    }
  }
}

/// A session held by a client. Its clock is the client's: it stays at the last `atMs` received.
struct ClientSession: Sendable {
  let id: String
  let attemptId: Attempt.ID
  let live: LiveAttempt

  /// The result of a client's event: the cues that began or got another ending, and the attempt and the answer, if the
  /// event provides them.
  typealias Done = (cues: [CueReport], attempt: AttemptSummary?, answer: AnsweredQuestion.Settled?)

  func perform(_ event: ClientEvent, atMs: Int) throws -> Done {
    let cues: CueChanges
    switch event {
    // Another daemon, killed since, may have been about to save an answer to this question when the session was opened:
    // the learner has not seen the next question then.
    case .answer(let typed):
      return done(try live.settleAndWait(typed: typed, at: live.session.questionIndex, atMs: atMs), atMs: atMs)
    case .skip:
      return done(try live.settleAndWait(typed: nil, at: live.session.questionIndex, atMs: atMs), atMs: atMs)
    case .accept: return done(try live.acceptAndWait(at: live.session.questionIndex - 1, atMs: atMs), atMs: atMs)
    case .finish:
      let played = try live.finishAndWait(atMs: atMs)
      return (played.cues.reports(atMs: atMs), played.value.attempt, nil)
    case .abandon: cues = try live.abandonAndWait(atMs: atMs).cues
    case .leave: cues = try live.showAndWait(.leave, atMs: atMs)
    case .revisit(let index): cues = try live.showAndWait(.revisit(questionIndex: index), atMs: atMs)
    case .draft(let text): cues = try live.showAndWait(.draft(text), atMs: atMs)
    case .screen(let event, let count, let number):
      cues = try live.showAndWait(.event(event, count: count, number: number), atMs: atMs)
    case .wait: cues = try live.followAndWait(atMs: atMs)
    }
    return (cues.reports(atMs: atMs), nil, nil)
  }

  /// Every reply to an answer is equally long: `motion.get` returns the phases once.
  private func done(_ played: Played<AnswerResult>, atMs: Int) -> Done {
    let cues = played.cues.reports(atMs: atMs).map(\.withoutPhases)
    return (cues, played.value.attempt, AnsweredQuestion.Settled(played.value))
  }

  /// Shows that the input was refused and nothing was changed; on a conflict, shows other clients' changes.
  func reject(_ event: ClientEvent, _ refusal: RPCError.Name, atMs: Int) throws -> [CueReport] {
    switch (event, refusal) {
    case (.answer, .invalid): try live.showAndWait(.inputRejected, atMs: atMs).reports(atMs: atMs)
    case (.answer, .conflict), (.skip, .conflict), (.accept, .conflict):
      try live.followAndWait(atMs: atMs).reports(atMs: atMs)
    default: []
    }
  }

  /// Returns the cues that facts up to that number begin or end, unless already reported; each with its fact's number.
  func follow(upTo sequence: Int64) throws -> [(sequence: Int64, cue: CueReport)] {
    let atMs = live.session.nowMs
    return try live.followAndWait(upTo: sequence).flatMap { event in
      event.changes.reports(atMs: atMs).map { (event.sequence, $0) }
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

extension SessionResumeReport {
  init(_ report: ResumeReport) {
    self.init()
    kept = report.kept.map { FieldState($0.name, $0.value) }
    lost = report.lost.map { FieldState($0.name, $0.value, mayHaveEnded: $0.mayHaveEnded) }
    suppressed = report.suppressed.map { $0.report(atMs: $0.ending.atMs) }
  }
}

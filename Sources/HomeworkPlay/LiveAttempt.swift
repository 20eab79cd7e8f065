public import HomeworkModel
public import HomeworkMotion
public import HomeworkStore
import HomeworkSystem

/// A live attempt: it saves each action before it returns the cues to show.
///
/// It joins the store and the screen. The changes of an action are on disk before its cues are known, and it also shows
/// what other processes commit to the same store. You persist nothing yourself: open it, answer, get killed, open it
/// again, and read its `report`.
///
///     let live = try await LiveAttempt.open(homework: homework.id, in: store)
///     if live.session.stage == .over { try await live.start(homework.id) }
///     let settled = try await live.settle(.choice(0))
///     show(settled.cues.started)
///
/// It is safe to share between tasks and threads. Each call has two forms: an asynchronous one, which does not block a
/// thread, and one whose name ends in `AndWait`, which does.
public final class LiveAttempt: Sendable {
  /// The fields that were kept and lost, and the cues that must not show again, if a former session on the attempt
  /// died.
  public let report: ResumeReport
  /// The store of the attempt.
  public let store: Store
  /// The learner who plays. Events of other learners are not shown.
  public let learnerId: Learner.ID
  private let clock: PlayClock
  private let state: Guarded<State>

  private struct State {
    var play: PlayState
    /// The number of the newest event that the session has seen.
    var sequence: Int64
    /// The time that the last call gave, and when it came.
    var called: (ms: Int, at: ContinuousClock.Instant) = (0, .now)
    /// The state of the session when it ended.
    var ended: EndedSession?
    /// The followers to notify when the session ends.
    var followers: [Int: @Sendable () -> Void] = [:]
    var lastFollower = 0
    /// The request that the present action answers.
    var request: Request?
  }

  /// Opens a session on the attempt that `find` returns, for this learner or the default one.
  package init(
    in store: Store, learner: Learner.ID? = nil, environment: SessionEnvironment, after former: LiveAttempt?,
    clock: PlayClock, _ find: (ReadTransaction) throws -> Attempt?
  ) throws {
    former?.end()
    (self.store, self.clock) = (store, clock)
    let (atMs, now) = (clock.nowMs(), store.clock())
    let (attempt, learnerId, sequence, ended, record) = try store.readAndWait { tx in
      if let learner { try tx.use(learner) }
      let attempt = try find(tx)
      let ended = try former?.held(before: attempt?.id, tx)
      let record = try ended == nil ? attempt.map { try AttemptRecord($0, tx, now: now) } : nil
      return (attempt, try attempt?.learnerId ?? tx.learner().id, try tx.eventRange().newest, ended, record)
    }
    self.learnerId = learnerId
    let play = PlayState(resuming: attempt, environment: environment, atMs: atMs)
    state = Guarded(State(play: play, sequence: sequence))
    report = ResumeReport(play.session, after: ended ?? record?.replayed(in: environment))
  }

  /// Returns the state of this session when it ended, unless another session has continued the attempt since.
  private func held(before id: Attempt.ID?, _ tx: ReadTransaction) throws(StoreError) -> EndedSession? {
    let (ended, sequence) = state.withLock { ($0.ended, $0.sequence) }
    guard let id, let last = try tx.lastEvent(of: id) else { return ended }
    return last > sequence ? nil : ended
  }

  private init(copying other: LiveAttempt) {
    (report, store, learnerId, clock) = (other.report, other.store, other.learnerId, other.clock)
    var copied = other.state.withLock { $0 }
    copied.followers = [:]
    state = Guarded(copied)
  }

  /// Returns a copy over the same store, to continue from one moment in several ways.
  package func copy() -> LiveAttempt { LiveAttempt(copying: self) }

  /// Opens a session on an attempt.
  ///
  /// - Parameters:
  ///   - id: the attempt. The results of a completed attempt do not show again.
  ///   - store: the store that has the attempt.
  ///   - environment: the screen and its settings. The report assumes that they were the same before.
  ///   - former: the former session of this process on the attempt, if it still exists. It ends, and the report lists
  ///     what it held. Without it, or if another process has played since, the report is rebuilt from what is on disk.
  ///   - clock: the session's clock, which calls without a time use.
  /// - Throws: `StoreError`.
  public static func openAndWait(
    _ id: Attempt.ID, in store: Store, environment: SessionEnvironment = SessionEnvironment(),
    after former: LiveAttempt? = nil, clock: PlayClock = .sinceOpened()
  ) throws -> LiveAttempt {
    try LiveAttempt(in: store, environment: environment, after: former, clock: clock) { tx in
      try tx.attempt(id)
    }
  }

  /// Opens a session on a learner's attempt in progress at an assignment. If there is none, call `start`.
  ///
  /// - Parameters:
  ///   - id: the homework.
  ///   - learner: the learner who plays; the default learner by default.
  ///   - store: the store that has the homework.
  ///   - environment: the screen and its settings.
  ///   - former: the former session of this process on the attempt, if it still exists.
  ///   - clock: the session's clock, which calls without a time use.
  /// - Throws: `StoreError`.
  public static func openAndWait(
    homework id: Homework.ID, by learner: Learner.ID? = nil, in store: Store,
    environment: SessionEnvironment = SessionEnvironment(), after former: LiveAttempt? = nil,
    clock: PlayClock = .sinceOpened()
  ) throws -> LiveAttempt {
    try LiveAttempt(in: store, learner: learner, environment: environment, after: former, clock: clock) { tx in
      try tx.openAttempt(id)
    }
  }

  /// The session on screen. It knows the current question, the streak and the stars of the attempt.
  public var session: Session { state.withLock { $0.play.session } }

  /// True once every question of the attempt is settled: then call `finish`. False before an attempt starts.
  public var isSettled: Bool {
    let session = session
    return session.stage == .question && session.questionIndex == session.questionCount
  }

  /// The attempt on screen; `nil` before the first one starts.
  public var attemptId: Attempt.ID? { session.attemptId }
}

// MARK: Actions that are saved

extension LiveAttempt {
  /// Starts an attempt at the quiz of an assignment, and shows its first question.
  ///
  /// - Parameters:
  ///   - homework: the homework with the quiz.
  ///   - options: the options of the attempt; by default it asks the quiz in its own order.
  ///   - atMs: the time on the session's clock; now by default.
  /// - Throws: `StoreError`, such as `attemptAlreadyOpen`; `SessionError` if the time is before an earlier one.
  @discardableResult
  public func startAndWait(
    _ homework: Homework.ID, _ options: AttemptOptions = AttemptOptions(), atMs: Int? = nil
  ) throws -> Played<Attempt> {
    try perform(atMs, begins: SessionEvent.started) { tx, _, _ in
      try tx.use(learnerId)
      return try tx.startAttempt(homework, options)
    }
  }

  /// Answers the current question. When it returns, the answer is on disk, and its cues can be shown.
  ///
  /// - Throws: `StoreError`, such as `attemptOver`; `SessionError` if the time is before an earlier one. Nothing has
  ///   changed then.
  @discardableResult
  public func settleAndWait(_ response: Response, atMs: Int? = nil) throws -> Played<AnswerResult> {
    try perform(atMs) { tx, play, nowMs in
      try tx.settle(response, in: try play.openAttempt, elapsedMs: play.session.questionTimeMs(atMs: nowMs))
    }
  }

  /// Answers the question with typed text: the letter of an option, its number from 1, or text; `nil` skips it.
  @discardableResult
  public func settleAndWait(typed: String?, atMs: Int? = nil) throws -> Played<AnswerResult> {
    try settleAndWait(typed: typed, at: nil, atMs: atMs)
  }

  /// - Parameter index: the question to answer; the next one by default.
  /// - Throws: `StoreError.wrongQuestion` if `index` is not the next question.
  package func settleAndWait(typed: String?, at index: Int?, atMs: Int?) throws -> Played<AnswerResult> {
    try perform(atMs) { tx, play, nowMs in
      let spentMs = play.session.questionTimeMs(atMs: nowMs)
      return try tx.settle(typed: typed, in: try play.openAttempt, at: index, elapsedMs: spentMs)
    }
  }

  /// Counts the last answer, a wrong typed one, because the learner was right. No cue starts.
  ///
  /// - Throws: `StoreError.notAcceptable`, also if the library's settings do not allow it.
  @discardableResult
  public func acceptAndWait(atMs: Int? = nil) throws -> Played<AnswerResult> {
    try acceptAndWait(at: nil, atMs: atMs)
  }

  /// - Parameter index: the question whose answer is meant; the last one settled by default.
  package func acceptAndWait(at index: Int?, atMs: Int?) throws -> Played<AnswerResult> {
    try perform(atMs) { tx, play, _ in try tx.acceptAnswer(in: try play.openAttempt, at: index) }
  }

  /// Completes the attempt, whose questions must all be settled, and shows its results.
  ///
  /// - Throws: `StoreError`, such as `questionsLeft`; `SessionError` if the time is before an earlier one.
  @discardableResult
  public func finishAndWait(atMs: Int? = nil) throws -> Played<FinishResult> {
    try perform(atMs) { tx, play, _ in try tx.finishAttempt(try play.openAttempt) }
  }

  /// Abandons the attempt, which then does not count.
  ///
  /// - Throws: `StoreError`; `SessionError` if the time is before an earlier one.
  @discardableResult
  public func abandonAndWait(atMs: Int? = nil) throws -> Played<Attempt> {
    let abandoned = try perform(atMs) { tx, play, _ in try tx.abandonAttempt(try play.openAttempt) }
    var cues = abandoned.cues
    cues.append(try state.withLock { state in try showList(&state, atMs: state.play.session.nowMs) })
    return Played(value: abandoned.value, cues: cues)
  }

  /// Shows the events of the homework list that appears once a screen is left, with at most a hundred cards.
  private func showList(_ state: inout State, atMs: Int) throws -> CueChanges {
    let known = state.play.session.environment.catalogue.screenEvents
    let events = [ScreenEvent.list, .cards].filter(known.contains)
    var cues = CueChanges()
    guard !events.isEmpty else { return cues }
    let count = try store.readAndWait { tx in try tx.homeworkList(limit: 100).items.count }
    for event in events { cues.append(try state.play.receive(.screen(event, count: count), atMs: atMs)) }
    return cues
  }

  /// Shows what has been committed, by any process, since the last call, and moves the session's clock.
  ///
  /// - Throws: `StoreError`; `SessionError` if the time is before an earlier one.
  public func followAndWait(atMs: Int? = nil) throws -> CueChanges {
    try state.withLock { state in
      let nowMs = try checkedTime(atMs, &state)
      defer { state.play.advance(toMs: nowMs) }
      return try tellCommitted(&state, atMs: nowMs)
    }
  }

  /// Catches up at the time of the last action, ignoring events that the session has already seen. Returns each cue
  /// with the number of its event.
  package func followAndWait(upTo sequence: Int64) throws -> [(sequence: Int64, changes: CueChanges)] {
    try state.withLock { state in
      guard state.ended == nil, state.sequence < sequence else { return [] }
      return try receive(try committed(since: state), &state, atMs: state.play.session.nowMs)
    }
  }

  /// Saves the action, then tells the session what is on disk: first what `begins` returns, then every event since the
  /// last one it saw, which the same transaction reads.
  private func perform<Value>(
    _ atMs: Int?, begins: (Value) -> SessionEvent? = { _ in nil },
    saves: (WriteTransaction, PlayState, _ nowMs: Int) throws -> Value
  ) throws -> Played<Value> {
    try state.withLock { state in
      let nowMs = try checkedTime(atMs, &state)
      let known = state
      let (value, committed) = try store.writeAndWait { tx in
        let value = try tx.keeping(known.request) { try saves(tx, known.play, nowMs) }
        return (value, try Committed(since: known.sequence, of: known.play.session.attemptId, tx))
      }
      var cues = try begins(value).map { try state.play.receive($0, atMs: nowMs) } ?? CueChanges()
      for (_, changes) in try receive(committed, &state, atMs: nowMs) { cues.append(changes) }
      return Played(value: value, cues: cues)
    }
  }

  /// Keeps the request together with what the actions in `body` save.
  package func keeping<Value>(_ request: Request?, _ body: () throws -> Value) rethrows -> Value {
    state.withLock { $0.request = request }
    defer { state.withLock { $0.request = nil } }
    return try body()
  }

  private func committed(since state: State) throws -> Committed? {
    try store.readAndWait { tx in try Committed(since: state.sequence, of: state.play.session.attemptId, tx) }
  }

  private func tellCommitted(_ state: inout State, atMs: Int) throws -> CueChanges {
    var cues = CueChanges()
    for (_, changes) in try receive(try committed(since: state), &state, atMs: atMs) { cues.append(changes) }
    return cues
  }

  private func receive(
    _ committed: Committed?, _ state: inout State, atMs: Int
  ) throws -> [(sequence: Int64, changes: CueChanges)] {
    guard let committed else {
      try takeUpAnew(&state, atMs: atMs)
      return []
    }
    return try committed.events.map { event in
      // Read already, when the screen was taken up anew.
      guard event.sequence > state.sequence else { return (event.sequence, CueChanges()) }
      state.sequence = event.sequence
      guard event.isShown(to: learnerId) else { return (event.sequence, CueChanges()) }
      // Events of another copy change the state shown, and are not celebrated.
      guard event.origin == nil else {
        if let id = event.detail.attemptId, id == state.play.session.attemptId { try takeUpAnew(&state, atMs: atMs) }
        return (event.sequence, CueChanges())
      }
      let changes = try state.play.receive(
        event, among: committed.events, credit: committed.credit, atMs: atMs)
      return (event.sequence, changes)
    }
  }

  /// Starts the screen again from the present state without celebrating anything, because events were missed that are
  /// no longer kept.
  private func takeUpAnew(_ state: inout State, atMs: Int) throws {
    let id = state.play.session.attemptId
    let (attempt, sequence) = try store.readAndWait { tx in
      (try id.map { id in try tx.attempt(id) }, try tx.eventRange().newest)
    }
    state.play.load(attempt, atMs: atMs)
    state.sequence = sequence
  }

  /// Rejects an impossible time before anything is saved, so that the action has no effect.
  private func checkedTime(_ atMs: Int?, _ state: inout State) throws -> Int {
    guard state.ended == nil else { throw LiveAttemptError.ended }
    let (lastMs, nowMs) = (state.play.session.nowMs, atMs ?? clock.nowMs())
    guard nowMs >= lastMs else { throw SessionError.timeWentBack(nowMs: lastMs) }
    guard nowMs <= Session.latestMs else { throw SessionError.timeTooLate }
    state.called = (nowMs, .now)
    return nowMs
  }
}

// MARK: Actions that are not saved

extension LiveAttempt {
  /// Reports what happens on screen and is never saved: leaving, revisiting a question, a draft, a tap.
  ///
  /// - Throws: `SessionError` if it is impossible; `StoreError` if the changes of others cannot be read.
  @discardableResult
  public func showAndWait(_ event: ScreenAction, atMs: Int? = nil) throws -> CueChanges {
    try state.withLock { state in
      let nowMs = try checkedTime(atMs, &state)
      let isShown = state.play.session.stage != .over
      var cues = try state.play.receive(event.sessionEvent, atMs: nowMs)
      if event == .leave, isShown { cues.append(try showList(&state, atMs: nowMs)) }
      cues.append(try tellCommitted(&state, atMs: nowMs))
      return cues
    }
  }

  /// Ends the session as a kill at this moment would: nothing more shows, and the report of the next session lists what
  /// it held. Ending it again has no effect.
  @discardableResult
  public func end() -> EndedSession {
    end { state in
      if let ended = state.ended { return ended }
      let sinceMs = Int(state.called.at.duration(to: .now) / .milliseconds(1))
      var session = state.play.session
      session.advance(toMs: clock.goesOn ? state.called.ms + sinceMs : clock.nowMs())
      return EndedSession(session)
    }
  }

  /// Closes the session. The report of the next session does not mention it.
  public func close() { _ = end { _ in EndedSession() } }

  private func end(_ held: (State) -> EndedSession) -> EndedSession {
    let (ended, followers) = state.withLock { state in
      let ended = held(state)
      defer { (state.ended, state.followers) = (ended, [:]) }
      return (ended, state.followers.values)
    }
    for follower in followers { follower() }
    return ended
  }

  /// Calls `body` when the session has ended, or at once if it already has.
  ///
  /// - Returns: a function that removes `body` again.
  func onEnd(_ body: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
    let number = state.withLock { state -> Int? in
      guard state.ended == nil else { return nil }
      state.lastFollower += 1
      state.followers[state.lastFollower] = body
      return state.lastFollower
    }
    guard let number else {
      body()
      return {}
    }
    return { [self] in state.withLock { _ = $0.followers.removeValue(forKey: number) } }
  }

  public var isEnded: Bool { state.withLock { $0.ended != nil } }
}

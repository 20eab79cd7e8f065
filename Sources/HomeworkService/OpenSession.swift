import HomeworkAPI
import HomeworkModel
import HomeworkMotion
import HomeworkScenarios
import HomeworkStore
import Synchronization

/// A session that a client holds: the screen of one attempt, told what is on disk and nothing else.
///
/// Its clock is the client's: it stands at the last `atMs` that was told.
final class OpenSession: Sendable {
  let id: String
  let attemptId: Attempt.ID

  private struct State {
    var session: Session
    /// The newest event of the store that the session was told.
    var sequence: Int64
  }

  private let state: Mutex<State>

  init(id: String, resuming attempt: Attempt, in environment: SessionEnvironment, at sequence: Int64) {
    self.id = id
    attemptId = attempt.id
    state = Mutex(State(session: Session(resuming: attempt, environment: environment, atMs: 0), sequence: sequence))
  }

  /// The session as it is.
  var session: Session { state.withLock { $0.session } }

  /// Does what the client's event says: in the store first, and on screen what is on disk then.
  ///
  /// - Returns: the cues that began, and those that end otherwise than was told.
  func perform(_ event: ClientEvent, atMs: Int, in store: Store) throws -> [CueReport] {
    try state.withLock { state in
      // Before anything is saved: a time that cannot be refuses the event as a whole.
      guard atMs >= state.session.nowMs else { throw SessionError.timeWentBack(nowMs: state.session.nowMs) }
      guard atMs <= Session.latestMs else { throw SessionError.timeTooLate }
      let screenEvent = try save(event, atMs: atMs, in: store, state.session)
      var cues: [CueReport] = []
      if let screenEvent {
        let changes = try state.session.receive(screenEvent, atMs: atMs)
        cues = changes.reports(atMs: atMs)
      }
      return cues + (try follow(store, atMs: atMs, &state)).map(\.cue)
    }
  }

  /// Tells the session what happened in the store meanwhile, and returns the cues with the numbers of their facts.
  func follow(_ store: Store, upTo sequence: Int64) throws -> [(sequence: Int64, cue: CueReport)] {
    try state.withLock { state in
      guard state.sequence < sequence else { return [] }
      return try follow(store, atMs: state.session.nowMs, &state)
    }
  }

  /// What the store is to keep of an event, and what is of the screen alone.
  private func save(_ event: ClientEvent, atMs: Int, in store: Store, _ session: Session) throws -> SessionEvent? {
    switch event {
    case .answer(let typed): try settle(typed, atMs: atMs, in: store, session)
    case .skip: try settle(nil, atMs: atMs, in: store, session)
    case .finish: _ = try store.finishAttempt(attemptId)
    case .abandon: _ = try store.abandonAttempt(attemptId)
    case .leave: return .left
    case .revisit(let index): return .revisited(questionIndex: index)
    case .draft(let text): return .drafted(text)
    case .screen(let event, let count): return .screen(event, count: count)
    case .wait: break
    }
    return nil
  }

  private func settle(_ typed: String?, atMs: Int, in store: Store, _ session: Session) throws {
    var spentMs = 0
    if case .number(let ms)? = session.state(atMs: atMs)[.questionTime] { spentMs = ms }
    _ = try store.write { [spentMs] (tx) throws(StoreError) in
      try tx.settle(typed: typed, in: attemptId, elapsedMs: spentMs)
    }
  }

  private func follow(_ store: Store, atMs: Int, _ state: inout State) throws -> [(sequence: Int64, cue: CueReport)] {
    let events = try store.read { [sequence = state.sequence] (tx) throws(StoreError) in
      try tx.events(since: sequence)
    }
    var told: [(Int64, CueReport)] = []
    for event in events {
      state.sequence = event.sequence
      for fact in try facts(of: event, among: events, store, state.session) {
        let changes = try state.session.receive(fact, atMs: atMs)
        told += changes.reports(atMs: atMs).map { (event.sequence, $0) }
      }
    }
    return told
  }

  /// What a session is told of an event: of other attempts nothing.
  private func facts(
    of event: Event, among events: [Event], _ store: Store, _ session: Session
  ) throws -> [SessionEvent] {
    let isOfThis = event.detail.attemptId == attemptId
    switch event.kind {
    case .answerSettled:
      guard isOfThis, let index = event.detail.questionIndex, let outcome = event.detail.outcome else { return [] }
      let position = event.detail.streakPosition
      return [
        .settled(
          SettledAnswer(questionIndex: index, outcome: outcome, isMCQ: position != nil, streakPosition: position))
      ]
    case .attemptFinished:
      guard isOfThis else { return [] }
      return [.finished(starsEarned: session.streak.stars, starsTotal: try store.earned().starsTotal)]
    case .attemptAbandoned: return isOfThis ? [.abandoned] : []
    default: return StoreFact.told(by: [event], among: events).map { .store($0) }
    }
  }
}

extension CueChanges {
  /// Those that began, and those that end otherwise than was told.
  fileprivate func reports(atMs: Int) -> [CueReport] { (started + changed).map { $0.report(atMs: atMs) } }
}

/// What ended sessions held, for those who open one on the same attempt: in memory alone, since that must not outlive us.
final class FormerSessions: Sendable {
  /// What a session held when it died.
  struct Former: Sendable {
    let fields: [FieldName: FieldValue]
    let killed: [CueReport]
  }

  private static let most = 1000

  private struct State {
    var sessions: [Attempt.ID: Former] = [:]
    var order: [Attempt.ID] = []
  }

  private let state = Mutex(State())

  func keep(_ open: OpenSession) {
    let session = open.session
    let former = Former(
      fields: session.state(atMs: session.nowMs).filter { !$0.value.isEmpty },
      killed: session.killed(atMs: session.nowMs).map { $0.report(atMs: session.nowMs) })
    state.withLock { state in
      if state.sessions.updateValue(former, forKey: open.attemptId) == nil { state.order.append(open.attemptId) }
      if state.order.count > Self.most { state.sessions[state.order.removeFirst()] = nil }
    }
  }

  /// Whoever comes back first is told, once.
  func take(_ id: Attempt.ID) -> Former? {
    state.withLock { state in
      guard let former = state.sessions.removeValue(forKey: id) else { return nil }
      state.order.removeAll { $0 == id }
      return former
    }
  }
}

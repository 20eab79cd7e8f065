import HomeworkModel
public import HomeworkMotion
import HomeworkStore

/// The fate of the former session's state, for the program that opens the next session.
///
/// It is complete however the former session ended. If this process still has the session, and no other session has
/// played since, the report uses its state at the moment when it ended. Otherwise nothing tells that moment: it lies
/// between the last fact on disk and this opening. What would have ended by itself in between has `mayHaveEnded`; what
/// would not was cut off for certain; what had ended by the last fact is not mentioned.
public struct ResumeReport: Hashable, Sendable {
  /// A field of the former session, and its value.
  public struct Field: Hashable, Sendable {
    public let name: FieldName
    public let value: FieldValue
    /// True if the value may have been gone, or another one, when the former session ended.
    public let mayHaveEnded: Bool
    /// The reason why the field survives, or why it does not.
    public var reason: String { SurvivalTable[name].reason }
  }

  /// Fields derived from what is on disk, equal to before.
  public let kept: [Field]
  /// Fields that only the former session held. They are gone.
  public let lost: [Field]
  /// Cues that were running or scheduled when the former session died. Each is `suppressed(killResume)` for good.
  public let suppressed: [Cue]

  init(_ session: Session, after former: EndedSession?) {
    let now = session.state(atMs: session.nowMs)
    func fields(
      _ kind: SurvivalKind, of values: [FieldName: FieldValue], later: [FieldName: FieldValue]? = nil
    ) -> [Field] {
      SurvivalTable.fields.filter { $0.kind == kind }.compactMap { field in
        guard let value = values[field.name], !value.isEmpty else { return nil }
        return Field(name: field.name, value: value, mayHaveEnded: later.map { $0[field.name] != value } ?? false)
      }
    }
    kept = fields(.derived, of: now)
    lost = fields(.ephemeral, of: former?.fields ?? [:], later: former?.later)
    suppressed = former?.killed ?? []
  }
}

/// The state of a session when it ended.
public struct EndedSession: Hashable, Sendable {
  let fields: [FieldName: FieldValue]
  /// The state at the latest moment when it may have ended; `nil` if the moment is known.
  private(set) var later: [FieldName: FieldValue]?
  let killed: [Cue]

  /// - Parameter latestMs: the latest moment when it ended, if its own time is only the earliest.
  init(_ session: Session, latestMs: Int? = nil) {
    fields = session.state(atMs: session.nowMs)
    killed = session.killed(atMs: session.nowMs, latestMs: latestMs ?? 0)
    guard let latestMs else { return }
    var later = session
    later.advance(toMs: latestMs)
    self.later = later.state(atMs: later.nowMs)
  }

  /// Creates the empty state of a closed session, which reports do not mention.
  init() {
    (fields, killed) = ([:], [])
  }
}

/// The facts on disk about an attempt, from which the state of its last session can be rebuilt.
struct AttemptRecord {
  private let attempt: Attempt
  private let events: [Event]
  private let credit: Credit
  /// When the learner started another attempt after this one was over: its results had been left by then.
  private let leftAt: Timestamp?
  private let now: Timestamp

  init(_ attempt: Attempt, _ tx: ReadTransaction, now: Timestamp) throws(StoreError) {
    // The screen showed the answers as they were graded then.
    self.attempt = attempt.played(before: try tx.gradings(of: attempt.id))
    let latest = try tx.events(untilLastOf: attempt.id).filter { $0.isShown(to: attempt.learnerId) }
    // Earlier events were shown elsewhere.
    let start = latest.firstIndex { $0.kind == .attemptStarted && $0.detail.attemptId == attempt.id }
    events = start.map { Array(latest[($0 + 1)...]) } ?? latest
    credit = try Credit(attempt.id, tx)
    self.now = now
    try tx.use(attempt.learnerId)
    let next = attempt.state == .inProgress ? nil : try tx.attemptList(limit: 1).items.first
    leftAt = next.flatMap { $0.id != attempt.id && $0.startedAt > attempt.startedAt ? $0.startedAt : nil }
  }

  /// Returns the session after all facts, as of the last one; `nil` if there are none, because then nothing was shown.
  ///
  /// The time of a fact is the time when it was saved. All answers of the attempt are available; of other events only
  /// the latest are read, which cover more time than any cue lasts.
  func replayed(in environment: SessionEnvironment) -> EndedSession? {
    guard !attempt.answers.isEmpty || attempt.state != .inProgress else { return nil }
    var begun = attempt
    (begun.answers, begun.state, begun.finishedAt) = ([], .inProgress, nil)
    var play = PlayState(resuming: nil, environment: environment, atMs: 0)
    // The attempt was started, so this cannot fail; its first question appeared then.
    _ = try? play.receive(.started(begun), atMs: 0)
    for fact in facts {
      // A clock that was set back does not change the order of facts.
      let atMs = max(play.session.nowMs, sessionMs(fact.at))
      // Facts on disk were possible. If a row is damaged, opening the attempt reports it, and this report leaves it
      // out.
      switch fact {
      case .answer(let answer): _ = try? play.receive(.settled(SettledAnswer(answer)), atMs: atMs)
      case .event(let event):
        _ = try? play.receive(event, among: events, credit: credit, atMs: atMs)
      }
    }
    if let leftAt { _ = try? play.receive(.left, atMs: max(play.session.nowMs, sessionMs(leftAt))) }
    // A clock that was set back tells nothing of when it ended.
    let isSetBack = now < attempt.startedAt || sessionMs(now) < play.session.nowMs
    return EndedSession(play.session, latestMs: isSetBack ? Session.latestMs - 1 : sessionMs(now))
  }

  private enum RecordedFact {
    case answer(Answer), event(Event)

    var at: Timestamp {
      switch self {
      case .answer(let answer): answer.answeredAt
      case .event(let event): event.at
      }
    }
  }

  /// The facts in order: an answer before the other events of its commit.
  private var facts: [RecordedFact] {
    let others = events.filter { $0.kind != .answerSettled }.map { RecordedFact.event($0) }
    let all = attempt.answers.map { RecordedFact.answer($0) } + others
    return all.enumerated().sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }.map(\.element)
  }

  private func sessionMs(_ time: Timestamp) -> Int {
    let (ms, overflows) = time.millisecondsSince1970.subtractingReportingOverflow(
      attempt.startedAt.millisecondsSince1970)
    return overflows ? 0 : min(max(0, Int(ms)), Session.latestMs)
  }
}

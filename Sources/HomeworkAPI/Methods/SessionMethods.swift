public import HomeworkModel
public import HomeworkMotion

extension Methods {
  private static let ofSession = Shape<String>.object(
    Field("sessionId", .string, \.self, "the id returned by session.open on this connection"), make: { $0 })

  public static let sessionOpen = RPCMethod<SessionOpening, OpenedSession>(
    "session.open",
    "Opens a session on an attempt. Closing the connection kills it; opening another one on the attempt resumes it.",
    .object(
      Field("attemptId", .string, \.attemptId, "the id, or a unique beginning or end of it"),
      Field("profiles", .array(.name), else: [], \.profiles, "the designs to show; mcq-streak by default"),
      Field("animations", .array(Shapes.animationFile), else: [], \.animations, "animation files to show"),
      Field(optional: "motion", .word, \.motion, "full (by default) or reduced motion"),
      Field(optional: "screen", Shapes.screen, \.screen, "the screen size in points; 390 by 844 by default"),
      Field(optional: "seed", .count, \.seed, "the seed of the confetti, from 0; 0 by default"),
      Field(
        "lowPower", .boolean, else: false, \.lowPower, "whether the battery is low: repeating animations are left out"),
      make: {
        SessionOpening(
          attemptId: $0, profiles: $1, animations: $2, motion: $3, screen: $4, seed: $5, lowPower: $6)
      }),
    gives: .object(
      Field("sessionId", .string, \.sessionId, "The id of the session on this connection."),
      Field("attempt", Shapes.attempt, \.attempt, "The attempt."),
      Field("report", Shapes.resumeReport, \.report, "What a kill did to the former session."),
      derived: [Derived("learnerId", .id(), \.attempt.learnerId, "The learner who plays.")],
      make: OpenedSession.init),
    fails: lookup,
    example: SessionOpening(attemptId: id, profiles: [.mcqStreak], screen: Screen(width: 390, height: 844), seed: 42))

  public static let sessionEvent = RPCMethod<SessionTelling, ToldSession>(
    "session.event", "Tells a session what happened; returns the cues that this starts or ends.",
    .object(
      Field("sessionId", .string, \.sessionId, "the id returned by session.open on this connection"),
      Field("atMs", .count, \.atMs, "the time on the session's clock, which starts at 0 and never goes back"),
      Field("event", Shapes.sessionEvent, \.event, "what happened"),
      make: { SessionTelling(sessionId: $0, atMs: $1, event: $2) }),
    gives: .object(
      Field("attempt", Shapes.attemptSummary, \.attempt, "The attempt, after the event."),
      Field(optional: "answer", Shapes.settledAnswer, \.answer, "The answer, if the event was one."),
      Field("cues", .array(Shapes.cue), \.cues, "The cues that start, and earlier cues that now end differently."),
      make: ToldSession.init),
    fails: lookup + [.invalid], example: SessionTelling(sessionId: id, atMs: 1000, event: .answer("A")))

  public static let sessionState = RPCMethod<String, SessionState>(
    "session.state", "Returns every field of a session and its attempt, and what a kill does to it.", ofSession,
    gives: .object(
      Field("attemptId", .id(), \.attemptId, "The attempt."),
      Field("learnerId", .id(), \.learnerId, "The learner who plays."),
      Field("atMs", .count, \.atMs, "The time on the session's clock."),
      Field("fields", .array(Shapes.field), \.fields, "The fields."), make: SessionState.init),
    fails: lookup, example: id)

  public static let sessionClose = RPCMethod<String, Void>(
    "session.close", "Closes a session. The report of the next session on the attempt does not mention it.", ofSession,
    gives: .nothing, fails: [.notFound], example: id)

  public static let eventsSubscribe = RPCMethod<Int?, Int64>(
    "events.subscribe",
    "Sends the events of a library to this connection, each once and in order. It may follow several libraries.",
    .object(
      Field(
        optional: "since", .count, \.self,
        "the number of the last event seen; by default only new events are sent"), make: { (since: Int?) in since }),
    gives: .object(
      Field("sequence", .count, \.self, "The number after which events are sent."),
      make: { (number: Int64) in number }),
    fails: [.historyGone, .databaseUnavailable], example: 0)

  public static let eventsUnsubscribe = RPCMethod<Void, Void>(
    "events.unsubscribe", "Stops sending the events of one library, or of all if the call names none.", .nothing,
    gives: .nothing, isOfLibrary: true, example: ())

  static let sessionMethods: [MethodDescription] = [
    sessionOpen.description, sessionEvent.description, sessionState.description, sessionClose.description,
    eventsSubscribe.description, eventsUnsubscribe.description,
  ]
}

/// The notifications that a server sends to clients.
public struct ServerNotification<Content: Sendable>: Sendable {
  public let method: String
  public let summary: String
  package let content: Shape<Content>
}

public enum Notifications {
  public static let event = ServerNotification(
    method: "events.event", summary: "A fact of a library, numbered without gaps.", content: Shapes.toldEvent)

  public static let cue = ServerNotification(
    method: "events.cue",
    summary: "A cue of one of this connection's sessions, for a fact that another client caused. It is sent only once.",
    content: Shape<ToldCue>.object(
      Field("sequence", .count, \.sequence, "The number of the event."),
      Field("sessionId", .string, \.sessionId, "The session."), Field("cue", Shapes.cue, \.cue, "The cue."),
      Field(optional: "library", .string, \.library, Shapes.ofWhichLibrary), make: ToldCue.init))

  public static let overrun = ServerNotification(
    method: "events.overrun",
    summary: "Too many unread messages: the connection is closed. Subscribe again with this number.",
    content: Shape<Overrun>.object(
      Field("lastSequence", .count, \.lastSequence, "The number of the last event sent."),
      Field(optional: "library", .string, \.library, Shapes.ofWhichLibrary), make: Overrun.init))
}

/// A cue of a session, for a fact that another client caused.
public struct ToldCue: Hashable, Sendable {
  public let sequence: Int64
  public let sessionId: String
  public let cue: CueReport
  /// The library; `nil` if the daemon serves a single file.
  public let library: String?

  package init(sequence: Int64, sessionId: String, cue: CueReport, library: String?) {
    (self.sequence, self.sessionId, self.cue, self.library) = (sequence, sessionId, cue, library)
  }
}

/// An event, and its library.
public struct ToldEvent: Hashable, Sendable {
  public let event: Event
  /// The library; `nil` if the daemon serves a single file.
  public let library: String?

  package init(_ event: Event, of library: String?) {
    (self.event, self.library) = (event, library)
  }
}

/// The end of a subscription whose client was too slow.
public struct Overrun: Hashable, Sendable {
  public let lastSequence: Int64
  /// The library; `nil` if the daemon serves a single file.
  public let library: String?

  package init(lastSequence: Int64, library: String?) {
    (self.lastSequence, self.library) = (lastSequence, library)
  }
}

/// An attempt to open a session on, and its surroundings.
public struct SessionOpening: Sendable {
  public var attemptId: String
  public var profiles: [ProfileName]
  public var animations: [AnimationFile]
  public var motion: MotionPreference?
  public var screen: Screen?
  public var seed: Int?
  public var lowPower: Bool

  public init(
    attemptId: String, profiles: [ProfileName] = [], animations: [AnimationFile] = [],
    motion: MotionPreference? = nil, screen: Screen? = nil, seed: Int? = nil, lowPower: Bool = false
  ) {
    (self.attemptId, self.profiles, self.animations, self.motion) = (attemptId, profiles, animations, motion)
    (self.screen, self.seed, self.lowPower) = (screen, seed, lowPower)
  }
}

/// A session that was opened.
public struct OpenedSession: Sendable {
  public let sessionId: String
  public let attempt: Attempt
  public let report: ToldResume

  package init(sessionId: String, attempt: Attempt, report: ToldResume) {
    (self.sessionId, self.attempt, self.report) = (sessionId, attempt, report)
  }
}

/// An event on the screen of a session, and its time.
public struct SessionTelling: Sendable {
  public var sessionId: String
  public var atMs: Int
  public var event: ClientEvent

  public init(sessionId: String, atMs: Int, event: ClientEvent) {
    (self.sessionId, self.atMs, self.event) = (sessionId, atMs, event)
  }
}

/// The effect of an event.
public struct ToldSession: Sendable {
  public let attempt: AttemptSummary
  /// The answer, if the event was one.
  public let answer: AnsweredQuestion.Told?
  public let cues: [CueReport]

  package init(attempt: AttemptSummary, answer: AnsweredQuestion.Told?, cues: [CueReport]) {
    (self.attempt, self.answer, self.cues) = (attempt, answer, cues)
  }
}

/// Every field of a session and its attempt.
public struct SessionState: Sendable {
  public let attemptId: Attempt.ID
  public let learnerId: Learner.ID
  public let atMs: Int
  public let fields: [FieldState]

  package init(attemptId: Attempt.ID, learnerId: Learner.ID, atMs: Int, fields: [FieldState]) {
    (self.attemptId, self.learnerId, self.atMs, self.fields) = (attemptId, learnerId, atMs, fields)
  }
}

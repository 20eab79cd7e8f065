import HomeworkJSON
public import HomeworkModel
public import HomeworkMotion
import HomeworkRPC

extension Methods {
  private static let ofSession = Shape<String>.object(
    Field("sessionId", .string, { $0 }, "of session.open, on this connection"), make: { $0 })

  public static let sessionOpen = RPCMethod<SessionOpening, OpenedSession>(
    "session.open",
    "Opens a session on an attempt. The connection's end is its kill; opening another one on the attempt is its resume.",
    .object(
      Field("attemptId", .string, \.attemptId, "its id, or a unique beginning or end of it"),
      Field("profiles", .array(.name), else: [], \.profiles, "designs that are shown; mcq-streak unless given"),
      Field("animations", .array(Shapes.animationFile), else: [], \.animations, "files of animations that are shown"),
      Field(optional: "motion", .word, \.motion, "full by default"),
      Field(optional: "screen", Shapes.screen, \.screen, "its size in points; 390 by 844 by default"),
      Field(optional: "seed", .integer, \.seed, "of the confetti, from 0; 0 by default"),
      Field("lowPower", .boolean, else: false, \.lowPower, "whether what goes round without end is left out"),
      make: {
        SessionOpening(
          attemptId: $0, profiles: $1, animations: $2, motion: $3, screen: $4, seed: $5, lowPower: $6)
      }),
    gives: .object(
      Field("sessionId", .string, \.sessionId, "Its name on this connection."),
      Field("attempt", Shapes.attempt, \.attempt, "What it is on."),
      Field("report", Shapes.resumeReport, \.report, "What a kill left of the session before."),
      derived: [Derived("learnerId", .id(), \.attempt.learnerId, "Who plays.")],
      make: OpenedSession.init),
    fails: lookup,
    example: SessionOpening(attemptId: id, profiles: [.mcqStreak], screen: Screen(width: 390, height: 844), seed: 42))

  public static let sessionEvent = RPCMethod<SessionTelling, ToldSession>(
    "session.event", "Tells a session what happened; gives the cues that this begins or ends.",
    .object(
      Field("sessionId", .string, \.sessionId, "of session.open, on this connection"),
      Field("atMs", .integer, \.atMs, "when, on the session's clock, which begins at 0 and never goes back"),
      Field("event", Shapes.sessionEvent, \.event, "what happened"),
      make: { SessionTelling(sessionId: $0, atMs: $1, event: $2) }),
    gives: .object(
      Field("attempt", Shapes.attemptSummary, \.attempt, "What it is on, as it is now."),
      Field(optional: "answer", Shapes.settledAnswer, \.answer, "What was settled, if anything."),
      Field("cues", .array(Shapes.cue), \.cues, "Those that begin, and those that end otherwise than was told."),
      make: ToldSession.init),
    fails: lookup + [.invalid], example: SessionTelling(sessionId: id, atMs: 1000, event: .answer("A")))

  public static let sessionState = RPCMethod<String, SessionState>(
    "session.state", "Every field of a session and of what it is on, with what a kill does to it.", ofSession,
    gives: .object(
      Field("attemptId", .id(), \.attemptId, "What it is on."),
      Field("learnerId", .id(), \.learnerId, "Who plays."),
      Field("atMs", .count, \.atMs, "Where its clock stands."),
      Field("fields", .array(Shapes.field), \.fields, "Each of them."), make: SessionState.init),
    fails: lookup, example: id)

  public static let sessionClose = RPCMethod<String, Void>(
    "session.close", "Closes a session: nothing of it is told to whoever opens the next one.", ofSession,
    gives: .nothing, fails: [.notFound], example: id)

  public static let eventsSubscribe = RPCMethod<Int?, Int64>(
    "events.subscribe",
    "Tells this connection what happens in a library, each fact once and in order. It may follow several.",
    .object(
      Field(
        optional: "since", .integer, { $0 },
        "the number of the last event that was seen; from now on by default"), make: { (since: Int?) in since }),
    gives: .object(Field("sequence", .integer, { $0 }, "From which on it tells."), make: { (number: Int64) in number }),
    fails: [.historyGone, .databaseUnavailable], example: 0)

  public static let eventsUnsubscribe = RPCMethod<Void, Void>(
    "events.unsubscribe", "Tells it no more, of one library or, where none is named, of any.", .nothing,
    gives: .nothing, isOfLibrary: true, example: ())

  static let sessionMethods: [MethodDescription] = [
    sessionOpen.description, sessionEvent.description, sessionState.description, sessionClose.description,
    eventsSubscribe.description, eventsUnsubscribe.description,
  ]
}

/// What a client is told without asking.
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
    summary: "A cue of one of this connection's sessions, of a fact that others brought about; never again.",
    content: Shape<ToldCue>.object(
      Field("sequence", .integer, \.sequence, "The number of the fact."),
      Field("sessionId", .string, \.sessionId, "The session."), Field("cue", Shapes.cue, \.cue, "The cue."),
      Field(optional: "library", .string, \.library, Shapes.ofWhichLibrary), make: ToldCue.init))

  public static let overrun = ServerNotification(
    method: "events.overrun",
    summary: "Too much was waiting to be read: the connection is closed. Subscribe again with this number.",
    content: Shape<Overrun>.object(
      Field("lastSequence", .integer, \.lastSequence, "The last event that was told."),
      Field(optional: "library", .string, \.library, Shapes.ofWhichLibrary), make: Overrun.init))
}

/// A cue of a session, of a fact that others brought about.
public struct ToldCue: Hashable, Sendable {
  public let sequence: Int64
  public let sessionId: String
  public let cue: CueReport
  /// `nil` of a daemon that serves one file.
  public let library: String?

  package init(sequence: Int64, sessionId: String, cue: CueReport, library: String?) {
    (self.sequence, self.sessionId, self.cue, self.library) = (sequence, sessionId, cue, library)
  }
}

/// A fact, and the library that it is of.
public struct ToldEvent: Hashable, Sendable {
  public let event: Event
  /// `nil` of a daemon that serves one file.
  public let library: String?

  package init(_ event: Event, of library: String?) {
    (self.event, self.library) = (event, library)
  }
}

/// Where the events of a library broke off, which its client was too slow for.
public struct Overrun: Hashable, Sendable {
  public let lastSequence: Int64
  /// `nil` of a daemon that serves one file.
  public let library: String?

  package init(lastSequence: Int64, library: String?) {
    (self.lastSequence, self.library) = (lastSequence, library)
  }
}

/// The attempt to open a session on, and its surroundings.
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

/// What happened on the screen of a session, and when.
public struct SessionTelling: Sendable {
  public var sessionId: String
  public var atMs: Int
  public var event: ClientEvent

  public init(sessionId: String, atMs: Int, event: ClientEvent) {
    (self.sessionId, self.atMs, self.event) = (sessionId, atMs, event)
  }
}

/// What that begins or ends.
public struct ToldSession: Sendable {
  public let attempt: AttemptSummary
  /// What was settled, if anything.
  public let answer: Settlement.Told?
  public let cues: [CueReport]

  package init(attempt: AttemptSummary, answer: Settlement.Told?, cues: [CueReport]) {
    (self.attempt, self.answer, self.cues) = (attempt, answer, cues)
  }
}

/// Every field of a session and of what it is on.
public struct SessionState: Sendable {
  public let attemptId: Attempt.ID
  public let learnerId: Learner.ID
  public let atMs: Int
  public let fields: [FieldState]

  package init(attemptId: Attempt.ID, learnerId: Learner.ID, atMs: Int, fields: [FieldState]) {
    (self.attemptId, self.learnerId, self.atMs, self.fields) = (attemptId, learnerId, atMs, fields)
  }
}

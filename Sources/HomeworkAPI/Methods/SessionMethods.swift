public import HomeworkModel
public import HomeworkMotion

extension Methods {
  private static let ofSession = Shape<String>.object("") {
    Field("sessionId", \.self, "the id returned by session.open on this connection")
  }

  public static let sessionOpen = RPCMethod<OpenSessionParams, OpenedSession>(
    "session.open", .session,
    "Opens a session on an attempt. Closing the connection kills it; opening another one on the attempt resumes it.",
    .object(OpenSessionParams()) {
      Field("attemptId", \.attemptId, "the id, or a unique beginning or end of it")
      Field(optional: "profiles", \.profiles, .array(.name), "the designs to show; mcq-streak by default")
      Field(optional: "animations", \.animations, .array(Shapes.animationFile), "animation files to show")
      Field("motion", \.motion, .word, "full (by default) or reduced motion")
      Field("screen", \.screen, Shapes.screen, "the screen size in points; 390 by 844 by default")
      Field("seed", \.seed, "the seed of the confetti, from 0; 0 by default")
      Field(optional: "lowPower", \.lowPower, "whether the battery is low: particles, shimmers and pulses are reduced")
    },
    returns: .object(OpenedSession()) {
      Field("sessionId", \.sessionId, "The id of the session on this connection.")
      Field("attempt", \.attempt, Shapes.attempt, "The attempt.")
      Field("report", \.report, Shapes.resumeReport, "What a kill did to the former session.")
      Field(derived: "learnerId", \.attempt.learnerId, .id(), "The learner who plays.")
    },
    errors: lookup,
    example: OpenSessionParams {
      ($0.attemptId, $0.profiles, $0.screen, $0.seed) = (id, [.mcqStreak], ScreenSize(width: 390, height: 844), 42)
    })

  public static let sessionEvent = RPCMethod<SessionEventParams, SessionEventResult>(
    "session.event", .session, "Tells a session what happened; returns the cues that this starts or ends.",
    .object(SessionEventParams()) {
      Field("sessionId", \.sessionId, "the id returned by session.open on this connection")
      Field("atMs", \.atMs, "the time on the session's clock, which starts at 0 and never goes back")
      Field("event", \.event, Shapes.sessionEvent, "what happened")
    },
    returns: .object(SessionEventResult()) {
      Field("attempt", \.attempt, Shapes.attemptSummary, "The attempt, after the event.")
      Field("answer", \.answer, Shapes.settledAnswer, "The answer, if the event was one.")
      Field("cues", \.cues, .array(Shapes.cue), "The cues that start, and earlier cues that now end differently.")
    },
    errors: lookup + [.invalid],
    example: SessionEventParams { ($0.sessionId, $0.atMs, $0.event) = (id, 1000, .answer("A")) }
  )

  public static let sessionState = RPCMethod<String, SessionState>(
    "session.state", .session, "Returns every field of a session and its attempt, and what a kill does to it.",
    ofSession,
    returns: .object(SessionState()) {
      Field("attemptId", \.attemptId, "The attempt.")
      Field("learnerId", \.learnerId, "The learner who plays.")
      Field("atMs", \.atMs, "The time on the session's clock.")
      Field("fields", \.fields, .array(Shapes.field), "The fields.")
    },
    errors: lookup, example: id)

  public static let sessionClose = RPCMethod<String, Void>(
    "session.close", .session, "Closes a session. The report of the next session on the attempt does not mention it.",
    ofSession, returns: .nothing, errors: [.notFound], example: id)

  public static let eventsSubscribe = RPCMethod<Int?, Int64>(
    "events.subscribe", .session,
    "Sends the events of the database to this connection, each once and in order.",
    .object(nil) {
      Field("since", \.self, "the number of the last event seen; by default only new events are sent")
    },
    returns: .object(0) {
      Field("sequence", \.self, "The number after which events are sent.")
    },
    errors: [.historyGone, .databaseUnavailable], example: 0)

  public static let eventsUnsubscribe = RPCMethod<Void, Void>(
    "events.unsubscribe", .session, "Stops sending events to this connection.", .nothing, returns: .nothing, example: ()
  )
}

/// The notifications that a server sends to clients.
public struct ServerNotification<Content: Sendable>: Sendable {
  public var method: String, summary: String
  package let content: Shape<Content>
}

public enum Notifications {
  public static let event = ServerNotification(
    method: "events.event", summary: "A fact, numbered without gaps.", content: Shapes.event)

  public static let cue = ServerNotification(
    method: "events.cue",
    summary: "A cue of one of this connection's sessions, for a fact that another client caused. It is sent only once.",
    content: Shape<CueNotification>.object(CueNotification()) {
      Field("sequence", \.sequence, "The number of the event.")
      Field("sessionId", \.sessionId, "The session.")
      Field("cue", \.cue, Shapes.cue, "The cue.")
    })

  public static let overrun = ServerNotification(
    method: "events.overrun",
    summary: "Too many unread messages: the connection is closed. Subscribe again with this number.",
    content: Shape<Int64>.object(0) {
      Field("lastSequence", \.self, "The number of the last event sent.")
    })
}

/// A cue of a session, for a fact that another client caused.
public struct CueNotification: Hashable, DefaultInitializable {
  public var sequence: Int64 = 0, sessionId = "", cue = CueReport.blank

  public init() {}
}

/// An attempt to open a session on, and its surroundings.
public struct OpenSessionParams: DefaultInitializable {
  public var attemptId = "", profiles: [ProfileName] = [], animations: [AnimationFile] = [], motion: MotionPreference?
  public var screen: ScreenSize?, seed: Int?, lowPower = false

  public init() {}
}

/// A session that was opened.
public struct OpenedSession: DefaultInitializable {
  public var sessionId = "", attempt = Attempt.blank, report = SessionResumeReport()

  public init() {}
}

/// An event on the screen of a session, and its time.
public struct SessionEventParams: DefaultInitializable {
  public var sessionId = "", atMs = 0, event = ClientEvent.wait

  public init() {}
}

/// The effect of an event.
public struct SessionEventResult: DefaultInitializable {
  public var attempt = AttemptSummary.blank, answer: AnsweredQuestion.Settled?, cues: [CueReport] = []

  public init() {}
}

/// Every field of a session and its attempt.
public struct SessionState: DefaultInitializable {
  public var attemptId = Attempt.ID.blank, learnerId = Learner.ID.blank, atMs = 0, fields: [FieldState] = []

  public init() {}
}

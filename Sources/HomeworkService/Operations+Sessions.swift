import HomeworkModel
import HomeworkMotion
import HomeworkPlay
import HomeworkRPC
import HomeworkStore

extension Operations {
  private static let sessionId = Parameter.required("sessionId", .string, "of session.open, on this connection")

  static let sessions: [Operation] = [
    Operation(
      ofClient: "session.open",
      "Opens a session on an attempt. The connection's end is its kill; opening another one on the attempt is its resume.",
      [
        .required("attemptId", .string, "its id, or a unique beginning or end of it"),
        .optional(
          "profiles", .array(.oneOf(ProfileName.allCases.map(\.rawValue))),
          "whose animations are shown; mcq-streak unless given"),
        .optional("motion", .oneOf(MotionPreference.allCases.map(\.rawValue)), "full unless given"),
        .optional("screen", Schemas.screen, "its size in points; 390 by 844 unless given"),
        .optional("seed", .integer, "of the confetti, from 0; 0 unless given"),
        .optional("lowPower", .boolean, "whether what goes round without end is left out"),
      ],
      gives: .object(
        ["sessionId": .string, "attempt": .shape("Attempt"), "report": .shape("ResumeReport")],
        required: ["sessionId", "attempt", "report"])
    ) { parameters, context, client in
      let store = try context.store
      let environment = try parameters.environment
      let id = try parameters.attemptId(context)
      let (live, former) = try context.sessions.open(id, in: store, environment: environment)
      let session = ClientSession(
        id: Identifier<ClientSession>(
          atMs: Store.systemClock().millisecondsSince1970, random: Store.systemIdentifiers()
        ).text, attemptId: id, live: live)
      do throws(RPCError) { try client.add(session) } catch {
        context.sessions.takeBack(live, former)
        throw error
      }
      return ClientReply(
        value: [
          "sessionId": .string(session.id), "attempt": try store.attempt(id).json, "report": live.report.json,
        ])
    },
    Operation(
      ofClient: "session.event", "Tells a session what happened; gives the cues that this begins or ends.",
      [
        sessionId, .required("atMs", .integer, "when, on the session's clock, which begins at 0 and never goes back"),
        .required("event", .shape("SessionEvent"), "what happened"),
      ],
      gives: .object(
        ["attempt": .shape("Attempt"), "cues": .array(.shape("Cue"))], required: ["attempt", "cues"])
    ) { parameters, context, client in
      let store = try context.store
      let session = try client.session(parameters.string("sessionId") ?? "")
      let event = try ClientEvent(parameters["event"] ?? .null)
      let cues = try session.perform(event, atMs: parameters.int("atMs") ?? 0)
      return ClientReply(value: ["attempt": try store.attempt(session.attemptId).json, "cues": .array(cues)])
    },
    Operation(
      ofClient: "session.state", "Every field of a session and of what it is on, with what a kill does to it.",
      [sessionId],
      gives: .object(
        ["attemptId": .string, "atMs": .integer, "fields": .array(.shape("Field"))],
        required: ["attemptId", "atMs", "fields"])
    ) { parameters, _, client in
      let open = try client.session(parameters.string("sessionId") ?? "")
      let values = try open.live.fieldsAndWait()
      let fields = SurvivalTable.fields.map { field in
        object([
          "field": .string(field.name.rawValue), "kind": .string(field.kind.rawValue), "reason": .string(field.reason),
          "value": (values[field.name] ?? .empty).json,
        ])
      }
      return ClientReply(
        value: [
          "attemptId": .string(open.attemptId.text), "atMs": .int(Int64(open.live.session.nowMs)),
          "fields": .array(fields),
        ])
    },
    Operation(
      ofClient: "session.close", "Closes a session: nothing of it is told to whoever opens the next one.", [sessionId],
      gives: .object([:], required: [])
    ) { parameters, _, client in
      let session = try client.session(parameters.string("sessionId") ?? "")
      session.live.close()
      client.remove(session)
      return ClientReply(value: [:])
    },
  ]
}

extension Parameters {
  fileprivate var environment: SessionEnvironment {
    get throws(RPCError) {
      guard let seed = UInt64(exactly: int("seed") ?? 0) else { throw .fault("seed", "must be a whole number from 0") }
      let profiles = strings("profiles").compactMap(ProfileName.init)
      return SessionEnvironment(
        motion: string("motion").flatMap(MotionPreference.init) ?? .full, screen: try screen ?? Screen(), seed: seed,
        lowPower: bool("lowPower"), profiles: profiles.isEmpty ? [.mcqStreak] : profiles)
    }
  }
}

extension ClientEvent {
  /// As told in the protocol.
  init(_ event: JSONValue) throws {
    switch event["type"]?.string ?? "" {
    case "answer":
      guard let response = event["response"]?.string else { throw RPCError.fault("event.response", "is missing") }
      self = .answer(response)
    case "skip": self = .answer(nil)
    case "finish": self = .finish
    case "abandon": self = .abandon
    case "leave": self = .screen(.leave)
    case "revisit":
      guard let index = event["questionIndex"]?.int else { throw RPCError.fault("event.questionIndex", "is missing") }
      self = .screen(.revisit(questionIndex: index))
    case "draft": self = .screen(.draft(event["response"]?.string))
    case "screen":
      let name = event["name"]?.string ?? ""
      guard let known = ScreenEvent(rawValue: name) else { throw SessionError.unknownEvent(name) }
      self = .screen(.event(known, count: event["count"]?.int ?? 1))
    default: self = .nothing
    }
  }
}

extension FieldValue {
  var json: JSONValue {
    switch self {
    case .empty: .null
    case .text(let text): .string(text)
    case .number(let number): .int(Int64(number))
    case .list(let items): JSONValue(items)
    }
  }
}

import HomeworkJSON
import HomeworkModel
import HomeworkMotion
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
      let (attempt, sequence) = try store.read { (tx) throws(StoreError) in
        (try tx.attempt(parameters.attemptId(tx)), try tx.eventRange().newest)
      }
      let session = OpenSession(
        id: Identifier<OpenSession>(
          atMs: Store.systemClock().millisecondsSince1970, random: Store.systemIdentifiers()
        ).text, resuming: attempt, in: environment, at: sequence)
      try client.add(session)
      let report = report(session.session, after: context.formerSessions.take(attempt.id))
      return ClientReply(
        value: ["sessionId": .string(session.id), "attempt": attempt.json, "report": report])
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
      let cues = try session.perform(event, atMs: parameters.int("atMs") ?? 0, in: store)
      return ClientReply(value: ["attempt": try store.attempt(session.attemptId).json, "cues": .array(cues)])
    },
    Operation(
      ofClient: "session.state", "Every field of a session and of what it is on, with what a kill does to it.",
      [sessionId],
      gives: .object(
        ["attemptId": .string, "atMs": .integer, "fields": .array(.shape("Field"))],
        required: ["attemptId", "atMs", "fields"])
    ) { parameters, context, client in
      let open = try client.session(parameters.string("sessionId") ?? "")
      let session = open.session
      let values = session.state(atMs: session.nowMs).merging(try stored(open.attemptId, in: context.store)) { $1 }
      let fields = SurvivalTable.fields.map { field in
        object([
          "field": .string(field.name.rawValue), "kind": .string(field.kind.rawValue), "reason": .string(field.reason),
          "value": (values[field.name] ?? .empty).json,
        ])
      }
      return ClientReply(
        value: [
          "attemptId": .string(open.attemptId.text), "atMs": .int(Int64(session.nowMs)), "fields": .array(fields),
        ])
    },
    Operation(
      ofClient: "session.close", "Closes a session: nothing of it is told to whoever opens the next one.", [sessionId],
      gives: .object([:], required: [])
    ) { parameters, _, client in
      client.remove(try client.session(parameters.string("sessionId") ?? ""))
      return ClientReply(value: [:])
    },
  ]

  /// What is as it was, what is gone, and what is not shown again.
  private static func report(_ session: Session, after former: FormerSessions.Former?) -> JSONValue {
    let now = session.state(atMs: 0)
    let derived = SurvivalTable.fields.filter { $0.kind == .derived && !(now[$0.name] ?? .empty).isEmpty }
    let gone = SurvivalTable.fields.filter { $0.kind == .ephemeral && former?.fields[$0.name] != nil }
    return [
      "kept": .array(
        derived.map { ["field": .string($0.name.rawValue), "value": now[$0.name]?.json ?? .null] }),
      "lost": .array(
        gone.map {
          [
            "field": .string($0.name.rawValue), "value": former?.fields[$0.name]?.json ?? .null,
            "reason": .string($0.reason),
          ]
        }),
      "suppressed": .array(former?.killed ?? []),
    ]
  }

  /// The fields of the store, as far as they concern an attempt.
  private static func stored(_ id: Attempt.ID, in store: Store) throws -> [FieldName: FieldValue] {
    try store.read { (tx) throws(StoreError) in
      let attempt = try tx.attempt(id)
      let homework = try tx.homework(attempt.homeworkId)
      let earned = try tx.earned()
      return [
        .homework: .text(homework.title), .quiz: .number(attempt.questionCount),
        .collections: .list(homework.collections), .progress: .number(homework.progress.completionPercentage),
        .attempts: .text(attempt.state.rawValue), .answers: .list(attempt.answers.map(\.outcome.rawValue)),
        .ledger: .number(earned.finishedAttempts), .events: .number(Int(try tx.eventRange().newest)),
        .total: .number(earned.starsTotal), .achievements: .list(earned.achievements.map(\.rawValue)),
        .milestones: .list(earned.milestones.map(String.init)),
      ]
    }
  }
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
    case "leave": self = .screen(.left)
    case "revisit":
      guard let index = event["questionIndex"]?.int else { throw RPCError.fault("event.questionIndex", "is missing") }
      self = .screen(.revisited(questionIndex: index))
    case "draft": self = .screen(.drafted(event["response"]?.string))
    case "screen":
      self = .screen(try .screen(named: event["name"]?.string ?? "", count: event["count"]?.int ?? 1))
    default: self = .screen(nil)
    }
  }
}

extension FieldValue {
  var number: Int? { if case .number(let number) = self { number } else { nil } }

  var json: JSONValue {
    switch self {
    case .empty: .null
    case .text(let text): .string(text)
    case .number(let number): .int(Int64(number))
    case .list(let items): JSONValue(items)
    }
  }
}

import HomeworkAPI
import HomeworkModel
import HomeworkMotion
import HomeworkRPC
import HomeworkStore

extension Operations {
  static let sessions: [Operation] = [
    Operation(ofClient: Methods.sessionOpen) { opening, context, client in
      let store = try context.store
      let environment = try environment(opening)
      let (attempt, sequence) = try store.read { (tx) throws(StoreError) in
        (try tx.attempt(tx.attemptId(matching: opening.attemptId)), try tx.eventRange().newest)
      }
      let session = OpenSession(
        id: Identifier<OpenSession>(
          atMs: Store.systemClock().millisecondsSince1970, random: Store.systemIdentifiers()
        ).text, resuming: attempt, in: environment, at: sequence)
      try client.add(session)
      let report = report(session.session, after: context.formerSessions.take(attempt.id))
      return ClientReply(OpenedSession(sessionId: session.id, attempt: attempt, report: report))
    },
    Operation(ofClient: Methods.sessionEvent) { telling, context, client in
      let store = try context.store
      let session = try client.session(telling.sessionId)
      let cues = try session.perform(telling.event, atMs: telling.atMs, in: store)
      return ClientReply(ToldSession(attempt: try store.attempt(session.attemptId), cues: cues))
    },
    Operation(ofClient: Methods.sessionState) { id, context, client in
      let open = try client.session(id)
      let session = open.session
      let values = session.state(atMs: session.nowMs).merging(try stored(open.attemptId, in: context.store)) { $1 }
      return ClientReply(
        SessionState(
          attemptId: open.attemptId, atMs: session.nowMs,
          fields: SurvivalTable.fields.map { FieldState($0.name, values[$0.name] ?? .empty) }))
    },
    Operation(ofClient: Methods.sessionClose) { id, _, client in
      client.remove(try client.session(id))
      return ClientReply(())
    },
  ]

  /// What is as it was, what is gone, and what is not shown again.
  private static func report(_ session: Session, after former: FormerSessions.Former?) -> ResumeReport {
    let now = session.state(atMs: 0)
    let derived = SurvivalTable.fields.filter { $0.kind == .derived && !(now[$0.name] ?? .empty).isEmpty }
    let gone = SurvivalTable.fields.filter { $0.kind == .ephemeral && former?.fields[$0.name] != nil }
    return ResumeReport(
      kept: derived.map { FieldState($0.name, now[$0.name] ?? .empty) },
      lost: gone.map { FieldState($0.name, former?.fields[$0.name] ?? .empty) },
      suppressed: former?.killed ?? [])
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

  private static func environment(_ opening: SessionOpening) throws(RPCError) -> SessionEnvironment {
    guard let seed = UInt64(exactly: opening.seed ?? 0) else { throw .fault("seed", "must be a whole number from 0") }
    return SessionEnvironment(
      motion: opening.motion ?? .full, screen: try checked(opening.screen) ?? Screen(), seed: seed,
      lowPower: opening.lowPower, profiles: opening.profiles.isEmpty ? [.mcqStreak] : opening.profiles)
  }
}

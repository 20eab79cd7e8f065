import HomeworkAPI
import HomeworkModel
import HomeworkMotion
import HomeworkPlay
import HomeworkStore

extension Operations {
  static let sessions: [Operation] = [
    Operation(Methods.sessionOpen) { opening, context in
      let (store, sessions) = (try context.store, context.service.sessions)
      let environment = try environment(opening)
      let id = try context.read(isCancelled: nil) { try $0.attemptId(matching: opening.attemptId) }
      let (live, attempt, former) = try sessions.open(id, in: store, environment: environment)
      let session = ClientSession(
        id: Identifier<ClientSession>(
          atMs: Store.systemClock().millisecondsSince1970, random: Store.systemIdentifiers()
        ).text, attemptId: id, live: live)
      do throws(RPCError) { try context.client.add(session) } catch {
        sessions.cancel(live, former)
        throw error
      }
      return OpenedSession {
        ($0.sessionId, $0.attempt, $0.report) = (session.id, attempt, SessionResumeReport(live.report))
      }
    },
    Operation(Methods.sessionEvent) { telling, context in
      let session = try context.client.session(telling.sessionId)
      do {
        let done = try session.perform(telling.event, atMs: telling.atMs)
        let attempt = try done.attempt ?? context.store.readAndWait { try $0.attemptSummary(session.attemptId) }
        return SessionEventResult { ($0.attempt, $0.answer, $0.cues) = (attempt, done.answer, done.cues) }
      } catch {
        // The screen also shows that the input was refused.
        let refusal = Service.rpcError(error)
        guard let shown = try? session.reject(telling.event, refusal.name, atMs: telling.atMs), !shown.isEmpty else {
          throw error
        }
        let reports = try Shape<[CueReport]>.array(Shapes.cue).text(of: shown).value
        throw RPCError(refusal.name, refusal.message, data: refusal.data.merging(["cues": reports]) { $1 })
      }
    },
    Operation(Methods.sessionState) { id, context in
      let open = try context.client.session(id)
      let values = try open.live.fieldsAndWait()
      return SessionState {
        ($0.attemptId, $0.learnerId, $0.atMs) = (open.attemptId, open.live.learnerId, open.live.session.nowMs)
        $0.fields = SurvivalTable.fields.map { FieldState($0.name, values[$0.name] ?? .empty) }
      }
    },
    Operation(Methods.sessionClose) { id, context in
      let session = try context.client.session(id)
      session.live.close()
      context.client.remove(session)
    },
  ]

  private static func environment(_ opening: OpenSessionParams) throws(RPCError) -> SessionEnvironment {
    guard let seed = UInt64(exactly: opening.seed ?? 0) else { throw .fault("seed", "must be a whole number from 0") }
    let isUsual = opening.profiles.isEmpty && opening.animations.isEmpty
    return SessionEnvironment(
      motion: opening.motion ?? .full, screen: try checked(opening.screen) ?? ScreenSize(), seed: seed,
      lowPower: opening.lowPower,
      catalogue: isUsual ? .mcqStreak : try catalogue(opening.profiles, opening.animations))
  }
}

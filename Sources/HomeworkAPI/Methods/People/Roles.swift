/// The role of a caller. Each may do everything that the ones before it may.
public enum CallerRole: String, CaseIterable, Comparable, Sendable {
  /// Somebody who has not said who they are.
  case visitor
  /// A learner of a class: plays, and sees their own attempts, and no key of a question before they have answered it.
  case pupil
  /// Sees every learner of the library, and edits its homework.
  case teacher
  /// The user whose daemon it is. Everybody on the Unix socket is.
  case owner

  public static func < (one: CallerRole, other: CallerRole) -> Bool { one.rank < other.rank }

  private var rank: Int {
    switch self {
    case .visitor: 0
    case .pupil: 1
    case .teacher: 2
    case .owner: 3
    }
  }
}

extension MethodDescription {
  /// The least role that may call it: by the table below, otherwise the owner. In every method, only the owner may give
  /// parameters that name files.
  package var role: CallerRole { Self.roles[name] ?? .owner }

  private static let roles: [String: CallerRole] = {
    let table: [(CallerRole, [String])] = [
      (.visitor, ["server.ping", "rpc.discover", "visitor.show", "class.learners", "class.join", "teacher.login"]),
      (
        .pupil,
        [
          "homework.list", "homework.get", "homework.picture", "quiz.picture", "homework.complete", "homework.reopen",
          "collection.list", "progress.get", "stats.get",
          "attempt.start", "attempt.resume", "attempt.list", "attempt.get", "attempt.question", "attempt.answer",
          "attempt.skip", "attempt.accept", "attempt.finish", "attempt.abandon",
          "settings.get", "review.due", "review.start",
          "session.open", "session.event", "session.state", "session.close",
          "motion.list", "motion.get", "motion.timeline", "motion.particles",
        ]
      ),
      (
        .teacher,
        [
          "class.open", "class.show", "class.close", "learner.add", "learner.list", "learner.update", "overview.get",
          "homework.add", "homework.update", "homework.delete", "homework.undelete", "generation.update",
          "quiz.set", "quiz.get", "quiz.edit", "quiz.regrade", "quiz.history", "quiz.import", "quiz.export",
          "attempt.extend", "attempt.take", "settings.set", "events.subscribe", "events.unsubscribe",
        ]
      ),
    ]
    return Dictionary(uniqueKeysWithValues: table.flatMap { role, names in names.map { ($0, role) } })
  }()
}

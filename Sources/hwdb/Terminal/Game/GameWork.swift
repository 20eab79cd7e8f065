import HomeworkAPI
import HomeworkModel
import HomeworkService

extension Game {
  /// The work to play: the quiz of an assignment, or the due questions of all homework.
  enum Work {
    case homework(String, AttemptOptions), review(StartReviewParams)

    /// Returns the attempt in progress, or a new one; and the homework, unless it is a review.
    func attempt(_ homework: inout Homework?, _ backend: Backend) throws -> (Attempt, goesOn: Bool) {
      switch self {
      case .homework(let id, let options):
        let found = try backend(Methods.homeworkGet, id)
        homework = found
        guard let open = found.openAttemptId else { return (try Self.start(found.id, options, backend), false) }
        guard options == AttemptOptions() else {
          throw CommandFailure.refused(
            RPCError(
              .conflict, "attempt \(open) is already open with other settings: finish or abandon it first",
              attemptId: open))
        }
        return (try Self.open(open.text, backend), true)
      case .review(let starting):
        do { return (try backend(Methods.reviewStart, starting), false) } catch CommandFailure.refused(let error)
          where error.name == .conflict
        {
          guard let open = error.attemptId else { throw CommandFailure.refused(error) }
          return (try Self.open(open, backend), true)
        }
      }
    }

    private static func open(_ id: String, _ backend: Backend) throws -> Attempt {
      try backend(Methods.attemptGet, GetAttemptParams { $0.attemptId = id }).attempt
    }

    /// Starts an attempt, as practice if the quiz has cards, which count for nothing else.
    private static func start(_ id: Homework.ID, _ options: AttemptOptions, _ backend: Backend) throws -> Attempt {
      var starting = StartAttemptParams { ($0.homeworkId, $0.options) = (id.text, options) }
      do { return try backend(Methods.attemptStart, starting) } catch CommandFailure.refused(let error)
        where error.wrongParameters.contains(where: { $0.path == "practice" })
      {
        starting.options.isPractice = true
        return try backend(Methods.attemptStart, starting)
      }
    }
  }
}

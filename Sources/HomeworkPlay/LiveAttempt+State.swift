import HomeworkModel
public import HomeworkMotion
import HomeworkStore

extension LiveAttempt {
  /// Returns the present value of every field of the survival table, including empty ones.
  ///
  /// - Throws: `StoreError`; `LiveAttemptError.ended`.
  public func fieldsAndWait() throws -> [FieldName: FieldValue] {
    guard !isEnded else { throw LiveAttemptError.ended }
    let session = session
    let shown = session.state(atMs: session.nowMs)
    guard let id = session.attemptId else { return shown }
    return shown.merging(try stored(id)) { $1 }
  }

  /// The fields of the store that concern an attempt.
  private func stored(_ id: Attempt.ID) throws -> [FieldName: FieldValue] {
    try store.readAndWait { tx in
      let attempt = try tx.attempt(id)
      try tx.use(attempt.learnerId)
      let homework = try attempt.homeworkId.map(tx.homework)
      let earned = try tx.earned()
      let learners = try tx.learners()
      return [
        // A review belongs to no homework.
        .homework: .text(homework?.title ?? ""), .quiz: .number(attempt.questionCount),
        .collections: .list(homework?.collections ?? []),
        .progress: .number(homework?.progress.completionPercentage ?? 0),
        .attempts: .text(attempt.state.rawValue), .answers: .list(attempt.answers.map(\.outcome.rawValue)),
        // The name of an only learner is not shown.
        .learners: .list(learners.count > 1 ? learners.map(\.name) : []), .ledger: .number(earned.finishedAttempts),
        .events: .number(Int(try tx.eventRange().newest)),
        .total: .number(earned.starsTotal), .achievements: .list(earned.achievements.map(\.rawValue)),
        .milestones: .list(earned.milestones.map(String.init)),
      ]
    }
  }
}

import HomeworkEngine
public import HomeworkModel
import HomeworkSQLite

extension Store {
  /// Erases everything about a learner, for good: attempts, answers, progress, completion, stars, flags, kept replies,
  /// and what an undo would bring back. Their events keep number and time and become `erased`. If no learner is left, a
  /// new one is added.
  ///
  /// When this returns, no byte of it is in the file or its log. If the program ends earlier, the rows are gone, and
  /// the next opening overwrites what is left. Backups are not touched.
  ///
  /// - Throws: `notFound`; `busy` if another process reads for so long that the log cannot be emptied: the rows are
  ///   gone then, and the next opening or vacuum completes the erasure.
  public func eraseLearner(_ id: Learner.ID) async throws -> Erasure {
    try await Self.offThread { try self.eraseLearnerAndWait(id, isCancelled: $0) }
  }

  package func eraseLearnerAndWait(_ id: Learner.ID, isCancelled: IsCancelled? = nil) throws -> Erasure {
    guard isCancelled?() != true else { throw StoreError.cancelled }
    let (learner, attempts) = try writeAndWait { tx in try tx.erase(id) }
    // It is gone from every page in use: now erase it from the free pages.
    try vacuumAndWait()
    return Erasure(learner: learner, attempts: attempts, copies: path.map(Migrator.copies) ?? [])
  }
}

extension WriteTransaction {
  /// Erases the rows; `eraseLearner` overwrites what is left in free pages.
  package func erase(_ id: Learner.ID) throws(StoreError) -> (Learner, attempts: Int) {
    guard let stored = try rows.learner(.id(id)) else { throw .notFound(.learner, id.text) }
    let attempts = try rows.erase(learner: stored.row, at: now)
    try record(.erased)
    if stored.learner.isDefault {
      if let next = try rows.learners().first {
        try rows.makeDefault(learner: next.row)
      } else {
        _ = try updateLearner(addLearner("Learner 1").id, becomesDefault: true)
      }
    }
    return (stored.learner, attempts)
  }
}

public import HomeworkModel

extension ReadTransaction {
  /// Returns the totals of all finished attempts of the learner.
  public func statistics() throws(StoreError) -> Statistics {
    let learner = try learner().id
    return try rows.statistics(of: learner, earned(by: learner))
  }

  /// Returns the learner's earnings so far.
  public func earned() throws(StoreError) -> Earned { try earned(by: learner().id) }

  func earned(by learner: Learner.ID) throws(StoreError) -> Earned {
    let stored = try rows.earnings(of: learner)
    return Earned(
      starsTotal: stored.starsTotal, finishedAttempts: stored.finishedAttempts,
      achievements: Achievement.allCases.filter { stored.moments.contains($0.rawValue) },
      milestones: Milestone.completedAttempts.filter {
        stored.moments.contains(Milestone.name(ofCompletedAttempts: $0))
      },
      hasFirstCapture: stored.moments.contains(WriteTransaction.firstCapture))
  }

  /// Returns the sum of the learner's ledger when an attempt was finished; of the whole ledger if it is unfinished.
  package func starsTotal(upTo id: Attempt.ID) throws(StoreError) -> Int { try rows.starsTotal(upTo: id) }

  /// Returns the stars credited to an attempt when it was finished; `nil` if it is unfinished.
  package func credit(of id: Attempt.ID) throws(StoreError) -> Int? { try rows.ledgerLine(of: id)?.stars }
}

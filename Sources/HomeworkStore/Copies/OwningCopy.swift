public import HomeworkModel

/// Attempts that are played on another copy.
extension ReadTransaction {
  /// Returns the copy on which an attempt is played; `nil` for this one.
  public final func owningCopy(of id: Attempt.ID) throws(StoreError) -> SyncCopy.ID? { try stored(id).owningCopy }
}

extension WriteTransaction {
  /// Makes this database another copy, as restoring a backup does. Attempts in progress go on where they were.
  package func beginCopy(_ id: SyncCopy.ID) throws(StoreError) {
    try rows.beginCopy(id, takesAttempts: false, at: now)
  }

  /// Continues an attempt here that was played on another copy, which need not know of it.
  ///
  /// If that copy continues it too, the line of answers that began to differ earlier is the attempt, and the other
  /// one becomes practice, once both have exchanged them.
  /// - Throws: `attemptOver`; `attemptAlreadyOpen` if the learner has another one in progress here; `notFound`.
  public func takeAttempt(_ id: Attempt.ID) throws(StoreError) -> Attempt {
    let stored = try stored(id)
    guard stored.attempt.state == .inProgress else { throw .attemptOver(id, stored.attempt.state) }
    guard stored.owningCopy != nil else { return try shown(stored) }
    if let open = try rows.attempts(.open(stored.attempt.homeworkId, of: stored.attempt.learnerId)).first {
      throw .attemptAlreadyOpen(open.attempt.id)
    }
    try rows.move(attempt: id, to: rows.ownCopy())
    try logChange(.edited, id.text, "home")
    try appendEvent(.attemptTaken, stored.attempt.homeworkId, Event.Detail(attemptId: id), of: stored.attempt.learnerId)
    return try attempt(id)
  }

  /// Keeps the achievements and milestones that a learner has reached by attempts on other copies, or that were graded
  /// anew, without telling.
  func addReachedMoments(by learner: Learner.ID) throws(StoreError) {
    var known = try rows.earnings(of: learner).moments
    func keep(_ name: String, _ kind: String, _ atMs: Int64) throws(StoreError) {
      guard known.insert(name).inserted else { return }
      _ = try rows.addMoment(name, kind: kind, of: learner, at: Timestamp(millisecondsSince1970: atMs))
      try logChange(.moment, learner.text, name)
    }
    var stars = 0
    for (index, attempt) in try rows.ledger(of: learner).enumerated() {
      stars += attempt.stars
      for achievement in Achievement.earned(attempt.score, longestRun: attempt.longestRun, starsTotal: stars) {
        try keep(achievement.rawValue, "achievement", attempt.atMs)
      }
      guard Milestone.completedAttempts.contains(index + 1) else { continue }
      try keep(Milestone.name(ofCompletedAttempts: index + 1), "milestone", attempt.atMs)
    }
  }
}

public import HomeworkModel

/// Attempts that go on on another copy.
extension ReadTransaction {
  /// Returns the copy on which an attempt goes on; `nil` if on this one.
  public final func home(of id: Attempt.ID) throws(StoreError) -> SyncCopy.ID? {
    try rows.copies?.home(ofAttempt: stored(id).row)
  }
}

extension WriteTransaction {
  /// Goes on with an attempt here that was going on on another copy, which need not know of it.
  ///
  /// If that copy goes on with it too, the line of answers that began to differ earlier is the attempt, and the other
  /// one becomes practice, once both have exchanged them.
  /// - Throws: `attemptOver`; `attemptAlreadyOpen` if the learner has another one in progress here; `notFound`.
  public func takeAttempt(_ id: Attempt.ID) throws(StoreError) -> Attempt {
    let stored = try stored(id)
    guard stored.attempt.state == .inProgress else { throw .attemptOver(id, stored.attempt.state) }
    let copies = try copies()
    guard try copies.home(ofAttempt: stored.row) != nil else { return try shown(stored) }
    if let open = try rows.attempts(.open(stored.attempt.homeworkId, of: stored.learnerRow)).first {
      throw .attemptAlreadyOpen(open.attempt.id)
    }
    try copies.move(attempt: stored.row, to: copies.ownCopy())
    try note(.edited, id.text, "home")
    try record(.attemptTaken, stored.attempt.homeworkId, Event.Detail(attemptId: id), of: stored.learnerRow)
    return try attempt(id)
  }

  /// Keeps the achievements and milestones that a learner has reached by what came from other copies, without telling.
  func rememberReached(by learner: Int64) throws(StoreError) {
    guard let found = try rows.learner(.row(learner)), found.row == learner else { return }
    let earned = try earned(by: learner)
    let copies = try copies()
    for (name, kind, atMs) in try copies.reached(by: learner) {
      let isKnown =
        kind == "achievement"
        ? earned.achievements.contains { $0.rawValue == name }
        : earned.milestones.contains { "completedAttempts\($0)" == name }
      guard !isKnown else { continue }
      try copies.keepEarlier(moment: name, kind: kind, of: learner, at: atMs)
      try note(.moment, found.learner.id.text, name)
    }
  }
}

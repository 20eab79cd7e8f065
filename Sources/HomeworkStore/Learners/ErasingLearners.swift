public import HomeworkModel

extension Store {
  /// Erases everything about a learner, for good: attempts, answers, progress, completion, stars, flags, kept replies,
  /// and what an undo would bring back. Their events keep number and time and become `erased`. If no learner is left, a
  /// new one is added.
  ///
  /// When this returns, no byte of it is in the file or its log, except in the `pending` files of the result, which
  /// another process is reading. The next opening or vacuum overwrites those, as it does if the program ends earlier.
  /// Backups are not touched.
  ///
  /// - Throws: `notFound`.
  public func eraseLearner(_ id: Learner.ID) async throws -> Erasure {
    try await Self.offThread { try self.eraseLearnerAndWait(id, isCancelled: $0) }
  }

  package func eraseLearnerAndWait(_ id: Learner.ID, isCancelled: IsCancelled? = nil) throws -> Erasure {
    guard isCancelled?() != true else { throw StoreError.cancelled }
    let (learner, attempts) = try writeAndWait { tx in try tx.erase(id) }
    // It is gone from every page in use: now erase it from the free pages.
    let pending = try endErasuresAndWait()
    let newDefault = try learner.isDefault ? readAndWait { try $0.learner() } : nil
    return Erasure(
      learner: learner, attempts: attempts, copies: path.map(Migrator.copies) ?? [], newDefault: newDefault,
      pending: pending)
  }

  /// Whether bytes of an erased learner may be left, because another process was reading.
  package var hasPendingErasure: Bool {
    get throws {
      guard path != nil, let file = database as? FileDatabase else { return false }
      return try file.exclusively { connection in
        try Self.named { () throws(SQLiteError) in try Migrator.isErasing(connection) }
      }
    }
  }

  /// Overwrites what is left of erased learners. Returns the files that another process prevents it from overwriting.
  package func endErasuresAndWait() throws -> [String] {
    do { try vacuumAndWait() } catch StoreError.busy { return path.map { [$0 + "-wal"] } ?? [] }
    return []
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
        try record(.learnerUpdated, of: next.row)
      } else {
        _ = try updateLearner(addLearner("Learner 1").id, becomesDefault: true)
      }
    }
    return (stored.learner, attempts)
  }
}

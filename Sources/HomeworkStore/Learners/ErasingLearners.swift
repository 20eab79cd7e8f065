public import HomeworkModel
import HomeworkSQLite

extension Store {
  /// Takes away all that speaks of a learner, for good: attempts, answers, progress, completion, stars, flags, kept
  /// replies, and what an undo would bring back. Their events keep number and time and are `erased`. Where nobody is left
  /// a new learner is there.
  ///
  /// When this returns no byte of it is in the file or its log. Where the program ends before, the rows are gone, and the
  /// next opening writes over what is left. Backups are not touched.
  ///
  /// - Throws: `notFound`; `busy` where another process reads for so long that the log cannot be emptied: the rows are gone
  ///   then, and the next opening or vacuum ends it.
  public func eraseLearner(_ id: Learner.ID) async throws -> Erasure {
    try await Self.offThread { try self.eraseLearnerAndWait(id, isCancelled: $0) }
  }

  package func eraseLearnerAndWait(_ id: Learner.ID, isCancelled: IsCancelled? = nil) throws -> Erasure {
    guard isCancelled?() != true else { throw StoreError.cancelled }
    let (learner, attempts) = try writeAndWait { tx in try tx.erase(id) }
    // Gone from every page that is in use: now from those that are not.
    try vacuumAndWait()
    return Erasure(learner: learner, attempts: attempts, copies: path.map(Migrator.copies) ?? [])
  }
}

extension WriteTransaction {
  fileprivate func erase(_ id: Learner.ID) throws(StoreError) -> (Learner, attempts: Int) {
    let (learner, row) = (try learner(id), try learnerRow(of: id))
    let attempts = try number("SELECT count(*) FROM attempt WHERE learner = ?", row)
    try run("INSERT INTO erasure (at_ms) VALUES (?)", now.millisecondsSince1970)
    try run("DELETE FROM request WHERE learner = ?", row)
    try run(Self.eraseFromDeletions, row)
    try run(Self.eraseFromEvents, row)
    try run("DELETE FROM learner WHERE id = ?", row)
    try record(.erased)
    if learner.isDefault {
      if let next = try first("SELECT min(id) FROM learner HAVING count(*) > 0", make: { $0.int64(0) }) {
        try makeDefault(next)
      } else {
        _ = try updateLearner(addLearner("Learner 1").id, becomesDefault: true)
      }
    }
    return (learner, attempts)
  }

  private static let eraseFromEvents: SQL = """
    UPDATE event SET kind = 'erased', homework = NULL, attempt = NULL, question_index = NULL, outcome = NULL,
      streak_position = NULL, name = NULL, learner = NULL
    WHERE learner = ?
    """

  private static let eraseFromDeletions: SQL = """
    UPDATE deletion SET content = json_set(content,
      '$.answers', (SELECT json_group_array(json(r.value)) FROM json_each(content, '$.answers') r
        WHERE r.value ->> 'attempt' NOT IN (
          SELECT a.value ->> 'id' FROM json_each(content, '$.attempts') a WHERE a.value ->> 'learner' = ?1)),
      '$.attempts', (SELECT json_group_array(json(value)) FROM json_each(content, '$.attempts')
        WHERE value ->> 'learner' <> ?1),
      '$.progress', (SELECT json_group_array(json(value)) FROM json_each(content, '$.progress')
        WHERE value ->> 0 <> ?1),
      '$.completions', (SELECT json_group_array(json(value)) FROM json_each(content, '$.completions')
        WHERE value ->> 0 <> ?1))
    """
}

public import HomeworkModel
import HomeworkSQLite

extension ReadTransaction {
  /// Returns what was earned in this store so far.
  public func earned() throws(StoreError) -> Earned {
    let names = Set(try all("SELECT name FROM once") { $0.text(0) })
    let stars = try number("SELECT coalesce(sum(stars), 0) FROM ledger")
    let finishedAttempts = try number("SELECT count(*) FROM ledger")
    guard 0...finishedAttempts * Stored.counts.upperBound ~= stars else {
      throw failed(.damaged("sum of stars", "\(stars)"))
    }
    return Earned(
      starsTotal: stars, finishedAttempts: finishedAttempts,
      achievements: Achievement.allCases.filter { names.contains($0.rawValue) },
      milestones: Milestone.completedAttempts.filter { names.contains("completedAttempts\($0)") },
      hasFirstCapture: names.contains(WriteTransaction.firstCapture))
  }

  /// The sum of the ledger when an attempt had just been finished; of all of it where it has not been.
  package func starsTotal(upTo id: Attempt.ID) throws(StoreError) -> Int {
    try number(
      """
      SELECT coalesce(sum(stars), 0) FROM ledger
      WHERE id <= coalesce((SELECT id FROM ledger WHERE attempt_public_id = ?), id)
      """, id.key)
  }

  /// Returns the stars that an attempt was credited with when it was finished; `nil` if it is not finished.
  public func credit(of id: Attempt.ID) throws(StoreError) -> Int? {
    try first("SELECT stars FROM ledger WHERE attempt_public_id = ?", id.key) {
      (row) throws(SQLiteError) in try row.int(0, in: Stored.counts, "number of stars")
    }
  }
}

public import HomeworkModel
import HomeworkSQLite

extension ReadTransaction {
  /// What was earned in this store so far.
  public func earned() throws(StoreError) -> Earned {
    try sql { (connection) throws(SQLiteError) in
      let names = Set(try connection.all("SELECT name FROM once") { $0.text(0) })
      return Earned(
        starsTotal: try connection.number("SELECT coalesce(sum(stars), 0) FROM ledger"),
        finishedAttempts: try connection.number("SELECT count(*) FROM ledger"),
        achievements: Achievement.allCases.filter { names.contains($0.rawValue) },
        milestones: Milestone.completedAttempts.filter { names.contains("completedAttempts\($0)") },
        hasFirstCapture: names.contains(WriteTransaction.firstCapture))
    }
  }

  /// The stars that an attempt was credited with when it was finished; `nil` while it is not.
  public func credit(of id: Attempt.ID) throws(StoreError) -> Int? {
    try sql { (connection) throws(SQLiteError) in
      try connection.first("SELECT stars FROM ledger WHERE attempt_public_id = ?", id.key) { $0.int(0) }
    }
  }
}

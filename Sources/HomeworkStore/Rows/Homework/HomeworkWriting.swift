package import HomeworkModel

extension RowTransaction {
  package func insert(_ homework: Homework, picture: Picture?) throws(StoreError) -> Int64 {
    let pictureRow = try picture.map { (picture) throws(StoreError) in try self.row(of: picture) }
    let columns: [String: any SQLBindable] = [
      "public_id": homework.id.key, "created_at_ms": homework.createdAt.millisecondsSince1970,
      "picture": pictureRow,
    ]
    let row = try inserted(.homework, Self.values(of: homework).merging(columns) { $1 })
    try join(homework.collections, homework: row)
    return row
  }

  /// Stores title, subject, text, day and generation.
  package func update(_ homework: Homework, row: Int64) throws(StoreError) {
    try update(.homework, row, Self.values(of: homework))
  }

  package func setCollections(_ names: [String], homework row: Int64) throws(StoreError) {
    try run("DELETE FROM homework_collection WHERE homework = ?", row)
    try join(names, homework: row)
  }

  /// Adds an assignment to collections, creating missing ones.
  private func join(_ collections: [String], homework row: Int64) throws(StoreError) {
    for name in collections {
      try run("INSERT INTO collection (name) VALUES (?) ON CONFLICT DO NOTHING", name)
      try run(
        "INSERT INTO homework_collection (homework, collection) SELECT ?, id FROM collection WHERE name = ?", row, name)
    }
  }

  package func setPicture(_ picture: Picture?, homework row: Int64) throws(StoreError) {
    let pictureRow = try picture.map { (picture) throws(StoreError) in try self.row(of: picture) }
    let former = try first("SELECT picture FROM homework WHERE id = ? AND picture IS NOT NULL", row) { $0.int64(0) }
    try update(.homework, row, ["picture": pictureRow])
    if let former, former != pictureRow { try dropUnusedPictures() }
  }

  /// Hides an assignment with all that belongs to it, or shows it again if `time` is `nil`.
  package func hide(homework row: Int64, at time: Timestamp?) throws(StoreError) {
    try run("UPDATE homework SET hidden_at_ms = ? WHERE id = ?", time?.millisecondsSince1970, row)
    try index(homework: row)
  }

  /// Returns the homework that was hidden last, if not before `oldest`.
  package func hiddenLast(since oldest: Timestamp) throws(StoreError) -> [(id: Homework.ID, row: Int64)] {
    try all(
      """
      SELECT public_id, id FROM homework
      WHERE hidden_at_ms = (SELECT max(hidden_at_ms) FROM homework WHERE hidden_at_ms >= ?) ORDER BY id
      """, oldest.millisecondsSince1970
    ) { (row) throws(StoreError) in (try row.id(0), row.int64(1)) }
  }

  /// Returns the time at which homework was hidden last.
  package func newestDeletion() throws(StoreError) -> Timestamp? {
    try first("SELECT max(hidden_at_ms) FROM homework WHERE hidden_at_ms IS NOT NULL") { (row) throws(StoreError) in
      try row.optionalTimestamp(0)
    } ?? nil
  }

  /// Removes the homework that was hidden before a time, with its quizzes, every learner's attempts, answers, progress
  /// and completion, and the pictures that nothing else shows. Of the changes of attempts only the times stay, because
  /// nothing tells any more whose they were.
  package func removeHidden(before oldest: Timestamp) throws(StoreError) {
    let time = oldest.millisecondsSince1970
    guard try first("SELECT 1 FROM homework WHERE hidden_at_ms < ? LIMIT 1", time, make: { _ in true }) == true else {
      return
    }
    try run(
      """
      UPDATE change SET entity = NULL, part = NULL WHERE entity IN (
        SELECT a.public_id FROM homework h JOIN quiz z ON z.homework = h.id JOIN attempt a ON a.quiz = z.id
        WHERE h.hidden_at_ms < ?) AND kind <> 'credit'
      """, time)
    try run("DELETE FROM homework WHERE hidden_at_ms < ?", time)
    try dropUnusedPictures()
  }

  /// Returns the ids of hidden homework, and of the quizzes and attempts that are hidden with it.
  package func hiddenThings() throws(StoreError) -> Set<String> {
    Set(
      try all(
        """
        SELECT public_id FROM homework WHERE hidden_at_ms IS NOT NULL
        UNION ALL SELECT z.public_id FROM homework h JOIN quiz z ON z.homework = h.id WHERE h.hidden_at_ms IS NOT NULL
        UNION ALL SELECT a.public_id FROM homework h JOIN quiz z ON z.homework = h.id JOIN attempt a ON a.quiz = z.id
          WHERE h.hidden_at_ms IS NOT NULL
        """
      ) { $0.text(0) })
  }

  /// The quizzes of hidden homework, as a query.
  static let hiddenQuizzes = """
    SELECT z.id FROM homework h JOIN quiz z ON z.homework = h.id WHERE h.hidden_at_ms IS NOT NULL
    """

  /// - Returns: whether it was not completed before.
  package func complete(homework row: Int64, by learner: Int64, at time: Timestamp) throws(StoreError) -> Bool {
    try insertIfAbsent(
      .completion, ["homework": row, "learner": learner, "completed_at_ms": time.millisecondsSince1970])
  }

  /// - Returns: whether it was completed before.
  package func reopen(homework row: Int64, by learner: Int64) throws(StoreError) -> Bool {
    try changed("DELETE FROM completion WHERE homework = ? AND learner = ?", row, learner) == 1
  }
}

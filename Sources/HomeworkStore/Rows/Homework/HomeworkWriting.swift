import HomeworkModel

extension RowTransaction {
  func insert(_ homework: Homework, picture: Picture?) throws(StoreError) -> Int64 {
    let digest = try picture.map { (picture) throws(StoreError) in try store(picture) }
    let columns: [String: any SQLBindable] = [
      "public_id": homework.id.key, "created_at_ms": homework.createdAt.millisecondsSince1970,
      "picture": digest,
    ]
    let row = try inserted(.homework, Self.values(of: homework).merging(columns) { $1 })
    if !homework.collections.isEmpty { try setCollections(homework.collections, homework: row) }
    return row
  }

  /// Stores title, subject, text, day and generation.
  func update(_ homework: Homework, row: Int64) throws(StoreError) {
    try update(.homework, row, Self.values(of: homework))
  }

  func setCollections(_ names: [String], homework row: Int64) throws(StoreError) {
    try run("DELETE FROM collection WHERE homework = ?", row)
    for name in names { try run("INSERT INTO collection (homework, name) VALUES (?, ?)", row, name) }
  }

  func setPicture(_ picture: Picture?, homework row: Int64) throws(StoreError) {
    let digest = try picture.map { (picture) throws(StoreError) in try store(picture) }
    let former = try first("SELECT picture FROM homework WHERE id = ? AND picture IS NOT NULL", row) { $0.text(0) }
    try update(.homework, row, ["picture": digest])
    if let former, former != digest { try dropUnusedPictures() }
  }

  /// Hides an assignment with all that belongs to it, or shows it again if `time` is `nil`.
  func hide(homework row: Int64, at time: Timestamp?) throws(StoreError) {
    try run("UPDATE homework SET hidden_at_ms = ? WHERE id = ?", time?.millisecondsSince1970, row)
    try index(homework: row)
  }

  /// Returns the homework that was hidden last, if not before `oldest`.
  func hiddenLast(since oldest: Timestamp) throws(StoreError) -> [(id: Homework.ID, row: Int64)] {
    try all(
      """
      SELECT public_id, id FROM homework
      WHERE hidden_at_ms = (SELECT max(hidden_at_ms) FROM homework WHERE hidden_at_ms >= ?) ORDER BY id
      """, oldest.millisecondsSince1970
    ) { (row) throws(StoreError) in (try row.id(0), row.int64(1)) }
  }

  /// Returns the time at which homework was hidden last.
  func newestDeletion() throws(StoreError) -> Timestamp? {
    try first("SELECT max(hidden_at_ms) FROM homework WHERE hidden_at_ms IS NOT NULL") { (row) throws(StoreError) in
      try row.optionalTimestamp(0)
    } ?? nil
  }

  /// Removes the homework that was hidden before a time, with its quizzes, every learner's attempts, answers, progress
  /// and completion, and the pictures that nothing else shows. Of the changes of attempts only the times stay, because
  /// nothing tells any more whose they were.
  func removeHidden(before oldest: Timestamp) throws(StoreError) {
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
  func hiddenThings() throws(StoreError) -> Set<String> {
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
  func complete(homework row: Int64, by learner: Int64, at time: Timestamp) throws(StoreError) -> Bool {
    try insertIfAbsent(
      .completion, ["homework": row, "learner": learner, "completed_at_ms": time.millisecondsSince1970])
  }

  /// - Returns: whether it was completed before.
  func reopen(homework row: Int64, by learner: Int64) throws(StoreError) -> Bool {
    try changed("DELETE FROM completion WHERE homework = ? AND learner = ?", row, learner) == 1
  }
}

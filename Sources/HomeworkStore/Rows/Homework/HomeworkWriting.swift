import HomeworkModel

extension RowTransaction {
  func insert(_ homework: Homework, picture: Picture?) throws(StoreError) {
    let digest = try picture.map(store)
    let columns: [String: any SQLBindable] = [
      "id": homework.id, "created_at_ms": homework.createdAt.millisecondsSince1970, "picture": digest,
    ]
    let values = Self.values(of: homework).merging(Self.values(of: homework.generation)) { $1 }
    try insert(.homework, values.merging(columns) { $1 })
    if !homework.collections.isEmpty { try setCollections(homework.collections, homework: homework.id) }
  }

  /// Stores title, subject, text, note and day.
  func update(_ homework: Homework) throws(StoreError) {
    try update(.homework, homework.id, Self.values(of: homework))
  }

  func set(_ generation: Generation, homework id: Homework.ID) throws(StoreError) {
    try update(.homework, id, Self.values(of: generation))
  }

  func setCollections(_ names: [String], homework id: Homework.ID) throws(StoreError) {
    try run("DELETE FROM collection WHERE homework = ?", id)
    for name in names { try run("INSERT INTO collection (homework, name) VALUES (?, ?)", id, name) }
  }

  func setPicture(_ picture: Picture?, homework id: Homework.ID) throws(StoreError) {
    let digest = try picture.map(store)
    let former = try first("SELECT picture FROM homework WHERE id = ? AND picture IS NOT NULL", id) { $0.text(0) }
    try update(.homework, id, ["picture": digest])
    if let former, former != digest { try dropUnusedPictures() }
  }

  /// Hides an assignment with all that belongs to it, or shows it again if `time` is `nil`.
  func hide(homework id: Homework.ID, at time: Timestamp?) throws(StoreError) {
    try run("UPDATE homework SET hidden_at_ms = ? WHERE id = ?", time?.millisecondsSince1970, id)
    try index(homework: id)
  }

  /// Returns the homework that was hidden last, if not before `oldest`.
  func hiddenLast(since oldest: Timestamp) throws(StoreError) -> [Homework.ID] {
    try all(
      """
      SELECT id FROM homework WHERE hidden_at_ms = (SELECT max(hidden_at_ms) FROM homework WHERE hidden_at_ms >= ?)
      ORDER BY created_at_ms, id
      """, oldest.millisecondsSince1970
    ) { try $0.id(0) }
  }

  /// Returns the time at which homework was hidden last.
  func newestDeletion() throws(StoreError) -> Timestamp? {
    try first("SELECT max(hidden_at_ms) FROM homework WHERE hidden_at_ms IS NOT NULL") { row in
      try row.optionalTimestamp(0)
    } ?? nil
  }

  /// Removes the homework that was hidden before a time, with its quizzes, every learner's attempts, answers, progress
  /// and completion, and the pictures that nothing else shows. Of edits and of changes of attempts only the times stay:
  /// they have no values any more, and nothing tells whose the attempts were.
  func removeHidden(before oldest: Timestamp) throws(StoreError) {
    let time = oldest.millisecondsSince1970
    guard try first("SELECT 1 FROM homework WHERE hidden_at_ms < ? LIMIT 1", time, make: { _ in true }) == true else {
      return
    }
    try run(
      """
      UPDATE change SET entity = NULL, part = NULL
      WHERE kind = 'edited' AND entity IN (SELECT id FROM homework WHERE hidden_at_ms < ?1)
        OR kind <> 'credit' AND entity IN (
          SELECT a.id FROM homework h JOIN quiz z ON z.homework = h.id JOIN attempt a ON a.quiz = z.id
          WHERE h.hidden_at_ms < ?1)
      """, time)
    try run("DELETE FROM homework WHERE hidden_at_ms < ?", time)
    try dropUnusedPictures()
  }

  /// Returns the ids of hidden homework, and of the quizzes and attempts that are hidden with it.
  func hiddenThings() throws(StoreError) -> Set<String> {
    Set(
      try all(
        """
        SELECT id FROM homework WHERE hidden_at_ms IS NOT NULL
        UNION ALL \(Self.hiddenQuizzes)
        UNION ALL SELECT id FROM attempt WHERE quiz IN (\(Self.hiddenQuizzes))
        """
      ) { $0.text(0) })
  }

  /// The quizzes of hidden homework, as a query.
  static let hiddenQuizzes = """
    SELECT z.id FROM homework h JOIN quiz z ON z.homework = h.id WHERE h.hidden_at_ms IS NOT NULL
    """

  /// - Returns: whether it was not completed before.
  func complete(homework id: Homework.ID, by learner: Learner.ID, at time: Timestamp) throws(StoreError) -> Bool {
    try insertIfAbsent(
      .completion, ["homework": id, "learner": learner, "completed_at_ms": time.millisecondsSince1970])
  }

  /// - Returns: whether it was completed before.
  func reopen(homework id: Homework.ID, by learner: Learner.ID) throws(StoreError) -> Bool {
    try changed("DELETE FROM completion WHERE homework = ? AND learner = ?", id, learner) == 1
  }
}

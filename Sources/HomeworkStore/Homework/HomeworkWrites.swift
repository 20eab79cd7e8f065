public import HomeworkModel
import HomeworkSQLite

extension WriteTransaction {
  /// Adds a homework, and its quiz where the draft has one.
  ///
  /// The first one that a learner ever adds sets the first-capture flag, for good; not where `marksFirstCapture` is
  /// false, for what stands there before a person captures anything.
  public func addHomework(_ draft: HomeworkDraft, marksFirstCapture: Bool = true) throws(StoreError) -> Homework {
    let (homework, row) = try insert(draft, createdAtMs: now.millisecondsSince1970)
    try tellAdded(homework, marksFirstCapture: marksFirstCapture)
    try index(homework: row)
    return homework
  }

  /// The rows of a homework and of its quiz, of which nobody has been told.
  func insert(_ draft: HomeworkDraft, createdAtMs: Int64) throws(StoreError) -> (homework: Homework, row: Int64) {
    let faults = draft.faults
    guard faults.isEmpty else { throw .invalid(faults) }
    var homework = Homework(
      id: newId(), title: draft.title, subject: draft.subject, collections: draft.collections.sortedByBytes,
      text: draft.text, createdAt: now, dueOn: draft.dueOn)
    let picture = try draft.picture.map { (picture) throws(StoreError) in try store(picture) }
    homework.picture = picture?.info
    try run(
      """
      INSERT INTO homework (public_id, title, subject, text, created_at_ms, due_on, picture, generation_state)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      """, homework.id.key, draft.title, draft.subject, draft.text, createdAtMs, draft.dueOn, picture?.row,
      draft.quiz == nil ? "none" : "ready")
    let row = lastInsertedRow
    try join(draft.collections, homework: row)
    if let draft = draft.quiz {
      let quiz = try insert(draft, homework: row, homeworkId: homework.id)
      homework.generation = .ready
      (homework.quizId, homework.questionCount) = (quiz.id, quiz.questions.count)
    }
    return (homework, row)
  }

  func tellAdded(_ homework: Homework, marksFirstCapture: Bool) throws(StoreError) {
    try record(.homeworkAdded, homework.id)
    if marksFirstCapture, case let learner = try learnerKeys().row,
      try remember(Self.firstCapture, kind: "flag", of: learner)
    {
      try record(.firstCapture, homework.id, of: learner)
    }
    if homework.quizId != nil { try record(.quizSet, homework.id) }
  }

  /// Deletes all of them or, where one is not there, none.
  ///
  /// Quizzes, and every learner's attempts, answers and progress go with them. Stars, finished attempts, achievements and milestones stay.
  /// `undoDeletion` brings them back until the next deletion, or for 30 days.
  public func deleteHomework(_ ids: [Homework.ID]) throws(StoreError) -> [Homework] {
    var seen: Set<Homework.ID> = []
    var gone: [Homework] = []
    for id in ids where seen.insert(id).inserted { gone.append(try homework(id)) }
    guard !gone.isEmpty else { return [] }
    try forgetDeletion()
    for homework in gone {
      let row = try row(of: homework.id)
      try keepForUndo(homework: row)
      try unindex(homework: row)
      try run("DELETE FROM homework WHERE id = ?", row)
      try record(.homeworkDeleted, homework.id)
    }
    return gone
  }

  /// Brings back the homework of the last deletion, with quizzes, attempts, answers and progress; empty where there is
  /// none, or where it is more than 30 days ago.
  public func undoDeletion() throws(StoreError) -> [Homework] { try restoreDeleted() }

  /// Marks it done by the learner. Again is no error, and keeps the first time.
  public func completeHomework(_ id: Homework.ID) throws(StoreError) -> Homework {
    try complete(id, row: try row(of: id), by: learnerKeys().row)
    return try homework(id)
  }

  /// Marks it not done by the learner. Again is no error.
  public func reopenHomework(_ id: Homework.ID) throws(StoreError) -> Homework {
    let row = try row(of: id)
    let learner = try learnerKeys().row
    try run("DELETE FROM completion WHERE homework = ? AND learner = ?", row, learner)
    if changes == 1 { try record(.homeworkReopened, id, of: learner) }
    return try homework(id)
  }

  /// Marks it done where it is not, and says so, and of each collection that this completes.
  func complete(_ id: Homework.ID, row: Int64, by learner: Int64) throws(StoreError) {
    try run(
      "INSERT INTO completion VALUES (?, ?, ?) ON CONFLICT DO NOTHING", row, learner, now.millisecondsSince1970)
    guard changes == 1 else { return }
    let completed = try all(
      """
      SELECT c.name FROM homework_collection mine JOIN collection c ON c.id = mine.collection
      WHERE mine.homework = ? AND NOT EXISTS (
        SELECT 1 FROM homework_collection m LEFT JOIN completion d ON d.homework = m.homework AND d.learner = ?
        WHERE m.collection = c.id AND d.completed_at_ms IS NULL)
      ORDER BY c.name
      """, row, learner
    ) { $0.text(0) }
    try record(.homeworkCompleted, id, of: learner)
    for name in completed { try record(.collectionCompleted, id, Event.Detail(name: name), of: learner) }
  }

  static let firstCapture = "firstCapture"

  /// Writes down something that happens to a learner once and for all; whether it was new.
  @discardableResult
  func remember(_ name: String, kind: String, of learner: Int64) throws(StoreError) -> Bool {
    try run(
      "INSERT INTO once (learner, name, kind, at_ms) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING", learner, name, kind,
      now.millisecondsSince1970)
    return changes == 1
  }
}

extension [String] {
  /// As SQLite sorts text.
  fileprivate var sortedByBytes: [String] { count < 2 ? self : sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) } }
}

public import HomeworkModel

extension WriteTransaction {
  /// Adds an assignment, and its quiz if the draft has one.
  ///
  /// The first homework that a learner adds sets the first-capture flag for good, unless `marksFirstCapture` is false,
  /// as for homework that exists before the learner captures any.
  public func addHomework(_ draft: HomeworkDraft, marksFirstCapture: Bool = true) throws(StoreError) -> Homework {
    let faults = draft.faults
    guard faults.isEmpty else { throw .invalid(faults) }
    if let quiz = draft.quiz { try requirePictures(of: quiz) }
    var homework = Homework(newId(), draft, createdAt: now)
    homework.collections = draft.collections.sortedByBytes
    try rows.insert(homework, picture: draft.picture)
    if let draft = draft.quiz {
      let quiz = try insert(draft, homework: homework.id)
      (homework.quizId, homework.questionCount) = (quiz.id, quiz.questions.count)
    }
    try logChange(.homework, homework.id.text)
    try appendEvent(.homeworkAdded, homework.id)
    if marksFirstCapture, case let learner = try learner().id,
      try addMoment(Self.firstCapture, kind: "flag", of: learner)
    {
      try appendEvent(.firstCapture, homework.id, of: learner)
    }
    if let quiz = homework.quizId {
      try logQuiz(quiz, of: homework.id)
      try appendEvent(.quizSet, homework.id)
    }
    try rows.index(homework: homework.id)
    return homework
  }

  /// Deletes all of these assignments or, if one does not exist, none.
  ///
  /// Their quizzes and every learner's attempts, answers and progress go with them. Stars, finished attempts,
  /// achievements and milestones stay. `undoDeletion` shows all of it again, for 30 days; then it is removed.
  public func deleteHomework(_ ids: [Homework.ID]) throws(StoreError) -> [Homework] {
    var seen: Set<Homework.ID> = []
    var gone: [Homework] = []
    for id in ids where seen.insert(id).inserted { gone.append(try homework(id)) }
    for homework in gone {
      try rows.hide(homework: homework.id, at: now)
      try logChange(.deleted, homework.id.text)
      try appendEvent(.homeworkDeleted, homework.id)
    }
    return gone
  }

  /// Shows the homework of the last deletion again, with quizzes, attempts, answers and progress. Returns an empty
  /// array if nothing that was deleted in the last 30 days is still hidden.
  public func undoDeletion() throws(StoreError) -> [Homework] {
    try rows.removeHidden(before: oldestDeletion)
    let hidden = try rows.hiddenLast(since: oldestDeletion)
    for id in hidden {
      try rows.hide(homework: id, at: nil)
      try logChange(.restored, id.text)
      try appendEvent(.homeworkRestored, id)
    }
    return try hidden.map(homework)
  }

  /// The time from which deletions and regradings can be undone: 30 days ago.
  var oldestDeletion: Timestamp { now.adding(milliseconds: -30 * 86_400_000) }

  /// Marks an assignment as done by the learner. Repeating this is no error, and keeps the first time.
  public func completeHomework(_ id: Homework.ID) throws(StoreError) -> Homework {
    try requireHomework(id)
    try complete(id, by: learner().id)
    return try homework(id)
  }

  /// Marks an assignment as not done by the learner. Repeating this is no error.
  public func reopenHomework(_ id: Homework.ID) throws(StoreError) -> Homework {
    try requireHomework(id)
    let learner = try learner().id
    if try rows.reopen(homework: id, by: learner) {
      try logCompletion(of: id, by: learner)
      try appendEvent(.homeworkReopened, id, of: learner)
    }
    return try homework(id)
  }

  /// Marks an assignment as done unless it already is, and records events for it and for each collection it completes.
  func complete(_ id: Homework.ID, by learner: Learner.ID) throws(StoreError) {
    guard try rows.complete(homework: id, by: learner, at: now) else { return }
    try logCompletion(of: id, by: learner)
    let completed = try rows.completedCollections(homework: id, by: learner)
    try appendEvent(.homeworkCompleted, id, of: learner)
    for name in completed { try appendEvent(.collectionCompleted, id, Event.Detail(name: name), of: learner) }
  }

  private func logCompletion(of id: Homework.ID, by learner: Learner.ID) throws(StoreError) {
    try logChange(.edited, id.text, "completed \(learner)")
  }

  func logQuiz(_ quiz: Quiz.ID, of homework: Homework.ID) throws(StoreError) {
    try logChange(.quiz, quiz.text)
    try logChange(.edited, homework.text, "quiz")
  }

  static let firstCapture = "firstCapture"

  /// Records a learner's one-time event; returns whether it was new.
  @discardableResult
  func addMoment(_ name: String, kind: String, of learner: Learner.ID) throws(StoreError) -> Bool {
    guard try rows.addMoment(name, kind: kind, of: learner, at: now) else { return false }
    try logChange(.moment, learner.text, name)
    return true
  }
}

extension [String] {
  /// The strings in SQLite's sort order.
  fileprivate var sortedByBytes: [String] { count < 2 ? self : sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) } }
}

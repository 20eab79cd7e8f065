public import HomeworkModel

/// Single calls, each a transaction of its own; the transactions' methods of the same names say what they do.
extension Store {
  /// Adds a homework, and its quiz where the draft has one.
  public func addHomework(_ draft: HomeworkDraft, marksFirstCapture: Bool = true) throws(StoreError) -> Homework {
    try write { (tx) throws(StoreError) in try tx.addHomework(draft, marksFirstCapture: marksFirstCapture) }
  }

  /// Homework, newest first, in pages.
  public func homeworkList(
    _ filter: HomeworkFilter = HomeworkFilter(), limit: Int = 50, after cursor: String? = nil
  ) throws(StoreError) -> Page<Homework> {
    try readOnce { (tx) throws(StoreError) in try tx.homeworkList(filter, limit: limit, after: cursor) }
  }

  /// One homework.
  public func homework(_ id: Homework.ID) throws(StoreError) -> Homework {
    try readOnce { (tx) throws(StoreError) in try tx.homework(id) }
  }

  /// The homework whose id is, begins or ends with `text`.
  public func homeworkId(matching text: String) throws(StoreError) -> Homework.ID {
    if let whole = Homework.ID(text) { return whole }
    return try read { (tx) throws(StoreError) in try tx.homeworkId(matching: text) }
  }

  /// The attempt whose id is, begins or ends with `text`.
  public func attemptId(matching text: String) throws(StoreError) -> Attempt.ID {
    if let whole = Attempt.ID(text) { return whole }
    return try read { (tx) throws(StoreError) in try tx.attemptId(matching: text) }
  }

  /// Deletes all of them or, where one is not there, none.
  public func deleteHomework(_ ids: [Homework.ID]) throws(StoreError) -> [Homework] {
    try write { (tx) throws(StoreError) in try tx.deleteHomework(ids) }
  }

  /// Marks it done. Again is no error, and keeps the first time.
  public func completeHomework(_ id: Homework.ID) throws(StoreError) -> Homework {
    try write { (tx) throws(StoreError) in try tx.completeHomework(id) }
  }

  /// Marks it not done. Again is no error.
  public func reopenHomework(_ id: Homework.ID) throws(StoreError) -> Homework {
    try write { (tx) throws(StoreError) in try tx.reopenHomework(id) }
  }

  /// Changes a homework, by the rules by which it was added.
  public func updateHomework(_ id: Homework.ID, _ change: HomeworkChange) throws(StoreError) -> Homework {
    try write { (tx) throws(StoreError) in try tx.updateHomework(id, change) }
  }

  /// Moves the making of a homework's quiz on.
  public func updateGeneration(_ id: Homework.ID, _ update: GenerationUpdate) throws(StoreError) -> Homework {
    try write { (tx) throws(StoreError) in try tx.updateGeneration(id, update) }
  }

  /// Sums over all finished attempts.
  public func statistics() throws(StoreError) -> Statistics {
    try read { (tx) throws(StoreError) in try tx.statistics() }
  }

  /// Collections that hold any homework, in order of name.
  public func collections() throws(StoreError) -> [HomeworkCollection] {
    try read { (tx) throws(StoreError) in try tx.collections() }
  }

  /// The picture of a homework; `nil` where it has none.
  public func picture(of id: Homework.ID) throws(StoreError) -> Picture? {
    try read { (tx) throws(StoreError) in try tx.picture(of: id) }
  }

  /// Gives a homework its quiz, in place of one that it may have; refused while an attempt at that one is open.
  public func setQuiz(_ draft: QuizDraft, for id: Homework.ID) throws(StoreError) -> Quiz {
    try write { (tx) throws(StoreError) in try tx.setQuiz(draft, for: id) }
  }

  /// The current quiz of a homework; `nil` where it has none.
  public func quiz(for id: Homework.ID) throws(StoreError) -> Quiz? {
    try read { (tx) throws(StoreError) in try tx.quiz(for: id) }
  }

  /// Starts an attempt at the homework's quiz, which has at most one in progress.
  public func startAttempt(_ id: Homework.ID) throws(StoreError) -> Attempt {
    try write { (tx) throws(StoreError) in try tx.startAttempt(id) }
  }

  /// Settles the current question of an attempt. Celebrate only what this returned: it is on disk.
  public func settle(
    _ response: Response, in id: Attempt.ID, at index: Int? = nil, elapsedMs: Int = 0
  ) throws(StoreError) -> AnswerResult {
    try write { (tx) throws(StoreError) in try tx.settle(response, in: id, at: index, elapsedMs: elapsedMs) }
  }

  /// Completes an attempt whose questions are all settled.
  public func finishAttempt(_ id: Attempt.ID) throws(StoreError) -> FinishResult {
    try write { (tx) throws(StoreError) in try tx.finishAttempt(id) }
  }

  /// Ends an attempt that counts for nothing.
  public func abandonAttempt(_ id: Attempt.ID) throws(StoreError) -> Attempt {
    try write { (tx) throws(StoreError) in try tx.abandonAttempt(id) }
  }

  /// One attempt with its answers.
  public func attempt(_ id: Attempt.ID) throws(StoreError) -> Attempt {
    try read { (tx) throws(StoreError) in try tx.attempt(id) }
  }

  /// The attempt in progress of a homework; `nil` where none is.
  public func openAttempt(_ id: Homework.ID) throws(StoreError) -> Attempt? {
    try read { (tx) throws(StoreError) in try tx.openAttempt(id) }
  }

  /// Every attempt at a homework, the oldest first.
  public func attempts(of id: Homework.ID) throws(StoreError) -> [Attempt] {
    try read { (tx) throws(StoreError) in try tx.attempts(of: id) }
  }

  /// What was earned in this store so far.
  public func earned() throws(StoreError) -> Earned {
    try read { (tx) throws(StoreError) in try tx.earned() }
  }
}

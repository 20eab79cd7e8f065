public import HomeworkModel

/// The same calls for asynchronous code: they wait without holding a thread.
extension Store {
  /// Adds a homework, and its quiz where the draft has one.
  public func addHomework(_ draft: HomeworkDraft, marksFirstCapture: Bool = true) async throws(StoreError) -> Homework {
    try await write { (tx) throws(StoreError) in try tx.addHomework(draft, marksFirstCapture: marksFirstCapture) }
  }

  /// Homework, newest first, in pages.
  public func homeworkList(
    _ filter: HomeworkFilter = HomeworkFilter(), limit: Int = 50, after cursor: String? = nil
  ) async throws(StoreError) -> Page<Homework> {
    try await read { (tx) throws(StoreError) in try tx.homeworkList(filter, limit: limit, after: cursor) }
  }

  /// One homework.
  public func homework(_ id: Homework.ID) async throws(StoreError) -> Homework {
    try await read { (tx) throws(StoreError) in try tx.homework(id) }
  }

  /// The homework whose id is, begins or ends with `text`.
  public func homeworkId(matching text: String) async throws(StoreError) -> Homework.ID {
    try await read { (tx) throws(StoreError) in try tx.homeworkId(matching: text) }
  }

  /// The attempt whose id is, begins or ends with `text`.
  public func attemptId(matching text: String) async throws(StoreError) -> Attempt.ID {
    try await read { (tx) throws(StoreError) in try tx.attemptId(matching: text) }
  }

  /// Deletes all of them or, where one is not there, none.
  public func deleteHomework(_ ids: [Homework.ID]) async throws(StoreError) -> [Homework] {
    try await write { (tx) throws(StoreError) in try tx.deleteHomework(ids) }
  }

  /// Marks it done. Again is no error, and keeps the first time.
  public func completeHomework(_ id: Homework.ID) async throws(StoreError) -> Homework {
    try await write { (tx) throws(StoreError) in try tx.completeHomework(id) }
  }

  /// Marks it not done. Again is no error.
  public func reopenHomework(_ id: Homework.ID) async throws(StoreError) -> Homework {
    try await write { (tx) throws(StoreError) in try tx.reopenHomework(id) }
  }

  /// Changes a homework, by the rules by which it was added.
  public func updateHomework(_ id: Homework.ID, _ change: HomeworkChange) async throws(StoreError) -> Homework {
    try await write { (tx) throws(StoreError) in try tx.updateHomework(id, change) }
  }

  /// Moves the making of a homework's quiz on.
  public func updateGeneration(_ id: Homework.ID, _ update: GenerationUpdate) async throws(StoreError) -> Homework {
    try await write { (tx) throws(StoreError) in try tx.updateGeneration(id, update) }
  }

  /// Sums over all finished attempts.
  public func statistics() async throws(StoreError) -> Statistics {
    try await read { (tx) throws(StoreError) in try tx.statistics() }
  }

  /// Collections that hold any homework, in order of name.
  public func collections() async throws(StoreError) -> [HomeworkCollection] {
    try await read { (tx) throws(StoreError) in try tx.collections() }
  }

  /// The picture of a homework; `nil` where it has none.
  public func picture(of id: Homework.ID) async throws(StoreError) -> Picture? {
    try await read { (tx) throws(StoreError) in try tx.picture(of: id) }
  }

  /// Gives a homework its quiz, in place of one that it may have; refused while an attempt at that one is open.
  public func setQuiz(_ draft: QuizDraft, for id: Homework.ID) async throws(StoreError) -> Quiz {
    try await write { (tx) throws(StoreError) in try tx.setQuiz(draft, for: id) }
  }

  /// The current quiz of a homework; `nil` where it has none.
  public func quiz(for id: Homework.ID) async throws(StoreError) -> Quiz? {
    try await read { (tx) throws(StoreError) in try tx.quiz(for: id) }
  }

  /// Starts an attempt at the homework's quiz, which has at most one in progress.
  public func startAttempt(_ id: Homework.ID) async throws(StoreError) -> Attempt {
    try await write { (tx) throws(StoreError) in try tx.startAttempt(id) }
  }

  /// Settles the current question of an attempt. Celebrate only what this returned: it is on disk.
  public func settle(
    _ response: Response, in id: Attempt.ID, at index: Int? = nil, elapsedMs: Int = 0
  ) async throws(StoreError) -> AnswerResult {
    try await write { (tx) throws(StoreError) in try tx.settle(response, in: id, at: index, elapsedMs: elapsedMs) }
  }

  /// Completes an attempt whose questions are all settled.
  public func finishAttempt(_ id: Attempt.ID) async throws(StoreError) -> FinishResult {
    try await write { (tx) throws(StoreError) in try tx.finishAttempt(id) }
  }

  /// Ends an attempt that counts for nothing.
  public func abandonAttempt(_ id: Attempt.ID) async throws(StoreError) -> Attempt {
    try await write { (tx) throws(StoreError) in try tx.abandonAttempt(id) }
  }

  /// One attempt with its answers.
  public func attempt(_ id: Attempt.ID) async throws(StoreError) -> Attempt {
    try await read { (tx) throws(StoreError) in try tx.attempt(id) }
  }

  /// The attempt in progress of a homework; `nil` where none is.
  public func openAttempt(_ id: Homework.ID) async throws(StoreError) -> Attempt? {
    try await read { (tx) throws(StoreError) in try tx.openAttempt(id) }
  }

  /// Every attempt at a homework, the oldest first.
  public func attempts(of id: Homework.ID) async throws(StoreError) -> [Attempt] {
    try await read { (tx) throws(StoreError) in try tx.attempts(of: id) }
  }

  /// What was earned in this store so far.
  public func earned() async throws(StoreError) -> Earned {
    try await read { (tx) throws(StoreError) in try tx.earned() }
  }
}

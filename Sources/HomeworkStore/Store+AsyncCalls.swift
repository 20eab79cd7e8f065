public import Homework

/// The same calls for asynchronous code: they wait without holding a thread.
extension Store {
  public func addHomework(_ draft: HomeworkDraft, marksFirstCapture: Bool = true) async throws(StoreError) -> Homework {
    try await write { (tx) throws(StoreError) in try tx.addHomework(draft, marksFirstCapture: marksFirstCapture) }
  }

  public func homeworkList(
    _ filter: HomeworkFilter = HomeworkFilter(), limit: Int = 50, after cursor: String? = nil
  ) async throws(StoreError) -> Page<Homework> {
    try await read { (tx) throws(StoreError) in try tx.homeworkList(filter, limit: limit, after: cursor) }
  }

  public func homework(_ id: Homework.ID) async throws(StoreError) -> Homework {
    try await read { (tx) throws(StoreError) in try tx.homework(id) }
  }

  public func homeworkId(matching text: String) async throws(StoreError) -> Homework.ID {
    try await read { (tx) throws(StoreError) in try tx.homeworkId(matching: text) }
  }

  public func attemptId(matching text: String) async throws(StoreError) -> Attempt.ID {
    try await read { (tx) throws(StoreError) in try tx.attemptId(matching: text) }
  }

  public func deleteHomework(_ ids: [Homework.ID]) async throws(StoreError) -> [Homework] {
    try await write { (tx) throws(StoreError) in try tx.deleteHomework(ids) }
  }

  public func completeHomework(_ id: Homework.ID) async throws(StoreError) -> Homework {
    try await write { (tx) throws(StoreError) in try tx.completeHomework(id) }
  }

  public func reopenHomework(_ id: Homework.ID) async throws(StoreError) -> Homework {
    try await write { (tx) throws(StoreError) in try tx.reopenHomework(id) }
  }

  public func updateHomework(_ id: Homework.ID, _ change: HomeworkChange) async throws(StoreError) -> Homework {
    try await write { (tx) throws(StoreError) in try tx.updateHomework(id, change) }
  }

  public func updateGeneration(_ id: Homework.ID, _ update: GenerationUpdate) async throws(StoreError) -> Homework {
    try await write { (tx) throws(StoreError) in try tx.updateGeneration(id, update) }
  }

  public func statistics() async throws(StoreError) -> Statistics {
    try await read { (tx) throws(StoreError) in try tx.statistics() }
  }

  public func collections() async throws(StoreError) -> [Collection] {
    try await read { (tx) throws(StoreError) in try tx.collections() }
  }

  public func picture(of id: Homework.ID) async throws(StoreError) -> Picture? {
    try await read { (tx) throws(StoreError) in try tx.picture(of: id) }
  }

  public func setQuiz(_ draft: QuizDraft, for id: Homework.ID) async throws(StoreError) -> Quiz {
    try await write { (tx) throws(StoreError) in try tx.setQuiz(draft, for: id) }
  }

  public func quiz(for id: Homework.ID) async throws(StoreError) -> Quiz? {
    try await read { (tx) throws(StoreError) in try tx.quiz(for: id) }
  }

  public func startAttempt(_ id: Homework.ID) async throws(StoreError) -> Attempt {
    try await write { (tx) throws(StoreError) in try tx.startAttempt(id) }
  }

  public func settle(
    _ response: Response, in id: Attempt.ID, at index: Int? = nil, elapsedMs: Int = 0
  ) async throws(StoreError) -> Settlement {
    try await write { (tx) throws(StoreError) in try tx.settle(response, in: id, at: index, elapsedMs: elapsedMs) }
  }

  public func finishAttempt(_ id: Attempt.ID) async throws(StoreError) -> FinishResult {
    try await write { (tx) throws(StoreError) in try tx.finishAttempt(id) }
  }

  public func abandonAttempt(_ id: Attempt.ID) async throws(StoreError) -> Attempt {
    try await write { (tx) throws(StoreError) in try tx.abandonAttempt(id) }
  }

  public func attempt(_ id: Attempt.ID) async throws(StoreError) -> Attempt {
    try await read { (tx) throws(StoreError) in try tx.attempt(id) }
  }

  public func openAttempt(_ id: Homework.ID) async throws(StoreError) -> Attempt? {
    try await read { (tx) throws(StoreError) in try tx.openAttempt(id) }
  }

  public func attempts(of id: Homework.ID) async throws(StoreError) -> [Attempt] {
    try await read { (tx) throws(StoreError) in try tx.attempts(of: id) }
  }

  public func earned() async throws(StoreError) -> Earned {
    try await read { (tx) throws(StoreError) in try tx.earned() }
  }
}

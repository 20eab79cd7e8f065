public import Homework

/// Single calls, each a transaction of its own; the transactions' methods of the same names say what they do.
extension Store {
  public func addHomework(_ draft: HomeworkDraft, marksFirstCapture: Bool = true) throws(StoreError) -> Homework {
    try write { (tx) throws(StoreError) in try tx.addHomework(draft, marksFirstCapture: marksFirstCapture) }
  }

  public func homeworkList(
    _ filter: HomeworkFilter = HomeworkFilter(), limit: Int = 50, after cursor: String? = nil
  ) throws(StoreError) -> Page<Homework> {
    try readOnce { (tx) throws(StoreError) in try tx.homeworkList(filter, limit: limit, after: cursor) }
  }

  public func homework(_ id: Homework.ID) throws(StoreError) -> Homework {
    try readOnce { (tx) throws(StoreError) in try tx.homework(id) }
  }

  public func homeworkId(matching text: String) throws(StoreError) -> Homework.ID {
    try read { (tx) throws(StoreError) in try tx.homeworkId(matching: text) }
  }

  public func attemptId(matching text: String) throws(StoreError) -> Attempt.ID {
    try read { (tx) throws(StoreError) in try tx.attemptId(matching: text) }
  }

  public func deleteHomework(_ ids: [Homework.ID]) throws(StoreError) -> [Homework] {
    try write { (tx) throws(StoreError) in try tx.deleteHomework(ids) }
  }

  public func completeHomework(_ id: Homework.ID) throws(StoreError) -> Homework {
    try write { (tx) throws(StoreError) in try tx.completeHomework(id) }
  }

  public func reopenHomework(_ id: Homework.ID) throws(StoreError) -> Homework {
    try write { (tx) throws(StoreError) in try tx.reopenHomework(id) }
  }

  public func updateHomework(_ id: Homework.ID, _ change: HomeworkChange) throws(StoreError) -> Homework {
    try write { (tx) throws(StoreError) in try tx.updateHomework(id, change) }
  }

  public func updateGeneration(_ id: Homework.ID, _ update: GenerationUpdate) throws(StoreError) -> Homework {
    try write { (tx) throws(StoreError) in try tx.updateGeneration(id, update) }
  }

  public func statistics() throws(StoreError) -> Statistics {
    try read { (tx) throws(StoreError) in try tx.statistics() }
  }

  public func collections() throws(StoreError) -> [Collection] {
    try read { (tx) throws(StoreError) in try tx.collections() }
  }

  public func picture(of id: Homework.ID) throws(StoreError) -> Picture? {
    try read { (tx) throws(StoreError) in try tx.picture(of: id) }
  }

  public func setQuiz(_ draft: QuizDraft, for id: Homework.ID) throws(StoreError) -> Quiz {
    try write { (tx) throws(StoreError) in try tx.setQuiz(draft, for: id) }
  }

  public func quiz(for id: Homework.ID) throws(StoreError) -> Quiz? {
    try read { (tx) throws(StoreError) in try tx.quiz(for: id) }
  }

  public func startAttempt(_ id: Homework.ID) throws(StoreError) -> Attempt {
    try write { (tx) throws(StoreError) in try tx.startAttempt(id) }
  }

  public func settle(
    _ response: Response, in id: Attempt.ID, at index: Int? = nil, elapsedMs: Int = 0
  ) throws(StoreError) -> Settlement {
    try write { (tx) throws(StoreError) in try tx.settle(response, in: id, at: index, elapsedMs: elapsedMs) }
  }

  public func finishAttempt(_ id: Attempt.ID) throws(StoreError) -> FinishResult {
    try write { (tx) throws(StoreError) in try tx.finishAttempt(id) }
  }

  public func abandonAttempt(_ id: Attempt.ID) throws(StoreError) -> Attempt {
    try write { (tx) throws(StoreError) in try tx.abandonAttempt(id) }
  }

  public func attempt(_ id: Attempt.ID) throws(StoreError) -> Attempt {
    try read { (tx) throws(StoreError) in try tx.attempt(id) }
  }

  public func openAttempt(_ id: Homework.ID) throws(StoreError) -> Attempt? {
    try read { (tx) throws(StoreError) in try tx.openAttempt(id) }
  }

  public func attempts(of id: Homework.ID) throws(StoreError) -> [Attempt] {
    try read { (tx) throws(StoreError) in try tx.attempts(of: id) }
  }

  public func earned() throws(StoreError) -> Earned {
    try read { (tx) throws(StoreError) in try tx.earned() }
  }
}

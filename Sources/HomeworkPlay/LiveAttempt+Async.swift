public import HomeworkModel
public import HomeworkMotion
public import HomeworkStore

/// The calls for asynchronous code. They do not block a thread.
extension LiveAttempt {
  /// Opens a session on an attempt; see `openAndWait`.
  public static func open(
    _ id: Attempt.ID, in store: Store, environment: SessionEnvironment = SessionEnvironment(),
    after former: LiveAttempt? = nil, clock: PlayClock = .sinceOpened()
  ) async throws -> LiveAttempt {
    try await Store.offThread { _ in
      try openAndWait(id, in: store, environment: environment, after: former, clock: clock)
    }
  }

  /// Opens a session on a learner's attempt in progress at an assignment. If there is none, call `start`.
  public static func open(
    homework id: Homework.ID, by learner: Learner.ID? = nil, in store: Store,
    environment: SessionEnvironment = SessionEnvironment(), after former: LiveAttempt? = nil,
    clock: PlayClock = .sinceOpened()
  ) async throws -> LiveAttempt {
    try await Store.offThread { _ in
      try openAndWait(homework: id, by: learner, in: store, environment: environment, after: former, clock: clock)
    }
  }

  /// Starts an attempt at the quiz of an assignment, and shows its first question.
  @discardableResult
  public func start(
    _ homework: Homework.ID, _ options: AttemptOptions = AttemptOptions(), atMs: Int? = nil
  ) async throws -> Played<Attempt> {
    try await Store.offThread { _ in try self.startAndWait(homework, options, atMs: atMs) }
  }

  /// Answers the current question. When it returns, the answer is on disk, and its cues can be shown.
  @discardableResult
  public func settle(_ response: Response, atMs: Int? = nil) async throws -> Played<AnswerResult> {
    try await Store.offThread { _ in try self.settleAndWait(response, atMs: atMs) }
  }

  /// Answers the question with typed text: the letter of an option, its number from 1, or text; `nil` skips it.
  @discardableResult
  public func settle(typed: String?, atMs: Int? = nil) async throws -> Played<AnswerResult> {
    try await Store.offThread { _ in try self.settleAndWait(typed: typed, atMs: atMs) }
  }

  /// Counts the last answer, a wrong typed one, because the learner was right; see `acceptAndWait`.
  @discardableResult
  public func accept(atMs: Int? = nil) async throws -> Played<AnswerResult> {
    try await Store.offThread { _ in try self.acceptAndWait(atMs: atMs) }
  }

  /// Completes the attempt, whose questions must all be settled, and shows its results.
  @discardableResult
  public func finish(atMs: Int? = nil) async throws -> Played<FinishResult> {
    try await Store.offThread { _ in try self.finishAndWait(atMs: atMs) }
  }

  /// Abandons the attempt, which then does not count.
  @discardableResult
  public func abandon(atMs: Int? = nil) async throws -> Played<Attempt> {
    try await Store.offThread { _ in try self.abandonAndWait(atMs: atMs) }
  }

  /// Reports what happens on screen. It is never saved.
  @discardableResult
  public func show(_ event: ScreenAction, atMs: Int? = nil) async throws -> CueChanges {
    try await Store.offThread { _ in try self.showAndWait(event, atMs: atMs) }
  }

  /// Shows what other processes commit, until the task is cancelled or the session ends.
  public func follow() -> AsyncThrowingStream<CueChanges, any Error> {
    AsyncThrowingStream { continuation in
      let task = Task {
        do {
          for try await _ in try await store.events() {
            let changes = try await Store.offThread { _ in try self.followAndWait() }
            if changes != CueChanges() { continuation.yield(changes) }
          }
          continuation.finish()
        } catch LiveAttemptError.ended {
          continuation.finish()
        } catch {
          continuation.finish(throwing: error)
        }
      }
      let forget = onEnd { continuation.finish() }
      continuation.onTermination = { _ in
        task.cancel()
        forget()
      }
    }
  }
}

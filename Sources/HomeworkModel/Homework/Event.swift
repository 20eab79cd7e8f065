/// A fact of a store, numbered without gaps.
public struct Event: Hashable, Sendable {
  /// The kind of a fact.
  public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
    case homeworkAdded, homeworkUpdated, homeworkCompleted, homeworkReopened, homeworkDeleted
    /// A deletion was undone.
    case homeworkRestored
    /// The first homework was added to this store.
    case firstCapture
    /// All homework of a collection is now complete.
    case collectionCompleted
    case quizSet, generationChanged
    case attemptStarted, answerSettled, attemptFinished, attemptAbandoned
    /// An attempt was given more time.
    case attemptExtended
    /// An attempt that was played on another copy continues here.
    case attemptTaken
    /// An answer was graded anew by a corrected key, or a learner had a wrong one counted: its outcome was the other
    /// one of correct and wrong.
    case answerRegraded, answerAccepted
    case achievementUnlocked, milestoneReached
    /// A learner was added or renamed, or became the default.
    case learnerAdded, learnerUpdated
    /// A learner was erased, or the event was about a learner who is now erased. Only number and time are known.
    case erased
    /// A backup replaced everything. The log starts again with this event and skips a number, so followers of events
    /// get `historyGone`.
    case databaseRestored
  }

  /// The details of an event, depending on its kind.
  public struct Detail: Hashable, Sendable {
    /// The attempt. For an answer: the question, from 0, the outcome, and the streak position: 1 to 10, 0 for a wrong
    /// or skipped MCQ, `nil` for other kinds.
    public var attemptId: Attempt.ID?, questionIndex: Int?, outcome: Outcome?, streakPosition: Int?
    /// The name of the collection, achievement or generation state; the number of a milestone.
    public var name: String?
    /// The reason why the generation failed.
    public var reason: String?
    /// The number of seconds during which the generation must not be retried.
    public var retryAfterSeconds: Int?

    /// Creates details from their parts.
    package init(
      attemptId: Attempt.ID? = nil, questionIndex: Int? = nil, outcome: Outcome? = nil, streakPosition: Int? = nil,
      name: String? = nil, reason: String? = nil, retryAfterSeconds: Int? = nil
    ) {
      self.attemptId = attemptId
      self.questionIndex = questionIndex
      self.outcome = outcome
      self.streakPosition = streakPosition
      self.name = name
      self.reason = reason
      self.retryAfterSeconds = retryAfterSeconds
    }
  }

  /// The number, from 1, the kind, and the time by the clock of the store that wrote it.
  public var sequence: Int64, kind: Kind, at: Timestamp
  /// The homework, which may have been deleted since; the learner; and the details.
  public var homeworkId: Homework.ID?, learnerId: Learner.ID?, detail: Detail
  /// The copy of the library on which it happened; `nil` if on this one.
  public var origin: SyncCopy.ID?

  /// Creates an event from its parts.
  package init(
    sequence: Int64, kind: Kind, at: Timestamp, homeworkId: Homework.ID? = nil, learnerId: Learner.ID? = nil,
    detail: Detail = Detail(), origin: SyncCopy.ID? = nil
  ) {
    (self.sequence, self.kind, self.at) = (sequence, kind, at)
    (self.homeworkId, self.learnerId, self.detail, self.origin) = (homeworkId, learnerId, detail, origin)
  }

  /// Returns the same event with a number and the learner that it concerns.
  package func numbered(_ sequence: Int64, of learner: Learner.ID?) -> Event {
    Event(
      sequence: sequence, kind: kind, at: at, homeworkId: homeworkId, learnerId: learner, detail: detail,
      origin: origin)
  }
}

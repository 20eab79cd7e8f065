/// A fact of a store, numbered without gaps.
public struct Event: Hashable, Sendable {
  /// What happened.
  public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
    case homeworkAdded, homeworkUpdated, homeworkCompleted, homeworkReopened, homeworkDeleted
    /// A deletion was undone.
    case homeworkRestored
    /// The first homework ever added to this store.
    case firstCapture
    /// With this, every homework of a collection is complete.
    case collectionCompleted
    case quizSet, generationChanged
    case attemptStarted, answerSettled, attemptFinished, attemptAbandoned
    case achievementUnlocked, milestoneReached
    /// A learner was added, renamed or made the default.
    case learnerAdded, learnerUpdated
    /// A learner was erased, or what this told was of one who is: nothing else is known of it.
    case erased
    /// Everything was replaced by what a backup holds. The log begins anew with it, and its number is not the next one:
    /// whoever followed events is told `historyGone`.
    case databaseRestored
  }

  /// What else an event of its kind tells.
  public struct Detail: Hashable, Sendable {
    /// The attempt that it is of. Of an answer: the question, from 0, what it was graded, and its position in the streak: 1 to 10, 0 for a wrong or
    /// skipped MCQ, `nil` for other kinds.
    public let attemptId: Attempt.ID?, questionIndex: Int?, outcome: Outcome?, streakPosition: Int?
    /// Of the collection, the achievement, the state of the generation; the number of a milestone.
    public let name: String?
    /// Why a generation failed.
    public let reason: String?

    /// With these parts.
    package init(
      attemptId: Attempt.ID? = nil, questionIndex: Int? = nil, outcome: Outcome? = nil, streakPosition: Int? = nil,
      name: String? = nil, reason: String? = nil
    ) {
      self.attemptId = attemptId
      self.questionIndex = questionIndex
      self.outcome = outcome
      self.streakPosition = streakPosition
      self.name = name
      self.reason = reason
    }
  }

  /// Its number, from 1, what happened, and when, by the clock of the store that wrote it.
  public let sequence: Int64, kind: Kind, at: Timestamp
  /// The homework that it is of, which may be deleted meanwhile, the learner, and what else it tells.
  public let homeworkId: Homework.ID?, learnerId: Learner.ID?, detail: Detail

  /// With these parts.
  package init(
    sequence: Int64, kind: Kind, at: Timestamp, homeworkId: Homework.ID? = nil, learnerId: Learner.ID? = nil,
    detail: Detail = Detail()
  ) {
    (self.sequence, self.kind, self.at) = (sequence, kind, at)
    (self.homeworkId, self.learnerId, self.detail) = (homeworkId, learnerId, detail)
  }

  /// The same with a number, and a learner whom it is about.
  package func numbered(_ sequence: Int64, of learner: Learner.ID?) -> Event {
    Event(sequence: sequence, kind: kind, at: at, homeworkId: homeworkId, learnerId: learner, detail: detail)
  }
}

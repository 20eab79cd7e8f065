/// What a learner is to be asked again, counted by homework.
public struct DueReviews: Hashable, Sendable {
  /// Those of whose questions the learner has answered any: by how many are due, then by when the next one is, then by title.
  public let homework: [DueHomework]

  /// In any order.
  public init(_ homework: [DueHomework]) {
    self.homework = homework.sorted { one, other in one.place < other.place }
  }

  /// Questions that are due, of all homework.
  public var total: Int { homework.reduce(0) { $0 + $1.due } }
  /// When the next question is due, where none is yet; `nil` where none was ever answered.
  public var nextDueAt: Timestamp? { total > 0 ? nil : homework.first?.nextDueAt }
}

/// How much of one homework a learner is to be asked again.
public struct DueHomework: Hashable, Sendable {
  /// Whose questions they are, and its title.
  public let homeworkId: Homework.ID, title: String
  /// Questions that are due.
  public let due: Int
  /// When the next question is due; `nil` where one is already.
  public let nextDueAt: Timestamp?

  /// `nextDueAt` counts only where nothing is due.
  public init(homeworkId: Homework.ID, title: String, due: Int, nextDueAt: Timestamp?) {
    (self.homeworkId, self.title, self.due) = (homeworkId, title, due)
    self.nextDueAt = due > 0 ? nil : nextDueAt
  }

  fileprivate var place: (Int, Int64, String, Homework.ID) {
    (-due, nextDueAt?.millisecondsSince1970 ?? 0, title, homeworkId)
  }
}

/// One question that is due.
public struct DueQuestion: Hashable, Sendable {
  /// The question, and the homework that it is of.
  public let questionId: Question.ID, homeworkId: Homework.ID
  /// Since when.
  public let dueAt: Timestamp

  package init(questionId: Question.ID, homeworkId: Homework.ID, dueAt: Timestamp) {
    (self.questionId, self.homeworkId, self.dueAt) = (questionId, homeworkId, dueAt)
  }
}

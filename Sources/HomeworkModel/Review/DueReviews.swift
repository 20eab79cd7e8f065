/// The number of a learner's due questions, by homework.
public struct DueReviews: Hashable, Sendable {
  /// All homework with an answered question, sorted by number of due questions, then by next due time, then by title.
  public var homework: [DueHomework]
  /// The number of questions that become due on each of the next days, today with all that are overdue; `nil` unless
  /// asked for.
  public var days: [DueDay]?

  /// Creates the list from homework in any order.
  package init(_ homework: [DueHomework]) {
    self.homework = homework.sorted { one, other in one.order < other.order }
  }

  /// The number of due questions in all homework.
  public var total: Int { homework.reduce(0) { $0 + $1.due } }
  /// The time when the next question is due, if none is due now; `nil` if no question was ever answered.
  public var nextDueAt: Timestamp? { total > 0 ? nil : homework.first?.nextDueAt }
}

/// The number of questions that become due on one day.
public struct DueDay: Hashable, Sendable {
  /// The day, such as `2026-11-20`.
  public var day: String
  /// The number of questions.
  public var due: Int

  package init(day: String, due: Int) { (self.day, self.due) = (day, due) }
}

/// The number of due questions in one assignment.
public struct DueHomework: Hashable, Sendable {
  /// The homework's id and title.
  public var homeworkId: Homework.ID, title: String
  /// The number of due questions.
  public var due: Int
  /// The time when the next question is due; `nil` if one is due now.
  public var nextDueAt: Timestamp?

  /// Creates an entry. `nextDueAt` is ignored if a question is due.
  package init(homeworkId: Homework.ID, title: String, due: Int, nextDueAt: Timestamp?) {
    (self.homeworkId, self.title, self.due) = (homeworkId, title, due)
    self.nextDueAt = due > 0 ? nil : nextDueAt
  }

  fileprivate var order: (Int, Int64, String, Homework.ID) {
    (-due, nextDueAt?.millisecondsSince1970 ?? 0, title, homeworkId)
  }
}

/// A question that is due.
public struct DueQuestion: Hashable, Sendable {
  /// The question and its homework.
  public let questionId: Question.ID, homeworkId: Homework.ID
  /// The time when the question became due.
  public let dueAt: Timestamp

  package init(questionId: Question.ID, homeworkId: Homework.ID, dueAt: Timestamp) {
    (self.questionId, self.homeworkId, self.dueAt) = (questionId, homeworkId, dueAt)
  }
}

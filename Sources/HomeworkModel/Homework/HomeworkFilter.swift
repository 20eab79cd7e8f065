/// Which homework a list shows.
public struct HomeworkFilter: Hashable, Sendable {
  /// Exactly this subject; those in this collection, of this status, and due by then.
  public var subject: String?, collection: String?, status: Status?, due: Due?
  /// Words that must all appear in title, subject, text or questions, without regard to case and diacritics; of the
  /// last one its beginning is enough.
  public var search: String?

  /// Without parameters: all of them.
  public init(
    subject: String? = nil, collection: String? = nil, status: Status? = nil, due: Due? = nil, search: String? = nil
  ) {
    self.subject = subject
    self.collection = collection
    self.status = status
    self.due = due
    self.search = search
  }

  /// How far a homework is.
  public enum Status: String, Hashable, Sendable, CaseIterable {
    /// Neither marked complete nor ever attempted.
    case new
    /// Attempted, and not marked complete.
    case started
    /// Marked complete.
    case completed
  }

  /// By due date, as seen from a day such as `2026-11-20`: the reader's, who alone knows where they are.
  public enum Due: Hashable, Sendable {
    case today(String)
    /// On this day or one of the six after it.
    case week(from: String)
    /// Before this day, and not marked complete.
    case overdue(on: String)
  }
}

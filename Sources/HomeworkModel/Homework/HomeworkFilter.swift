/// Selects the homework in a list.
public struct HomeworkFilter: Hashable, Sendable {
  /// The subject, the collection, the status and the due date.
  public var subject: String?, collection: String?, status: Status?, due: Due?
  /// Words that must all appear in the title, subject, text or questions, without regard to case and diacritics. The
  /// last word may be a prefix. At most 500 characters.
  public var search: String?
  /// Words that must all appear in the note, without regard to the case of ASCII letters. At most 500 characters.
  public var note: String?

  /// The limit for a search text, in Unicode scalars: as long as a title.
  package static let longestSearch = HomeworkDraft.longestTitle

  /// Creates a filter; by default it selects all homework.
  public init(
    subject: String? = nil, collection: String? = nil, status: Status? = nil, due: Due? = nil, search: String? = nil,
    note: String? = nil
  ) {
    self.subject = subject
    self.collection = collection
    self.status = status
    self.due = due
    self.search = search
    self.note = note
  }

  /// The reasons why the filter is invalid.
  package var faults: [Fault] {
    let tooLong = [("search", search), ("note", note)].filter { $1?.isWithin(Self.longestSearch) == false }
    return tooLong.map { Fault(path: $0.0, message: "is longer than \(Self.longestSearch) characters") }
      + (note?.split(whereSeparator: \.isWhitespace).isEmpty == true
        ? [Fault(path: "note", message: "contains no searchable word")] : [])
      + (due.map { if case .today(let day) = $0 { HomeworkDraft.isDate(day) } else { true } } == false
        ? [Fault(path: "dueOn", message: "is not a date such as 2026-11-20")] : [])
  }

  /// The status of an assignment.
  public enum Status: String, Hashable, Sendable, CaseIterable {
    /// Not complete, and never attempted.
    case new
    /// Attempted, but not complete.
    case started
    /// Marked as complete.
    case completed
  }

  /// Selects by due date, relative to the reader's date, such as `2026-11-20`.
  public enum Due: Hashable, Sendable {
    case today(String)
    /// Due on this day or within the six days after it.
    case week(from: String)
    /// Due before this day, and not complete.
    case overdue(on: String)
  }
}

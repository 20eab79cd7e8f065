/// A problem found by a check.
public struct Inconsistency: Hashable, Sendable, CustomStringConvertible {
  /// The kind of a problem.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// SQLite reports damage to the structure of the file.
    case structure
    /// Another program removed an index, a trigger or a view; a repair makes it again.
    case schema
    /// A row refers to a row that does not exist.
    case reference
    /// An answer's question belongs to another quiz than its attempt's.
    case question
    /// A quiz's number of questions differs from the stored number.
    case questionCount
    /// An answer's outcome differs from its last grading.
    case grading
    /// The ledger's stars for an attempt differ from those of its answers, or its line is missing.
    case credit
    /// The bytes of a picture do not match its digest.
    case picture
    /// The numbers of events have a gap.
    case events
    /// A value is outside its range, so that every call that reads it reports damage.
    case value
    /// The search index does not match the content.
    case search
  }

  /// The kind; the id of the attempt or homework, or the table; and the stored and the expected value.
  public var kind: Kind, place: String, detail: String

  package init(kind: Kind, place: String, detail: String) {
    (self.kind, self.place, self.detail) = (kind, place, detail)
  }

  public var description: String { "\(kind.rawValue) of \(place): \(detail)" }
}

/// The problems before and after a repair. Some damage cannot be repaired.
public struct RepairReport: Hashable, Sendable {
  /// The problems found by checks before and after the repair.
  public var found: [Inconsistency], left: [Inconsistency]

  package init(found: [Inconsistency], left: [Inconsistency]) { (self.found, self.left) = (found, left) }
}

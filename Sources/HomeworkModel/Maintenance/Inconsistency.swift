/// One thing that is not as it must be, and where.
public struct Inconsistency: Hashable, Sendable, CustomStringConvertible {
  /// What is wrong.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// SQLite finds the file's own structure damaged.
    case structure
    /// A row refers to one that is not there.
    case reference
    /// A row is not what was written: its checksum is another.
    case checksum
    /// An answer is to a question of another quiz than its attempt's.
    case question
    /// A quiz says another number of questions than it has.
    case questionCount
    /// A settled answer is stored at another streak position than the answers before it give.
    case streakPosition
    /// What is counted up to a settled answer is not what the answers give.
    case standing
    /// The ledger credits other stars than the attempt's answers give, or nothing at all.
    case credit
    /// Progress is not what the finished attempts give.
    case progress
    /// A picture's bytes are not those that it is known by.
    case picture
    /// Numbers of events are missing in between.
    case events
    /// Search does not find what is there, or finds what is not.
    case search
  }

  /// What is wrong; the id of the attempt or homework, or the table; and what is stored, with what it should be.
  public let kind: Kind, place: String, detail: String

  package init(kind: Kind, place: String, detail: String) {
    (self.kind, self.place, self.detail) = (kind, place, detail)
  }

  public var description: String { "\(kind.rawValue) of \(place): \(detail)" }
}

/// What a repair found, and what of it is left: damage to what nothing else tells.
public struct RepairReport: Hashable, Sendable {
  /// Everything that a check found before, and what it finds afterwards.
  public let found: [Inconsistency], left: [Inconsistency]

  package init(found: [Inconsistency], left: [Inconsistency]) { (self.found, self.left) = (found, left) }
}

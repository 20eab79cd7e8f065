/// A copy of a library: one place that stores it, such as a file. All copies share the library's id.
public enum SyncCopy {
  /// A UUID that a copy gets when its file is created.
  public typealias ID = Identifier<SyncCopy>
  /// Identifies a library: the id of the copy on which it began.
  public typealias LibraryID = Identifier<SyncCopy>

  /// Returns the id of a new library's first copy, from the time and the random bits of its first learner's id.
  package static func first(atMs milliseconds: Int64, random: (UInt64, UInt64)) -> ID {
    ID(atMs: milliseconds, random: (random.0, ~random.1))
  }
}

/// The time of a change, which orders the changes of all copies: the wall clock, or one more than the latest time that
/// was known when it was made, if that is later.
package enum HybridTime {
  /// The number of times within one millisecond: few enough that each time has 53 bits, which every language can read.
  package static let perMs: Int64 = 1024
  /// Accepted timestamps: 1970 to 2100. A clock outside this range is read as the nearer limit.
  package static let limits: ClosedRange<Int64> = 0...4_102_444_800_000 * perMs

  /// By how much the counter of one copy may be ahead of another one's.
  package static let largestStep: Int64 = 1 << 40

  /// Returns the time of a wall clock.
  package static func at(_ now: Timestamp) -> Int64 {
    let (time, overflows) = now.millisecondsSince1970.multipliedReportingOverflow(by: perMs)
    guard !overflows else { return now.millisecondsSince1970 < 0 ? limits.lowerBound : limits.upperBound }
    return min(max(time, limits.lowerBound), limits.upperBound)
  }

  /// Returns the millisecond in which a time lies.
  package static func timestamp(of time: Int64) -> Timestamp { Timestamp(millisecondsSince1970: time / perMs) }
}

/// The changes of one copy that another one has: all up to a time.
public struct SyncKnown: Hashable, Sendable {
  /// The time of the newest change, the number of all of them, and a sum of their times, which differs if another
  /// database uses the same copy's id.
  public var time: Int64, count: Int, digest: Int64

  package init(time: Int64, count: Int, digest: Int64) { (self.time, self.count, self.digest) = (time, count, digest) }
}

/// The description that a copy gives of itself before an exchange.
public struct SyncHello: Hashable, Sendable {
  /// The library, the copy, and the version of its schema.
  public var libraryId: SyncCopy.LibraryID, copyId: SyncCopy.ID, schema: Int
  /// The changes that it has of each copy.
  public var known: [SyncCopy.ID: SyncKnown]
  /// True if it holds nothing yet, so that it can become a copy of any library.
  public var isEmpty: Bool

  package init(
    libraryId: SyncCopy.LibraryID, copyId: SyncCopy.ID, schema: Int, known: [SyncCopy.ID: SyncKnown],
    isEmpty: Bool
  ) {
    (self.libraryId, self.copyId, self.schema) = (libraryId, copyId, schema)
    (self.known, self.isEmpty) = (known, isEmpty)
  }
}

/// The number of things that a copy got from another one.
public struct SyncCounts: Hashable, Sendable {
  /// The number of learners and assignments; of attempts that are new, have ended or were graded anew; of answers; of
  /// edited fields; of deletions and erasures.
  public var learners = 0, homework = 0, attempts = 0, answers = 0, edits = 0, deletions = 0

  /// Creates counts of nothing.
  public init() {}

  /// Adds the counts of another part.
  public mutating func add(_ other: SyncCounts) {
    learners += other.learners
    homework += other.homework
    attempts += other.attempts
    answers += other.answers
    edits += other.edits
    deletions += other.deletions
  }
}

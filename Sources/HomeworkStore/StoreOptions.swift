public import HomeworkModel
package import HomeworkSQLite
import HomeworkSystem
import Synchronization

/// How a store is kept. The defaults are right for an app.
public struct StoreOptions: Sendable {
  /// When a write counts as done.
  public enum Durability: String, Sendable, CaseIterable {
    /// When it is on disk (`synchronous=FULL`): it survives the power going.
    case full
    /// When it is with the operating system (`synchronous=NORMAL`): it survives the program being killed, and the power
    /// going may take back the last ones, whole and in order. That the file was taken away is noticed within
    /// milliseconds.
    case normal
  }

  /// When a write counts as done.
  public var durability = Durability.full
  /// How long another process's lock is waited for before `StoreError.busy`, in milliseconds, and how many connections
  /// read at the same time, at least one.
  public var busyTimeoutMs = 5000, readers = 4
  /// At most so many events are kept for those who come back later, or up to 255 more, and at most so old; the newest
  /// always. Time is what the store saw pass: a clock that goes on by more than a day from one write to the next was
  /// set.
  public var keptEvents = 100_000, keptEventDays = 30
  /// The time, asked once a write, and random bits for a new id: for tests and previews that are the same each time.
  public var clock: @Sendable () -> Timestamp = Store.systemClock,
    identifiers: @Sendable () -> (UInt64, UInt64) = Store.systemIdentifiers
  /// What is called around each commit.
  package var hooks = CommitHooks()
  /// What the file is on, in place of the system's own file access: for tests of what is kept when it fails.
  package var disk: Disk?
  /// Whether it is one of many that a directory holds: its file is to be there, and what is left half made beside it is
  /// swept away once for all.
  var isOneOfMany = false
  /// Told of what is done to a file of an older schema, on the thread that opens it.
  public var onMigration: (@Sendable (MigrationProgress) -> Void)?

  /// The defaults.
  public init() {}

  package init(
    clock: @escaping Store.Clock, identifiers: @escaping Store.Identifiers = Store.systemIdentifiers,
    hooks: CommitHooks = CommitHooks()
  ) {
    (self.clock, self.identifiers, self.hooks) = (clock, identifiers, hooks)
  }
}

extension Store {
  /// The system's clock.
  package static let systemClock: Clock = {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Timestamp(millisecondsSince1970: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
  }

  /// 32 bits that count, so that ids of one process sort by age and go to the end of every index (RFC 9562, section
  /// 6.2, method 1), then 42 of SplitMix64 (Steele, Lea and Flood, 2014) from a seed of the system's: ids must differ,
  /// not be secret, and the system's own numbers cost a call into the kernel each.
  package static let systemIdentifiers: Identifiers = {
    let count = drawn.wrappingAdd(1, ordering: .relaxed).oldValue
    var bits = seed &+ count &* 0x9E37_79B9_7F4A_7C15
    bits = (bits ^ bits >> 30) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
    return (count >> 20 & 0xFFF, (count & 0xF_FFFF) << 42 | bits >> 22)
  }

  /// Starts in the lower half of the 32 bits, far from where they would begin anew.
  private static let drawn = Atomic<UInt64>(.random(in: 0...0x7FFF_FFFF))
  private static let seed = UInt64.random(in: 0...(.max))
}

extension StoreError {
  /// Somebody cut the file beside the database while it was in use. The next call opens everything anew.
  static let lostIndex = StoreError.unavailable(.inputOutput("another program cut its -shm file; ask again"))
}

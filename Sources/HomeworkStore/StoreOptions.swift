package import HomeworkMigrations
public import HomeworkModel
import HomeworkSystem
import Synchronization

/// How a store is opened and kept. The defaults are right for an app.
public struct StoreOptions: Sendable {
  /// When a write counts as done.
  public enum Durability: String, Sendable, CaseIterable {
    /// When it is on disk (`synchronous=FULL`): it survives a power failure.
    case full
    /// When the operating system has it (`synchronous=NORMAL`): it survives the program being killed, but a power
    /// failure may take back the last writes, whole and in order. If the file is taken away, that is noticed within
    /// milliseconds.
    case normal
  }

  /// When a write counts as done.
  public var durability = Durability.full
  /// How long to wait for another process's lock before `StoreError.busy`, in milliseconds, and how many connections
  /// read at the same time, at least one.
  public var busyTimeoutMs = 5000, readers = 4
  /// The most events kept for later readers, not counting up to 255 more, and for how many days; the newest is always
  /// kept. Time is what the store saw pass: a clock that advances by more than a day from one write to the next was
  /// set.
  public var keptEvents = 100_000, keptEventDays = 30
  /// The time, asked once a write, and random bits for a new id: for tests and previews that give the same result each
  /// time.
  public var clock: @Sendable () -> Timestamp = Store.systemClock,
    identifiers: @Sendable () -> (UInt64, UInt64) = Store.systemIdentifiers
  /// Called around each commit.
  package var hooks = CommitHooks()
  /// Replaces the system's own file access: for tests of what is kept when it fails.
  package var disk: Disk?
  /// The schema's history, and its tables; tests have more.
  package var migrations = Migrations.sqlite, tables = Tables.current
  /// Whether the store is one of many in a directory: then its file must exist, and unfinished files beside it are
  /// swept away once for all.
  var isOneOfMany = false
  /// How long writes may be acknowledged after a check of the files, in nanoseconds: if a power failure may take back
  /// the last writes anyway, a check for each would be most of its cost.
  var lookIntervalNs: UInt64 { durability == .full ? 0 : 1_000_000 }
  /// Called as a file of an older schema is migrated, on the thread that opens it.
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

  /// A 32-bit counter, so that ids of one process sort by age and go to the end of every index (RFC 9562, section 6.2,
  /// method 1), then 42 bits of SplitMix64 (Steele, Lea and Flood, 2014) with a seed from the system: ids must be
  /// distinct, not secret, and the system's own random numbers cost a call into the kernel each.
  package static let systemIdentifiers: Identifiers = {
    let count = drawn.wrappingAdd(1, ordering: .relaxed).oldValue
    var bits = seed &+ count &* 0x9E37_79B9_7F4A_7C15
    bits = (bits ^ bits >> 30) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
    return (count >> 20 & 0xFFF, (count & 0xF_FFFF) << 42 | bits >> 22)
  }

  /// Starts in the lower half of the 32 bits, far from where the counter would wrap.
  private static let drawn = Atomic<UInt64>(.random(in: 0...0x7FFF_FFFF))
  private static let seed = UInt64.random(in: 0...(.max))
}

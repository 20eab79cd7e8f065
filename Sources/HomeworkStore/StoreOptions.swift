public import HomeworkModel
import HomeworkSystem
import Synchronization

/// The options for opening and keeping a store. The defaults suit an app.
public struct StoreOptions: Sendable {
  /// The moment at which a write counts as done.
  public enum Durability: String, Sendable, CaseIterable {
    /// Once it is on disk (`synchronous=FULL`): it survives a power failure.
    case full
    /// Once the operating system has it (`synchronous=NORMAL`): it survives a killed process, but a power failure may
    /// undo the last writes, whole and in order. A deleted, moved or replaced file is noticed within milliseconds.
    case normal
  }

  /// The reaction to a database whose schema an older program wrote.
  public enum Migration: Sendable {
    /// Upgrades it in one transaction when it is opened. Older programs can then no longer open it.
    case automatic
    /// Throws `olderSchema`, and changes nothing.
    case refuse
  }

  /// The moment at which a write counts as done.
  public var durability = Durability.full
  /// The time to wait for another process's lock before `StoreError.busy`, in milliseconds; and the maximum number of
  /// concurrently reading connections, at least one.
  public var busyTimeoutMs = 15_000, readers = 4
  /// The maximum number of events kept for later readers, not counting up to 255 more, and the number of days; the
  /// newest is always kept.
  public var keptEvents = 100_000, keptEventDays = 30
  /// The clock, read once per write, and the random bits for a new id: for tests and previews with fixed results.
  public var clock: @Sendable () -> Timestamp = Store.systemClock,
    identifiers: @Sendable () -> (UInt64, UInt64) = Store.systemIdentifiers
  /// Called around each commit.
  package var hooks = CommitHooks()
  /// Replaces the system's own file access, for tests of what survives its failures.
  package var disk: Disk?
  /// The reaction to a database whose schema an older program wrote; and a closure that is called after an upgrade.
  public var migration = Migration.automatic, onUpgrade: (@Sendable (SchemaUpgrade) -> Void)?
  /// The steps of the schema; those of a server are its pool's. The migrator's tests have steps of their own.
  package var migrator = Migrator.sqlite
  /// The time that writes may be acknowledged after a check of the files, in nanoseconds: if a power failure may undo
  /// the last writes anyway, a check per write would be most of its cost.
  var verifyIntervalNs: UInt64 { durability == .full ? 0 : 1_000_000 }

  /// Creates the default options.
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
  /// method 1), then 42 bits of SplitMix64 (Steele, Lea and Flood, 2014) seeded by the system: ids must be distinct,
  /// not secret, and each of the system's own random numbers would cost a system call.
  package static let systemIdentifiers: Identifiers = {
    let count = drawn.wrappingAdd(1, ordering: .relaxed).oldValue
    var bits = seed &+ count &* 0x9E37_79B9_7F4A_7C15
    bits = (bits ^ bits >> 30) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
    return (count >> 20 & 0xFFF, (count & 0xF_FFFF) << 42 | bits >> 22)
  }

  /// Starts in the lower half of the 32-bit range, far from wrapping.
  private static let drawn = Atomic<UInt64>(.random(in: 0...0x7FFF_FFFF))
  private static let seed = UInt64.random(in: 0...(.max))
}

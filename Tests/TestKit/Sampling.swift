import Foundation
public import Testing

/// Chooses the part of a large space that a run tries, and the tests that it leaves to `make test-all`.
public enum Sampling {
  /// True if the tests run that `make test` leaves out: in `make test-all`, in `make torture`, and if tests are chosen by
  /// name. They set `$HWDB_TEST_ALL`.
  public static let isAll = ProcessInfo.processInfo.environment["HWDB_TEST_ALL"] == "1"

  /// In `make test` always the same, so that an unchanged commit gives the same result; otherwise the days since 1970, so
  /// that over time the whole space is tried. `$HWDB_SEED` repeats one.
  public static let seed: Int =
    ProcessInfo.processInfo.environment["HWDB_SEED"].flatMap(Int.init)
    ?? (isAll ? Int(Date().timeIntervalSince1970) / 86_400 : 0)

  /// The multiple of the usual sample size: `make test-all` and `make torture` set `$HWDB_SAMPLES`.
  public static let factor: Int = ProcessInfo.processInfo.environment["HWDB_SAMPLES"].flatMap(Int.init) ?? 1

  /// Returns a share of the cases: in `make test-all` each case comes up within `share` days, and `make torture` tries all.
  public static func part<Case>(_ cases: [Case], oneIn share: Int) -> [Case] {
    let stride = max(1, share / factor)
    return cases.enumerated().filter { ($0.offset + seed) % stride == 0 }.map(\.element)
  }
}

extension Trait where Self == ConditionTrait {
  /// Leaves a test to `make test-all`: it is exhaustive, or repeats with a browser, a server or another language what a
  /// cheaper one in `make test` shows.
  public static var inTestAll: Self { inTestAll(if: true, "") }

  /// The same for a test that needs a part of the machine as well.
  public static func inTestAll(if isThere: @autoclosure @escaping @Sendable () -> Bool, _ missing: String) -> Self {
    let reason: Comment = Sampling.isAll ? Comment(rawValue: missing) : "it stands in make test-all"
    return .enabled(if: Sampling.isAll && isThere(), reason)
  }

  /// For a test with a PostgreSQL server.
  public static var onPostgres: Self { inTestAll(if: PostgresServer.isInstalled, "PostgreSQL is not installed") }

  /// For a test that looks at a page in a browser.
  public static var inBrowser: Self { inTestAll(if: Browser.hasDriver, Browser.missing) }
}

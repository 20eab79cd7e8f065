import Foundation

/// The time that work takes of a processor, whatever else the machine does.
public enum ProcessorTime {
  /// Returns the factor by which the time grows for four times the length: 4 if linear, 16 if quadratic; a test that
  /// allows 10 leaves room for a busy machine.
  public static func growth(from count: Int, _ work: (Int) -> Void) -> Double {
    seconds { work(4 * count) } / max(seconds { work(count) }, 1e-6)
  }

  /// Returns the time of this thread, as the best of three runs.
  private static func seconds(_ body: () -> Void) -> Double {
    (0..<3).map { _ in
      var (start, end) = (timespec(), timespec())
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &start)
      body()
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &end)
      return Double(end.tv_sec - start.tv_sec) + Double(end.tv_nsec - start.tv_nsec) / 1e9
    }.min() ?? 0
  }
}

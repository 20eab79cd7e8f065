package import HomeworkAPI
import HomeworkSystem

/// A server's counters since its start: the calls of each method, and their times.
package final class ServerStatistics: Sendable {
  /// The duration above which a call is logged, in milliseconds.
  private static let slowMs = 1000.0

  fileprivate struct Method {
    var figures = ServerFigures.Method()
    /// The number of calls that took up to 2^(i/4) microseconds.
    var histogram = [Int](repeating: 0, count: 128)
  }

  private let state = Guarded((figures: ServerFigures(), methods: [String: Method]()))
  private let begunNs = Monotonic.nowNs

  init() {}

  func accepted(isRefused: Bool) {
    state.withLock { state in
      state.figures.accepted += 1
      if isRefused { state.figures.refused += 1 } else { state.figures.connections += 1 }
    }
  }

  func closed() {
    state.withLock { $0.figures.connections -= 1 }
  }

  func count(_ call: Call, _ answer: Call.Answer, _ log: ServerLog) {
    let us = Double(Monotonic.nowNs - call.begunNs) / 1000
    let bucket = min(127, max(0, Int((log2(max(us, 1)) * 4).rounded(.up))))
    var error: RPCError?
    if case .failure(let failure) = answer { error = failure }
    // Unknown methods share a name: a client could make up any number of them.
    let name = error?.name == .methodNotFound ? "unknown" : call.method
    state.withLock { $0.methods[name, default: Method()].add(us, bucket, isError: error != nil) }
    log.write(
      us > Self.slowMs * 1000 ? .warning : .debug,
      "call connection=\(call.connection.id) method=\(name) ms=\((us / 10).rounded() / 100)"
        + (error.map { " error=\($0.name.rawValue)" } ?? ""))
  }

  /// The figures since the start.
  package var figures: ServerFigures {
    var (figures, methods) = state.withLock { $0 }
    figures.uptimeMs = Int((Monotonic.nowNs - begunNs) / 1_000_000)
    figures.methods = methods.mapValues(\.summary)
    return figures
  }
}

extension ServerStatistics.Method {
  mutating func add(_ us: Double, _ bucket: Int, isError: Bool) {
    figures.calls += 1
    figures.totalMs += us / 1000
    if isError { figures.errors += 1 }
    histogram[bucket] += 1
  }

  /// The figures, in milliseconds with three digits after the point.
  fileprivate var summary: ServerFigures.Method {
    var summary = figures
    summary.totalMs = (figures.totalMs * 1000).rounded() / 1000
    (summary.p50Ms, summary.p99Ms, summary.maxMs) = (percentileMs(0.5), percentileMs(0.99), percentileMs(1))
    return summary
  }

  /// Returns the upper end of the bucket, at most a fifth above the actual value.
  private func percentileMs(_ share: Double) -> Double {
    let rank = max(1, Int((Double(figures.calls) * share).rounded(.up)))
    var seen = 0
    let bucket = histogram.firstIndex { count in
      seen += count
      return seen >= rank
    }
    return bucket.map { exp2(Double($0) / 4).rounded() / 1000 } ?? 0
  }
}

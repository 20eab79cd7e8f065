package import HomeworkAPI
import HomeworkSystem

/// A server's counters since its start: the calls of each method, and their times.
package final class ServerStatistics: Sendable {
  /// The duration above which a call is logged, in milliseconds.
  private static let slowMs = 1000.0

  fileprivate struct Method {
    var calls = 0
    var errors = 0
    var totalUs = 0.0
    /// The number of calls that took up to 2^(i/4) microseconds.
    var histogram = [Int](repeating: 0, count: 128)

    mutating func add(_ us: Double, _ bucket: Int, isError: Bool) {
      calls += 1
      totalUs += us
      if isError { errors += 1 }
      histogram[bucket] += 1
    }
  }

  private struct State {
    var methods: [String: Method] = [:]
    var connections = 0
    var accepted = 0
    var refused = 0
  }

  private let state = Guarded(State())
  private let begunNs = Monotonic.nowNs

  init() {}

  func accepted(isRefused: Bool) {
    state.withLock { state in
      state.accepted += 1
      if isRefused { state.refused += 1 } else { state.connections += 1 }
    }
  }

  func closed() {
    state.withLock { $0.connections -= 1 }
  }

  func count(_ call: Call, _ answer: Call.Answer, _ log: ServerLog) {
    let us = Double(Monotonic.nowNs - call.begunNs) / 1000
    let bucket = min(127, max(0, Int((log2(max(us, 1)) * 4).rounded(.up))))
    var error: RPCError?
    if case .failure(let failure) = answer { error = failure }
    // Unknown methods share a name: a client could make up any number of them.
    let name = error?.name == .methodNotFound ? "unknown" : call.method
    state.withLock { state in
      state.methods[name, default: Method()].add(us, bucket, isError: error != nil)
    }
    log.write(
      us > Self.slowMs * 1000 ? .warning : .debug,
      "call connection=\(call.connection.id) method=\(name) ms=\((us / 10).rounded() / 100)"
        + (error.map { " error=\($0.name.rawValue)" } ?? ""))
  }

  /// The figures since the start.
  package var figures: ServerFigures {
    let state = state.withLock { $0 }
    return ServerFigures {
      $0.uptimeMs = Int((Monotonic.nowNs - begunNs) / 1_000_000)
      ($0.connections, $0.accepted, $0.refused) = (state.connections, state.accepted, state.refused)
      $0.methods = state.methods.mapValues { method in
        ServerFigures.Method {
          ($0.calls, $0.errors, $0.totalMs) = (method.calls, method.errors, method.totalUs.rounded() / 1000)
          ($0.p50Ms, $0.p99Ms, $0.maxMs) = (method.percentileMs(0.5), method.percentileMs(0.99), method.percentileMs(1))
        }
      }
    }
  }
}

extension ServerStatistics.Method {
  /// Returns the upper end of the bucket, at most a fifth above the actual value.
  fileprivate func percentileMs(_ share: Double) -> Double {
    let rank = max(1, Int((Double(calls) * share).rounded(.up)))
    var seen = 0
    for (bucket, count) in histogram.enumerated() {
      seen += count
      if seen >= rank { return (exp2(Double(bucket) / 4)).rounded() / 1000 }
    }
    return 0
  }
}

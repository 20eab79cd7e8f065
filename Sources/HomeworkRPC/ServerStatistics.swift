import Foundation
public import HomeworkJSON
import Synchronization

/// What a server has done since it began: how often each method, and how long that took.
public final class ServerStatistics: Sendable {
  /// A call of more than so long is worth a line in the log, in milliseconds.
  private static let slowMs = 1000.0

  fileprivate struct Method {
    var calls = 0
    var errors = 0
    /// How many took up to 2^(i/4) microseconds.
    var histogram = [Int](repeating: 0, count: 128)

    mutating func add(_ bucket: Int, isError: Bool) {
      calls += 1
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

  private let state = Mutex(State())
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
    // An unknown method is no name to keep: a client could make up any number of them.
    let name = error?.name == .methodNotFound ? "unknown" : call.method
    state.withLock { state in
      state.methods[name, default: Method()].add(bucket, isError: error != nil)
    }
    log.write(
      us > Self.slowMs * 1000 ? .warning : .debug,
      "call connection=\(call.peer.id) method=\(name) ms=\((us / 10).rounded() / 100)"
        + (error.map { " error=\($0.name.rawValue)" } ?? ""))
  }

  /// Since the server began.
  public var json: JSONValue {
    let state = state.withLock { $0 }
    return [
      "uptimeMs": .int(Int64((Monotonic.nowNs - begunNs) / 1_000_000)),
      "connections": .int(Int64(state.connections)), "accepted": .int(Int64(state.accepted)),
      "refused": .int(Int64(state.refused)),
      "methods": .object(
        state.methods.mapValues { method in
          [
            "calls": .int(Int64(method.calls)), "errors": .int(Int64(method.errors)),
            "p50Ms": .double(method.percentileMs(0.5)), "p99Ms": .double(method.percentileMs(0.99)),
            "maxMs": .double(method.percentileMs(1)),
          ]
        }),
    ]
  }
}

extension ServerStatistics.Method {
  /// The upper end of the bucket, which is at most a fifth above what it was.
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

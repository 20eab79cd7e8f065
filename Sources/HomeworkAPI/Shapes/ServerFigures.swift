/// The counters of a server since its start.
public struct ServerFigures: Hashable, Sendable {
  public let uptimeMs: Int
  /// The connections that are open, were accepted, and were refused.
  public let connections: Int, accepted: Int, refused: Int
  /// The counters of each method, by name.
  public let methods: [String: Method]

  package init(uptimeMs: Int, connections: Int, accepted: Int, refused: Int, methods: [String: Method]) {
    (self.uptimeMs, self.connections, self.accepted) = (uptimeMs, connections, accepted)
    (self.refused, self.methods) = (refused, methods)
  }

  /// The counters of one method.
  public struct Method: Hashable, Sendable {
    public let calls: Int, errors: Int
    public let totalMs: Double, p50Ms: Double, p99Ms: Double, maxMs: Double

    package init(calls: Int, errors: Int, totalMs: Double, p50Ms: Double, p99Ms: Double, maxMs: Double) {
      (self.calls, self.errors, self.totalMs) = (calls, errors, totalMs)
      (self.p50Ms, self.p99Ms, self.maxMs) = (p50Ms, p99Ms, maxMs)
    }
  }
}

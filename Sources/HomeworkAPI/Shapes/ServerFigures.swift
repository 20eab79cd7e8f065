/// The counters of a server since its start.
public struct ServerFigures: Hashable, DefaultInitializable {
  public var uptimeMs = 0
  /// The connections that are open, were accepted, and were refused.
  public var connections = 0, accepted = 0, refused = 0
  /// The counters of each method, by name.
  public var methods: [String: Method] = [:]

  public init() {}

  /// The counters of one method.
  public struct Method: Hashable, DefaultInitializable {
    public var calls = 0, errors = 0, totalMs = 0.0, p50Ms = 0.0, p99Ms = 0.0, maxMs = 0.0

    public init() {}
  }
}

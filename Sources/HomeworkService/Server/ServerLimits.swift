import HomeworkAPI

extension SocketServer {
  /// The limits of what clients may ask of a server.
  public struct Limits: Sendable {
    /// The maximum number of bytes in a line.
    public var message = LineFramer.defaultLimit
    public var connections = 1024
    /// How long a line may stay unfinished.
    public var unfinishedLineMs = 10_000
    /// How long open calls may take after the server stops.
    public var drainMs = 5_000
    /// The maximum number of notifications that wait for one client, and of their bytes.
    public var notifications = 1024
    public var notificationBytes = 1 << 20
    /// The bytes received but not yet processed, on all connections, above which no connection may hold more than
    /// `inputShare`.
    public var input = 64 << 20
    var inputShare: Int { max(4096, input / max(1, connections)) }
    /// The bytes of replies and notifications not yet read by their clients, on all connections, above which no reply
    /// larger than `outputShare` is kept.
    public var output = 256 << 20
    var outputShare: Int { max(65_536, output / max(1, connections)) }
    /// How long a client may read nothing while much waits for it.
    public var unreadMs = 10_000

    public init() {}
  }
}

import HomeworkAPI

extension SocketServer {
  /// The limits on what clients may use of a server.
  package struct Limits: Sendable {
    /// The maximum number of bytes in a line.
    package var message = LineFramer.defaultLimit
    package var connections = 1024
    /// The time limit for finishing a line, in milliseconds.
    package var unfinishedLineMs = 10_000
    /// The time limit for open calls after the server stops, in milliseconds.
    package var drainMs = 5_000
    /// The maximum number of notifications queued for one client, and of their bytes.
    package var notifications = 1024
    package var notificationBytes = 1 << 20
    /// The number of bytes received but not yet processed, on all connections, above which no connection may hold more
    /// than `inputShare`.
    package var input = 64 << 20
    var inputShare: Int { max(4096, input / max(1, connections)) }
    /// The number of bytes of replies and notifications not yet read by their clients, on all connections, above which
    /// no reply larger than `outputShare` is kept.
    package var output = 256 << 20
    var outputShare: Int { max(65_536, output / max(1, connections)) }
    /// The time that a client may read nothing while much is queued for it, in milliseconds.
    package var unreadMs = 10_000

    package init() {}
  }
}

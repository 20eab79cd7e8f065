import HomeworkModel
import HomeworkSystem

/// Receives lines, and reconnects after a connection is lost.
extension DaemonClient {
  /// Continues on a new connection: sends the waiting requests again, in their order.
  func begin(_ descriptor: Int32, _ state: inout State) {
    state.connection += 1
    state.refusal = nil
    state.descriptor = descriptor
    for (_, waiting) in state.waiting.sorted(by: { $0.key < $1.key }) {
      write(waiting.line, to: descriptor)
    }
    let connection = state.connection
    // The reading thread does not keep a released client alive.
    Threads.start { [weak self] in Self.read(from: descriptor, connection) { self } }
  }

  private static func read(from descriptor: Int32, _ connection: Int, _ client: () -> DaemonClient?) {
    var framer = LineFramer(limit: .max)
    while true {
      let bytes = UnixSocket.read(from: descriptor)
      guard !bytes.isEmpty, let client = client() else { break }
      // A line that is not JSON answers no call.
      for line in framer.take(bytes) { if let message = try? JSONValue(parsing: line) { client.take(message) } }
    }
    guard let client = client() else {
      HomeworkSystem.close(descriptor)
      return
    }
    client.state.withLock { if $0.connection == connection { $0.descriptor = nil } }
    // After the last line that was to go out on it.
    client.writing.async { HomeworkSystem.close(descriptor) }
    client.lost(connection)
  }

  private func take(_ message: JSONValue) {
    guard let id = message["id"], id != .null else {
      if let error = message["error"] { state.withLock { $0.refusal = RPCError(json: error) } }
      return receive(notification: message)
    }
    guard case .int(let number) = id,
      let waiting = state.withLock({ $0.waiting.removeValue(forKey: number) })
    else { return }
    waiting.finish(
      message["error"].map { .failure(.refused(RPCError(json: $0))) } ?? .success(message["result"] ?? .null))
  }

  /// Handles the end of a connection: reconnects, unless that takes too long.
  private func lost(_ connection: Int) {
    let abandoned = state.withLock { state -> [Waiting]? in
      guard state.connection == connection, !state.isClosed else { return nil }
      // Sessions and subscriptions ended with the connection.
      let abandoned = state.waiting.filter { !$0.value.isRepeatable }
      for id in abandoned.keys { state.waiting[id] = nil }
      return Array(abandoned.values)
    }
    guard let abandoned else { return }
    let loss = state.withLock { $0.loss }
    for waiting in abandoned { waiting.finish(.failure(loss)) }
    guard patience > .zero else { return end(.closed, throwing: loss) }
    let end = ContinuousClock.now + patience
    var pause = 0.01
    while !state.withLock({ $0.isClosed }) {
      do throws(SocketError) {
        let descriptor = try UnixSocket.connected(to: path)
        let isWanted = state.withLock { state in
          if !state.isClosed { begin(descriptor, &state) }
          return !state.isClosed
        }
        guard isWanted else { return _ = HomeworkSystem.close(descriptor) }
        return resubscribe()
      } catch {
        guard ContinuousClock.now < end else { return self.end(error, throwing: .unreachable(error)) }
        Threads.sleep(seconds: pause)
        pause = min(1, pause * 2)
      }
    }
  }
}

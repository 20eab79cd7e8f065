public import HomeworkJSON
import HomeworkSystem

/// What a client is sent, asked for or not.
extension ClientConnection {
  /// The result of sending a notification.
  public enum Delivery: Sendable {
    case sent
    /// The notification was not queued, because too many are waiting.
    case full
    case closed
  }

  /// Sends a notification.
  public func notify(_ method: String, _ params: JSONText) -> Delivery {
    let line = Self.notification(method, params)
    return state.withLock { state in
      guard !state.isClosed, !state.isDraining, !state.output.isBroken else { return .closed }
      guard state.output.notifications < limits.notifications, state.output.count < limits.notificationBytes else {
        return .full
      }
      state.output.append(line, isNotification: true)
      send(&state)
      return .sent
    }
  }

  /// Sends a last message, and closes the connection after it.
  public func end(with method: String, _ params: JSONText) {
    state.withLock { state in
      guard !state.isClosed, state.lastWord == nil else { return }
      state.dropInput(service)
      state.hasEnded = true
      state.requests = []
      state.lastWord = Self.notification(method, params)
      if state.inFlight.isEmpty { sayLastWord(&state) }
    }
  }

  /// After the answers to what was begun: nothing comes after it.
  func sayLastWord(_ state: inout State) {
    guard let word = state.lastWord, !state.output.isLast else { return }
    state.output.append(word)
    state.output.isLast = true
    send(&state)
  }

  /// Returns when all waiting output is sent, or the client has disconnected.
  public func drained() async {
    await withCheckedContinuation { continuation in
      let isOver = state.withLock { state in
        guard state.output.count > 0, !state.isClosed else { return true }
        state.output.waiting.append(continuation)
        return false
      }
      if isOver { continuation.resume() }
    }
  }

  /// More can be sent.
  func writable() {
    flush()
    run()
  }

  /// Sends what is answered, as far as the client takes it, and closes where all is done. Whoever calls `run` calls it
  /// afterwards, once others that have sent something have had their share: who waits for them all wakes once.
  func flush() {
    state.withLock { send(&$0) }
  }

  private static func notification(_ method: String, _ params: JSONText) -> [UInt8] {
    var writer = JSONWriter(capacity: 64 + params.bytes.count)
    writer.write(json: "{\"jsonrpc\":\"2.0\",\"method\":")
    writer.write(method)
    writer.write(json: ",\"params\":")
    writer.write(json: params.bytes)
    writer.write(json: "}")
    return writer.bytes
  }

  /// Sends what can be sent without waiting, reads on where that makes room, and closes where it was the last of all.
  func send(_ state: inout State) {
    guard !state.isClosed else { return }
    let wasWatched = state.output.isWatched
    state.output.send(to: descriptor)
    if state.output.isWatched != wasWatched { watch(&state) }
    if state.output.isBroken { state.leave(service) }
    countOutput(&state)
    let isDone =
      state.isGone
      ? state.inFlight.isEmpty
      : state.hasEnded && state.lines.isEmpty && state.requests.isEmpty && state.slots.isEmpty
    if state.output.count == 0, (isDone && !state.isRunning) || state.output.isLast { shut(&state) }
    // Of what was held back nobody tells again.
    if state.isFull, state.outputBytes <= Self.mostWaiting / 2 {
      state.isFull = false
      wake(&state)
    }
    if state.isHeld, state.waitingBytes <= Self.mostWaiting / 2, state.outputBytes <= Self.mostWaiting / 2 {
      wake(&state)
    }
  }

  /// Counts what waits to be sent against all connections together.
  func countOutput(_ state: inout State) {
    _ = service.accountOutput(state.outputBytes - state.countedOutput)
    state.countedOutput = state.outputBytes
  }

  /// Has the threads told of what it waits for.
  func watch(_ state: inout State) {
    guard !state.isClosed else { return }
    if !service.watch(self, state.output.isWatched ? [.input, .output] : .input) { state.output.isBroken = true }
  }

  func shut(_ state: inout State) {
    guard !state.isClosed else { return }
    state.isClosed = true
    state.dropInput(service)
    state.output.drop()
    (state.slots, state.answerBytes) = ([], 0)
    countOutput(&state)
    service.hasClosed(self)
    close(descriptor)
  }
}

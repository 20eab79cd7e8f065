import HomeworkAPI
package import HomeworkModel
import HomeworkSystem

/// Unsolicited messages.
extension ClientConnection {
  /// The result of sending a notification.
  package enum Delivery: Sendable {
    case sent
    /// The notification was not queued, because too many are waiting.
    case full
    case closed
  }

  /// Sends a notification.
  package func notify(_ method: String, _ params: JSONText) -> Delivery {
    let line = RPCLine.notification(method, params)
    return state.withLock { state in
      guard state.isOpen else { return .closed }
      guard state.output.notifications < limits.notifications, state.output.count < limits.notificationBytes else {
        return .full
      }
      state.output.append(line, isNotification: true)
      flush(&state)
      return .sent
    }
  }

  /// Sends a last message after the replies to calls that have begun, then closes the connection.
  package func end(with method: String, _ params: JSONText) {
    state.withLock { state in
      guard state.isOpen else { return }
      state.dropInput()
      state.requests = []
      state.phase = .ending(RPCLine.notification(method, params))
      flush(&state)
    }
  }

  /// Returns once all queued output is sent, or the client has disconnected.
  package func drained() async {
    await withCheckedContinuation { continuation in
      let isOver = state.withLock { state in
        guard state.output.count > 0 else { return true }
        state.output.waiting.append(continuation)
        return false
      }
      if isOver { continuation.resume() }
    }
  }
}

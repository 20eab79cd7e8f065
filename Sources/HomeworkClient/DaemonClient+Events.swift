public import HomeworkAPI
import HomeworkJSON
public import HomeworkModel
import HomeworkRPC
import Synchronization

/// One who follows the events of a store.
struct EventSubscription: Sendable {
  /// The number of the last event that was told.
  var last: Int64?
  let continuation: AsyncThrowingStream<Event, any Error>.Continuation
}

/// What a daemon tells without being asked.
extension DaemonClient {
  /// Returns the facts of the store as they happen, each once and in order, also over connections that are lost.
  ///
  ///     for try await event in daemon.events(since: lastSeen) { print(event.sequence, event.kind) }
  ///
  /// - Parameter since: the number of the last event that was seen; from now on by default.
  /// - Throws: `DaemonError`, where what comes after `since` is not kept any more, or the daemon stays away.
  public func events(since: Int64? = nil) -> AsyncThrowingStream<Event, any Error> {
    AsyncThrowingStream { continuation in
      let number = state.withLock { state in
        state.lastSubscription += 1
        state.events[state.lastSubscription] = EventSubscription(last: since, continuation: continuation)
        return state.lastSubscription
      }
      continuation.onTermination = { [weak self] _ in
        self?.state.withLock { _ = $0.events.removeValue(forKey: number) }
      }
      subscribe(since: since)
    }
  }

  /// Returns cues of this connection's sessions for facts that other programs brought about.
  ///
  ///     for await told in daemon.cues() where told.sessionId == session.sessionId { show(told.cue) }
  public func cues() -> AsyncStream<ToldCue> {
    AsyncStream { continuation in
      let number = state.withLock { state in
        state.lastSubscription += 1
        state.cues[state.lastSubscription] = continuation
        return state.lastSubscription
      }
      continuation.onTermination = { [weak self] _ in
        self?.state.withLock { _ = $0.cues.removeValue(forKey: number) }
      }
      subscribe(since: nil)
    }
  }

  /// After a connection was lost: from the event on that whoever is furthest behind has not seen.
  func resubscribe() {
    let (isWanted, since) = state.withLock { state in
      (!state.events.isEmpty || !state.cues.isEmpty, state.events.values.compactMap(\.last).min())
    }
    if isWanted { subscribe(since: since) }
  }

  /// A connection has one subscription: it begins where it has to for all who follow.
  private func subscribe(since: Int64?) {
    let method = Methods.eventsSubscribe
    let earliest = state.withLock { state in
      ([since] + state.events.values.map(\.last)).compactMap(\.self).min()
    }
    // A repetition is made for each connection, from where it stands then.
    send(method.name, method.parameters.text(of: earliest.map { Int($0) }), isRepeatable: false) { [weak self] answer in
      switch answer {
      case .success(let json):
        guard let from = try? method.result.read(json) else { return }  // it says from where alone
        self?.state.withLock { state in
          for (number, subscription) in state.events where subscription.last == nil {
            state.events[number]?.last = from
          }
        }
      // The next connection subscribes again.
      case .failure(.unreachable): break
      case .failure(.refused(let error)): self?.end(events: .refused(error))
      }
    }
  }

  func told(_ message: JSONValue) {
    let params = message["params"] ?? .null
    switch message["method"]?.string {
    case Notifications.event.method:
      guard let event = try? Notifications.event.content.read(params) else { return }  // of a newer daemon
      let following = state.withLock { state in
        state.events.filter { event.sequence > $0.value.last ?? event.sequence - 1 }.map { number, subscription in
          state.events[number]?.last = event.sequence
          return subscription.continuation
        }
      }
      for continuation in following { continuation.yield(event) }
    case Notifications.cue.method:
      guard let cue = try? Notifications.cue.content.read(params) else { return }  // of a newer daemon
      for continuation in state.withLock({ Array($0.cues.values) }) { continuation.yield(cue) }
    // Too slow: the daemon closes the connection, and the next one goes on where this one was.
    default: break
    }
  }

  /// Who follows events is told why no more come.
  private func end(events error: DaemonError) {
    let following = state.withLock { state in
      defer { state.events = [:] }
      return state.events.values.map(\.continuation)
    }
    for continuation in following { continuation.finish(throwing: error) }
  }
}

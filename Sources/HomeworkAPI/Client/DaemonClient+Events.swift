public import HomeworkModel
import HomeworkSystem

/// A follower of events.
struct EventSubscription: Sendable {
  /// The number of the last event sent to the follower.
  var last: Int64?
  let continuation: AsyncThrowingStream<Event, any Error>.Continuation
}

/// The notifications of a daemon.
extension DaemonClient {
  /// Returns the events as they happen, each once and in order, even if the connection is lost in between.
  ///
  ///     for try await event in daemon.events(since: lastSeen) { print(event.sequence, event.kind) }
  ///
  /// - Parameter since: the number of the last event seen; by default only new events are returned.
  /// - Throws: `DaemonError` if the events after `since` are no longer kept, or if the daemon cannot be reached.
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
      subscribe()
    }
  }

  /// Returns the cues of this connection's sessions for facts that other programs caused.
  ///
  ///     for await sent in daemon.cues() where sent.sessionId == session.sessionId { show(sent.cue) }
  public func cues() -> AsyncStream<CueNotification> {
    AsyncStream { continuation in
      let number = state.withLock { state in
        state.lastSubscription += 1
        state.cues[state.lastSubscription] = continuation
        return state.lastSubscription
      }
      continuation.onTermination = { [weak self] _ in
        self?.state.withLock { _ = $0.cues.removeValue(forKey: number) }
      }
      subscribe()
    }
  }

  /// Subscribes again after a connection was lost.
  func resubscribe() {
    if state.withLock({ !$0.events.isEmpty || !$0.cues.isEmpty }) { subscribe() }
  }

  /// Subscribes for all followers. A connection has one subscription, so it starts after the event that the slowest
  /// follower has seen; a new follower first learns which event is the newest.
  private func subscribe() {
    let method = Methods.eventsSubscribe
    let (earliest, isNew) = state.withLock { state in
      let isNew = state.events.values.contains { $0.last == nil }
      return (isNew ? nil : state.events.values.compactMap(\.last).min(), isNew)
    }
    let params = method.parameters.text(of: earliest.map { Int($0) })
    // A repetition is made for each connection, from where it stands then.
    send(method.name, params, isRepeatable: false) { [weak self] answer in
      switch answer {
      case .success(let json):
        guard let from = try? method.result.read(json) else { return }  // it says from where alone
        let isBehind = self?.state.withLock { state in
          if isNew {
            for (number, subscription) in state.events where subscription.last == nil {
              state.events[number]?.last = from
            }
          }
          return state.events.values.contains { $0.last ?? from < from }
        }
        if isBehind == true { self?.subscribe() }
      // The next connection subscribes again.
      case .failure(.unreachable): break
      case .failure(.refused(let error)): self?.endEvents(.refused(error))
      }
    }
  }

  func receive(notification message: JSONValue) {
    let params = message["params"] ?? .null
    switch message["method"]?.string {
    case Notifications.event.method:
      guard let sequence = params["sequence"]?.int.map(Int64.init) else { return }
      // Events have no gaps. A follower that is further behind gets this event again from the next subscription, which
      // starts after the last event that the slowest one has seen.
      let following = state.withLock { state in
        state.events.filter { $1.last.map { sequence == $0 + 1 } ?? false }
          .map { number, subscription in
            state.events[number]?.last = sequence
            return subscription.continuation
          }
      }
      guard let event = try? Notifications.event.content.read(params) else { return }  // of a newer daemon
      for continuation in following { continuation.yield(event) }
    case Notifications.cue.method:
      guard let cue = try? Notifications.cue.content.read(params) else { return }  // of a newer daemon
      for continuation in state.withLock({ $0.cues.values }) { continuation.yield(cue) }
    // Too slow: the daemon closes the connection, and the next one goes on where this one was.
    default: break
    }
  }

  /// Tells the followers why no more events come.
  private func endEvents(_ error: DaemonError) {
    let ended = state.withLock { state in
      defer { state.events = [:] }
      return state.events.values
    }
    for subscription in ended { subscription.continuation.finish(throwing: error) }
  }
}

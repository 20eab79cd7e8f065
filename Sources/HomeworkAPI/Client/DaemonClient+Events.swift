public import HomeworkModel
import HomeworkSystem

/// A follower of the events of a library.
struct EventSubscription: Sendable {
  /// The library's name, as the follower gave it; `nil` if there is only one.
  let library: String?
  /// The number of the last event sent to the follower.
  var last: Int64?
  let continuation: AsyncThrowingStream<Event, any Error>.Continuation
}

/// The notifications of a daemon.
extension DaemonClient {
  /// Returns the events of a library as they happen, each once and in order, even if the connection is lost in between.
  ///
  ///     for try await event in daemon.events(since: lastSeen) { print(event.sequence, event.kind) }
  ///
  /// - Parameters:
  ///   - since: the number of the last event seen; by default only new events are returned.
  ///   - library: the library's name, if there are several.
  /// - Throws: `DaemonError` if the events after `since` are no longer kept, or if the daemon cannot be reached.
  public func events(since: Int64? = nil, of library: String? = nil) -> AsyncThrowingStream<Event, any Error> {
    AsyncThrowingStream { continuation in
      let number = state.withLock { state in
        state.lastSubscription += 1
        state.events[state.lastSubscription] = EventSubscription(
          library: library, last: since, continuation: continuation)
        return state.lastSubscription
      }
      continuation.onTermination = { [weak self] _ in
        self?.state.withLock { _ = $0.events.removeValue(forKey: number) }
      }
      subscribe(to: library)
    }
  }

  /// Returns the cues of this connection's sessions for facts that other programs caused.
  ///
  ///     for await sent in daemon.cues() where sent.sessionId == session.sessionId { show(sent.cue) }
  ///
  /// - Parameter library: the library's name, if there are several.
  public func cues(of library: String? = nil) -> AsyncStream<ToldCue> {
    AsyncStream { continuation in
      let number = state.withLock { state in
        state.lastSubscription += 1
        state.cues[state.lastSubscription] = (library, continuation)
        return state.lastSubscription
      }
      continuation.onTermination = { [weak self] _ in
        self?.state.withLock { _ = $0.cues.removeValue(forKey: number) }
      }
      subscribe(to: library)
    }
  }

  /// Subscribes again after a connection was lost.
  func resubscribe() {
    let libraries = state.withLock { state in
      Set(state.events.values.map(\.library)).union(state.cues.values.map { $0.library })
    }
    for library in libraries { subscribe(to: library) }
  }

  /// Subscribes for all followers. A connection has one subscription to a library, so it starts after the event that
  /// the slowest follower has seen.
  private func subscribe(to library: String?) {
    let method = Methods.eventsSubscribe
    let earliest = state.withLock { state in
      state.events.values.filter { $0.library == library }.compactMap(\.last).min()
    }
    let params = method.parameters.text(of: earliest.map { Int($0) })
    // A repetition is made for each connection, from where it stands then.
    send(method.name, library.map { params.with("library", $0) } ?? params, isRepeatable: false) { [weak self] answer in
      switch answer {
      case .success(let json):
        guard let from = try? method.result.read(json) else { return }  // it says from where alone
        self?.state.withLock { state in
          for (number, subscription) in state.events where subscription.library == library && subscription.last == nil {
            state.events[number]?.last = from
          }
        }
      // The next connection subscribes again.
      case .failure(.unreachable): break
      case .failure(.refused(let error)): self?.end(eventsOf: library, .refused(error))
      }
    }
  }

  func receive(notification message: JSONValue) {
    let params = message["params"] ?? .null
    switch message["method"]?.string {
    case Notifications.event.method:
      guard let sent = try? Notifications.event.content.read(params) else { return }  // of a newer daemon
      let event = sent.event
      let following = state.withLock { state in
        state.events.filter { _, subscription in
          Self.isSame(subscription.library, sent.library) && event.sequence > subscription.last ?? event.sequence - 1
        }
        .map { number, subscription in
          state.events[number]?.last = event.sequence
          return subscription.continuation
        }
      }
      for continuation in following { continuation.yield(event) }
    case Notifications.cue.method:
      guard let cue = try? Notifications.cue.content.read(params) else { return }  // of a newer daemon
      let following = state.withLock { state in
        state.cues.values.filter { Self.isSame($0.library, cue.library) }.map { $0.continuation }
      }
      for continuation in following { continuation.yield(cue) }
    // Too slow: the daemon closes the connection, and the next one goes on where this one was.
    default: break
    }
  }

  /// Returns whether two names mean the same library: one without a name is the only one.
  private static func isSame(_ followed: String?, _ sent: String?) -> Bool {
    followed == nil || sent == nil || followed == sent
  }

  /// Tells the followers why no more events come.
  private func end(eventsOf library: String?, _ error: DaemonError) {
    let following = state.withLock { state in
      let ended = state.events.filter { $0.value.library == library }
      for number in ended.keys { state.events[number] = nil }
      return ended.values.map(\.continuation)
    }
    for continuation in following { continuation.finish(throwing: error) }
  }
}

import HomeworkAPI
import HomeworkModel
import HomeworkPlay
import HomeworkStore
import HomeworkSystem

/// The state kept for a client: its sessions, and its subscription to events. It ends with the connection.
final class Client: Sendable {
  private struct State {
    var sessions: [String: ClientSession] = [:]
    var subscription: Task<Void, Never>?
    /// The number of requests for events, or for none.
    var eventRequests = 0
    var hasEnded = false
  }

  /// The connection for unsolicited messages; `nil` in process.
  let connection: ClientConnection?
  private let state = Guarded(State())

  /// The maximum number of sessions per client.
  static let maximumSessions = 1000

  init(connection: ClientConnection? = nil) {
    self.connection = connection
  }

  func add(_ session: ClientSession) throws(RPCError) {
    let refusal = state.withLock { state -> RPCError? in
      guard !state.hasEnded else { return RPCError(.cancelled, "the connection was closed: connect again") }
      if state.sessions.count == Self.maximumSessions { state.sessions = state.sessions.filter { !$1.live.isEnded } }
      guard state.sessions.count < Self.maximumSessions else {
        return RPCError(
          .busy, "\(Self.maximumSessions) sessions are open on this connection, the maximum: close one of them")
      }
      state.sessions[session.id] = session
      return nil
    }
    if let refusal { throw refusal }
  }

  func session(_ id: String) throws(RPCError) -> ClientSession {
    guard let session = state.withLock({ $0.sessions[id] }) else {
      throw RPCError(.notFound, "no session \"\(excerpt(id))\" on this connection: open one with session.open")
    }
    return session
  }

  func remove(_ session: ClientSession) {
    state.withLock { _ = $0.sessions.removeValue(forKey: session.id) }
  }

  var sessions: [ClientSession] { state.withLock { Array($0.sessions.values) } }

  /// Registers a request for events, and returns its number, for `subscribe`.
  func asksForEvents() -> Int {
    state.withLock { state in
      state.eventRequests += 1
      return state.eventRequests
    }
  }

  /// Follows events from now on, replacing any earlier subscription.
  ///
  /// - Parameter request: the request's number: by the time the reply is sent, the client may have made another one.
  func subscribe(to feed: EventFeed, asked request: Int) {
    let task = Task { await feed.run() }
    let replaced = state.withLock { state -> Task<Void, Never>? in
      guard !state.hasEnded, state.eventRequests == request else { return task }
      defer { state.subscription = task }
      return state.subscription
    }
    replaced?.cancel()
  }

  func unsubscribe() {
    let ended = state.withLock { state in
      state.eventRequests += 1
      defer { state.subscription = nil }
      return state.subscription
    }
    ended?.cancel()
  }

  /// Ends everything when the connection is gone.
  ///
  /// - Returns: the open sessions, to be ended by the caller.
  func end() -> [ClientSession] {
    state.withLock { state in
      state.hasEnded = true
      state.subscription?.cancel()
      defer { (state.sessions, state.subscription) = ([:], nil) }
      return Array(state.sessions.values)
    }
  }
}

/// The events, sent to one client at its own pace.
struct EventFeed: Sendable {
  let store: Store
  let client: Client
  let since: Int64
  /// The newest event at the start: until it has caught up with this one, the client cannot overrun.
  let newest: Int64

  func run() async {
    var last = since
    do {
      var events = try await store.events(since: since).makeAsyncIterator()
      while let event = try await events.next() {
        guard await send(Notifications.event, event, of: event, after: last) else { return }
        last = event.sequence
        // Until then its sessions get no cues: they began later.
        guard event.sequence > newest else { continue }
        for cue in cues(of: event) {
          guard await send(Notifications.cue, cue, of: event, after: last) else { return }
        }
      }
    } catch {
      // The client no longer follows.
      guard !Task.isCancelled else { return }
      // Events were trimmed while a slow client caught up, or the store is unreadable: the client must subscribe again.
      if let connection = client.connection { end(connection, after: last) }
    }
  }

  private func end(_ connection: ClientConnection, after last: Int64) {
    connection.end(with: Notifications.overrun.method, Notifications.overrun.content.text(of: last))
  }

  /// Sends a notification; returns false if it was the last.
  ///
  /// - Parameter last: the last event sent, from which a cut-off client continues.
  private func send<Content>(
    _ notification: ServerNotification<Content>, _ content: Content, of event: Event, after last: Int64
  ) async -> Bool {
    guard let connection = client.connection else { return false }
    let params = notification.content.text(of: content)
    while true {
      switch connection.notify(notification.method, params) {
      case .sent: return true
      case .closed: return false
      case .full:
        guard event.sequence <= newest else {
          end(connection, after: last)
          return false
        }
        await connection.drained()
      }
    }
  }

  /// Returns cues for other clients' changes in this client's sessions; its own changes were in its replies.
  private func cues(of event: Event) -> [CueNotification] {
    client.sessions.flatMap { session in
      // If a session refuses the event, or the store is unreadable, it shows nothing; its own next call reports that.
      ((try? session.follow(upTo: event.sequence)) ?? []).map { sequence, cue in
        CueNotification { ($0.sequence, $0.sessionId, $0.cue) = (sequence, session.id, cue) }
      }
    }
  }
}

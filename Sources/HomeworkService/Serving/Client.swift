import HomeworkAPI
import HomeworkModel
import HomeworkPlay
import HomeworkStore
import HomeworkSystem

/// The state kept for a client: its sessions, and its subscription to each library. It ends with the connection.
final class Client: Sendable {
  private struct State {
    var sessions: [String: ClientSession] = [:]
    /// The subscriptions, by library name.
    var subscriptions: [String: Task<Void, Never>] = [:]
    /// The number of requests for events, and for each library still wanted, the number of its last request.
    var eventRequests = 0, wanted: [String: Int] = [:]
    var hasEnded = false
  }

  /// The connection for unsolicited messages; `nil` in process.
  let connection: ClientConnection?
  private let state = Guarded(State())

  /// The maximum number of sessions per client.
  static let mostSessions = 1000
  /// The maximum number of libraries that a client follows: each stays open for it.
  static let mostSubscriptions = 200

  init(connection: ClientConnection? = nil) {
    self.connection = connection
  }

  func add(_ session: ClientSession) throws(RPCError) {
    let refusal = state.withLock { state -> RPCError? in
      guard !state.hasEnded else { return RPCError(.cancelled, "the connection was closed: connect again") }
      if state.sessions.count == Self.mostSessions { state.sessions = state.sessions.filter { !$1.live.isEnded } }
      guard state.sessions.count < Self.mostSessions else {
        return RPCError(
          .busy, "\(Self.mostSessions) sessions are open on this connection, the maximum: close one of them")
      }
      state.sessions[session.id] = session
      return nil
    }
    if let refusal { throw refusal }
  }

  /// - Parameter library: the library that the session must be in; any if `nil`.
  func session(_ id: String, in library: String?) throws(RPCError) -> ClientSession {
    guard let session = state.withLock({ $0.sessions[id] }), library == nil || library == session.library.name else {
      throw RPCError(.notFound, "no session \"\(id)\" on this connection: open one with session.open")
    }
    return session
  }

  func remove(_ session: ClientSession) {
    state.withLock { _ = $0.sessions.removeValue(forKey: session.id) }
  }

  var sessions: [ClientSession] { state.withLock { Array($0.sessions.values) } }

  /// Registers a request for a library's events, and returns its number, for `subscribe`.
  func asksForEvents(of library: String) throws(RPCError) -> Int {
    let request = state.withLock { state -> Int? in
      guard state.wanted[library] != nil || state.wanted.count < Self.mostSubscriptions else { return nil }
      state.eventRequests += 1
      state.wanted[library] = state.eventRequests
      return state.eventRequests
    }
    guard let request else {
      throw RPCError(
        .busy,
        "\(Self.mostSubscriptions) subscriptions are open on this connection, the maximum: unsubscribe from one of them"
      )
    }
    return request
  }

  /// Follows a library's events from now on, replacing any earlier subscription to it.
  ///
  /// - Parameter request: the request's number: by the time the reply is sent, the client may have made another one.
  func subscribe(to feed: EventFeed, asked request: Int) {
    let task = Task { await feed.run() }
    let replaced = state.withLock { state -> Task<Void, Never>? in
      guard !state.hasEnded, state.wanted[feed.library.name] == request else { return task }
      return state.subscriptions.updateValue(task, forKey: feed.library.name)
    }
    replaced?.cancel()
  }

  /// - Parameter library: the library to unsubscribe from; all of them if `nil`.
  func unsubscribe(from library: String?) {
    let ended = state.withLock { state in
      let names = library.map { [$0] } ?? Array(state.wanted.keys)
      for name in names { state.wanted[name] = nil }
      return names.compactMap { state.subscriptions.removeValue(forKey: $0) }
    }
    for task in ended { task.cancel() }
  }

  /// Ends everything when the connection is gone.
  ///
  /// - Returns: the open sessions, to be ended by the caller.
  func end() -> [ClientSession] {
    state.withLock { state in
      state.hasEnded = true
      for task in state.subscriptions.values { task.cancel() }
      defer { (state.sessions, state.subscriptions) = ([:], [:]) }
      return Array(state.sessions.values)
    }
  }
}

/// The result of a client's operation.
struct ClientReply<Value: Sendable>: Sendable {
  let value: Value
  /// Called once the reply is queued.
  let then: (@Sendable () -> Void)?

  init(_ value: Value, then: (@Sendable () -> Void)? = nil) {
    (self.value, self.then) = (value, then)
  }
}

/// A library's events, sent to one client at its own pace.
struct EventFeed: Sendable {
  /// The library, kept open while it is followed.
  let library: Libraries.Loan
  /// The library's name, if there may be several.
  let name: String?
  let client: Client
  let since: Int64
  /// The newest event at the start: until it has caught up with this one, the client cannot overrun.
  let newest: Int64

  func run() async {
    var last = since
    do {
      var events = try await library.value.store.events(since: since).makeAsyncIterator()
      while let event = try await events.next() {
        guard await send(Notifications.event, ToldEvent(event, of: name), of: event, after: last) else { return }
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
      client.connection?.end(
        with: Notifications.overrun.method,
        Notifications.overrun.content.text(of: Overrun(lastSequence: last, library: name)))
    }
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
          connection.end(
            with: Notifications.overrun.method,
            Notifications.overrun.content.text(of: Overrun(lastSequence: last, library: name)))
          return false
        }
        await connection.drained()
      }
    }
  }

  /// Returns cues for other clients' changes in this client's sessions; its own changes were in its replies.
  private func cues(of event: Event) -> [ToldCue] {
    client.sessions.filter { $0.library.name == library.name }.flatMap { session in
      // If a session refuses the event, or the store is unreadable, it shows nothing; its own next call reports that.
      ((try? session.follow(upTo: event.sequence)) ?? []).map { sequence, cue in
        ToldCue(sequence: sequence, sessionId: session.id, cue: cue, library: name)
      }
    }
  }
}

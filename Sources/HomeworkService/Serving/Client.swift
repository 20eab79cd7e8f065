import HomeworkAPI
import HomeworkModel
import HomeworkPlay
import HomeworkStore
import HomeworkSystem

/// What is kept for one client: its sessions, and its subscription to each library. All end with its connection.
final class Client: Sendable {
  private struct State {
    var sessions: [String: ClientSession] = [:]
    /// By the name of the library.
    var subscriptions: [String: Task<Void, Never>] = [:]
    /// How often events were asked for, and which time was the last for each library that they are still wanted of.
    var eventRequests = 0, wanted: [String: Int] = [:]
    var hasEnded = false
  }

  /// Where it is told what it did not ask for; `nil` in process.
  let connection: ClientConnection?
  private let state = Guarded(State())

  /// Sessions of one client.
  static let mostSessions = 1000
  /// Libraries that one client follows: each stays open for it.
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

  /// - Parameter library: of which it is to be; any unless one is named.
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

  /// What `subscribe` is to be told.
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

  /// Follows a library's events from here on, in place of what it followed of it before.
  ///
  /// - Parameter request: this begins once the reply is sent, and by then the client may have asked for something else.
  func subscribe(to feed: EventFeed, asked request: Int) {
    let task = Task { await feed.run() }
    let replaced = state.withLock { state -> Task<Void, Never>? in
      guard !state.hasEnded, state.wanted[feed.library.name] == request else { return task }
      return state.subscriptions.updateValue(task, forKey: feed.library.name)
    }
    replaced?.cancel()
  }

  /// - Parameter library: all of them unless one is named.
  func unsubscribe(from library: String?) {
    let ended = state.withLock { state in
      let names = library.map { [$0] } ?? Array(state.wanted.keys)
      for name in names { state.wanted[name] = nil }
      return names.compactMap { state.subscriptions.removeValue(forKey: $0) }
    }
    for task in ended { task.cancel() }
  }

  /// The connection is gone: what its sessions showed dies with it.
  ///
  /// - Returns: these sessions.
  func end() -> [ClientSession] {
    state.withLock { state in
      state.hasEnded = true
      for task in state.subscriptions.values { task.cancel() }
      defer { (state.sessions, state.subscriptions) = ([:], [:]) }
      return Array(state.sessions.values)
    }
  }
}

/// What an operation of a client gives.
struct ClientReply<Value: Sendable>: Sendable {
  let value: Value
  /// Done once the reply is on its way.
  let then: (@Sendable () -> Void)?

  init(_ value: Value, then: (@Sendable () -> Void)? = nil) {
    (self.value, self.then) = (value, then)
  }
}

/// The events of a library, sent to one client at its own pace.
struct EventFeed: Sendable {
  /// Open as long as it is followed.
  let library: Libraries.Loan
  /// What it is called, where there may be several.
  let name: String?
  let client: Client
  let since: Int64
  /// The newest when it began: up to there the client catches up, and nothing is too much for it.
  let newest: Int64

  func run() async {
    var last = since
    do {
      var events = try await library.value.store.events(since: since).makeAsyncIterator()
      while let event = try await events.next() {
        guard await send(Notifications.event, ToldEvent(event, of: name), of: event, after: last) else { return }
        last = event.sequence
        // Until it has caught up, its sessions are told no cues: they began later.
        guard event.sequence > newest else { continue }
        for cue in cues(of: event) {
          guard await send(Notifications.cue, cue, of: event, after: last) else { return }
        }
      }
    } catch {
      // Nobody follows any more.
      guard !Task.isCancelled else { return }
      // Trimmed while a slow client caught up, or a store that cannot be read: it subscribes again, and is told which.
      client.connection?.end(
        with: Notifications.overrun.method,
        Notifications.overrun.content.text(of: Overrun(lastSequence: last, library: name)))
    }
  }

  /// False where that was the last of it.
  ///
  /// - Parameter last: the event that was told last: whoever is cut off goes on after it.
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

  /// What others did is shown by this client's sessions too; what it did itself its replies have told.
  private func cues(of event: Event) -> [ToldCue] {
    client.sessions.filter { $0.library.name == library.name }.flatMap { session in
      // A session that refuses the fact, or a store that cannot be read, shows nothing of it; its own next call says
      // why.
      ((try? session.follow(upTo: event.sequence)) ?? []).map { sequence, cue in
        ToldCue(sequence: sequence, sessionId: session.id, cue: cue, library: name)
      }
    }
  }
}

import Foundation
import HomeworkAPI
import HomeworkModel
import HomeworkRPC
import HomeworkStore
import Synchronization

/// What is kept for one client: its sessions and its subscription. Both end with its connection.
final class Client: Sendable {
  private struct State {
    var sessions: [String: OpenSession] = [:]
    var subscription: Task<Void, Never>?
    var hasEnded = false
  }

  /// Where it is told what it did not ask for; `nil` in process.
  let peer: ClientConnection?
  private let state = Mutex(State())

  /// Sessions of one client.
  static let mostSessions = 1000

  init(peer: ClientConnection? = nil) {
    self.peer = peer
  }

  func add(_ session: OpenSession) throws(RPCError) {
    let isAdded = state.withLock { state in
      guard state.sessions.count < Self.mostSessions else { return false }
      state.sessions[session.id] = session
      return true
    }
    guard isAdded else {
      throw RPCError(.busy, "\(Self.mostSessions) sessions are open on this connection: close one of them")
    }
  }

  func session(_ id: String) throws(RPCError) -> OpenSession {
    guard let session = state.withLock({ $0.sessions[id] }) else {
      throw RPCError(.notFound, "no session \"\(id)\" on this connection: open one with session.open")
    }
    return session
  }

  func remove(_ session: OpenSession) {
    state.withLock { _ = $0.sessions.removeValue(forKey: session.id) }
  }

  var sessions: [OpenSession] { state.withLock { Array($0.sessions.values) } }

  /// Follows the store's events from here on, in place of what it followed before.
  func subscribe(to feed: EventFeed) {
    let task = Task { await feed.run() }
    let replaced = state.withLock { state -> Task<Void, Never>? in
      guard !state.hasEnded else { return task }
      defer { state.subscription = task }
      return state.subscription
    }
    replaced?.cancel()
  }

  func unsubscribe() {
    state.withLock { state in
      state.subscription?.cancel()
      state.subscription = nil
    }
  }

  /// The connection is gone: what its sessions showed dies with it.
  func end(_ former: FormerSessions) {
    let sessions = state.withLock { state in
      state.hasEnded = true
      state.subscription?.cancel()
      defer { (state.sessions, state.subscription) = ([:], nil) }
      return Array(state.sessions.values)
    }
    for session in sessions { former.keep(session) }
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

/// The events of a store, sent to one client at its own pace.
struct EventFeed: Sendable {
  let store: Store
  let client: Client
  let since: Int64
  /// The newest when it began: up to there the client catches up, and nothing is too much for it.
  let newest: Int64

  func run() async {
    var last = since
    do throws(StoreError) {
      var events = try store.events(since: since).makeAsyncIterator()
      while let event = try await events.next() {
        guard await send(event, after: last) else { return }
        last = event.sequence
      }
    } catch {
      // Trimmed while a slow client caught up, or a store that cannot be read: it subscribes again, and is told which.
      client.peer?.end(with: Notifications.overrun.method, Notifications.overrun.content.text(of: last))
    }
  }

  /// False where that was the last of it.
  private func send(_ event: Event, after last: Int64) async -> Bool {
    guard let peer = client.peer else { return false }
    while true {
      switch peer.notify(Notifications.event.method, Notifications.event.content.text(of: event)) {
      case .sent:
        if event.sequence > newest { sendCues(of: event, to: peer) }
        return true
      case .closed: return false
      case .full:
        guard event.sequence <= newest else {
          peer.end(with: Notifications.overrun.method, Notifications.overrun.content.text(of: last))
          return false
        }
        await peer.drained()
      }
    }
  }

  /// What others did is shown by this client's sessions too; what it did itself its replies have told.
  private func sendCues(of event: Event, to peer: ClientConnection) {
    for session in client.sessions {
      guard let told = try? session.follow(store, upTo: event.sequence) else { continue }
      for (sequence, cue) in told {
        let cue = ToldCue(sequence: sequence, sessionId: session.id, cue: cue)
        _ = peer.notify(Notifications.cue.method, Notifications.cue.content.text(of: cue))
      }
    }
  }
}

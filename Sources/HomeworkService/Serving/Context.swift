import HomeworkAPI
import HomeworkPlay
public import HomeworkRPC
import HomeworkStore
import Synchronization

/// What one call works with: the service's own, and what the caller says besides its parameters.
struct Context: Sendable {
  let service: ServiceState
  let scope: CallScope

  var store: Store {
    get throws(StoreError) { try service.store }
  }
  var player: any ScriptPlaying {
    get throws(RPCError) { try service.player }
  }
  var database: String { service.database }
  var sessions: LiveSessions { service.sessions }
  var server: ServerView? { service.server.withLock { $0 } }
  var onProgress: (@Sendable (String, Double?) -> Void)? { service.onProgress }
}

/// What all calls of a service have in common.
final class ServiceState: Sendable {
  let database: String
  private let scriptPlayer: (any ScriptPlaying)?
  /// Told what long work does, and the share of it that is done where that is known.
  let onProgress: (@Sendable (String, Double?) -> Void)?
  /// The sessions that are open, and what ended ones held, for those who come back.
  let sessions: LiveSessions
  /// The server that these operations are served by; none in process.
  let server = Mutex<ServerView?>(nil)
  private let openStore: @Sendable () throws(StoreError) -> Store
  private let opened = Mutex<Store?>(nil)

  init(
    database: String, player: (any ScriptPlaying)?, onProgress: (@Sendable (String, Double?) -> Void)?,
    hooks: PlayHooks = PlayHooks(), openStore: @escaping @Sendable () throws(StoreError) -> Store
  ) {
    sessions = LiveSessions(hooks: hooks)
    self.database = database
    scriptPlayer = player
    self.onProgress = onProgress
    self.openStore = openStore
  }

  /// What plays scripts, where this process does.
  var player: any ScriptPlaying {
    get throws(RPCError) {
      guard let scriptPlayer else { throw RPCError(.internal, "this process plays no scripts: ask hwdb for it") }
      return scriptPlayer
    }
  }

  /// The store, opened at its first use: what never touches it never makes a file.
  var store: Store {
    get throws(StoreError) {
      let found = opened.withLock { opened -> Result<Store, StoreError> in
        if let opened { return .success(opened) }
        do throws(StoreError) {
          let store = try openStore()
          opened = store
          return .success(store)
        } catch {
          return .failure(error)
        }
      }
      return try found.get()
    }
  }

  var openedStore: Store? { opened.withLock { $0 } }
}

/// What a server tells about itself.
public struct ServerView: Sendable {
  public let limits: SocketServer.Limits
  public let statistics: ServerStatistics

  public init(limits: SocketServer.Limits, statistics: ServerStatistics) {
    (self.limits, self.statistics) = (limits, statistics)
  }
}

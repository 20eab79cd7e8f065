import HomeworkAPI
import HomeworkModel
import HomeworkPlay
import HomeworkStore
import HomeworkSystem

/// The environment of a call: the service's state, the caller's learner, and whether the caller still wants it.
struct Context: Sendable {
  let service: ServiceState
  /// The learner whom the call names, by name or id.
  let learner: String?
  /// The caller's sessions and subscription.
  let client: Client
  /// Polled by calls that take long.
  var isCancelled: Store.IsCancelled = { false }
  /// Does something once the reply is queued; at once if there is no reply to queue.
  var afterReply: @Sendable (@escaping @Sendable () -> Void) -> Void = { $0() }

  /// The store, opened at its first use: a call that never uses it creates no file.
  var store: Store {
    get throws { try service.store }
  }
}

/// The state shared by all calls of a service.
final class ServiceState: Sendable {
  /// The database's name for messages, without a password.
  let database: String
  /// The address of the database's server, with its password; `nil` for a file.
  let serverAddress: String?
  private let openStore: @Sendable () throws -> Store
  private let held = Guarded<Store?>(nil)
  /// The open sessions, and the state of ended ones, for clients that return.
  let sessions = LiveSessions()
  private let scriptPlayer: (any ScriptPlaying)?
  /// Called with a description of long work, and the share done, if known.
  let onProgress: (@Sendable (String, Double?) -> Void)?
  /// The server of these operations; `nil` in process.
  let server = Guarded<SocketServer?>(nil)

  init(
    database: String, serverAddress: String?, player: (any ScriptPlaying)?,
    onProgress: (@Sendable (String, Double?) -> Void)?, openStore: @escaping @Sendable () throws -> Store
  ) {
    (self.database, self.serverAddress, self.openStore) = (database, serverAddress, openStore)
    (scriptPlayer, self.onProgress) = (player, onProgress)
  }

  /// The store, opened at its first use and kept open.
  var store: Store {
    get throws {
      try held.withLock { held in
        if let held { return held }
        let store = try openStore()
        held = store
        return store
      }
    }
  }
  /// The store, if it is open.
  var openedStore: Store? { held.withLock { $0 } }

  /// The script player, if this process has one.
  var player: any ScriptPlaying {
    get throws(RPCError) {
      guard let scriptPlayer else { throw RPCError(.internal, "this process cannot run scripts: use hwdb") }
      return scriptPlayer
    }
  }
}

package import HomeworkAPI
package import HomeworkModel
import HomeworkMotion
package import HomeworkPlay
package import HomeworkStore
import HomeworkSystem

/// Every operation, by name: for `hwdb` in process and for `hwdbd` over its socket.
package final class Service: Sendable {
  package static let version = "1.0.0"
  /// Its own version and SQLite's, as display text.
  package static var versions: String { "\(version) (SQLite \(Store.sqliteVersion))" }

  /// The database's name for messages, without a password.
  let database: String
  /// The address of the database's server, with its password; `nil` for a file.
  let serverAddress: String?
  private let openStore: @Sendable () throws -> Store
  private let held = Guarded<Store?>(nil)
  /// The open sessions, and the state of ended ones, for clients that return.
  let sessions = LiveSessions()
  private let scriptPlayer: (any ScriptPlaying)?
  let onProgress: (@Sendable (String, Double?) -> Void)?
  /// The server of these operations; `nil` in process.
  let server = Guarded<SocketServer?>(nil)
  /// The client of the process itself, without a connection.
  private let local = Client()

  /// - Parameters:
  ///   - openStore: opens the store at its first use; called until it succeeds.
  ///   - player: plays scripts, if this process does.
  ///   - onProgress: called with a description of long work, and the share done, 0…1, if known.
  package init(
    database: String, serverAddress: String? = nil, player: (any ScriptPlaying)? = nil,
    onProgress: (@Sendable (String, Double?) -> Void)? = nil,
    openStore: @escaping @Sendable () throws -> Store
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

  /// Returns the session last opened on an attempt.
  package func session(on id: Attempt.ID) -> LiveAttempt? { sessions[id] }

  /// Calls a method on this thread, with values.
  ///
  ///     let homework = try service.call(Methods.homeworkGet, "3f2a91bc")
  ///
  /// - Parameter learner: the learner whom it concerns, by name or id; the default learner if `nil`.
  package func call<P, R>(
    _ method: RPCMethod<P, R>, _ parameters: P, as learner: String? = nil
  ) throws(RPCError) -> R {
    let learner = method.description.takesLearner ? learner : nil
    do {
      guard let handler = try Self.operation(method.name).handler(of: method) else {
        throw RPCError(.internal, "\(method.name) is declared twice")
      }
      try method.check(parameters, as: learner)
      return try handler.run(parameters, in: Context(service: self, learner: learner, client: local))
    } catch {
      throw Self.rpcError(error)
    }
  }

  /// Calls a method on this thread by its name, with JSON, as a connection does.
  ///
  /// - Parameter isCancelled: polled by long operations.
  package func call(
    _ method: String, _ params: JSONValue, isCancelled: @escaping @Sendable () -> Bool = { false }
  ) -> Result<JSONText, RPCError> {
    Self.answer {
      let operation = try Self.operation(method)
      let call = try operation.call(params)
      return try call.handler.run(
        (), in: Context(service: self, learner: call.learner, client: local, isCancelled: isCancelled))
    }
  }

  /// Checks that there is something to serve, so that an unusable database is reported now, not with the first request.
  package func check() throws(RPCError) {
    do { _ = try store.readAndWait { try $0.homeworkList(limit: 1) } } catch { throw Self.rpcError(error) }
  }

  /// Moves the write-ahead log into the file, and closes both.
  package func checkpoint() throws {
    guard let store = openedStore else { return }
    defer { store.close() }
    try store.checkpointAndWait()
  }

  /// Closes the database, if it was opened.
  package func close() { openedStore?.close() }

  package static func operation(_ method: String) throws(RPCError) -> Operation {
    if let operation = Operations.named(method) { return operation }
    let meant = suggestion(for: method, among: Operations.all.map(\.name))
    throw RPCError(
      .methodNotFound,
      "there is no method \"\(excerpt(method))\": " + (meant.map { "did you mean \($0)?" } ?? "rpc.discover lists them")
    )
  }

  /// Returns the result of `body`, or the protocol's error for what it throws.
  static func answer(_ body: () throws -> JSONText) -> Result<JSONText, RPCError> {
    do { return .success(try body()) } catch { return .failure(rpcError(error)) }
  }

  static func rpcError(_ error: any Error) -> RPCError {
    switch error {
    case let error as RPCError: error
    case let error as StoreError: RPCError(error)
    case let error as SessionError: RPCError(error)
    case let error as LiveAttemptError: RPCError(error)
    default: RPCError(.internal, "\(error)")
    }
  }
}

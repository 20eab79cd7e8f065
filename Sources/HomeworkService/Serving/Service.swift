package import HomeworkAPI
package import HomeworkModel
import HomeworkMotion
package import HomeworkPlay
package import HomeworkStore

/// Every operation, called by name: what `hwdb` does in process and `hwdbd` over its socket.
package struct Service: Sendable {
  package static let version = "0.1.0"
  /// Its own version and that of SQLite, for people.
  package static var versions: String { "\(version) (SQLite \(Store.sqliteVersion))" }

  let state: ServiceState
  /// Of the process itself, where no connection is.
  private let local = Client()

  /// - Parameters:
  ///   - openStore: opens the store once it is first needed, and is not asked again.
  ///   - player: what plays scripts, where this process does.
  ///   - onProgress: is told what long work does, and the share of it that is done, 0…1, where that is known.
  package init(
    database: String, player: (any ScriptPlaying)? = nil, onProgress: (@Sendable (String, Double?) -> Void)? = nil,
    openStore: @escaping @Sendable () throws(StoreError) -> Store
  ) {
    self.init(Libraries(file: database, open: openStore), player: player, onProgress: onProgress)
  }

  init(
    _ libraries: Libraries, player: (any ScriptPlaying)?, onProgress: (@Sendable (String, Double?) -> Void)?
  ) {
    state = ServiceState(libraries, player: player, onProgress: onProgress)
  }

  /// The session that was opened last on an attempt, where there is one library.
  package func session(on id: Attempt.ID) -> LiveAttempt? { state.libraries.session(on: id) }

  /// Does it on this thread, of values: what JSON there would be is neither written nor read.
  ///
  ///     let homework = try service.call(Methods.homeworkGet, "3f2a91bc")
  ///
  /// - Parameters:
  ///   - scope: what it may say besides: whom it is about.
  ///   - isCancelled: what takes long asks it whether to go on.
  package func call<P, R>(
    _ method: RPCMethod<P, R>, _ parameters: P, in scope: CallScope = CallScope(),
    isCancelled: @escaping @Sendable () -> Bool = { false }
  ) throws(RPCError) -> R {
    let context = Context(state, scope)
    defer { withExtendedLifetime(context) {} }
    do {
      guard let call = Operations.named(method.name)?.typed as? TypedCall<P, R> else {
        preconditionFailure("\(method.name) is not declared with these types")
      }
      return try call.body(parameters, context, local, isCancelled)
    } catch {
      throw context.told(error)
    }
  }

  /// Does it on this thread, by name and with JSON.
  ///
  /// - Parameter isCancelled: what takes long asks it whether to go on.
  package func call(
    _ method: String, _ params: JSONValue, isCancelled: @escaping @Sendable () -> Bool = { false }
  ) -> Result<JSONText, RPCError> {
    do {
      let operation = try Self.operation(method)
      let parameters = try Parameters(params, of: operation)
      let outcome = Self.perform(
        operation, parameters, in: Context(state, parameters.scope), for: local, isCancelled: isCancelled)
      outcome.then?()
      return outcome.answer
    } catch {
      return .failure(Self.rpcError(error))
    }
  }

  /// Does it on this thread, and waits for the writer where it writes.
  ///
  /// - Returns: the answer, and what is done once that is on its way.
  static func perform(
    _ operation: Operation, _ parameters: Parameters, in context: Context, for client: Client,
    isCancelled: @escaping @Sendable () -> Bool = { false }
  ) -> (answer: Result<JSONText, RPCError>, then: (@Sendable () -> Void)?) {
    var then: (@Sendable () -> Void)?
    let answer = answer(in: context) { context in
      switch operation.work {
      case .soon(let body), .long(let body):
        let reply = try body(parameters, context, client, isCancelled)
        then = reply.then
        return reply.value
      case .writes(let prepare):
        let (transaction, request) = (try prepare(parameters, context), try parameters.request)
        return try context.store.writeAndWait { tx in try tx.perform(transaction, once: request) }()
      }
    }
    return (answer, then)
  }

  /// Whether it has a directory of libraries, not one file.
  package var hasSeveralLibraries: Bool { state.libraries.isSeveral }

  /// Makes sure that there is something to serve: a database that cannot be used is said now, not with the first
  /// request.
  package func check() throws(RPCError) {
    do { try state.libraries.check() } catch { throw Self.rpcError(error) }
  }

  /// Moves the write-ahead log of each library that is open into its file.
  ///
  /// - Returns: what went wrong, of which library.
  package func checkpoint() -> [String] { state.libraries.checkpoint() }

  static func operation(_ method: String) throws(RPCError) -> Operation {
    if let operation = Operations.named(method) { return operation }
    let meant = suggestion(for: method, among: Operations.all.map(\.name))
    throw RPCError(
      .methodNotFound,
      "there is no method \"\(excerpt(method))\": " + (meant.map { "did you mean \($0)?" } ?? "rpc.discover lists them")
    )
  }

  /// What `body` gives, or the protocol's word for what it throws.
  ///
  /// - Parameter context: what it works with, which keeps its library open until then.
  static func answer(
    in context: Context, _ body: (Context) throws -> JSONText
  ) -> Result<JSONText, RPCError> {
    defer { withExtendedLifetime(context) {} }
    do { return .success(try body(context)) } catch { return .failure(context.told(error)) }
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

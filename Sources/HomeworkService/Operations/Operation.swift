package import HomeworkAPI
import HomeworkModel
package import HomeworkStore

/// A method and its handler, a function of typed parameters and of a transaction or the call's context. How its calls
/// are served is in the method's declaration.
package final class Operation: Sendable {
  /// The work of one transaction.
  package typealias Transaction<Result> = @Sendable (WriteTransaction) throws -> Reply<Result>

  package struct Reply<Result>: Sendable {
    /// Makes the reply, after the writer has moved on.
    let make: @Sendable () throws -> Result
    /// The answer from which the reply can be rebuilt; `nil` if only a copy reproduces it.
    var settles: (attempt: Attempt.ID, index: Int)?
  }

  enum Handler: Sendable {
    case reply(@Sendable (Parameters, Context, Client) throws -> ClientReply<JSONText>)
    /// Prepares a transaction, outside of it.
    case write(@Sendable (Parameters, Context) throws -> Transaction<JSONText>)
  }

  package let method: MethodDescription
  let handler: Handler
  /// True if it waits for the writer without being a write: it concerns a client's state, which lasts as long as its
  /// connection.
  let waits: Bool
  /// True if a server runs it in a separate process that it can kill: scripts, which need no database.
  let isPlay: Bool

  package var name: String { method.name }

  private init(_ method: MethodDescription, _ handler: Handler, waits: Bool = false, isPlay: Bool = false) {
    (self.method, self.handler, self.waits, self.isPlay) = (method, handler, waits, isPlay)
  }

  /// Returns whether it takes long: so does a write that is given a file, or reads one, which may hang.
  func takesLong(_ params: JSONValue) -> Bool {
    method.serving == .long || method.files.contains { params[$0] != nil }
  }
}

/// The handlers, by what they are functions of.
extension Operation {
  /// Creates an operation of the call's context.
  convenience init<P, R>(
    _ method: RPCMethod<P, R>, isPlay: Bool = false, handler: @escaping @Sendable (P, Context) throws -> R
  ) {
    self.init(
      method.description,
      .reply { parameters, context, _ in
        ClientReply(method.result.text(of: try handler(parameters.read(method.parameters), context)))
      }, isPlay: isPlay)
  }

  /// Creates an operation of a client's sessions and subscriptions.
  convenience init<P, R>(
    ofClient method: RPCMethod<P, R>, handler: @escaping @Sendable (P, Context, Client) throws -> ClientReply<R>
  ) {
    self.init(
      method.description,
      .reply { parameters, context, client in
        let reply = try handler(parameters.read(method.parameters), context, client)
        return ClientReply(method.result.text(of: reply.value), then: reply.then)
      }, waits: true)
  }

  /// Creates an operation that reads from one snapshot of the store.
  convenience init<P, R>(
    reading method: RPCMethod<P, R>, handler: @escaping @Sendable (P, ReadTransaction) throws -> R
  ) {
    self.init(method) { p, context in
      try context.read(isCancelled: method.description.serving == .long ? context.isCancelled : nil) { tx in
        try handler(p, tx)
      }
    }
  }

  /// Creates an operation that changes the store.
  convenience init<P, R: Sendable>(
    writing method: RPCMethod<P, R>, handler: @escaping @Sendable (P, WriteTransaction) throws -> R
  ) {
    self.init(preparing: method) { p, _ in { tx in try handler(p, tx) } }
  }

  /// Creates an operation that changes the store, after preparation outside the transaction.
  convenience init<P, R: Sendable>(
    preparing method: RPCMethod<P, R>,
    handler: @escaping @Sendable (P, Context) throws -> @Sendable (WriteTransaction) throws -> R
  ) {
    self.init(replying: method) { p, context in
      let transaction = try handler(p, context)
      return { tx in
        let result = try transaction(tx)
        return Reply { result }
      }
    }
  }

  /// Creates an operation that changes the store, and makes its reply after the transaction.
  convenience init<P, R>(
    replying method: RPCMethod<P, R>, handler: @escaping @Sendable (P, Context) throws -> Transaction<R>
  ) {
    self.init(
      method.description,
      .write { parameters, context in
        let transaction = try handler(parameters.read(method.parameters), context)
        return { tx in
          try context.enter(tx)
          let reply = try transaction(tx)
          return Reply(make: { method.result.text(of: try reply.make()) }, settles: reply.settles)
        }
      })
  }
}

extension Context {
  /// Makes a transaction the caller's: later calls use the learner whom the call names.
  fileprivate func enter(_ tx: ReadTransaction) throws {
    if let learner { try tx.use(tx.learnerId(matching: learner)) }
  }

  /// Reads from one snapshot, as the call's learner.
  func read<Result>(
    isCancelled: Store.IsCancelled?, _ body: (ReadTransaction) throws -> Result
  ) throws -> Result {
    try store.readAndWait(isCancelled: isCancelled) { tx in
      try enter(tx)
      return try body(tx)
    }
  }
}

extension WriteTransaction {
  /// Returns the result of an operation's transaction, or the kept reply if the request is a repetition. The data for
  /// rebuilding a reply is committed together with the change.
  func perform(
    _ transaction: Operation.Transaction<JSONText>, once request: HomeworkStore.Request?
  ) throws -> @Sendable () throws -> JSONText {
    guard let request else { return try transaction(self).make }
    var made: (@Sendable () throws -> JSONText)?
    let kept = try once(request) {
      let reply = try transaction(self)
      made = reply.make
      if let settled = reply.settles { return .answer(settled.attempt, index: settled.index) }
      let text = try reply.make()
      made = { text }
      return .whole(text.text)
    }
    if let made { return made }
    switch kept {
    case .answer(let id, let index):
      let result = try answerResult(of: id, at: index)
      let celebrates = try gradings(of: id).isEmpty
      return { Operations.text(of: result, celebrates: celebrates) }
    case .whole(let reply):
      let text = JSONText(Array(reply.utf8))
      // A reply that another program has modified is not sent as ours.
      do { _ = try text.value } catch {
        throw StoreError.unavailable(.corrupt("the reply to request \(request.id) cannot be read: \(error)"))
      }
      return { text }
    }
  }
}

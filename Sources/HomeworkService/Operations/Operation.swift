package import HomeworkAPI
import HomeworkModel
package import HomeworkStore

/// A method and its implementation. Called by name it takes and returns JSON; called by its signature it takes and
/// returns values, through the same closure.
package final class Operation: Sendable {
  /// The work of one transaction.
  package typealias Transaction<Result> = @Sendable (WriteTransaction) throws -> Reply<Result>

  package struct Reply<Result>: Sendable {
    /// Makes the reply, after the writer has moved on.
    let make: @Sendable () throws -> Result
    /// The answer from which the reply can be rebuilt; `nil` if only a copy reproduces it.
    var settles: (attempt: Attempt.ID, index: Int)?
  }

  /// The implementation of a call, given its parameters and its client.
  typealias Body =
    @Sendable (Parameters, Context, Client, @escaping Store.IsCancelled) throws -> ClientReply<JSONText>

  /// The three kinds of calls.
  enum Work: Sendable {
    /// Returns quickly: from memory, from one snapshot of the store, or about the client's own sessions.
    case soon(Body)
    /// Prepares a transaction, outside of it. Accepts a `requestId`.
    case writes(@Sendable (Parameters, Context) throws -> Transaction<JSONText>)
    /// Takes long, and polls for cancellation.
    case long(Body)
  }

  package let method: MethodDescription
  /// The parameters by name.
  let declared: [String: Schema.Member]
  /// The names of the required parameters.
  let required: [String]
  let work: Work
  /// True if it waits for the writer without being a write: it concerns a client's state, which lasts as long as its
  /// connection.
  let waits: Bool
  /// True if a server runs it in a separate process that it can kill: scripts, which need no database.
  let isPlay: Bool
  private let readsFile: Bool, takesPicture: Bool
  /// Runs it in process, with values: a `TypedCall` with the method's own types.
  let typed: any Sendable

  package var name: String { method.name }

  /// Creates an operation that returns information.
  convenience init<P, R>(_ method: RPCMethod<P, R>, reads: @escaping @Sendable (P, Context) throws -> R) {
    self.init(method, .soon(Self.erased(method, reads)), TypedCall<P, R> { p, context, _, _ in try reads(p, context) })
  }

  /// Creates an operation that reads from the store.
  convenience init<P, R>(reading method: RPCMethod<P, R>, reads: @escaping @Sendable (P, ReadTransaction) throws -> R) {
    let (shape, result) = (method.parameters, method.result)
    self.init(
      method,
      .soon { parameters, context, _, _ in
        let asked = try parameters.read(shape)
        return try context.store.readAndWait { tx in
          try tx.use(context.scope)
          return ClientReply(result.text(of: try reads(asked, tx)))
        }
      },
      TypedCall<P, R> { asked, context, _, _ in
        try context.store.readAndWait { tx in
          try tx.use(context.scope)
          return try reads(asked, tx)
        }
      })
  }

  /// Creates an operation that reads much from the store as of now, and polls for cancellation.
  convenience init<P, R>(
    longReading method: RPCMethod<P, R>, reads: @escaping @Sendable (P, ReadTransaction, _ now: Timestamp) throws -> R
  ) {
    self.init(long: method) { p, context, isCancelled in
      let store = try context.store
      return try store.readAndWait(isCancelled: isCancelled) { tx in
        try tx.use(context.scope)
        return try reads(p, tx, store.clock())
      }
    }
  }

  /// Creates an operation that takes long.
  convenience init<P, R>(
    long method: RPCMethod<P, R>, works: @escaping @Sendable (P, Context, @escaping Store.IsCancelled) throws -> R
  ) {
    self.init(
      method,
      .long { parameters, context, _, isCancelled in
        ClientReply(method.result.text(of: try works(parameters.read(method.parameters), context, isCancelled)))
      },
      TypedCall<P, R> { p, context, _, isCancelled in try works(p, context, isCancelled) })
  }

  /// Creates an operation that plays scripts.
  convenience init<P, R>(playing method: RPCMethod<P, R>, plays: @escaping @Sendable (P, Context) throws -> R) {
    self.init(
      method, .long(Self.erased(method, plays)), TypedCall<P, R> { p, context, _, _ in try plays(p, context) },
      isPlay: true)
  }

  /// Creates an operation that changes the store, and replies with the result of its transaction.
  convenience init<P, R>(
    writing method: RPCMethod<P, R>, writes: @escaping @Sendable (P, WriteTransaction) throws -> R
  ) {
    self.init(preparing: method) { p, _ in
      { tx in
        let result = try writes(p, tx)
        return Operation.Reply { result }
      }
    }
  }

  /// Creates an operation that changes the store, after preparation outside the transaction.
  convenience init<P, R>(
    preparing method: RPCMethod<P, R>, prepares body: @escaping @Sendable (P, Context) throws -> Transaction<R>
  ) {
    let prepares: @Sendable (P, Context) throws -> Transaction<R> = { parameters, context in
      let transaction = try body(parameters, context)
      return { tx in
        try tx.use(context.scope)
        return try transaction(tx)
      }
    }
    let (shape, result) = (method.parameters, method.result)
    self.init(
      method,
      .writes { parameters, context in
        let transaction = try prepares(parameters.read(shape), context)
        return { tx in
          let reply = try transaction(tx)
          return Reply(make: { result.text(of: try reply.make()) }, settles: reply.settles)
        }
      },
      TypedCall<P, R> { p, context, _, _ in try context.store.writeAndWait(prepares(p, context)).make() })
  }

  /// Creates an operation that concerns a single client.
  convenience init<P, R>(
    ofClient method: RPCMethod<P, R>, serves: @escaping @Sendable (P, Context, Client) throws -> ClientReply<R>
  ) {
    self.init(
      method,
      .soon { parameters, context, client, _ in
        let reply = try serves(parameters.read(method.parameters), context, client)
        return ClientReply(method.result.text(of: reply.value), then: reply.then)
      },
      TypedCall<P, R> { p, context, client, _ in
        let reply = try serves(p, context, client)
        reply.then?()
        return reply.value
      }, waits: true)
  }

  private init<P, R>(
    _ method: RPCMethod<P, R>, _ work: Work, _ typed: TypedCall<P, R>, waits: Bool = false, isPlay: Bool = false
  ) {
    (self.method, self.work, self.typed, self.waits, self.isPlay) = (method.description, work, typed, waits, isPlay)
    declared = Dictionary(uniqueKeysWithValues: method.description.parameters.map { ($0.name, $0) })
    required = method.description.parameters.filter(\.isRequired).map(\.name)
    (readsFile, takesPicture) = (["quiz.import", "learner.import"].contains(method.name), declared["imagePath"] != nil)
  }

  private static func erased<P, R>(
    _ method: RPCMethod<P, R>, _ body: @escaping @Sendable (P, Context) throws -> R
  ) -> Body {
    { parameters, context, _, _ in
      ClientReply(method.result.text(of: try body(parameters.read(method.parameters), context)))
    }
  }

  /// Returns whether it takes long: so does a write that reads a file named by the client, which may hang.
  func takesLong(_ params: JSONValue) -> Bool {
    if case .long = work { return true }
    return readsFile || takesPicture && params["imagePath"] != nil
  }
}

extension ReadTransaction {
  /// Makes later calls use the learner named by the caller.
  fileprivate func use(_ scope: CallScope) throws(StoreError) {
    if let learner = scope.learner { try use(learnerId(matching: learner)) }
  }
}

/// An operation on values, without JSON.
struct TypedCall<P: Sendable, R: Sendable>: Sendable {
  let body: @Sendable (P, Context, Client, @escaping Store.IsCancelled) throws -> R
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
      return { Operations.text(of: result) }
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

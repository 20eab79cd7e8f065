package import HomeworkAPI
import HomeworkModel
package import HomeworkStore

/// One operation: a method, and what it does. Whoever calls it by name gives and gets JSON; whoever has its signature
/// gives and gets values, and the same closure does the work.
package final class Operation: Sendable {
  /// What is done in one transaction.
  package typealias Transaction<Result> = @Sendable (WriteTransaction) throws -> Reply<Result>

  package struct Reply<Result>: Sendable {
    /// Makes it, once nobody waits for the writer.
    let make: @Sendable () throws -> Result
    /// The answer that it is made of, and can be made of again; `nil` where only a copy of it is the same.
    var settles: (attempt: Attempt.ID, index: Int)?
  }

  /// What is done with its parameters, for a client.
  typealias Body =
    @Sendable (Parameters, Context, Client, @escaping Store.IsCancelled) throws -> ClientReply<JSONText>

  /// The three kinds of calls.
  enum Work: Sendable {
    /// Answers soon: from memory, from one snapshot of the store, or about the client's own sessions.
    case soon(Body)
    /// Prepares a transaction, outside of it. It takes a `requestId`.
    case writes(@Sendable (Parameters, Context) throws -> Transaction<JSONText>)
    /// Takes long, and asks meanwhile whether anybody still wants it.
    case long(Body)
  }

  package let method: MethodDescription
  /// The parameters by name.
  let declared: [String: Schema.Member]
  /// The names of those that have to be there.
  let required: [String]
  let work: Work
  /// Whether it waits for the writer although it is no write: what is kept for one client, and ends with its
  /// connection.
  let waits: Bool
  /// Whether a server has it done by a process of its own, which it can end: scripts, which need no database.
  let isPlay: Bool
  private let readsFile: Bool, takesPicture: Bool
  /// Does it in process, of values: a `TypedCall` of the method's own types.
  let typed: any Sendable

  package var name: String { method.name }

  /// Tells something.
  convenience init<P, R>(_ method: RPCMethod<P, R>, reads: @escaping @Sendable (P, Context) throws -> R) {
    self.init(method, .soon(Self.erased(method, reads)), TypedCall<P, R> { p, context, _, _ in try reads(p, context) })
  }

  /// Looks something up in the store.
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

  /// Looks up much in the store as of now, and asks meanwhile whether anybody still wants it.
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

  /// Takes long.
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

  /// Plays scripts.
  convenience init<P, R>(playing method: RPCMethod<P, R>, plays: @escaping @Sendable (P, Context) throws -> R) {
    self.init(
      method, .long(Self.erased(method, plays)), TypedCall<P, R> { p, context, _, _ in try plays(p, context) },
      isPlay: true)
  }

  /// Changes the store, and replies with what the transaction returns.
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

  /// Changes the store, once something is prepared outside of the transaction.
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

  /// Is one client's.
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

  /// Whether it takes long: so does a write that reads a file which the client names, and may hang there.
  func takesLong(_ params: JSONValue) -> Bool {
    if case .long = work { return true }
    return readsFile || takesPicture && params["imagePath"] != nil
  }
}

extension ReadTransaction {
  /// Makes the calls after this speak of the learner whom the caller names.
  fileprivate func use(_ scope: CallScope) throws(StoreError) {
    if let learner = scope.learner { try use(learnerId(matching: learner)) }
  }
}

/// An operation of values, without JSON.
struct TypedCall<P: Sendable, R: Sendable>: Sendable {
  let body: @Sendable (P, Context, Client, @escaping Store.IsCancelled) throws -> R
}

extension WriteTransaction {
  /// What an operation's transaction gives, made where its request was not made before: what its reply can be made of
  /// again is on disk with what it is of.
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
      // What another program made of it is not sent as if it were ours.
      do { _ = try text.value } catch {
        throw StoreError.unavailable(.corrupt("the reply to request \(request.id) cannot be read: \(error)"))
      }
      return { text }
    }
  }
}

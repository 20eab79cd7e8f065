import HomeworkAPI
import HomeworkJSON
import HomeworkModel
import HomeworkRPC
import HomeworkStore
import Synchronization

/// One operation: a method, and what it does. Whoever calls it by name gives and gets JSON; whoever has its signature gives
/// and gets values, and the same closure does the work.
struct Operation: Sendable {
  /// What is done in one transaction. What it returns makes the reply, once nobody waits for the writer.
  typealias Transaction<Result> = @Sendable (WriteTransaction) throws -> @Sendable () throws -> Result

  enum Work: Sendable {
    /// Looks something up, soon done.
    case reads(@Sendable (Parameters, Context) throws -> JSONText)
    /// Prepares a transaction, outside of it. It takes a `requestId`.
    case writes(@Sendable (Parameters, Context) throws -> OperationWrite<JSONText>)
    /// Takes long, or waits.
    case works(@Sendable (Parameters, Context) throws -> JSONText)
    /// Plays scripts. It needs no database, so that a daemon can have it done by a process that it can end.
    case plays(@Sendable (Parameters, Context) throws -> JSONText)
    /// Concerns what is kept for one client, and ends with its connection.
    case serves(@Sendable (Parameters, Context, Client) throws -> ClientReply<JSONText>)
  }

  let method: MethodDescription
  /// The parameters by name.
  let declared: [String: Schema.Member]
  let work: Work
  /// Does it in process, of values: a `TypedCall` of the method's own types.
  let typed: any Sendable

  var name: String { method.name }

  /// Looks something up.
  init<P, R>(_ method: RPCMethod<P, R>, reads: @escaping @Sendable (P, Context) throws -> R) {
    self.init(method, .reads(Self.erased(method, reads)), TypedCall<P, R> { p, context, _ in try reads(p, context) })
  }

  /// Takes long.
  init<P, R>(long method: RPCMethod<P, R>, works: @escaping @Sendable (P, Context) throws -> R) {
    self.init(method, .works(Self.erased(method, works)), TypedCall<P, R> { p, context, _ in try works(p, context) })
  }

  /// Plays scripts.
  init<P, R>(playing method: RPCMethod<P, R>, plays: @escaping @Sendable (P, Context) throws -> R) {
    self.init(method, .plays(Self.erased(method, plays)), TypedCall<P, R> { p, context, _ in try plays(p, context) })
  }

  /// Changes the store, and replies with what the transaction returns.
  init<P, R>(writing method: RPCMethod<P, R>, writes: @escaping @Sendable (P, WriteTransaction) throws -> R) {
    self.init(preparing: method) { p, _ in
      { tx in
        let result = try writes(p, tx)
        return { result }
      }
    }
  }

  /// Changes the store, once something is prepared outside of the transaction.
  init<P, R>(
    preparing method: RPCMethod<P, R>, prepares: @escaping @Sendable (P, Context) throws -> Transaction<R>
  ) {
    self.init(
      method,
      .writes { parameters, context in
        let transaction = try prepares(parameters.read(method.parameters), context)
        return OperationWrite { tx in
          let reply = try transaction(tx)
          return { method.result.text(of: try reply()) }
        }
      },
      TypedCall<P, R> { p, context, _ in try OperationWrite(prepares(p, context)).perform(in: context.store) })
  }

  /// Is one client's.
  init<P, R>(
    ofClient method: RPCMethod<P, R>, serves: @escaping @Sendable (P, Context, Client) throws -> ClientReply<R>
  ) {
    self.init(
      method,
      .serves { parameters, context, client in
        let reply = try serves(parameters.read(method.parameters), context, client)
        return ClientReply(method.result.text(of: reply.value), then: reply.then)
      },
      TypedCall<P, R> { p, context, client in
        let reply = try serves(p, context, client)
        reply.then?()
        return reply.value
      })
  }

  private init<P, R>(_ method: RPCMethod<P, R>, _ work: Work, _ typed: TypedCall<P, R>) {
    (self.method, self.work, self.typed) = (method.description, work, typed)
    declared = Dictionary(uniqueKeysWithValues: method.description.parameters.map { ($0.name, $0) })
  }

  private static func erased<P, R>(
    _ method: RPCMethod<P, R>, _ body: @escaping @Sendable (P, Context) throws -> R
  ) -> @Sendable (Parameters, Context) throws -> JSONText {
    { parameters, context in method.result.text(of: try body(parameters.read(method.parameters), context)) }
  }
}

/// An operation of values, without JSON.
struct TypedCall<P: Sendable, R: Sendable>: Sendable {
  let body: @Sendable (P, Context, Client) throws -> R
}

/// One write of an operation: the transaction, once in 24 hours where it has a `requestId`.
final class OperationWrite<Result: Sendable>: Sendable {
  typealias Reply = @Sendable () throws -> Result

  private let transaction: Operation.Transaction<Result>
  /// What was thrown besides the store's own errors: it takes the transaction back, and is thrown again outside.
  private let refusal = Mutex<(any Error)?>(nil)

  init(_ transaction: @escaping Operation.Transaction<Result>) {
    self.transaction = transaction
  }

  /// Inside the store's transaction.
  func perform(_ tx: WriteTransaction) throws(StoreError) -> Reply { try guarded { try transaction(tx) } }

  /// In a transaction of its own.
  func perform(in store: Store) throws -> Result {
    let reply: Reply
    do throws(StoreError) { reply = try store.write(perform) } catch { throw self.error(for: error) }
    return try reply()
  }

  /// What to tell of an error of the store.
  func error(for error: StoreError) -> any Error { refusal.withLock { $0 } ?? error }

  private func guarded<Value>(_ body: () throws -> Value) throws(StoreError) -> Value {
    do { return try body() } catch let error as StoreError { throw error } catch {
      refusal.withLock { $0 = error }
      throw .cancelled
    }
  }
}

extension OperationWrite<JSONText> {
  /// Inside the store's transaction, where the request was not made before: the reply is on disk with what it is of.
  func perform(_ tx: WriteTransaction, once request: HomeworkStore.Request?) throws(StoreError) -> Reply {
    guard let request else { return try perform(tx) }
    let reply = try tx.once(request) { () throws(StoreError) in try guarded { try transaction(tx)().text } }
    return { JSONText(Array(reply.utf8)) }
  }
}

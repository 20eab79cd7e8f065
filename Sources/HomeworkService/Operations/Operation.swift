package import HomeworkAPI
import HomeworkModel
import HomeworkStore

/// A method and its handler, a function of typed parameters and of a transaction or the call's context. How its calls
/// are served is in the method's declaration.
package struct Operation: Sendable {
  package let declared: any DeclaredMethod
  package let method: MethodDescription
  /// The `Handler` of the method's values.
  private let values: any Sendable
  /// Reads the parameters of a call, for the same handler, which writes its result.
  let call: @Sendable (JSONValue) throws -> ReadCall

  package var name: String { method.name }

  private init<P, R>(_ method: RPCMethod<P, R>, _ handler: Handler<P, R>) {
    (declared, self.method, values) = (method, method.description, handler)
    call = { params in
      let (values, learner, requestId) = try method.read(params)
      try method.check(values, as: learner)
      switch handler {
      case .reply(let body):
        return ReadCall(learner: learner, handler: .reply { method.result.text(of: try body(values, $1)) })
      case .write(let prepare):
        let request = try requestId.map { try Request(id: $0, method.name, params) }
        return ReadCall(
          learner: learner,
          handler: .write { _, context in
            let transaction = try prepare(values, context)
            let written: Transaction<JSONText> = { tx in
              let reply = try transaction(tx)
              return Reply(make: { method.result.text(of: try reply.make()) }, settles: reply.settles)
            }
            return { tx in try request.map { try tx.perform(written, once: $0) } ?? written(tx) }
          })
      }
    }
  }

  /// Returns the handler of the values of `method`, if it is this operation's.
  func handler<P, R>(of method: RPCMethod<P, R>) -> Handler<P, R>? { values as? Handler<P, R> }

  /// Returns whether it takes long: so does a write that is given a file, or reads one, which may hang.
  func takesLong(_ params: JSONValue) -> Bool {
    method.serving.isLong || method.parameters.contains { $0.schema.isFile && params[$0.name] != nil }
  }
}

/// A call whose parameters are read.
struct ReadCall: Sendable {
  /// The learner whom the call concerns, by name or id.
  let learner: String?
  let handler: Handler<Void, JSONText>
}

extension Request {
  /// Creates the request of a call: it covers the method, and all parameters except the id.
  fileprivate init(id: String, _ method: String, _ params: JSONValue) throws {
    guard case .object(let members) = params else { preconditionFailure("parameters were read as an object") }
    let covered: JSONValue = [.string(method), .object(members.filter { $0.key != "requestId" && !$0.value.isNull })]
    guard let request = Request(id: id, parameters: JSONText(covered).text) else {
      throw RPCError.fault("requestId", "must be a UUID, not \"\(excerpt(id))\"")
    }
    self = request
  }
}

/// The environment of a call: the service, the caller's learner, and whether the caller still wants it.
struct Context: Sendable {
  let service: Service
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

/// A function that serves a method's calls.
enum Handler<P: Sendable, R: Sendable>: Sendable {
  case reply(@Sendable (P, Context) throws -> R)
  /// Prepares a transaction, outside of it.
  case write(@Sendable (P, Context) throws -> Transaction<R>)

  /// Serves a call on this thread; a write waits for the writer.
  func run(_ parameters: P, in context: Context) throws -> R {
    switch self {
    case .reply(let body): return try body(parameters, context)
    case .write(let prepare):
      let transaction = try prepare(parameters, context)
      return try context.store.writeAndWait { tx in try transaction(tx).make }()
    }
  }
}

/// The work of one transaction.
typealias Transaction<Result> = @Sendable (WriteTransaction) throws -> Reply<Result>

struct Reply<Result>: Sendable {
  /// Makes the reply, after the writer has moved on.
  let make: @Sendable () throws -> Result
  /// The answer from which the reply can be rebuilt; `nil` if only a copy reproduces it.
  var settles: (attempt: Attempt.ID, index: Int)?
}

/// The handlers, by what they are functions of.
extension Operation {
  /// Creates an operation of the call's context.
  init<P, R>(_ method: RPCMethod<P, R>, handler: @escaping @Sendable (P, Context) throws -> R) {
    self.init(method, .reply(handler))
  }

  /// Creates an operation that reads from one snapshot of the store.
  init<P, R>(reading method: RPCMethod<P, R>, handler: @escaping @Sendable (P, ReadTransaction) throws -> R) {
    let isLong = method.description.serving.isLong
    self.init(
      method,
      .reply { p, context in
        try context.read(isCancelled: isLong ? context.isCancelled : nil) { tx in try handler(p, tx) }
      })
  }

  /// Creates an operation that changes the store.
  init<P, R>(writing method: RPCMethod<P, R>, handler: @escaping @Sendable (P, WriteTransaction) throws -> R) {
    self.init(preparing: method) { p, _ in
      { tx in
        let result = try handler(p, tx)
        return Reply { result }
      }
    }
  }

  /// Creates an operation that changes the store, after preparation outside the transaction.
  init<P, R>(
    preparing method: RPCMethod<P, R>, handler: @escaping @Sendable (P, Context) throws -> Transaction<R>
  ) {
    self.init(
      method,
      .write { p, context in
        let transaction = try handler(p, context)
        return { tx in
          try context.enter(tx)
          return try transaction(tx)
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
  /// Returns the reply of a transaction, or the kept one if the request is a repetition. The data for rebuilding a
  /// reply is committed together with the change.
  fileprivate func perform(
    _ transaction: Transaction<JSONText>, once request: HomeworkStore.Request
  ) throws -> Reply<JSONText> {
    var made: Reply<JSONText>?
    let kept = try idempotently(request) {
      let reply = try transaction(self)
      made = reply
      if let settled = reply.settles { return .answer(settled.attempt, index: settled.index) }
      let text = try reply.make()
      made = Reply { text }
      return .whole(text.text)
    }
    if let made { return made }
    switch kept {
    case .answer(let id, let index):
      let result = try answerResult(of: id, at: index)
      let celebrates = try gradings(of: id).isEmpty
      return Reply { Operations.text(of: result, celebrates: celebrates) }
    case .whole(let reply):
      let text = JSONText(Array(reply.utf8))
      // A reply that another program has modified is not sent as ours.
      do { _ = try text.value } catch {
        throw StoreError.unavailable(.corrupt("the reply to request \(request.id) cannot be read: \(error)"))
      }
      return Reply { text }
    }
  }
}

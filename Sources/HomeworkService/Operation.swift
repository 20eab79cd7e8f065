import HomeworkJSON
import HomeworkRPC
import HomeworkStore

/// One operation, declared once: name, parameters, result, and what it does.
struct Operation: Sendable {
  /// What is done in one transaction. What it returns makes the reply, once nobody waits for the writer.
  typealias Transaction = @Sendable (WriteTransaction) throws -> Reply
  typealias Reply = @Sendable () throws -> JSONValue

  enum Work: Sendable {
    /// Looks something up, soon done.
    case reads(@Sendable (Parameters, Context) throws -> JSONValue)
    /// Prepares a transaction, outside of it. It takes a `requestId`.
    case writes(@Sendable (Parameters, Context) throws -> Transaction)
    /// Takes long, or waits.
    case works(@Sendable (Parameters, Context) throws -> JSONValue)
    /// Plays scripts. It needs no database, so that a daemon can have it done by a process that it can end.
    case plays(@Sendable (Parameters, Context) throws -> JSONValue)
    /// Concerns what is kept for one client, and ends with its connection.
    case serves(@Sendable (Parameters, Context, Client) throws -> ClientReply)
  }

  let name: String
  let summary: String
  let parameters: [Parameter]
  /// The same, by name.
  let declared: [String: Parameter]
  let result: Schema
  let work: Work

  /// Looks something up.
  init(
    _ name: String, _ summary: String, _ parameters: [Parameter] = [], gives result: Schema,
    reads: @escaping @Sendable (Parameters, Context) throws -> JSONValue
  ) {
    self.init(name, summary, parameters, result, .reads(reads))
  }

  /// Changes the store.
  init(
    writing name: String, _ summary: String, _ parameters: [Parameter] = [], gives result: Schema,
    prepares: @escaping @Sendable (Parameters, Context) throws -> Transaction
  ) {
    self.init(name, summary, parameters + [.requestId], result, .writes(prepares))
  }

  /// Takes long.
  init(
    long name: String, _ summary: String, _ parameters: [Parameter] = [], gives result: Schema,
    works: @escaping @Sendable (Parameters, Context) throws -> JSONValue
  ) {
    self.init(name, summary, parameters, result, .works(works))
  }

  /// Plays scripts.
  init(
    playing name: String, _ summary: String, _ parameters: [Parameter] = [], gives result: Schema,
    plays: @escaping @Sendable (Parameters, Context) throws -> JSONValue
  ) {
    self.init(name, summary, parameters, result, .plays(plays))
  }

  /// Is one client's.
  init(
    ofClient name: String, _ summary: String, _ parameters: [Parameter] = [], gives result: Schema,
    serves: @escaping @Sendable (Parameters, Context, Client) throws -> ClientReply
  ) {
    self.init(name, summary, parameters, result, .serves(serves))
  }

  private init(_ name: String, _ summary: String, _ parameters: [Parameter], _ result: Schema, _ work: Work) {
    (self.name, self.summary, self.parameters, self.result, self.work) = (name, summary, parameters, result, work)
    declared = Dictionary(uniqueKeysWithValues: parameters.map { ($0.name, $0) })
  }
}

extension Parameter {
  static let requestId = Parameter.optional(
    "requestId", .string, "a UUID: the same request again within 24 hours gets the first reply and changes nothing")
}

struct Parameter: Sendable {
  let name: String
  let schema: Schema
  let isRequired: Bool
  let summary: String

  static func required(_ name: String, _ schema: Schema, _ summary: String) -> Parameter {
    Parameter(name: name, schema: schema, isRequired: true, summary: summary)
  }

  static func optional(_ name: String, _ schema: Schema, _ summary: String) -> Parameter {
    Parameter(name: name, schema: schema, isRequired: false, summary: summary)
  }
}

package import HomeworkModel
import HomeworkSystem

/// The signature of a method: its name, parameters, result and errors.
///
/// Service and client use the same signature, so they cannot differ.
///
///     let homework = try await daemon.call(Methods.homeworkGet, "3f2a91bc")
public struct RPCMethod<Parameters: Sendable, Result: Sendable>: DeclaredMethod {
  package let description: MethodDescription
  private let shapes: Lazy<(parameters: Shape<Parameters>, result: Shape<Result>)>

  package var parameters: Shape<Parameters> { shapes.value.parameters }
  package var result: Shape<Result> { shapes.value.result }

  public var name: String { description.name }
  package var itself: Self { self }

  /// - Parameters:
  ///   - takesLearner: whether it concerns one learner, and takes a `learnerId`.
  ///   - errors: its errors, besides those of every method, and of every write.
  ///   - example: example parameters.
  init(
    _ name: String, _ serving: Serving, _ summary: String, _ parameters: @autoclosure @escaping Made<Shape<Parameters>>,
    returns result: @autoclosure @escaping Made<Shape<Result>>, takesLearner: Bool = false,
    errors own: [RPCError.Name] = [], example: @autoclosure @escaping Made<Parameters>
  ) {
    let errors = own + (serving == .write ? [.databaseUnavailable, .conflict] : [])
    let shapes = Lazy { (parameters: parameters(), result: result()) }
    self.shapes = shapes
    description = MethodDescription(
      name: name, summary: summary, serving: serving,
      errors: RPCError.Name.ofEveryMethod.union(errors).union(takesLearner ? [.notFound, .conflict] : [])
        // A number out of its range, as the store says it.
        .union(errors.contains(.databaseUnavailable) ? [.invalid] : []),
      takesLearner: takesLearner,
      members: Lazy {
        let (parameters, result) = shapes.value
        return MethodDescription.Members(
          parameters.members + (takesLearner ? [MethodDescription.learnerId] : [])
            + (serving == .write ? [MethodDescription.requestId] : []), result: result.schema,
          example: parameters.text(of: example()))
      })
  }

  /// Reads the parameters of a call, and finds unknown, missing and mistyped ones, by their paths. A null parameter
  /// counts as omitted.
  package func read(_ params: JSONValue) throws -> (values: Parameters, learner: String?, requestId: String?) {
    guard case .object(var members) = params else {
      throw RPCError(.invalidParams, "parameters must be an object, by name")
    }
    var reader = ShapeReader()
    func text(_ member: Schema.Member, if isTaken: Bool) -> String? {
      guard isTaken, let json = members.removeValue(forKey: member.name), !json.isNull else { return nil }
      return reader.read(member.name, json, Shape<String>.string)
    }
    let learner = text(MethodDescription.learnerId, if: description.takesLearner)
    let requestId = text(MethodDescription.requestId, if: description.serving == .write)
    let values = parameters.decode(.object(members), &reader)
    // The path of a long name is shortened.
    func isOwn(_ path: String) -> Bool {
      members[path] != nil || path.hasSuffix("…") && members.keys.contains { excerpt($0) == path }
    }
    for path in reader.unknown { reader.add(isOwn(path) ? notAParameter(path) : "is not a known member", at: path) }
    guard reader.faults.isEmpty else { throw RPCError(.invalidParams, reader.faults.sorted) }
    return (try reader.value(values), learner, requestId)
  }

  private func notAParameter(_ word: String) -> String {
    let meant = suggestion(for: word, among: description.parameters.map(\.name))
    return "is not a parameter of \(name)" + (meant.map { ": did you mean \($0)?" } ?? "")
  }

  /// Refuses numbers out of their ranges, and what is too long, together.
  package func check(_ values: Parameters, as learner: String?) throws(RPCError) {
    var faults = Faults()
    parameters.check(values, "", nil, &faults)
    if let learner { Shape<String>.string.check(learner, MethodDescription.learnerId.name, nil, &faults) }
    // The same error as from the store.
    if !faults.isEmpty { throw RPCError(description.usesDatabase ? .invalid : .invalidParams, faults) }
  }

  /// Returns a call's parameters as JSON.
  ///
  /// - Parameter learner: the learner whom it concerns, by name or id; the default learner if `nil`.
  package func params(_ values: Parameters, as learner: String?) -> JSONText {
    let params = parameters.text(of: values)
    guard let learner, description.takesLearner else { return params }
    return params.with(MethodDescription.learnerId.name, learner)
  }
}

/// The signature of some method.
package protocol DeclaredMethod<Parameters, Result>: Sendable {
  associatedtype Parameters: Sendable
  associatedtype Result: Sendable
  var itself: RPCMethod<Parameters, Result> { get }
}

/// Makes a value of a method's declaration.
typealias Made<Value> = @Sendable () -> Value

/// A value that is made when it is first needed: to make the shapes of all methods takes longer than most commands.
private final class Lazy<Value: Sendable>: Sendable {
  private let made = Guarded<Value?>(nil)
  private let make: Made<Value>

  init(_ make: @escaping Made<Value>) { self.make = make }

  var value: Value {
    made.withLock { made in
      let value = made ?? make()
      made = value
      return value
    }
  }
}

/// How a server serves a method's calls.
package enum Serving: Sendable {
  /// At once: from memory, or from one snapshot of the store.
  case inline
  /// In turn: it concerns the client's sessions and subscription, which last as long as its connection, and may wait
  /// for the writer.
  case session
  /// By the store's writer, in a group with other clients' writes.
  case write
  /// By a thread of its own, until it is done or cancelled.
  case long
  /// As `long`, by a process that a server can kill: scripts, which need no database.
  case play

  package var isLong: Bool { self == .long || self == .play }
}

/// The description of a method, without its types.
package struct MethodDescription: Sendable {
  package let name: String
  package let summary: String
  package let serving: Serving
  package let errors: Set<RPCError.Name>
  /// True if it concerns one learner, and takes a `learnerId`.
  package let takesLearner: Bool
  fileprivate let members: Lazy<Members>

  /// True if the method needs the database.
  package var usesDatabase: Bool { errors.contains(.databaseUnavailable) }
  package var parameters: [Schema.Member] { members.value.parameters }
  package var result: Schema { members.value.result }
  /// Example parameters, as JSON.
  package var example: JSONText { members.value.example }

  /// The parameters and the result as the document has them.
  fileprivate struct Members: Sendable {
    let parameters: [Schema.Member], result: Schema
    let example: JSONText

    init(_ parameters: [Schema.Member], result: Schema, example: JSONText) {
      (self.parameters, self.result, self.example) = (parameters.map { $0.bounded() }, result, example)
    }
  }

  static let learnerId = Schema.Member(
    name: "learnerId", schema: .string(), isRequired: false,
    summary: "the learner: a name, an id, or a unique part of one; the default learner by default")
  static let requestId = Schema.Member(
    name: "requestId", schema: .string(format: "uuid"), isRequired: false,
    summary: "a UUID: repeating the request within 24 hours returns the first reply and changes nothing")
}

extension JSONText {
  /// Returns an object with one more member.
  package func with(_ key: String, _ text: String) -> JSONText { with(key, JSONText(JSONValue.string(text))) }

  /// Returns an object with one more member.
  package func with(_ key: String, _ value: JSONText) -> JSONText {
    var writer = JSONWriter(capacity: bytes.count + value.bytes.count + key.utf8.count + 8)
    writer.write(json: Array(bytes.dropLast()))
    if bytes.count > 2 { writer.write(json: ",") }
    writer.write(key)
    writer.write(json: ":")
    writer.write(json: value.bytes)
    writer.write(json: "}")
    return JSONText(writer.bytes)
  }
}

extension RPCError.Name {
  /// The errors of every method: wrong parameters, cancellation, a full queue, and internal errors.
  static let ofEveryMethod: Set = [Self.invalidParams, .cancelled, .busy, .internal]
}

/// All methods, by topic. The service's `Operations` list and serve them.
public enum Methods {}

/// A value that begins with defaults, and whose members are set.
///
///     let page = try await daemon.call(Methods.homeworkList, ListHomeworkParams { $0.status = .started })
public protocol DefaultInitializable: Sendable {
  init()
}

extension DefaultInitializable {
  public init<Failure>(_ fill: (inout Self) throws(Failure) -> Void) throws(Failure) {
    self.init()
    try fill(&self)
  }
}

import HomeworkAPI
import HomeworkModel
import HomeworkStore

/// A call's parameters as received, checked against the method's declaration.
struct Parameters {
  private let members: [String: JSONValue]
  private let operation: Operation

  /// Reports all unknown, missing and mistyped parameters at once. A null parameter counts as omitted.
  init(_ params: JSONValue, of operation: Operation) throws(RPCError) {
    guard case .object(var members) = params else {
      throw RPCError(.invalidParams, "parameters must be an object, by name")
    }
    if members.values.contains(.null) { members = members.filter { $0.value != .null } }
    var faults: [Fault] = []
    for (name, value) in members { faults += Self.faults(of: name, value, in: operation) }
    // Report the faults in order of the names.
    if !faults.isEmpty {
      faults = members.sorted { $0.key < $1.key }.flatMap { Self.faults(of: $0, $1, in: operation) }
    }
    for name in operation.method.required where members[name] == nil {
      faults.append(Fault(path: name, message: "is missing"))
    }
    guard faults.isEmpty else { throw RPCError(.invalidParams, faults) }
    self.members = members
    self.operation = operation
  }

  private static func faults(of name: String, _ value: JSONValue, in operation: Operation) -> [Fault] {
    if let parameter = operation.method.declared[name] { return parameter.schema.faults(in: value, at: name) }
    let meant = suggestion(for: name, among: operation.method.declared.keys).map { ": did you mean \($0)?" } ?? ""
    return [Fault(path: excerpt(name), message: "is not a parameter of \(operation.name)\(meant)")]
  }

  /// The learner whom the call concerns, by name or id.
  var learner: String? { operation.method.isLearners ? members["learnerId"]?.string : nil }

  /// Converts the parameters to the values of a method, and checks their ranges.
  ///
  /// - Returns: the values, and the request with its id, if it has one: it covers the method, and all parameters except
  ///   the id.
  func read<Values, Result>(for method: RPCMethod<Values, Result>) throws -> (values: Values, request: Request?) {
    let values: Values
    do { values = try method.parameters.read(.object(members)) } catch let fault as Fault {
      throw RPCError(.invalidParams, [fault])
    }
    try method.check(values, as: learner)
    guard let id = members["requestId"]?.string else { return (values, nil) }
    let covered: JSONValue = [.string(operation.name), .object(members.filter { $0.key != "requestId" })]
    guard let request = Request(id: id, parameters: JSONText(covered).text) else {
      throw RPCError.fault("requestId", "must be a UUID, not \"\(excerpt(id))\"")
    }
    return (values, request)
  }
}

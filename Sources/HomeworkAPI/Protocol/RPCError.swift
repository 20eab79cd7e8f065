public import HomeworkModel

/// An error of the protocol: its code, its name and a message.
public struct RPCError: Error, Hashable, Sendable {
  public let name: Name
  public let message: String
  /// Details for programs. The error's name is added when it is sent.
  public let data: [String: JSONValue]

  public init(_ name: Name, _ message: String, data: [String: JSONValue] = [:]) {
    self.name = name
    self.message = message
    self.data = data
  }

  /// All errors: the four of JSON-RPC, and our own.
  public enum Name: String, CaseIterable, Sendable {
    case parseError, invalidRequest, methodNotFound, invalidParams
    case `internal`, notFound, invalid, conflict, databaseUnavailable, tooLarge, busy, cancelled, tooEarly, historyGone
    case timeUp

    public var code: Int {
      switch self {
      case .parseError: -32700
      case .invalidRequest: -32600
      case .methodNotFound: -32601
      case .invalidParams: -32602
      case .internal: -32000
      case .notFound: -32001
      case .invalid: -32002
      case .conflict: -32003
      case .databaseUnavailable: -32004
      case .tooLarge: -32005
      case .busy: -32006
      case .cancelled: -32007
      case .tooEarly: -32008
      case .historyGone: -32009
      case .timeUp: -32010
      }
    }
  }

  /// `{"code", "message", "data": {"name", …}}`.
  public var json: JSONValue {
    let data = data.merging(["name": .string(name.rawValue)]) { $1 }
    return ["code": .int(Int64(name.code)), "message": .string(message), "data": .object(data)]
  }

  /// Creates an error from its JSON.
  public init(json: JSONValue) {
    var data: [String: JSONValue] = [:]
    if case .object(let members)? = json["data"] { data = members }
    let name = data.removeValue(forKey: "name")?.string.flatMap(Name.init) ?? .internal
    self.init(name, json["message"]?.string ?? "the daemon returned an error without a message", data: data)
  }
}

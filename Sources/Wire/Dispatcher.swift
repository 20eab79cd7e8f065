public import Foundation

/// JSON-RPC 2.0: one line of bytes in, at most one line out.
public struct Dispatcher: Sendable {
  public typealias Handler = @Sendable (_ method: String, _ params: JSONValue) -> Result<JSONValue, RPCError>

  /// Requests in one batch.
  public static let largestBatch = 100

  private let handler: Handler

  public init(handler: @escaping Handler) {
    self.handler = handler
  }

  /// The reply to `line`; `nil` where it held notifications only.
  public func reply(to line: Data) -> Data? {
    guard String(validating: line, as: UTF8.self) != nil, let value = try? JSONValue(parsing: line) else {
      return Self.failure(RPCError(.parseError, "not JSON in UTF-8: send one JSON value a line")).encoded()
    }
    guard case .array(let requests) = value else { return reply(to: value)?.encoded() }
    guard !requests.isEmpty else {
      return Self.failure(RPCError(.invalidRequest, "an empty batch: send at least one request")).encoded()
    }
    guard requests.count <= Self.largestBatch else {
      return Self.failure(
        RPCError(.tooLarge, "a batch of \(requests.count): send at most \(Self.largestBatch) requests at once")
      ).encoded()
    }
    let replies = requests.compactMap(reply)
    return replies.isEmpty ? nil : JSONValue.array(replies).encoded()
  }

  /// The error object that answers what cannot be attributed to a request.
  public static func failure(_ error: RPCError, id: JSONValue = .null) -> JSONValue {
    ["jsonrpc": "2.0", "id": id, "error": error.json]
  }

  private func reply(to request: JSONValue) -> JSONValue? {
    guard case .object(let members) = request else {
      return Self.failure(RPCError(.invalidRequest, "a request is an object"))
    }
    let id = members["id"]
    switch id {
    case nil, .null, .string, .int, .double: break
    case .bool, .array, .object:
      return Self.failure(RPCError(.invalidRequest, "an id is a string, a number or null"))
    }
    guard members["jsonrpc"] == "2.0", case .string(let method)? = members["method"] else {
      let error = RPCError(.invalidRequest, "a request needs \"jsonrpc\": \"2.0\" and a \"method\"")
      return Self.failure(error, id: id ?? .null)
    }
    let result: Result<JSONValue, RPCError>
    switch members["params"] {
    case nil: result = handler(method, [:])
    case .array(let items)? where items.isEmpty: result = handler(method, [:])
    case .object?: result = handler(method, members["params"] ?? [:])
    case .array?: result = .failure(RPCError(.invalidParams, "parameters go by name: send an object"))
    default: return Self.failure(RPCError(.invalidRequest, "params is an object or an array"), id: id ?? .null)
    }
    // Without an id it is a notification, and nobody waits.
    guard let id else { return nil }
    switch result {
    case .success(let value): return ["jsonrpc": "2.0", "id": id, "result": value]
    case .failure(let error): return Self.failure(error, id: id)
    }
  }
}

internal import CHomeworkLinux
import HomeworkAPI
import HomeworkModel

/// A JSON-RPC 2.0 request, or the error in it.
struct RPCRequest {
  /// The destination of the reply: a line of its own, or the line of a batch.
  enum Place { case alone, inBatch, lastOfBatch }

  /// `nil` for a notification, which gets no reply.
  let id: JSONValue?
  private(set) var content: Result<(method: String, params: JSONValue), RPCError>
  private(set) var place = Place.alone

  /// The maximum number of requests in a batch.
  static let largestBatch = 100

  /// Returns the requests of a line: one, or those of a batch. A line refused as a whole is one request, too.
  static func all(of line: [UInt8]) -> [RPCRequest] {
    let value: JSONValue
    do throws(JSONError) { value = try JSONValue(parsing: line) } catch {
      return [
        RPCRequest(.parseError, "not valid JSON in UTF-8 at byte \(error.offset + 1): send one JSON value per line")
      ]
    }
    guard case .array(let values) = value else { return [RPCRequest(value)] }
    guard !values.isEmpty else { return [RPCRequest(.invalidRequest, "the batch is empty: send at least one request")] }
    guard values.count <= largestBatch else {
      return [RPCRequest(.tooLarge, "the batch has \(values.count) requests: send at most \(largestBatch) at once")]
    }
    var requests = values.map(RPCRequest.init)
    for index in requests.indices { requests[index].place = index == values.count - 1 ? .lastOfBatch : .inBatch }
    return requests
  }

  /// Creates a request for a line that cannot be parsed as one: its reply has the id `null`.
  init(refused error: RPCError) { (id, content) = (.null, .failure(error)) }

  private init(_ name: RPCError.Name, _ message: String) { self.init(refused: RPCError(name, message)) }

  private init(_ value: JSONValue) {
    var id: JSONValue?
    do throws(RPCError) { content = .success(try Self.content(of: value, &id)) } catch { content = .failure(error) }
    self.id = id
  }

  /// - Parameter id: receives the reply's id; `nil` if a valid request has none.
  private static func content(
    of value: JSONValue, _ id: inout JSONValue?
  ) throws(RPCError) -> (method: String, params: JSONValue) {
    id = .null
    guard case .object(let members) = value else { throw RPCError(.invalidRequest, "a request is an object") }
    switch members["id"] {
    case .bool, .array, .object: throw RPCError(.invalidRequest, "an id is a string, a number or null")
    case let given: id = given ?? .null
    }
    guard members["jsonrpc"] == "2.0", case .string(let method)? = members["method"] else {
      throw RPCError(.invalidRequest, "a request needs \"jsonrpc\": \"2.0\" and a \"method\"")
    }
    guard method != cancelMethod || members["id"] == nil else {
      throw RPCError(.invalidRequest, "\(cancelMethod) is a notification: send it without an id")
    }
    switch members["params"] {
    case .object, .array, nil: id = members["id"]
    default: throw RPCError(.invalidRequest, "params is an object or an array")
    }
    guard case .array(let items)? = members["params"] else { return (method, members["params"] ?? [:]) }
    guard items.isEmpty else { throw RPCError(.invalidParams, "parameters are by name: send an object") }
    return (method, [:])
  }

  /// Returns the same request with an error in place of its call.
  func refused(_ error: RPCError) -> RPCRequest {
    var refused = self
    refused.content = .failure(error)
    return refused
  }

  /// The method by which a client cancels a request.
  private static let cancelMethod = "$/cancelRequest"

  /// Returns the id of the request that a line cancels; `nil` for any other line, which need not be parsed.
  static func cancelled(by line: [UInt8]) -> JSONValue? {
    let method = Array(cancelMethod.utf8)
    guard memmem(line, line.count, method, method.count) != nil else { return nil }
    let requests = all(of: line)
    guard requests.count == 1, case .success((cancelMethod, let params)) = requests[0].content,
      requests[0].place == .alone
    else { return nil }
    return params["id"]
  }
}

extension RPCError {
  /// Returns the reply line for a request.
  static func reply(to id: JSONValue, _ result: Result<JSONText, RPCError>) -> [UInt8] {
    var writer = JSONWriter(capacity: 128 + ((try? result.get().bytes.count) ?? 0))
    switch result {
    case .success(let text):
      writer.write(json: "{\"id\":")
      writer.write(id)
      writer.write(json: ",\"jsonrpc\":\"2.0\",\"result\":")
      writer.write(json: text.bytes)
    case .failure(let error):
      writer.write(json: "{\"error\":")
      writer.write(error.json)
      writer.write(json: ",\"id\":")
      writer.write(id)
      writer.write(json: ",\"jsonrpc\":\"2.0\"")
    }
    writer.write(json: "}")
    return writer.bytes
  }
}

extension RPCError {
  static let tooMuchUnread = RPCError(
    .busy,
    "too many replies are waiting to be read on all connections: repeat the call later, a write with its requestId")
  static let takenBack = RPCError(.cancelled, "cancelled by the client")
  static let stopping = RPCError(.busy, "the daemon is stopping: try again later")
}

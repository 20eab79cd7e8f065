internal import CHomeworkLinux
import HomeworkAPI
import HomeworkModel

/// A JSON-RPC 2.0 request, or the error in it.
struct RPCRequest {
  /// The destination of the reply: a line of its own, or the line of a batch.
  enum BatchPosition { case alone, inBatch, lastOfBatch }

  /// `nil` for a notification, which gets no reply.
  let id: JSONValue?
  private(set) var content: Result<(method: String, params: JSONValue), RPCError>
  private(set) var position = BatchPosition.alone

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
    for index in requests.indices { requests[index].position = index == values.count - 1 ? .lastOfBatch : .inBatch }
    return requests
  }

  /// Creates a request for a line that cannot be parsed as one: its reply has the id `null`.
  init(refused error: RPCError) { (id, content) = (.null, .failure(error)) }

  private init(_ name: RPCError.Name, _ message: String) { self.init(refused: RPCError(name, message)) }

  private init(_ value: JSONValue) {
    // An error in the request itself is answered without its id; a valid request without an id gets no reply.
    var id: JSONValue? = .null
    do throws(RPCError) {
      guard case .object(let members) = value else { throw RPCError(.invalidRequest, "a request is an object") }
      switch members["id"] {
      case .bool, .array, .object: throw RPCError(.invalidRequest, "an id is a string, a number or null")
      case let value: id = value ?? .null
      }
      guard members["jsonrpc"] == "2.0", case .string(let method)? = members["method"] else {
        throw RPCError(.invalidRequest, "a request needs \"jsonrpc\": \"2.0\" and a \"method\"")
      }
      guard method != Self.cancelMethod || members["id"] == nil else {
        throw RPCError(.invalidRequest, "\(Self.cancelMethod) is a notification: send it without an id")
      }
      let params = members["params"] ?? [:]
      switch params {
      case .object, .array: id = members["id"]
      default: throw RPCError(.invalidRequest, "params is an object or an array")
      }
      guard params.array?.isEmpty != false else {
        throw RPCError(.invalidParams, "parameters are by name: send an object")
      }
      content = .success((method, params.array == nil ? params : [:]))
    } catch {
      content = .failure(error)
    }
    self.id = id
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
      requests[0].position == .alone
    else { return nil }
    return params["id"]
  }
}

extension RPCError {
  static let tooMuchUnread = RPCError(
    .busy,
    "too many replies are waiting to be read on all connections: repeat the call later, a write with its requestId")
  static let cancelledByClient = RPCError(.cancelled, "cancelled by the client")
  static let stopping = RPCError(.busy, "the daemon is stopping: try again later")
}

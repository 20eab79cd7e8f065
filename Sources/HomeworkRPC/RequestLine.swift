internal import CHomeworkLinux
import HomeworkJSON

/// JSON-RPC 2.0: what one line asks for.
enum RequestLine {
  /// Requests of one batch, or the one of a line that is none.
  case requests([Request], isBatch: Bool)
  /// What is wrong with it as a whole.
  case refused(RPCError)

  /// Requests in one batch.
  static let largestBatch = 100

  init(reading bytes: [UInt8]) {
    let value: JSONValue
    do throws(JSONError) { value = try JSONValue(parsing: bytes) } catch {
      self = .refused(
        RPCError(.parseError, "not valid JSON in UTF-8 at byte \(error.offset + 1): send one JSON value per line"))
      return
    }
    guard case .array(let values) = value else {
      self = .requests([Request(value)], isBatch: false)
      return
    }
    switch values.count {
    case 0: self = .refused(RPCError(.invalidRequest, "the batch is empty: send at least one request"))
    case ...Self.largestBatch: self = .requests(values.map(Request.init), isBatch: true)
    default:
      self = .refused(
        RPCError(.tooLarge, "the batch has \(values.count) requests: send at most \(Self.largestBatch) at once"))
    }
  }
}

/// One request, or what is wrong with it.
struct Request {
  /// `nil` for a notification, to which nobody waits for an answer.
  let id: JSONValue?
  let content: Result<(method: String, params: JSONValue), RPCError>

  init(_ request: JSONValue) {
    guard case .object(let members) = request else {
      (id, content) = (.null, .failure(RPCError(.invalidRequest, "a request is an object")))
      return
    }
    // All of them once: to look four up takes longer.
    var (given, version, name, params): (JSONValue?, JSONValue?, JSONValue?, JSONValue?)
    for (key, value) in members {
      switch key {
      case "id": given = value
      case "jsonrpc": version = value
      case "method": name = value
      case "params": params = value
      default: break
      }
    }
    switch given {
    case nil, .null, .string, .int, .double: break
    case .bool, .array, .object:
      (id, content) = (.null, .failure(RPCError(.invalidRequest, "an id is a string, a number or null")))
      return
    }
    guard version == "2.0", case .string(let method)? = name else {
      id = given ?? .null
      content = .failure(RPCError(.invalidRequest, "a request needs \"jsonrpc\": \"2.0\" and a \"method\""))
      return
    }
    switch params {
    case nil: (id, content) = (given, .success((method, [:])))
    case .array(let items)? where items.isEmpty: (id, content) = (given, .success((method, [:])))
    case .object(let params)?: (id, content) = (given, .success((method, .object(params))))
    case .array?:
      (id, content) = (given, .failure(RPCError(.invalidParams, "parameters are by name: send an object")))
    default:
      id = given ?? .null
      content = .failure(RPCError(.invalidRequest, "params is an object or an array"))
    }
  }

  /// The method by which a client takes back what it asked for.
  static let cancelMethod = "$/cancelRequest"

  /// The id of the request that `line` takes back; `nil` where it is another line. Cheap where it is none.
  static func cancelled(by line: [UInt8]) -> JSONValue? {
    let isLikely = line.withUnsafeBytes { bytes in
      cancelMethod.utf8.withContiguousStorageIfAvailable {
        memmem(bytes.baseAddress!, bytes.count, $0.baseAddress!, $0.count) != nil
      } ?? true
    }
    guard isLikely, case .requests(let requests, isBatch: false) = RequestLine(reading: line),
      case .success((cancelMethod, let params))? = requests.first?.content
    else { return nil }
    return params["id"]
  }
}

extension RPCError {
  /// The error object that answers a request, or with `null` what cannot be attributed to one.
  func reply(to id: JSONValue = .null) -> [UInt8] { Self.reply(to: id, .failure(self)) }

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

package import HomeworkModel

/// The lines of JSON-RPC 2.0, without their LF.
package enum RPCLine {
  package static func request(id: Int64, _ method: String, _ params: JSONText) -> [UInt8] {
    line(["id": JSONText(.int(id)), "jsonrpc": version, "method": JSONText(.string(method)), "params": params])
  }

  package static func notification(_ method: String, _ params: JSONText) -> [UInt8] {
    line(["jsonrpc": version, "method": JSONText(.string(method)), "params": params])
  }

  package static func reply(id: JSONValue, _ result: Result<JSONText, RPCError>) -> [UInt8] {
    switch result {
    case .success(let text): line(["id": JSONText(id), "jsonrpc": version, "result": text])
    case .failure(let error): line(["error": JSONText(error.json), "id": JSONText(id), "jsonrpc": version])
    }
  }

  private static let version = JSONText(.string("2.0"))

  private static func line(_ members: KeyValuePairs<String, JSONText>) -> [UInt8] {
    var writer = JSONWriter(capacity: members.reduce(64) { $0 + $1.value.bytes.count })
    writer.beginObject()
    for (key, value) in members {
      writer.key(key)
      writer.write(json: value.bytes)
    }
    writer.endObject()
    return writer.bytes
  }
}

import Foundation
public import HomeworkAPI
public import HomeworkModel

/// A connection to a daemon: one call at a time.
public final class SocketClient {
  private let descriptor: Int32
  private var framer = LineFramer(limit: .max)
  private var lines: [[UInt8]] = []
  private var lastId: Int64 = 0

  public init(path: String) throws(SocketError) {
    descriptor = try UnixSocket.connected(to: path)
  }

  deinit {
    close(descriptor)
  }

  public func call(_ method: String, _ params: JSONValue) throws(SocketError) -> Result<JSONValue, RPCError> {
    lastId += 1
    let request: JSONValue = ["jsonrpc": "2.0", "id": .int(lastId), "method": .string(method), "params": params]
    guard UnixSocket.write(request.encoded() + [UInt8(ascii: "\n")], to: descriptor) else { throw .closed }
    while lines.isEmpty {
      let bytes = UnixSocket.read(from: descriptor)
      guard !bytes.isEmpty else { throw .closed }
      lines = framer.take(bytes)
    }
    guard let reply = try? JSONValue(parsing: lines.removeFirst()) else {
      throw .failed("the daemon's answer cannot be read", reason: "not JSON")
    }
    if let error = reply["error"] { return .failure(RPCError(json: error)) }
    return .success(reply["result"] ?? .null)
  }
}

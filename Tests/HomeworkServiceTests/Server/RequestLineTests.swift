import Foundation
import HomeworkAPI
import HomeworkModel
import Testing

@Suite struct `A line of JSON-RPC` {
  private let served: Served

  init() throws {
    served = try Served { method, params in
      switch method {
      case "echo": .success(JSONText(params))
      case "refuse": .failure(RPCError(.conflict, "no", data: ["why": "because"]))
      default: .failure(RPCError(.methodNotFound, "there is no method \(method)"))
      }
    }
  }

  /// The examples of the JSON-RPC 2.0 specification, with our method names and named parameters.
  @Test(arguments: [
    (#"{"jsonrpc":"2.0","id":1,"method":"echo","params":{"a":2}}"#, #"{"id":1,"jsonrpc":"2.0","result":{"a":2}}"#),
    (#"{"jsonrpc":"2.0","id":"x","method":"echo"}"#, #"{"id":"x","jsonrpc":"2.0","result":{}}"#),
    (#"{"jsonrpc":"2.0","id":null,"method":"echo","params":[]}"#, #"{"id":null,"jsonrpc":"2.0","result":{}}"#),
    (
      #"{"jsonrpc":"2.0","id":1,"method":"refuse"}"#,
      #"{"error":{"code":-32003,"data":{"name":"conflict","why":"because"},"message":"no"},"id":1,"jsonrpc":"2.0"}"#
    ),
    (
      #"[{"jsonrpc":"2.0","id":1,"method":"echo"},{"jsonrpc":"2.0","method":"echo"}]"#,
      #"[{"id":1,"jsonrpc":"2.0","result":{}}]"#
    ),
  ])
  func `is answered`(request: String, reply: String) throws {
    #expect(try served.exchange(request) == [reply])
  }

  @Test(arguments: [
    #"{"jsonrpc":"2.0","method":"echo"}"#, #"{"jsonrpc":"2.0","method":"none"}"#,
    #"[{"jsonrpc":"2.0","method":"echo"},{"jsonrpc":"2.0","method":"refuse"}]"#,
  ])
  func `gets no reply if it is a notification`(request: String) throws {
    #expect(try served.exchange(request) == [])
  }

  @Test(arguments: [
    ("{", -32700, JSONValue.null), ("\u{0}", -32700, .null), ("[]", -32600, .null), ("1", -32600, .null),
    ("\"x\"", -32600, .null), (#"{"id":7}"#, -32600, 7), (#"{"jsonrpc":"1.0","id":7,"method":"echo"}"#, -32600, 7),
    (#"{"jsonrpc":"2.0","id":7,"method":1}"#, -32600, 7),
    (#"{"jsonrpc":"2.0","id":{},"method":"echo"}"#, -32600, .null),
    (#"{"jsonrpc":"2.0","id":7,"method":"echo","params":"x"}"#, -32600, 7),
    (#"{"jsonrpc":"2.0","id":7,"method":"echo","params":[1]}"#, -32602, 7),
    (#"{"jsonrpc":"2.0","id":7,"method":"none"}"#, -32601, 7),
    ("[" + Array(repeating: "1", count: 101).joined(separator: ",") + "]", -32005, .null),
    (String(repeating: "[", count: 100_000), -32700, .null),
  ])
  func `is rejected with the standard's error`(request: String, code: Int, id: JSONValue) throws {
    let reply = try JSONValue(parsing: Data(try #require(served.exchange(request).first).utf8))
    #expect(reply["error"]?["code"]?.int == code)
    #expect(reply["id"] == id)
  }

  @Test func `is rejected if it is not UTF-8`() throws {
    let reply = try JSONValue(parsing: Data(try #require(served.exchange([0x22, 0xFF, 0x22]).first).utf8))
    #expect(reply["error"]?["code"]?.int == -32700)
  }

  @Test func `gets a reply for each request of a batch`() throws {
    let reply = try JSONValue(
      parsing: Data(try #require(served.exchange(#"[1,{"jsonrpc":"2.0","id":2,"method":"echo"}]"#).first).utf8))
    #expect(reply.array?.count == 2)
    #expect(reply.array?.first?["error"]?["code"]?.int == -32600)
    #expect(reply.array?.last?["result"] == [:])
  }
}

@Suite struct `A line framer` {
  @Test func `returns the same lines wherever the stream is cut`() {
    let stream = Array("one\n\ntwo é\nthree".utf8)
    for first in 0...stream.count {
      for second in first...stream.count {
        var framer = LineFramer(limit: 10)
        var lines: [[UInt8]] = []
        for part in [stream[..<first], stream[first..<second], stream[second...]] { lines += framer.take(Array(part)) }
        if let last = framer.finish() { lines.append(last) }
        #expect(lines.map { String(decoding: $0, as: UTF8.self) } == ["one", "two é", "three"])
      }
    }
  }

  @Test func `stops at a line over its limit, before the line is complete`() {
    var framer = LineFramer(limit: 4)
    #expect(framer.take(Array("abcd\nabcd".utf8)).count == 1)
    #expect(!framer.isOverLimit)
    #expect(framer.take(Array("e\nf\n".utf8)).isEmpty)
    #expect(framer.isOverLimit)
    #expect(framer.finish() == nil)
  }
}

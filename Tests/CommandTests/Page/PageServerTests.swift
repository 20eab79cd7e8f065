import Foundation
import HomeworkModel
import HomeworkTestKit
import Testing

/// HTTP and WebSockets, as browsers and others ask for them.
@Suite struct `A daemon with a page` {
  @Test func `prints its address, and serves a connection that sends its token first, without an answer`() throws {
    let page = try ServedPage()
    #expect(page.address == "http://127.0.0.1:\(page.port)/#\(page.token)")
    #expect(page.token.wholeMatch(of: /[0-9a-f]{64}/) != nil)
    #expect(try page.visit().call("server.ping") == [:])
    // In frames of a few bytes too.
    let slow = try WebLine(port: page.port)
    slow.send(page.token, frames: 7)
    #expect(try slow.call("server.ping") == [:])
    for path in ["/", "/rpc", "/healthz"] {
      #expect(try page.get(path).headers["set-cookie"] == nil)
    }
  }

  @Test func `closes a connection with another token at once, and one without after five seconds`() throws {
    let page = try ServedPage()
    let ping = #"{"jsonrpc":"2.0","id":1,"method":"server.ping"}"#
    let token = page.token
    for wrong in [
      "", ping, String(token.dropLast()), token + "0", token.uppercased() + " ", String(repeating: "0", count: 64),
      String(repeating: "x", count: 300_000),
    ] {
      let line = try WebLine(port: page.port)
      line.send(wrong)
      line.send(ping)
      #expect(line.receive() == nil && line.closed == 1008, "\(wrong.prefix(80))")
    }
    let start = ContinuousClock.now
    let (idle, half, silent) = (
      try WebLine(idleAt: page.port), try WebLine(idleAt: page.port), try WebLine(port: page.port)
    )
    half.write(Array("GET / HTTP/1.1\r\nHost: 127.0".utf8))
    for line in [idle, half, silent] { #expect(line.receive() == nil) }
    #expect(start.duration(to: .now) > .seconds(4) && start.duration(to: .now) < .seconds(9))
  }

  @Test func `serves the page's files, each without anything of others`() throws {
    let page = try ServedPage()
    let index = try page.get("/")
    #expect(index.status == 200 && index.headers["content-type"] == "text/html; charset=utf-8")
    let files = index.body.components(separatedBy: "\"").filter { $0.hasPrefix("/page/") }
    #expect(!files.isEmpty)
    for path in ["/"] + files {
      let file = try page.get(path)
      #expect(file.status == 200 && !file.body.isEmpty, "\(path)")
      #expect(file.headers["content-security-policy"]?.hasPrefix("default-src 'none'; script-src 'self';") == true)
      #expect(!file.body.contains("http://") || file.body.contains("http://www.w3.org/"), "\(path)")
    }
    #expect(try page.get("/healthz").body == "ok\n")
    for path in ["/etc/passwd", "/page/../page/x", "/page/nothing.js", "/rpc/x"] {
      #expect(try page.get(path).status == 404, "\(path)")
    }
    let head = try page.get("/", method: "HEAD")
    #expect(
      try head.status == 200 && head.body.isEmpty
        && head.headers["content-length"] == page.get("/").headers["content-length"])
    #expect(try page.get("/", method: "POST", headers: ["Content-Length": "0"]).status == 405)
  }

  @Test func `refuses pages of other sites and other names for this machine`() throws {
    let page = try ServedPage()
    for headers in [
      ["Origin": "http://other.example"], ["Origin": "null"], ["Origin": "https://127.0.0.1:\(page.port)"],
      ["Host": "other.example:\(page.port)", "Origin": "http://other.example:\(page.port)"],
    ] {
      #expect(throws: (any Error).self, "\(headers)") { try page.visit(headers: headers) }
    }
    #expect(throws: (any Error).self) { try WebLine(port: page.port, path: "/other") }
    #expect(try page.get("/", headers: ["Host": "other.example"]).status == 421)
    let local = ["Host": "localhost:\(page.port)", "Origin": "http://localhost:\(page.port)"]
    #expect(try page.visit(headers: local).call("server.ping") == [:])
  }

  @Test func `answers as its socket does, in any number of frames`() throws {
    let page = try ServedPage()
    let (line, socket) = (try page.visit(), try page.daemon.client().line)
    let long = String(repeating: "x", count: 300_000)
    for request in [
      #"{"jsonrpc":"2.0","id":1,"method":"server.ping"}"#, "[]", "nonsense",
      "{\n\"jsonrpc\":\"2.0\",\"id\":2,\r\n\"method\":\"no.method\"}",
      #"[{"jsonrpc":"2.0","id":3,"method":"learner.list"},{"jsonrpc":"2.0","id":4,"method":"server.ping"}]"#,
      #"{"jsonrpc":"2.0","id":5,"method":"homework.list","params":{"search":"\#(long)"}}"#,
    ] {
      socket.send(Data((request.split(whereSeparator: \.isNewline).joined(separator: " ") + "\n").utf8))
      let expected = try #require(socket.read())
      for size in [Int.max, 1000, 7] where size > 7 || request.count < 1000 {
        line.send(request, frames: size)
        #expect(line.receive() == expected, "\(request.prefix(80))")
      }
    }
    line.send("[]", isText: false)
    #expect(line.receive() == nil && line.closed == 1003)
  }

  @Test func `sends long replies and what others change`() throws {
    let page = try ServedPage()
    let line = try page.visit()
    let text = String(repeating: "é\"", count: 150_000)
    let homework: JSONValue = ["title": "Long", "text": .string(text)]
    _ = try line.call("events.subscribe")
    let id = try page.daemon.client().call("homework.add", homework)["id"]
    #expect(line.receive()?.contains("homeworkAdded") == true)
    #expect(try line.call("homework.get", ["homeworkId": id ?? .null])["text"]?.string == text)
  }

  @Test func `has the limits of its socket`() throws {
    let page = try ServedPage("--max-message", "2048")
    let line = try page.visit()
    line.send(
      #"{"jsonrpc":"2.0","id":1,"method":"server.ping","params":{"x":"\#(String(repeating: "x", count: 5000))"}}"#)
    #expect(line.receive()?.contains("tooLarge") == true)
    #expect(line.receive() == nil && line.closed == 1001)
  }

  @Test func `serves 16 pages beside the clients of its socket`() throws {
    let page = try ServedPage("--max-connections", "3")
    let client = try page.daemon.client()
    // The connection that waited for the daemon is closed first.
    try waitWhile { try client.call("server.stats")["server"]?["connections"] != 1 }
    let clients = try [client, page.daemon.client(), page.daemon.client()]
    for client in clients { #expect(try client.call("server.ping") == [:]) }
    var open = try (0..<16).map { _ in try page.visit() }
    for line in open { #expect(try line.call("server.ping") == [:]) }
    let refused = try page.visit()
    #expect(refused.receive() == nil && refused.closed == 1013)
    #expect(try clients[0].call("server.stats")["server"]?["connections"] == 19)
    // The fourth client is one too many, also once pages are closed.
    open.removeLast()
    try waitWhile { try clients[0].call("server.stats")["server"]?["connections"] != 18 }
    #expect(try page.daemon.client().line.read()?.contains("busy") == true)
    #expect(try page.visit().call("server.ping") == [:])
  }

  /// Idle connections lock no client out of the socket or the page.
  @Test(arguments: ["nothing", "half a request", "no token"])
  func `answers while 1200 others hold connections and send`(_ what: String) throws {
    let page = try ServedPage()
    let (held, client) = (try page.visit(), try page.daemon.client())
    var others: [WebLine] = []
    for number in 0..<1200 {
      // An attempt may fail while the page closes other connections: leave it out.
      guard let other = try? what == "no token" ? WebLine(port: page.port) : WebLine(idleAt: page.port) else {
        continue
      }
      if what == "half a request" { other.write(Array("GET /rpc HTTP/1.1\r\nHost: \(number)".utf8)) }
      others.append(other)
    }
    #expect(others.count > 600)
    let start = ContinuousClock.now
    #expect(try page.visit().call("server.ping") == [:])
    #expect(try page.get("/healthz").body == "ok\n")
    #expect(try held.call("server.ping") == [:])
    #expect(try client.call("server.ping") == [:])
    #expect(try page.daemon.client().call("server.ping") == [:])
    #expect(start.duration(to: .now) < .seconds(5))
    let stopped = try run(ThisPackage.binary("hwdb"), ["daemon", "stop", "--socket", page.daemon.socket])
    #expect(stopped.status == 0, "\(stopped)")
    withExtendedLifetime(others) { #expect(page.daemon.running.wait() == 0) }
  }

  /// The kernel's entries for the daemon's own sockets.
  @Test(.enabled(if: Machine.hasProcesses, "there is no /proc"), arguments: ["0", "0.0.0.0:0"])
  func `listens at 127.0.0.1 and nowhere else`(_ port: String) throws {
    guard port == "0" else {
      let refused = try run(ThisPackage.binary("hwdbd"), ["--socket", "s", "--http", port])
      return #expect(refused.status == 2 && refused.errors.contains("write a number"))
    }
    let page = try ServedPage()
    let process = "/proc/\(page.daemon.running.pid)"
    let own = try FileManager.default.contentsOfDirectory(atPath: "\(process)/fd")
      .compactMap { try? FileManager.default.destinationOfSymbolicLink(atPath: "\(process)/fd/\($0)") }
    var bound: [String] = []
    for table in ["tcp", "tcp6", "udp", "udp6"] {
      for line in try String(contentsOfFile: "\(process)/net/\(table)", encoding: .utf8).split(separator: "\n") {
        let fields = line.split(separator: " ")
        guard fields.count > 9, own.contains("socket:[\(fields[9])]") else { continue }
        bound.append("\(table) \(fields[1]) \(fields[3])")
      }
    }
    // State 0A is LISTEN; addresses are hexadecimal, in the machine's order.
    #expect(bound == ["tcp 0100007F:\(String(format: "%04X", page.port)) 0A"])
  }

  /// Another machine, which the daemon's machine can talk to, knows the port and the token.
  @Test(.enabled(if: Machine.hasNetworks, "this machine allows no network namespace from which to connect"))
  func `is not reached from another machine`() throws {
    let directory = TemporaryDirectory()
    let script = ThisPackage.root.appending(path: "Tests/CommandTests/Clients/elsewhere.py").path
    let result = try run(
      "/usr/bin/unshare", ["-rn", "python3", script, ThisPackage.binary("hwdbd")], directory: directory.url.path)
    #expect(
      result.output == """
        there: 10.9.8.1 reached
        there: 10.9.8.1 Connection refused, 127.0.0.1 Connection refused
        here: 10.9.8.1 reached
        here: 10.9.8.1 Connection refused, 127.0.0.1 reached

        """, "\(result)")
  }

  @Test func `cuts a page off that takes nothing, while others are served`() throws {
    let page = try ServedPage()
    let text = String(repeating: "x", count: 400_000)
    let id = try page.daemon.client().call("homework.add", ["title": "Long", "text": .string(text)])["id"] ?? .null
    let (slow, quick) = (try page.visit(), try page.visit())
    let request: JSONValue = ["jsonrpc": "2.0", "id": 1, "method": "homework.get", "params": ["homeworkId": id]]
    for _ in 0..<200 { slow.send(String(decoding: request.encoded(), as: UTF8.self)) }
    for _ in 0..<200 { #expect(try quick.call("server.ping") == [:]) }
    let memory = try page.daemon.client().call("server.stats")["memoryBytes"]
    #expect(memory.flatMap { if case .int(let bytes) = $0 { bytes } else { nil } } ?? .max < 200_000_000)
    try waitWhile(15) { try page.daemon.client().call("server.stats")["server"]?["connections"] != 2 }
    #expect(try quick.call("server.ping") == [:])
    #expect(try page.daemon.client().call("server.stats")["server"]?["connections"] == 2)
  }

  @Test func `ends with its daemon, and its token too`() throws {
    let page = try ServedPage()
    let (line, token) = (try page.visit(), page.token)
    #expect(try line.call("server.ping") == [:])
    try page.killAndRestart()
    #expect(line.receive() == nil && page.token != token)
    let former = try WebLine(port: page.port)
    former.send(token)
    #expect(former.receive() == nil && former.closed == 1008)
    let again = try page.visit()
    #expect(try again.call("server.ping") == [:])
    #expect(page.daemon.running.stop() == 0)
    #expect(again.receive() == nil && again.closed == 1001)
  }

  @Test func `is refused in one line at a port that is none, or is taken`() throws {
    let page = try ServedPage()
    let directory = TemporaryDirectory()
    for (port, status, reason) in [
      ("127.0.0.1:0", 2, "write a number of a port"), ("65536", 2, "write a number of a port"),
      ("", 2, "needs a value"), ("\(page.port)", 1, "127.0.0.1:\(page.port): Address already in use"),
    ] {
      let result = try run(
        ThisPackage.binary("hwdbd"), ["--database", "d.sqlite", "--socket", directory.path("s"), "--http", port],
        directory: directory.url.path)
      #expect(result.status == status && result.errors.contains(reason), "\(result)")
      #expect(result.errors.split(separator: "\n").last?.hasPrefix("hwdbd: ") == true)
    }
  }
}

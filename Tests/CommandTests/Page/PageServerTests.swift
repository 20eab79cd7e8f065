import Foundation
import HomeworkModel
import HomeworkTestKit
import Testing

/// HTTP and WebSockets, as browsers and others ask for them.
@Suite struct `A daemon with a page` {
  @Test func `prints its address, whose token becomes a cookie, and takes nobody in without`() throws {
    let page = try ServedPage()
    let address = page.daemon.output
    #expect(address.hasPrefix("http://127.0.0.1:\(page.port)/?token="))
    let cookie = try #require(try page.owner())
    #expect(try page.visit(cookie).call("visitor.show") == ["role": "owner"])
    #expect(try page.visit().call("visitor.show") == ["role": "visitor"])
    #expect(try page.visit("hwdb=owner...9999999999999.00").call("visitor.show") == ["role": "visitor"])

    let exchange = try page.get(String(address.split(separator: "\(page.port)").last?.dropLast() ?? ""))
    #expect(exchange.status == 303 && exchange.headers["location"] == "/")
    for attribute in ["HttpOnly", "SameSite=Strict", "Path=/"] {
      #expect(exchange.headers["set-cookie"]?.contains(attribute) == true)
    }
    let useless = try page.get("/?token=00")
    #expect(useless.status == 303 && useless.cookie == nil)
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
    #expect(try page.get("/", method: "POST", headers: ["Content-Length": "0"]).status == 405)
  }

  @Test func `refuses pages of other sites and other names for this machine`() throws {
    let page = try ServedPage()
    let cookie = try page.owner()
    for headers in [
      ["Origin": "http://other.example"], ["Origin": "null"], ["Origin": "https://127.0.0.1:\(page.port)"],
      ["Host": "other.example:\(page.port)", "Origin": "http://other.example:\(page.port)"],
    ] {
      #expect(throws: (any Error).self, "\(headers)") { try page.visit(cookie, headers: headers) }
    }
    #expect(throws: (any Error).self) { try WebLine(port: page.port, path: "/other", cookie: cookie) }
    #expect(try page.get("/", headers: ["Host": "other.example"]).status == 421)
    let local = ["Host": "localhost:\(page.port)", "Origin": "http://localhost:\(page.port)"]
    #expect(try page.visit(cookie, headers: local).call("server.ping") == [:])
  }

  @Test func `answers as its socket does, in any number of frames`() throws {
    let page = try ServedPage()
    let (line, socket) = (try page.visit(try page.owner()), try page.daemon.client().line)
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
    let line = try page.visit(try page.owner())
    let text = String(repeating: "é\"", count: 150_000)
    let homework: JSONValue = ["title": "Long", "text": .string(text)]
    _ = try line.call("events.subscribe")
    let id = try page.daemon.client().call("homework.add", homework)["id"]
    #expect(line.receive()?.contains("homeworkAdded") == true)
    #expect(try line.call("homework.get", ["homeworkId": id ?? .null])["text"]?.string == text)
  }

  @Test func `has the limits of its socket`() throws {
    let page = try ServedPage("--max-message", "2048", "--max-connections", "3")
    let cookie = try page.owner()
    let line = try page.visit(cookie)
    line.send(
      #"{"jsonrpc":"2.0","id":1,"method":"server.ping","params":{"x":"\#(String(repeating: "x", count: 5000))"}}"#)
    #expect(line.receive()?.contains("tooLarge") == true)
    #expect(line.receive() == nil && line.closed == 1001)
    // The third of these connections is one too many beside the socket's own.
    let client = try page.daemon.client()
    let open = try [page.visit(cookie), page.visit(cookie)]
    for line in open { #expect(try line.call("server.ping") == [:]) }
    let refused = try page.visit(cookie)
    #expect(refused.receive()?.contains("busy") == true && refused.receive() == nil)
    #expect(try client.call("server.stats")["server"]?["connections"] == 3)
  }

  @Test func `cuts a page off that takes nothing, while others are served`() throws {
    let page = try ServedPage()
    let cookie = try page.owner()
    let text = String(repeating: "x", count: 400_000)
    let id = try page.daemon.client().call("homework.add", ["title": "Long", "text": .string(text)])["id"] ?? .null
    let (slow, quick) = (try page.visit(cookie), try page.visit(cookie))
    let request: JSONValue = ["jsonrpc": "2.0", "id": 1, "method": "homework.get", "params": ["homeworkId": id]]
    for _ in 0..<200 { slow.send(String(decoding: request.encoded(), as: UTF8.self)) }
    for _ in 0..<200 { #expect(try quick.call("server.ping") == [:]) }
    let memory = try page.daemon.client().call("server.stats")["memoryBytes"]
    #expect(memory.flatMap { if case .int(let bytes) = $0 { bytes } else { nil } } ?? .max < 200_000_000)
    for _ in 0..<1500 where try page.daemon.client().call("server.stats")["server"]?["connections"] != 2 {
      usleep(10_000)
    }
    #expect(try quick.call("server.ping") == [:])
    #expect(try page.daemon.client().call("server.stats")["server"]?["connections"] == 2)
  }

  @Test func `ends with its daemon, and lets the same visitors in again`() throws {
    let page = try ServedPage()
    let owner = try page.owner()
    let pupil = try page.join("Ada")
    let line = try page.visit(owner)
    #expect(try line.call("server.ping") == [:])
    try page.killAndRestart()
    #expect(line.receive() == nil)
    #expect(try page.visit(owner).call("visitor.show") == ["role": "owner"])
    let again = try page.visit(pupil)
    #expect(try again.call("visitor.show")["learner"]?["name"] == "Ada")
    #expect(page.daemon.running.stop() == 0)
    #expect(again.receive() == nil && again.closed == 1001)
  }

  @Test(arguments: [
    (["--http", "8080"], "is not an address"), (["--http", "0.0.0.0:0"], "in the clear"),
    (["--http", "127.0.0.1:70000"], "is not an address"), (["--http", "example.org:80"], "is not an address"),
    (["--tls", "a", "b"], "need --http"), (["--http", "0.0.0.0:0", "--tls", "a"], "two files"),
    (["--http", "0.0.0.0:0", "--tls", "nowhere.pem", "key.pem"], "nowhere.pem cannot be read"),
    (["--http", "0.0.0.0:0", "--behind-proxy", "me"], "is not an address"),
  ]) func `is refused in one line`(_ options: [String], _ reason: String) throws {
    let directory = try TemporaryDirectory()
    let result = try run(
      ThisPackage.binary("hwdbd"), ["--database", "d.sqlite", "--socket", directory.path("s")] + options,
      directory: directory.url.path)
    #expect(result.status == 2 && result.errors.contains(reason), "\(result)")
    #expect(result.errors.split(separator: "\n").count == 1)
  }

  @Test func `says that its port is taken, and encrypts with a certificate`() throws {
    let page = try ServedPage()
    let directory = try TemporaryDirectory()
    func start(_ options: String...) throws -> CommandResult {
      try run(
        ThisPackage.binary("hwdbd"), ["--database", "d.sqlite", "--socket", directory.path("s")] + options,
        directory: directory.url.path)
    }
    let taken = try start("--http", "127.0.0.1:\(page.port)")
    #expect(taken.status == 1 && taken.errors.contains("127.0.0.1:\(page.port): Address already in use"), "\(taken)")
    try directory.write("no certificate", to: "bad.pem")
    let bad = try start("--http", "127.0.0.1:0", "--tls", "bad.pem", "bad.pem")
    #expect(bad.status == 1 && bad.errors.contains("bad.pem"), "\(bad)")

    let made = try run(
      "/usr/bin/openssl",
      [
        "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=localhost", "-days", "2", "-keyout", "key.pem",
        "-out", "cert.pem",
      ], directory: directory.url.path)
    #expect(made.status == 0)
    let secure = try ServedPage("--tls", directory.path("cert.pem"), directory.path("key.pem"), isSecure: true)
    #expect(secure.daemon.output.hasPrefix("https://127.0.0.1:\(secure.port)/?token="))
    let client = """
      import ssl, http.client
      context = ssl._create_unverified_context()
      connection = http.client.HTTPSConnection("127.0.0.1", \(secure.port), context=context, timeout=20)
      connection.request("GET", "/?token=\(secure.token)")
      answer = connection.getresponse()
      print(answer.status, "; Secure" in answer.getheader("set-cookie"))
      """
    #expect(try run("/usr/bin/python3", ["-c", client]).output == "303 True\n")
  }
}

@Suite struct `Playing in the browser` {
  @Test func `serves the page of one quiz until it is interrupted, and leaves nothing`() throws {
    let directory = try TemporaryDirectory()
    let (database, output) = (directory.path("d.sqlite"), directory.path("output"))
    let rivers = ThisPackage.root.appending(path: "Examples/quizzes/rivers.json").path
    #expect(try run(ThisPackage.binary("hwdb"), ["--database", database, "import", rivers]).status == 0)
    for signal in [SIGINT, SIGKILL] {
      let running = try RunningCommand(
        ThisPackage.binary("hwdb"), ["--database", database, "play", "rivers", "--web"],
        environment: ["TMPDIR": directory.url.path], output: output)
      var words: [Substring] = []
      for _ in 0..<500 where words.count < 3 {
        usleep(10_000)
        words = try String(contentsOfFile: output, encoding: .utf8).split(separator: " ")
      }
      let address = try #require(words.first { $0.hasPrefix("http://127.0.0.1:") })
      #expect(address.contains("#homework/"))
      let port = try #require(Int(address.split(separator: ":")[2].prefix { $0.isNumber }))
      #expect(try WebLine.get("/healthz", port: port).body == "ok\n")
      // A terminal sends Ctrl-C to both; here only one of them gets it.
      let daemon = try #require(children(of: running.pid).first)
      if signal == SIGINT { kill(daemon, SIGINT) }
      #expect(signal == SIGINT ? running.wait() == 0 : running.stop(SIGKILL) != 0)
      for _ in 0..<500 where kill(daemon, 0) == 0 { usleep(10_000) }
      #expect(kill(daemon, 0) != 0)
      let left = try FileManager.default.contentsOfDirectory(atPath: directory.url.path)
      // After a kill it is for the next one to sweep.
      #expect(left.contains { $0.hasPrefix("hwdb-play") } == (signal == SIGKILL))
    }
    #expect(try run(ThisPackage.binary("hwdb"), ["--database", "/proc/x.sqlite", "play", "--web"]).status != 0)
  }

  private func children(of pid: Int32) throws -> [Int32] {
    try String(contentsOfFile: "/proc/\(pid)/task/\(pid)/children", encoding: .utf8).split(separator: " ").compactMap {
      Int32($0)
    }
  }
}

import Foundation
import HomeworkAPI
import HomeworkModel
import HomeworkTestKit
import Testing

@Suite struct `A running daemon` {
  private let directory: TemporaryDirectory
  private let socket: String
  private let daemon: RunningCommand

  init() throws {
    let served = try ServedDaemon()
    (directory, socket, daemon) = (served.directory, served.socket, served.running)
  }

  private func hwdb(_ arguments: String..., input: String = "") throws -> CommandResult {
    try run(
      ThisPackage.binary("hwdb"), ["--socket", socket] + arguments, input: input, directory: directory.url.path)
  }

  @Test func `gives access to its own user only`() throws {
    let attributes = try FileManager.default.attributesOfItem(atPath: socket)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    #expect(daemon.stop() == 0)
  }

  /// True if the daemon has a child process.
  private var isPlaying: Bool {
    get throws {
      let tasks = "/proc/\(daemon.pid)/task"
      return try FileManager.default.contentsOfDirectory(atPath: tasks).contains { task in
        (try? String(contentsOfFile: "\(tasks)/\(task)/children", encoding: .utf8))?.isEmpty == false
      }
    }
  }

  @Test(.enabled(if: Machine.hasProcesses, "there is no /proc"), arguments: [SIGTERM, SIGINT])
  func `finishes calls in flight when it is stopped, and leaves a complete database`(signal: Int32) throws {
    #expect(try hwdb("add", "kept").status == 0)
    let statements = String(repeating: " answer correct x10\n wait 5s\n", count: 20)
    try directory.write("scenario \"long\"\n quiz mcq 200\n start\n\(statements)", to: "long.scenario")
    let client = Process()
    client.executableURL = URL(fileURLWithPath: try ThisPackage.binary("hwdb"))
    client.arguments = ["--socket", socket, "scenario", "run", "--mode", "process", directory.path("long.scenario")]
    let output = Pipe()
    client.standardOutput = output
    try client.run()
    // The daemon first checks the script. The script is in flight once the daemon has a process that plays it.
    let watcher = LineClient(try Line(to: socket))
    while try watcher.call("server.stats")["server"]?["methods"]?["scenario.check"] == nil { usleep(5_000) }
    while try !isPlaying { usleep(5_000) }
    #expect(daemon.stop(signal) == 0)
    client.waitUntilExit()
    let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    #expect(client.terminationStatus == 0)
    #expect(text.hasSuffix("1 passed, 0 failed\n"))
    #expect(!FileManager.default.fileExists(atPath: socket))
    let log = directory.path("hwdb.sqlite-wal")
    let rest = try? FileManager.default.attributesOfItem(atPath: log)[.size] as? Int
    #expect((rest ?? 0) == 0, "the write-ahead log was not checkpointed")
    let list = try run(ThisPackage.binary("hwdb"), ["list", "--database", directory.path("hwdb.sqlite")])
    #expect(list.output.contains("kept"))
  }

  @Test func `imports a quiz larger than one message`() throws {
    let questions = (0..<190).map { number -> JSONValue in
      [
        "type": "fillBlank", "question": .string(String(repeating: "x", count: 8000) + "\(number)"),
        "correctAnswer": "y",
      ]
    }
    try directory.write(String(decoding: JSONValue.array(questions).encoded(), as: UTF8.self), to: "big.json")
    let result = try hwdb("import", "big.json")
    #expect(result.errors.isEmpty)
    #expect(result.output.hasSuffix("  big: 190 added, 0 changed, 0 left out\n"))
    #expect(daemon.stop() == 0)
  }

  @Test func `is unreachable after it stops, and the error names its socket`() throws {
    #expect(daemon.stop() == 0)
    let result = try hwdb("list", "--json")
    #expect(result.status == 6)
    #expect(try JSONValue(parsing: Data(result.errors.utf8))["error"]?["message"]?.string?.contains(socket) == true)
  }
}

@Suite struct `A daemon that has no room` {
  @Test func `says so to the client, and once in its log`() throws {
    let directory = TemporaryDirectory()
    let daemon = try ServedDaemon("--max-connections", "1", "--log", directory.path("log"))
    // The connection that waited for the daemon may still be open.
    var first: LineClient?
    waitWhile {
      first = try? daemon.client()
      return (try? first?.call("server.ping")) != [:]
    }
    defer { withExtendedLifetime(first) {} }
    func reports() throws -> Int {
      let log = try String(contentsOfFile: directory.path("log"), encoding: .utf8)
      return log.components(separatedBy: "connections refused: all 1 are open").count
    }
    // The connection that waited may be taken beside the first, and be refused after it.
    let reported = try (0..<3).map { _ in
      let refused = try run(ThisPackage.binary("hwdb"), ["list", "--socket", daemon.socket])
      #expect(refused.status == 5 && refused.errors.contains("1 connections are open, the maximum"), "\(refused)")
      return try reports()
    }
    #expect(reported[0] > 0 && Set(reported).count == 1, "\(reported)")
    // The user's own daemon can be stopped all the same.
    #expect(try run(ThisPackage.binary("hwdb"), ["daemon", "stop", "--socket", daemon.socket]).status == 0)
  }

  @Test func `answers a cancellation with an id, and cancels no later request of the same id`() throws {
    let daemon = try ServedDaemon()
    let line = try Line(to: daemon.socket)
    func request(_ id: Int, _ method: String, _ more: String = "") -> String {
      #"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)"\#(more)}"# + "\n"
    }
    line.send(request(9, "$/cancelRequest", #","params":{"id":1}"#))
    let answer = try JSONValue(parsing: Data(#require(line.read()).utf8))
    #expect(answer["id"] == 9 && answer["error"]?["message"]?.string?.contains("without an id") == true, "\(answer)")
    let cancel = #"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":2}}"# + "\n"
    line.send(request(1, "server.ping") + request(2, "server.ping") + cancel + request(2, "server.ping"))
    let answers = try (0..<3).map { _ in try JSONValue(parsing: Data(#require(line.read()).utf8)) }
    #expect(answers.map { $0["id"] } == [1, 2, 2] && answers[2]["result"] == [:], "\(answers)")
  }
}

@Suite struct `The daemon's command line` {
  @Test(arguments: [
    (["--help"], 0, ""), (["--version"], 0, ""), (["--sockt", "x"], 2, "did you mean --socket?"),
    (["--max", "5"], 2, "--max is ambiguous: write one of --max-message, --max-connections"),
    (["--help=1"], 2, "--help takes no value: remove =1"),
    (["serve"], 2, "unexpected argument \"serve\": see hwdbd --help"),
    (["--log-l=loud"], 2, "--log-level loud is not allowed: write one of debug, info, warning, error"),
    (["--max-connections", "0"], 2, "--max-connections 0 is not allowed: write a number from 1 to 60000"),
    (["--socket"], 2, "--socket needs a value"), (["--socket", ""], 2, "--socket needs a value"),
    (["--socket="], 2, "--socket needs a value"), (["--database", ""], 2, "--database needs a value"),
    (["--log-level", "loud"], 2, "--log-level loud is not allowed"),
    (["--max-message", "5"], 2, "--max-message 5 is not allowed"),
    (["--socket", "/tmp/" + String(repeating: "x", count: 120)], 1, "has 125 bytes, but at most 107 are allowed"),
    (["--socket", "s", "--database", "/dev/null/x"], 5, "/dev/null/x"),
  ])
  func `reports what is wrong with its arguments`(arguments: [String], status: Int32, message: String) throws {
    let directory = TemporaryDirectory()
    let result = try run(
      ThisPackage.binary("hwdbd"), arguments, environment: ["HWDB_DATABASE": directory.path("hwdb.sqlite")],
      directory: directory.url.path)
    #expect(result.status == status)
    #expect(message.isEmpty ? result.errors.isEmpty : result.errors.contains(message), "\(result.errors)")
    #expect(message.isEmpty != result.output.isEmpty)
  }
}

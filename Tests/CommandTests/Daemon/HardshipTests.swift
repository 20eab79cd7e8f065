import Foundation
import HomeworkAPI
import HomeworkModel
import HomeworkTestKit
import Testing

/// A daemon that has few resources, faces a hanging file system, or is killed.
@Suite struct `A daemon in hardship` {
  private static let script = scenario("s", kills: 10)
  /// The script lasts longer than any process has to wait for a processor.
  private static let longScript = (0..<20).map { scenario("s\($0)", kills: 66) }.joined(separator: "\n")

  private static func scenario(_ name: String, kills: Int) -> String {
    "scenario \"\(name)\"\n quiz mcq 200\n start\n"
      + String(repeating: " answer correct x3\n wait 5s\n kill\n resume\n", count: kills)
  }

  /// Starts a daemon with a limit of descriptors; its errors go to the file `err`.
  private func start(_ directory: TemporaryDirectory, descriptors: Int) throws -> RunningCommand {
    let command = "ulimit -n \(descriptors); exec \"$0\" \"$@\" 2> '\(directory.path("err"))'"
    return try RunningCommand(
      "/bin/sh",
      [
        "-c", command, ThisPackage.binary("hwdbd"), "--socket", directory.path("s"), "--database", directory.path("x"),
      ], environment: ["TMPDIR": directory.url.path])
  }

  @Test func `refuses to start with too few descriptors, and says how many it needs`() throws {
    let directory = TemporaryDirectory()
    let daemon = try start(directory, descriptors: 12)
    #expect(daemon.wait() == 1)
    let errors = try String(contentsOfFile: directory.path("err"), encoding: .utf8)
    #expect(errors.split(separator: "\n").count == 1)
    #expect(errors.hasPrefix("hwdbd: 12 descriptors are too few: raise the limit with ulimit -n "))
    // With as many as the error requests, it serves.
    let needed = try #require(errors.split(separator: " ").last.flatMap { Int($0.dropLast()) })
    let enough = try start(directory, descriptors: needed)
    #expect(try LineClient(connected(to: directory.path("s"))).call("server.ping") == [:])
    #expect(enough.stop() == 0)
  }

  /// With `isBusy`, another client is connected meanwhile.
  @Test(arguments: [false, true])
  func `answers a client who comes while there are no descriptors once there are some again`(isBusy: Bool) throws {
    let directory = TemporaryDirectory()
    let daemon = try start(directory, descriptors: 200)
    func log() -> String { (try? String(contentsOfFile: directory.path("err"), encoding: .utf8)) ?? "" }
    // To connect would wake the thread that has slept since the daemon started.
    waitWhile { !log().contains(" info serving ") || !FileManager.default.fileExists(atPath: directory.path("s")) }
    Thread.sleep(forTimeInterval: 0.5)
    let other = isBusy ? LineClient(try Line(to: directory.path("s"))) : nil
    if let other { #expect(try other.call("server.ping") == [:]) }
    try allow(daemon, descriptors: 3)
    let client = LineClient(try Line(to: directory.path("s")))
    waitWhile { !log().contains("cannot accept a connection: Too many open files") }
    // Another attempt a second is not one after the other.
    let before = try processorTicks(daemon)
    Thread.sleep(forTimeInterval: 2)
    #expect(try processorTicks(daemon) - before < 20)
    #expect(log().components(separatedBy: "cannot accept a connection").count == 2, "\(log())")
    try allow(daemon, descriptors: 200)
    let start = ContinuousClock.now
    #expect(try client.call("server.ping") == [:])
    #expect(start.duration(to: .now) < .seconds(5))
    if let other { #expect(try other.call("server.ping") == [:]) }
    #expect(try LineClient(Line(to: directory.path("s"))).call("server.ping") == [:])
    #expect(daemon.stop() == 0)
  }

  @Test func `serves its page once there are descriptors again, and does not spin until then`() throws {
    let page = try ServedPage()
    let daemon = page.daemon.running
    let used = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(daemon.pid)/fd").compactMap { Int($0) }
    try allow(daemon, descriptors: (0...).first { !used.contains($0) } ?? 0)
    let line = try WebLine(idleAt: page.port)
    let before = try processorTicks(daemon)
    Thread.sleep(forTimeInterval: 2)
    #expect(try processorTicks(daemon) - before < 20)
    try allow(daemon, descriptors: 1024)
    let start = ContinuousClock.now
    line.write(Array("GET /healthz HTTP/1.1\r\nHost: 127.0.0.1:\(page.port)\r\n\r\n".utf8))
    #expect(try page.get("/healthz").body == "ok\n")
    #expect(start.duration(to: .now) < .seconds(5))
    #expect(daemon.stop() == 0)
  }

  /// Changes the limit of a running process.
  private func allow(_ daemon: RunningCommand, descriptors: Int) throws {
    let result = try run("/usr/bin/env", ["prlimit", "--pid", "\(daemon.pid)", "--nofile=\(descriptors):"])
    try #require(result.status == 0, "\(result)")
  }

  /// The processor time of a process so far, in ticks of 10 ms; see proc_pid_stat(5).
  private func processorTicks(_ daemon: RunningCommand) throws -> Int {
    let text = try String(contentsOfFile: "/proc/\(daemon.pid)/stat", encoding: .utf8)
    let words = text.split(separator: ")").last?.split(separator: " ").map(String.init) ?? []
    return (Int(words[11]) ?? 0) + (Int(words[12]) ?? 0)
  }

  @Test func `plays a script while every connection is in use`() throws {
    let directory = TemporaryDirectory()
    let daemon = try start(directory, descriptors: 200)
    let client = LineClient(try connected(to: directory.path("s")))
    let most = try #require(client.call("server.info")["limits"]?["connections"]?.int)
    #expect(most < 200)
    var lines = try (1..<most).map { _ in try Line(to: directory.path("s")) }
    for line in lines { #expect(try LineClient(line).call("server.ping") == [:]) }
    lines += try (0..<20).map { _ in try Line(to: directory.path("s")) }
    #expect(lines.last?.read()?.contains("\"busy\"") == true)
    let run = try client.call("scenario.run", ["text": .string(Self.script), "mode": "process"])
    #expect(run["passed"] == 1)
    #expect(daemon.stop() == 0)
  }

  private func play(_ client: LineClient, _ directory: TemporaryDirectory) throws {
    let params = JSONValue.object(["text": .string(Self.longScript), "mode": "process"])
    let request: JSONValue = ["jsonrpc": "2.0", "id": 1, "method": "scenario.run", "params": params]
    client.line.send(request.encoded() + Data("\n".utf8))
    try waits { try !plays(directory).isEmpty }
  }

  @Test func `ends its script players when it is killed, and removes their files at its next start`() throws {
    let directory = TemporaryDirectory()
    let daemon = try start(directory, descriptors: 400)
    let client = LineClient(try connected(to: directory.path("s")))
    try play(client, directory)
    _ = daemon.stop(SIGKILL)
    // Its child processes hold the directory as long as they live.
    for name in try plays(directory) {
      let folder = open(directory.path(name), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      try waits { flock(folder, LOCK_EX | LOCK_NB) == 0 }
      close(folder)
    }
    let next = try start(directory, descriptors: 400)
    _ = try connected(to: directory.path("s"))
    try waits { try plays(directory).isEmpty }
    #expect(next.stop() == 0)
  }

  @Test func `leaves nothing of a cancelled script`() throws {
    let directory = TemporaryDirectory()
    let daemon = try start(directory, descriptors: 400)
    let client = LineClient(try connected(to: directory.path("s")))
    try play(client, directory)
    client.line.send(#"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":1}}"# + "\n")
    #expect(client.line.read()?.contains(#""cancelled""#) == true)
    #expect(try plays(directory).isEmpty)
    #expect(daemon.stop() == 0)
  }

  @Test func `serves others while a picture's path is a pipe, and stops when signalled`() throws {
    let daemon = try ServedDaemon()
    #expect(mkfifo(daemon.directory.path("pipe"), 0o600) == 0)
    let path = JSONValue.string(daemon.directory.path("pipe"))
    let clients = try (0..<8).map { _ in try daemon.client() }
    for client in clients {
      let refused = #expect(throws: LineClient.Refused.self) {
        try client.call("homework.add", ["title": "x", "imagePath": path])
      }
      #expect(refused?.name == "invalid")
    }
    #expect(daemon.running.stop() == 0)
  }

  @Test func `stops when signalled although its log's reader is stuck`() throws {
    let directory = TemporaryDirectory()
    let log = directory.path("log")
    #expect(mkfifo(log, 0o600) == 0)
    let reader = open(log, O_RDONLY | O_NONBLOCK)
    defer { close(reader) }
    let daemon = try RunningCommand(
      ThisPackage.binary("hwdbd"),
      [
        "--socket", directory.path("s"), "--database", directory.path("x"), "--log", log, "--log-level", "debug",
      ])
    let client = LineClient(try connected(to: directory.path("s")))
    // More replies than a pipe holds.
    for _ in 0..<2000 { _ = try client.call("server.ping") }
    #expect(daemon.stop() == 0)
  }

  // MARK: Waiting

  private func plays(_ directory: TemporaryDirectory) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: directory.url.path).filter { $0.hasPrefix("hwdb-play-") }
  }

  private func connected(to socket: String) throws -> Line {
    for _ in 0..<2000 {
      if let line = try? Line(to: socket) { return line }
      usleep(5_000)
    }
    return try Line(to: socket)
  }

  /// Polls until the condition holds.
  private func waits(_ condition: () throws -> Bool) throws {
    var holds = false
    try waitWhile(20) {
      holds = try condition()
      return !holds
    }
    #expect(holds, "the condition never held")
  }
}

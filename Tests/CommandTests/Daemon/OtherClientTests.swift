import Foundation
import HomeworkAPI
import HomeworkModel
import HomeworkTestKit
import Testing

private let hasPython = ThisPackage.python != nil
private let python = ThisPackage.python ?? ""

@Suite struct `Our client in Python` {
  @Test(.inTestAll(if: hasPython, "there is no .build/python, which needs python3-venv and pip's index"))
  func `passes its tests, including kills and scenarios run by pytest`() throws {
    let result = try run(
      python, ["-m", "pytest", "-q", "-n", "2", "--dist", "loadgroup"],
      environment: ["HWDB_EXECUTABLES": try ThisPackage.binaries().path],
      directory: ThisPackage.root.appendingPathComponent("Clients/python").path, seconds: 300)
    #expect(result.status == 0, "\(result.output.suffix(6000))\(result.errors.suffix(1000))")
  }
}

@Suite struct `Third-party clients` {
  private static let hasTools = ["/usr/bin/nc", "/usr/bin/jq"].allSatisfy(FileManager.default.isExecutableFile)

  @Test(.inTestAll(if: hasPython, "there is no .build/python, which needs python3-venv and pip's index"))
  func `find valid schemas, conforming results and events, and no harmful parameters`() throws {
    let daemon = try ServedDaemon()
    let script = ThisPackage.root.appendingPathComponent("Tests/CommandTests/Clients/clients.py").path
    let result = try run(
      python, [script, daemon.socket, "\(Sampling.seed)", "\(6 * Sampling.factor)"],
      directory: daemon.directory.url.path, seconds: 300)
    #expect(result.status == 0, "HWDB_SEED=\(Sampling.seed): \(result.errors.suffix(3000))")
    #expect(result.output.contains("methods,"))
    #expect(daemon.running.stop() == 0)
  }

  @Test(.inTestAll(if: hasPython, "there is no .build/python, which needs python3-venv and pip's index"))
  func `accept the five exported designs by both schemas, and reject violations`() throws {
    let directory = TemporaryDirectory()
    let hwdb = try ThisPackage.binary("hwdb")
    var files = try ThisPackage.files(in: "Examples/animations", withExtension: "json").map(\.path)
    for profile in ["mcq-streak", "homework", "offload", "ncdb", "diet"] {
      let path = directory.path("\(profile).tokens.json")
      try run(hwdb, ["motion", "export", profile]).output.write(toFile: path, atomically: true, encoding: .utf8)
      files.append(path)
    }
    let schema = directory.path("schema.json")
    try run(hwdb, ["motion", "schema"]).output.write(toFile: schema, atomically: true, encoding: .utf8)
    let script = ThisPackage.root.appendingPathComponent("Tests/CommandTests/Clients/animations.py").path
    let result = try run(python, [script, schema] + files)
    #expect(result.status == 0 && result.output == "6 files\n", "\(result)")
    // Any violation of our rules, or of the format's, is found.
    for wrong in [
      #"{"a": {"$type": "transition", "$value": {"duration": {"value": 1, "unit": "h"}}}}"#,
      #"{"a.b": {}}"#,
      #"{"a": {"$type": "cubicBezier", "$value": [0, 0, 1, 1], "$extensions": {"org.hwdb.animation": {"onn": 1}}}}"#,
    ] {
      let path = directory.path("wrong.tokens.json")
      try wrong.write(toFile: path, atomically: true, encoding: .utf8)
      #expect(try run(python, [script, schema, path]).status == 1, "\(wrong)")
    }
  }

  @Test(.inTestAll(if: hasTools, "nc or jq is missing"))
  func `can be nc and jq`() throws {
    let daemon = try ServedDaemon()
    let script = """
      add='{"jsonrpc":"2.0","id":1,"method":"homework.add","params":{"title":"Page 42","subject":"Maths"}}'
      id=$(echo "$add" | nc -N -U "$1" | jq -r .result.id)
      printf '%s\\n' '{"jsonrpc":"2.0","id":2,"method":"homework.get","params":{"homeworkId":"'"$id"'"}}' \
        'not JSON' '{"jsonrpc":"2.0","id":3,"method":"server.ping"}' | nc -N -U "$1" \
        | jq -c '[.id, .result.title, .error.code]'
      """
    let result = try run("/bin/sh", ["-c", script, "sh", daemon.socket])
    #expect(result.output == "[2,\"Page 42\",null]\n[null,null,-32700]\n[3,null,null]\n", "\(result)")
  }

  @Test func `are logged one line per call without contents, and SIGHUP reopens the log`() throws {
    let log = TemporaryDirectory()
    let daemon = try ServedDaemon("--log", log.path("log"), "--log-level", "debug")
    let client = try daemon.client()
    _ = try client.call("homework.add", ["title": "a secret"])
    try FileManager.default.moveItem(atPath: log.path("log"), toPath: log.path("old"))
    kill(daemon.running.pid, SIGHUP)
    waitWhile { !FileManager.default.fileExists(atPath: log.path("log")) }
    _ = try client.call("server.ping")
    #expect(daemon.running.stop() == 0)
    let (old, new) = (
      try String(contentsOfFile: log.path("old"), encoding: .utf8),
      try String(contentsOfFile: log.path("log"), encoding: .utf8)
    )
    #expect(old.contains(/debug call connection=\d+ method=homework.add ms=[0-9.]+\n/))
    #expect(new.contains("method=server.ping") && !new.contains("homework.add"))
    #expect(!(old + new).contains("secret"))
  }

  @Test func `cannot block the daemon with a scenario`() throws {
    let daemon = try ServedDaemon()
    let client = try daemon.client()
    let monster = "scenario \"m\"\n quiz mcq 200\n start\n" + String(repeating: " wait 1ms\n", count: 60_000)
    let line = try Line(to: daemon.socket)
    let request: JSONValue = [
      "jsonrpc": "2.0", "id": 1, "method": "scenario.explore", "params": ["text": .string(monster), "kills": 2],
    ]
    line.send(request.encoded() + Data("\n".utf8))
    usleep(300_000)
    for _ in 0..<50 { _ = try client.call("server.ping") }
    line.send(#"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":1}}"# + "\n")
    let reply = try JSONValue(parsing: Data(try #require(line.read()).utf8))
    #expect(reply["error"]?["data"]?["name"] == "cancelled")
    #expect(
      try client.call("scenario.run", ["text": "scenario \"s\"\n quiz mcq 1\n start\n answer correct"])["passed"] == 1)
    #expect(daemon.running.stop() == 0)
  }
}

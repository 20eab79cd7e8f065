import Foundation
import HomeworkModel
import HomeworkTestKit
import Testing

@Suite struct `Playing in the browser` {
  private let directory = TemporaryDirectory()
  private let database: String

  init() throws {
    database = directory.path("d.sqlite")
    let rivers = ThisPackage.root.appending(path: "Examples/quizzes/rivers.json").path
    #expect(try run(ThisPackage.binary("hwdb"), ["--database", database, "import", rivers]).status == 0)
  }

  /// Starts `hwdb play --web`, and returns it with the address that it prints.
  private func start(_ words: [String], _ environment: [String: String] = [:]) throws -> (RunningCommand, String) {
    let output = directory.path("output")
    let running = try RunningCommand(
      ThisPackage.binary("hwdb"), ["--database", database, "play", "--web"] + words,
      environment: environment.merging(["TMPDIR": directory.url.path]) { $1 }, output: output)
    var printed: [Substring] = []
    try waitWhile {
      printed = try String(contentsOfFile: output, encoding: .utf8).split(whereSeparator: \.isWhitespace)
      return printed.count < 3
    }
    return (running, try String(#require(printed.first { $0.hasPrefix("http://127.0.0.1:") })))
  }

  @Test func `serves the page of one quiz until it is interrupted, and leaves nothing`() throws {
    for signal in [SIGINT, SIGKILL] {
      let (running, address) = try start(["rivers"])
      let port = try #require(Int(address.split(separator: ":")[2].prefix { $0.isNumber }))
      #expect(try WebLine.get("/healthz", port: port).body == "ok\n")
      // A terminal sends Ctrl-C to both; here only one of them gets it.
      let daemon = try #require(children(of: running.pid).first)
      if signal == SIGINT { kill(daemon, SIGINT) }
      #expect(signal == SIGINT ? running.wait() == 0 : running.stop(SIGKILL) != 0)
      waitWhile { kill(daemon, 0) == 0 }
      #expect(kill(daemon, 0) != 0)
      let left = try FileManager.default.contentsOfDirectory(atPath: directory.url.path)
      // After a kill it is for the next one to sweep.
      #expect(left.contains { $0.hasPrefix("hwdb-play") } == (signal == SIGKILL))
    }
    #expect(try run(ThisPackage.binary("hwdb"), ["--database", "/proc/x.sqlite", "play", "--web"]).status != 0)
  }

  /// The page starts its first attempt with what the address says after the token.
  @Test func `passes every option on`() throws {
    func hwdb(_ words: String...) throws -> JSONValue {
      try JSONValue(
        parsing: Data(run(ThisPackage.binary("hwdb"), ["--database", database, "--json"] + words).output.utf8))
    }
    let ada = try #require(hwdb("learner", "add", "Ada")["items"]?.array?.first?["id"])
    let work = try #require(hwdb("list")["items"]?.array?.first?["id"])
    for (words, environment, expected) in [
      (["rivers"], [:], ["homeworkId": work]), ([], [:], [:]),
      (["rivers", "--learner", "ada"], [:], ["homeworkId": work, "learnerId": ada]),
      ([], ["HWDB_LEARNER": "Ada"], ["learnerId": ada]),
      (["rivers", "--practice"], [:], ["homeworkId": work, "practice": true]),
      (["--practice", "--only", "2,5"], [:], ["practice": true, "only": [1, 4]]),
      (["--only", "wrong"], [:], ["only": "wrong"]),
      (["rivers", "--shuffle", "both", "--seed", "7"], [:], ["homeworkId": work, "shuffle": "both", "seed": 7]),
      (["--time-limit", "90s"], [:], ["timeLimitMs": 90_000]),
      (["--motion", "reduced"], [:], ["motion": "reduced"]), ([], ["HWDB_MOTION": "full"], ["motion": "full"]),
      (["--motion", "full"], ["HWDB_MOTION": "reduced"], ["motion": "full"]),
    ] as [([String], [String: String], JSONValue)] {
      let (running, address) = try start(words, environment)
      let parts = try #require(address.split(separator: "#").last).split(separator: "/", maxSplits: 1)
      let options = try parts.count > 1 ? #require(String(parts[1]).removingPercentEncoding) : "{}"
      #expect(try JSONValue(parsing: Data(options.utf8)) == expected, "\(words) \(environment)")
      kill(try #require(children(of: running.pid).first), SIGINT)
      #expect(running.wait() == 0)
    }
  }

  @Test func `refuses what it cannot do, and plays no other database than the one that is named`() throws {
    let daemon = try ServedDaemon()
    func refusal(_ words: String..., environment: [String: String] = [:]) throws -> CommandResult {
      try run(ThisPackage.binary("hwdb"), ["play", "--web"] + words, environment: environment)
    }
    for refused in [
      try refusal("rivers", "--socket", daemon.socket),
      try refusal("rivers", environment: ["HWDB_SOCKET": daemon.socket]),
      try refusal("rivers", "--socket", daemon.socket, "--database", database),
      try refusal("--plain"), try refusal("--immediate"), try refusal("--json"), try refusal("--only", "x"),
      try refusal("--time-limit", "x"),
    ] {
      #expect(refused.status == 2 && refused.output.isEmpty, "\(refused)")
      #expect(refused.problems.count == 1)
    }
    for (words, status) in [(["oceans"], 3), (["rivers", "--learner", "Eve"], 3), (["--learner", "Eve"], 3)] {
      let refused = try run(ThisPackage.binary("hwdb"), ["--database", database, "play", "--web"] + words)
      #expect(refused.status == status, "\(refused)")
    }
    // A flag beats the environment.
    let (running, address) = try start(["rivers"], ["HWDB_SOCKET": daemon.socket])
    #expect(address.contains("homeworkId"))
    kill(try #require(children(of: running.pid).first), SIGINT)
    #expect(running.wait() == 0)
  }

  /// Writes an `xdg-open` that notes what it gets, and runs until the file that it gets is removed.
  private func browser() throws -> [String: String] {
    let runtime = directory.path("runtime")
    try FileManager.default.createDirectory(
      atPath: runtime, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    try directory.write(
      """
      #!/bin/sh
      cd '\(directory.url.path)'
      stat -c '%a %F' "$1" "$(dirname "$1")" > mode
      cat "$1" > content
      env > environment
      printf '%s\\n' "$@" > arguments.new
      mv arguments.new arguments
      while [ -e "$1" ]; do sleep 0.05; done
      """, to: "xdg-open")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: directory.path("xdg-open"))
    return ["PATH": "\(directory.url.path):/usr/bin:/bin", "XDG_RUNTIME_DIR": runtime, "DISPLAY": ":7"]
  }

  private func read(_ name: String) throws -> String {
    try String(contentsOfFile: directory.path(name), encoding: .utf8)
  }

  /// Every user of the machine can read the arguments of a process.
  @Test(.enabled(if: Machine.hasProcesses, "there is no /proc"), arguments: ["DISPLAY", "WAYLAND_DISPLAY"])
  func `opens the browser without telling other users the token`(screen: String) throws {
    var environment = try browser()
    environment["DISPLAY"] = nil
    environment[screen] = ":7"
    for signal in [SIGINT, SIGKILL, SIGINT] {
      let (running, address) = try start(["rivers"], environment)
      let token = try #require(address.split(separator: "#").last).prefix(64)
      waitWhile { !FileManager.default.fileExists(atPath: directory.path("arguments")) }
      let arguments = try read("arguments").split(separator: "\n")
      let file = try #require(arguments.first)
      #expect(arguments.count == 1 && file.hasPrefix("\(directory.path("runtime"))/"))
      #expect(try read("mode") == "600 regular file\n700 directory\n")
      #expect(try read("content").contains("url=\(address)\">"))
      for text in ["arguments", "environment"] { #expect(try !read(text).contains(token)) }
      var looked = 0
      for process in try FileManager.default.contentsOfDirectory(atPath: "/proc") where Int(process) != nil {
        for list in ["cmdline", "environ"] {
          // It may have ended meanwhile, or belong to another user.
          guard let bytes = FileManager.default.contents(atPath: "/proc/\(process)/\(list)") else { continue }
          looked += 1
          #expect(bytes.firstRange(of: Data(token.utf8)) == nil, "\(list) of \(process)")
        }
      }
      #expect(looked > 6)
      try FileManager.default.removeItem(atPath: directory.path("arguments"))
      let daemon = try #require(children(of: running.pid).first)
      if signal == SIGINT { kill(daemon, SIGINT) }
      #expect(signal == SIGINT ? running.wait() == 0 : running.stop(SIGKILL) != 0)
      waitWhile { kill(daemon, 0) == 0 }
      let left = try FileManager.default.contentsOfDirectory(atPath: directory.path("runtime"))
      // The next one sweeps what a killed one left, whose token is good for nothing.
      #expect(left.count == (signal == SIGKILL ? 1 : 0), "\(left)")
    }
  }

  @Test func `only prints its address without a screen or a private runtime directory`() throws {
    let environment = try browser(), open = directory.path("open")
    try FileManager.default.createDirectory(
      atPath: open, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
    for change in [
      ["DISPLAY": ""], ["SSH_CONNECTION": "10.0.0.1 2 10.0.0.2 22"], ["XDG_RUNTIME_DIR": ""],
      ["XDG_RUNTIME_DIR": directory.path("missing")], ["XDG_RUNTIME_DIR": open], ["XDG_RUNTIME_DIR": "runtime"],
    ] {
      let (running, address) = try start([], environment.merging(change) { $1 })
      #expect(address.contains("#"))
      kill(try #require(children(of: running.pid).first), SIGINT)
      #expect(running.wait() == 0)
      usleep(200_000)
      #expect(!FileManager.default.fileExists(atPath: directory.path("arguments")), "\(change)")
      #expect(try FileManager.default.contentsOfDirectory(atPath: open).isEmpty)
    }
  }

  private func children(of pid: Int32) throws -> [Int32] {
    try String(contentsOfFile: "/proc/\(pid)/task/\(pid)/children", encoding: .utf8).split(separator: " ").compactMap {
      Int32($0)
    }
  }
}

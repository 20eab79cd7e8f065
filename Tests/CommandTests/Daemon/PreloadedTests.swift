import Foundation
import HomeworkModel
import HomeworkTestKit
import Testing

/// Failures that no test can cause from outside: `Preloaded/hardship.c` sits between a program and its C library.
@Suite struct `When the system fails` {
  private let directory = TemporaryDirectory()
  private let environment: [String: String]

  init() throws {
    let library = directory.path("hardship.so")
    let source = ThisPackage.root.appending(path: "Tests/CommandTests/Preloaded/hardship.c").path
    let compiler = "$(command -v cc || command -v clang) -O2 -Wall -Wextra -Werror -shared -fPIC -o"
    let result = try run("/bin/sh", ["-c", "\(compiler) '\(library)' '\(source)' -ldl"])
    try #require(result.status == 0, "\(result)")
    environment = [
      "LD_PRELOAD": library, "HANGING_DISK": directory.path("hanging"), "FULL_EPOLL": directory.path("full"),
      "SIGNALLED": directory.path("signalled"),
    ]
  }

  private func daemon() throws -> RunningCommand {
    let daemon = try RunningCommand(
      ThisPackage.binary("hwdbd"), ["--socket", directory.path("s"), "--database", directory.path("x")],
      environment: environment)
    waitWhile { (try? Line(to: directory.path("s"))) == nil }
    return daemon
  }

  private func client() throws -> LineClient { LineClient(try Line(to: directory.path("s"))) }

  /// It waits 15 s for the disk.
  @Test(.inTestAll) func `the daemon stops although the disk hangs, and keeps acknowledged changes`() throws {
    let stuck = try daemon()
    _ = try client().call("homework.add", ["title": "acknowledged"])
    try directory.write("", to: "hanging")
    let line = try Line(to: directory.path("s"))
    line.send(#"{"jsonrpc": "2.0", "id": 1, "method": "homework.add", "params": {"title": "hangs"}}"# + "\n")
    // This call is answered first, so the hanging request has been read.
    #expect(try client().call("server.ping") == [:])
    #expect(stuck.stop() == 1)
    try FileManager.default.removeItem(atPath: directory.path("hanging"))
    let next = try daemon()
    let titles = try client().call("homework.list")["items"]?.array?.compactMap { $0["title"]?.string } ?? []
    #expect(titles.contains("acknowledged"))
    #expect(next.stop() == 0)
  }

  @Test func `the daemon refuses a client for which epoll has no room, and serves the others`() throws {
    let daemon = try daemon()
    let first = try client()
    #expect(try first.call("server.ping") == [:])
    try directory.write("", to: "full")
    for _ in 0..<3 {
      let refusal = try Line(to: directory.path("s")).read()
      #expect(refusal?.contains("the system has no resources for another connection") == true)
      #expect(try first.call("server.ping") == [:])
    }
    try FileManager.default.removeItem(atPath: directory.path("full"))
    #expect(try client().call("server.ping") == [:])
    #expect(daemon.stop() == 0)
  }

  @Test func `no process is signalled after it is reaped`() throws {
    let wrong = "import os, signal\np = os.posix_spawn('/bin/true', ['true'], {})\nos.waitpid(p, 0)\nos.kill(p, 0)"
    // Proves that a signal to a reaped process would be noticed.
    #expect(try run("/usr/bin/env", ["python3", "-c", wrong], environment: environment).status == 1)
    let signalled = directory.path("signalled")
    #expect(try String(contentsOfFile: signalled, encoding: .utf8).split(separator: "\n").count == 1)
    try FileManager.default.removeItem(atPath: signalled)
    try directory.write(
      "scenario \"kills\"\nquiz mcq 5\nstart\n" + String(repeating: "answer correct\nkill\nresume\n", count: 5),
      to: "kills.scenario")
    let app = "python3 '\(ThisPackage.root.appending(path: "Examples/apps/quiz.py").path)'"
    for options in [["--mode", "process"], ["--app", app]] {
      let result = try run(
        ThisPackage.binary("hwdb"), ["scenario", "run", directory.path("kills.scenario")] + options,
        environment: environment)
      #expect(result.status == 0, "\(result)")
    }
    #expect(!FileManager.default.fileExists(atPath: signalled))
  }
}

import Foundation
import HomeworkTestKit
import Testing

@Suite struct `The user's own daemon` {
  private let directory = TemporaryDirectory()
  private let environment: [String: String]

  init() throws {
    environment = [
      "HWDB_DATABASE": directory.path("x.sqlite"), "XDG_RUNTIME_DIR": directory.url.path,
      "XDG_STATE_HOME": directory.path("state"),
    ]
  }

  private func daemon(_ words: String...) throws -> CommandResult {
    try run(ThisPackage.binary("hwdb"), ["daemon"] + words, environment: environment)
  }

  @Test func `starts once, logs, and stops`() throws {
    #expect(try daemon("stop").status == 6)
    let started = try daemon("start")
    #expect(started.status == 0 && started.output.hasPrefix("Started: pid "), "\(started)")
    let again = try daemon("start")
    #expect(again.status == 0)
    let socket = directory.path("hwdb/hwdb.sock")
    #expect(try run(ThisPackage.binary("hwdb"), ["list", "--socket", socket]).status == 0)
    #expect(again.output == started.output.replacing("Started", with: "Already running"))
    #expect(try daemon("stop").output.hasPrefix("Stopped: pid "))
    #expect(try daemon("stop").status == 6)
    let log = try String(contentsOfFile: directory.path("state/hwdb/hwdbd.log"), encoding: .utf8)
    #expect(log.contains(" info serving ") && log.hasSuffix(" info stopped\n"), "\(log)")
  }

  @Test func `is reported as running without a socket, with the commands that restart it`() throws {
    let started = try daemon("start")
    let socket = directory.path("hwdb/hwdb.sock")
    let pid = try #require(Int32(started.output.split { !$0.isNumber }.first ?? ""))
    defer { kill(pid, SIGKILL) }
    try FileManager.default.removeItem(atPath: socket)
    let words =
      "hwdb: a daemon runs (pid \(pid)), but its socket \(socket) was removed: stop it with kill \(pid), then start it again\n"
    for command in ["start", "stop"] {
      let result = try daemon(command)
      #expect(result.status == 6 && result.errors == words, "\(command): \(result)")
    }
    kill(pid, SIGTERM)
    waitWhile { kill(pid, 0) == 0 }
    #expect(try daemon("stop").errors.contains("no daemon at"))
    #expect(try daemon("start").status == 0)
    #expect(try daemon("stop").status == 0)
  }

  /// The limit is 20 s.
  @Test(.inTestAll) func `is not waited for while it is suspended`() async throws {
    let started = try daemon("start")
    let pid = try #require(started.output.split { !$0.isNumber }.first.flatMap { pid_t($0) }, "\(started)")
    let socket = directory.path("hwdb/hwdb.sock")
    #expect(kill(pid, SIGSTOP) == 0)
    defer {
      kill(pid, SIGCONT)
      kill(pid, SIGTERM)
    }
    // A process stops some time after the signal is sent; until then another of its threads may reply.
    func state() -> String { (try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8)) ?? "" }
    waitWhile { !state().contains(") T ") }
    let environment = environment
    let commands = [["list", "--socket", socket], ["daemon", "stop"]]
    try await withThrowingTaskGroup { group in
      for words in commands {
        group.addTask { try run(ThisPackage.binary("hwdb"), words, environment: environment) }
      }
      for try await result in group {
        #expect(result.status == 6, "\(result)")
        #expect(result.errors.contains("\(socket) does not answer: if it is stopped, continue it with kill -CONT PID"))
      }
    }
  }

  @Test func `reports why it cannot start`() throws {
    try directory.write(
      "no database at all, but a text that is long enough to look at, and then some more of it", to: "x.sqlite")
    let result = try daemon("start")
    #expect(result.status == 1 && result.errors.contains("is not a database: give another path"), "\(result)")
    #expect(result.problems.count == 1)
  }
}

import Foundation
import HomeworkJSON
import HomeworkRPC
import HomeworkService

extension CommandTable {
  static let daemon: [Command] = [
    Command("daemon start", "", 0...0, "starts the user's own daemon, unless it runs", example: "hwdb daemon start") {
      invocation in
      let socket = DefaultPaths.socket(invocation.value("socket"))
      if let info = info(at: socket) {
        return Output.show(info, invocation) { "Runs already: \(words($0, socket))" }
      }
      let database = URL(fileURLWithPath: DefaultPaths.database(invocation.value("database"))).path
      let pid = try DaemonProcess.start(["--socket", socket, "--database", database])
      for _ in 0..<1000 where !DaemonProcess.hasEnded(pid) {
        if let info = info(at: socket) { return Output.show(info, invocation) { "Started: \(words($0, socket))" } }
        usleep(10_000)
      }
      let last = (try? DaemonProcess.log(lines: 1)) ?? ""
      throw CommandFailure.file("the daemon did not start: \(last.isEmpty ? "see its log" : last)", isMissing: false)
    },
    Command("daemon stop", "", 0...0, "stops it, once it has answered what it was asked", example: "hwdb daemon stop") {
      invocation in
      let socket = DefaultPaths.socket(invocation.value("socket"))
      let found = try running(at: socket)
      guard let pid = found["pid"]?.int, pid > 1, kill(pid_t(pid), SIGTERM) == 0 else {
        throw CommandFailure.file(
          "the daemon at \(socket) cannot be told to stop: it is another user's", isMissing: false)
      }
      // It may take 5 s to answer what is in flight.
      for _ in 0..<1000 where kill(pid_t(pid), 0) == 0 { usleep(10_000) }
      guard kill(pid_t(pid), 0) != 0 else {
        throw CommandFailure.file("the daemon \(pid) does not stop: see hwdb daemon logs", isMissing: false)
      }
      Output.show(found, invocation) { _ in "Stopped: pid \(pid)\n" }
    },
    Command("daemon status", "", 0...0, "says whether it runs; 6 where not", example: "hwdb daemon status") {
      invocation in
      let socket = DefaultPaths.socket(invocation.value("socket"))
      Output.show(try running(at: socket), invocation, isAskedFor: true) { "Runs: \(words($0, socket))" }
    },
    Command(
      "daemon logs", "", 0...0,
      options: [Option(name: "lines", value: "N", summary: "how many of the last; 50 unless given")],
      "shows what it has written to its log", example: "hwdb daemon logs --lines 20"
    ) { invocation in
      let lines = try invocation.number("lines").map { Int(clamping: $0) } ?? 50
      guard lines > 0 else { throw CommandFailure.usage("--lines \(lines) is not possible: write --lines 50") }
      let text = try DaemonProcess.log(lines: lines)
      let list = JSONValue.array(text.split(separator: "\n").map { .string(String($0)) })
      Output.show(["lines": list], invocation, isAskedFor: true) { _ in text }
    },
  ]

  private static func info(at socket: String) -> JSONValue? {
    try? running(at: socket)
  }

  private static func running(at socket: String) throws -> JSONValue {
    let client: SocketClient
    do throws(SocketError) { client = try SocketClient(path: socket) } catch { throw CommandFailure.unreachable(error) }
    let answer: Result<JSONValue, RPCError>
    do throws(SocketError) { answer = try client.call("server.info", [:]) } catch {
      throw CommandFailure.unreachable(error)
    }
    return try answer.mapError { CommandFailure.refused($0) }.get()
  }

  private static func words(_ info: JSONValue, _ socket: String) -> String {
    "pid \(info["pid"]?.int ?? 0), \(printable(info["database"]?.string ?? "")) at \(printable(socket))\n"
  }
}

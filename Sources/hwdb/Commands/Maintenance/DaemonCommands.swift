import HomeworkAPI
import HomeworkService
import HomeworkSystem

extension CommandTable {
  static let daemon: [Command] = [
    Command(
      "daemon start", "", 0...0, "starts your own daemon, unless it is already running", example: "hwdb daemon start"
    ) {
      invocation in
      let socket = DefaultPaths.socket(invocation.value("socket"))
      if let info = try info(at: socket) {
        return Output.show(info, as: Methods.serverInfo.result, invocation) { "Already running: \(words($0, socket))" }
      }
      let given = DefaultPaths.database(invocation.value("database"))
      // The slash marks a directory, which may not exist yet. An address may contain a password, which must not appear
      // in the list of processes.
      let database = Service.isURL(given) ? given : Paths.absolute(given) + (given.hasSuffix("/") ? "/" : "")
      setenv("HWDB_DATABASE", database, 1)
      let pid = try DaemonProcess.start(["--socket", socket])
      for _ in 0..<1000 where !DaemonProcess.hasEnded(pid) {
        if Files.exists(socket), let info = try info(at: socket) {
          return Output.show(info, as: Methods.serverInfo.result, invocation) { "Started: \(words($0, socket))" }
        }
        usleep(10_000)
      }
      let last = (try? DaemonProcess.log(lines: 1)) ?? ""
      throw CommandFailure.file("the daemon did not start: \(last.isEmpty ? "see its log" : last)", isMissing: false)
    },
    Command("daemon stop", "", 0...0, "stops your daemon after it has answered open calls", example: "hwdb daemon stop")
    {
      invocation in
      let socket = DefaultPaths.socket(invocation.value("socket"))
      let found = try running(at: socket)
      let pid = found.pid
      guard pid > 1, kill(Int32(pid), SIGTERM) == 0 else {
        throw CommandFailure.file(
          "the daemon at \(socket) belongs to another user: only that user can stop it", isMissing: false)
      }
      // It may take 5 s to answer requests in flight.
      for _ in 0..<1000 where kill(Int32(pid), 0) == 0 { usleep(10_000) }
      guard kill(Int32(pid), 0) != 0 else {
        throw CommandFailure.file("the daemon \(pid) did not stop: see hwdb daemon logs", isMissing: false)
      }
      Output.show(found, as: Methods.serverInfo.result, invocation) { _ in "Stopped: pid \(pid)\n" }
    },
    Command(
      "daemon status", "", 0...0, "says whether your daemon is running; exits with 6 if not",
      example: "hwdb daemon status"
    ) {
      invocation in
      let socket = DefaultPaths.socket(invocation.value("socket"))
      Output.show(try running(at: socket), as: Methods.serverInfo.result, invocation, isAskedFor: true) {
        "Running: \(words($0, socket))"
      }
    },
    Command(
      "daemon stats", "", 0...0,
      options: [
        Option(
          "format", "FORMAT", "pretty (by default), json or prometheus", choices: ["pretty", "json", "prometheus"])
      ],
      "shows the daemon's counters: calls, connections, writes", example: "hwdb daemon stats --format prometheus"
    ) { invocation in
      let client = try Backend.client(at: DefaultPaths.socket(invocation.value("socket")))
      do throws(DaemonError) {
        let report = try client.callBlocking(Methods.serverStatistics, ())
        let format = invocation.value("format")
        guard format != "prometheus" else {
          return Output.write(Prometheus.text(of: report, of: try client.callBlocking(Methods.serverInfo, ())))
        }
        Output.show(
          report, as: Methods.serverStatistics.result, invocation, asJSON: format == "json", isAskedFor: true
        ) { TextOutput.statistics(of: $0, invocation.screen) }
      } catch { throw CommandFailure(error) }
    },
    Command(
      "daemon logs", "", 0...0,
      options: [Option("lines", "N", "how many lines to show; 50 by default")],
      "shows the end of the daemon's log", example: "hwdb daemon logs --lines 20"
    ) { invocation in
      let count = try invocation.number("lines").map { Int(clamping: $0) } ?? 50
      guard count > 0 else { throw CommandFailure.usage("--lines \(count) is not allowed: write --lines 50") }
      let text = try DaemonProcess.log(lines: count)
      let lines = Shape<[String]>.object([]) { Field("lines", \.self, .array(.string), "Each of them.") }
      Output.show(text.split(separator: "\n").map(String.init), as: lines, invocation, isAskedFor: true) { _ in text }
    },
  ]

  /// - Returns: `nil` if no daemon runs there, or none answers.
  private static func info(at socket: String) throws(CommandFailure) -> ServerInfo? {
    do throws(CommandFailure) { return try running(at: socket) } catch {
      // Another daemon could not start beside it.
      if case .unreachable(.removed) = error { throw error }
      return nil
    }
  }

  private static func running(at socket: String) throws(CommandFailure) -> ServerInfo {
    let client = try Backend.client(at: socket)
    do throws(DaemonError) { return try client.callBlocking(Methods.serverInfo, ()) } catch {
      throw CommandFailure(error)
    }
  }

  private static func words(_ info: ServerInfo, _ socket: String) -> String {
    "pid \(info.pid), \(printable(info.database)) at \(printable(socket))\n"
  }
}

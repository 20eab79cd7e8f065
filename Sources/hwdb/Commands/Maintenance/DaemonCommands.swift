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
      let location = DefaultPaths.database(invocation.value("database"))
      // An address may contain a password, which must not appear in the list of processes. A directory is refused, even
      // one that is not there.
      let database =
        Service.isURL(location) ? location : Paths.absolute(location) + (location.hasSuffix("/") ? "/" : "")
      if let info = try info(at: socket) {
        guard !invocation.has("database") || info.database == Service.shown(database) else {
          throw CommandFailure.refused(
            RPCError(
              .conflict,
              "the daemon at \(socket) serves \(info.database): stop it first, or give --socket for another one"))
        }
        return Output.show(info, as: Methods.serverInfo.result, invocation) { "Already running: \(words($0, socket))" }
      }
      setenv("HWDB_DATABASE", database, 1)
      let pid = try DaemonProcess.start(["--socket", socket])
      for _ in 0..<1000 {
        guard !DaemonProcess.hasEnded(pid) else { break }
        if Files.exists(socket), let info = try info(at: socket) {
          return Output.show(info, as: Methods.serverInfo.result, invocation) { "Started: \(words($0, socket))" }
        }
        usleep(10_000)
      }
      let reason = DaemonProcess.lastWords ?? "see \(DaemonProcess.logPath)"
      throw CommandFailure.file("the daemon did not start: \(reason)", isMissing: false)
    },
    Command("daemon stop", "", 0...0, "stops your daemon after it has answered open calls", example: "hwdb daemon stop")
    {
      invocation in
      let socket = DefaultPaths.socket(invocation.value("socket"))
      // One that has no room for another connection can be stopped too.
      let found = try running(at: socket, orHolder: true)
      let pid = found.pid
      guard pid > 1, kill(Int32(pid), SIGTERM) == 0 else {
        throw CommandFailure.file(
          "the daemon at \(socket) belongs to another user: only that user can stop it", isMissing: false)
      }
      // It may take 5 s to answer requests in flight.
      for _ in 0..<1000 {
        guard kill(Int32(pid), 0) == 0 else { break }
        usleep(10_000)
      }
      guard kill(Int32(pid), 0) != 0 else {
        throw CommandFailure.file("the daemon \(pid) did not stop: see \(DaemonProcess.logPath)", isMissing: false)
      }
      Output.show(found, as: Methods.serverInfo.result, invocation) { _ in "Stopped: pid \(pid)\n" }
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

  private static func running(at socket: String, orHolder: Bool = false) throws(CommandFailure) -> ServerInfo {
    let client = try Backend.client(at: socket)
    do throws(DaemonError) { return try client.callBlocking(Methods.serverInfo, ()) } catch {
      if orHolder, case .refused(let refusal) = error, refusal.name == .busy, let pid = UnixSocket.holder(of: socket) {
        return ServerInfo { $0.pid = Int(pid) }
      }
      throw CommandFailure(error)
    }
  }

  private static func words(_ info: ServerInfo, _ socket: String) -> String {
    "pid \(info.pid), \(printable(info.database)) at \(printable(socket))\n"
  }
}

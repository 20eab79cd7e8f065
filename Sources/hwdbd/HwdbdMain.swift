import HomeworkAPI
import HomeworkModel
import HomeworkService
import HomeworkSystem
import HomeworkWeb

/// Runs in the foreground until it receives SIGTERM or SIGINT.
@main
enum HwdbdMain {
  static func main() {
    ThisProcess.prepare()
    // Files that it creates are accessible to the user only; existing files keep their permissions.
    umask(0o077)
    let arguments = Array(CommandLine.arguments.dropFirst())
    do {
      if let reason = ThisProcess.refusal(of: arguments) { throw UsageMistake(reason) }
      let options = try DaemonOptions(arguments)
      if let text = options.answer { return answer(text) }
      try serve(options)
    } catch let mistake as UsageMistake {
      fail(mistake.message, code: 2)
    } catch {
      fail("\(error)", code: 1)
    }
  }

  private static func serve(_ options: DaemonOptions) throws {
    // Signals are blocked before the first thread starts, so that only the watcher receives them.
    let signals = SignalWatcher()
    let descriptors = try Descriptors(forPage: options.http == nil ? 0 : WebServer.descriptors)
    let database = DefaultPaths.database(options.database)
    let socket = DefaultPaths.socket(options.socket)
    let log = try ServerLog(level: options.logLevel, path: options.log)
    ThisProcess.prepareToServe()
    let service = Service(local: database, onUpgrade: { log.write(.warning, $0) })
    // An unusable database is reported now, not with the first request.
    do throws(RPCError) { try service.check() } catch { fail(error.message, code: 5) }
    var limits = SocketServer.Limits()
    limits.message = options.maxMessage ?? limits.message
    let manager = ServiceManager()
    let wanted = options.maxConnections ?? limits.connections
    limits.connections = min(wanted, descriptors.forConnections)
    if limits.connections < wanted {
      log.write(
        .warning,
        "serving only \(limits.connections) of \(wanted) connections, with \(descriptors.limit) descriptors: "
          + "raise ulimit -n"
      )
    }
    let calls = ServedCalls(service)
    let server = try SocketServer(
      path: socket, inherited: manager.listener, limits: limits, log: log, handler: calls)
    calls.attach(server)
    signals.onHangUp { log.reopen() }
    let hardLimitMs = UInt32(limits.drainMs) + checkpointMs
    signals.onFirst {
      // Ends even if a disk or a call hangs: acknowledged writes are on disk.
      Threads.start {
        usleep(hardLimitMs * 1000)
        _exit(1)
      }
      log.write(.info, "stopping")
      // Notify first: without clients, the process could end before it sends the notification.
      manager.notify("STOPPING=1")
      server.stop()
    }
    log.write(.info, "serving database=\(Service.shown(database)) socket=\(socket)")
    let page = options.http.map { servePage(at: $0, by: server, log) }
    manager.notify("READY=1")
    if let milliseconds = manager.watchdogMs { watch(service, every: milliseconds / 2, manager) }
    server.run()
    page?.stop()
    do { try service.checkpoint() } catch { log.write(.warning, "checkpoint: \(error)") }
    log.write(.info, "stopped")
  }

  /// Serves the page, and prints its address.
  private static func servePage(at port: Int, by server: SocketServer, _ log: ServerLog) -> WebServer {
    let page: WebServer
    do throws(WebServer.Failure) {
      page = try WebServer(port: port, connect: server.connect)
    } catch {
      fail(error.message, code: 1)
    }
    Threads.start { page.run() }
    log.write(.info, "serving page=127.0.0.1:\(page.port)")
    Files.write("\(page.url)\n".utf8, to: STDOUT_FILENO)
    return page
  }

  /// Reports that it is alive as long as the database responds.
  private static func watch(_ service: Service, every milliseconds: Int, _ manager: ServiceManager) {
    Threads.start {
      while true {
        usleep(UInt32(max(1, milliseconds)) * 1000)
        if (try? service.check()) != nil { manager.notify("WATCHDOG=1") }  // else it is to be missed
      }
    }
  }

  /// The time for threads to end and for the last checkpoint, once calls are over, in milliseconds.
  private static let checkpointMs: UInt32 = 10_000

  /// A reader that has gone away is not an error.
  private static func answer(_ text: String) {
    do throws(StandardOutput.Failure) {
      try StandardOutput.write(text, to: STDOUT_FILENO)
      try StandardOutput.close(STDOUT_FILENO)
    } catch {
      guard case .refused(let reason) = error else { return }
      fail("standard output cannot be written (\(reason)): free some space, or redirect it elsewhere", code: 1)
    }
  }

  private static func fail(_ message: String, code: Int32) -> Never {
    // Standard error may be closed; the exit code still reports the failure.
    Files.write("hwdbd: \(message)\n".utf8, to: STDERR_FILENO)
    exit(code)
  }
}

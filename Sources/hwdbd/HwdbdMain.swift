import Foundation
import HomeworkJSON
import HomeworkRPC
import HomeworkService

/// Runs in the foreground until it is told to stop.
@main
enum HwdbdMain {
  static func main() {
    signal(SIGPIPE, SIG_IGN)
    let arguments = Array(CommandLine.arguments.dropFirst())
    Presentation.serveAsWorker(ifAskedBy: arguments)
    do {
      let options = try DaemonOptions(arguments)
      try serve(options)
    } catch let problem as DaemonOptions.Problem {
      guard problem.isAnswer else { fail(problem.message, code: 2) }
      print(problem.message)
    } catch {
      fail("\(error)", code: 1)
    }
  }

  private static func serve(_ options: DaemonOptions) throws {
    // Blocked before the first thread is made, so that only the watcher receives them.
    let signals = SignalWatcher()
    let database = DefaultPaths.database(options.database)
    let socket = DefaultPaths.socket(options.socket)
    let log = try ServerLog(level: options.logLevel, path: options.log)
    let service = Service(local: database)
    // A database that cannot be used is said now, not with the first request.
    if case .failure(let error) = service.call("homework.list", ["limit": 1]) { fail(error.message, code: 5) }
    var limits = SocketServer.Limits()
    limits.message = options.maxMessage ?? limits.message
    let manager = ServiceManager()
    limits.connections = options.maxConnections ?? limits.connections
    raiseDescriptorLimit()
    let calls = ServedCalls(service)
    let server = try SocketServer(
      path: socket, inherited: manager.listener, limits: limits, log: log, handler: calls)
    calls.attach(ServerView(limits: limits, statistics: server.statistics))
    signals.onHangUp { log.reopen() }
    signals.onFirst {
      log.write(.info, "stopping")
      manager.notify("STOPPING=1")
      server.stop()
    }
    log.write(.info, "serving database=\(database) socket=\(socket)")
    manager.notify("READY=1")
    if let milliseconds = manager.watchdogMs { watch(service, every: milliseconds / 2, manager) }
    server.run()
    do { try service.checkpoint() } catch { log.write(.warning, "checkpoint: \(error)") }
    log.write(.info, "stopped")
  }

  /// Says that it lives as long as the database answers.
  private static func watch(_ service: Service, every milliseconds: Int, _ manager: ServiceManager) {
    Thread.detachNewThread {
      while true {
        usleep(UInt32(max(1, milliseconds)) * 1000)
        if case .success = service.call("homework.list", ["limit": 1]) { manager.notify("WATCHDOG=1") }
      }
    }
  }

  /// A connection is a descriptor, and the usual limit is as many as there may be connections.
  private static func raiseDescriptorLimit() {
    var limit = rlimit()
    getrlimit(Int32(RLIMIT_NOFILE.rawValue), &limit)
    limit.rlim_cur = min(limit.rlim_max, 65_536)
    setrlimit(Int32(RLIMIT_NOFILE.rawValue), &limit)
  }

  private static func fail(_ message: String, code: Int32) -> Never {
    // Nobody may be left to hear it; the exit code says it all the same.
    try? FileHandle.standardError.write(contentsOf: Data("hwdbd: \(message)\n".utf8))
    exit(code)
  }
}

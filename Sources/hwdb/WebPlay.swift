import HomeworkAPI
import HomeworkModel
import HomeworkProcess
import HomeworkService
import HomeworkSystem

/// Playing in the browser: a daemon for this machine alone, which serves the page as long as this process waits.
enum WebPlay {
  /// - Parameter homework: the quiz to begin with; the page lets choose one if `nil`.
  static func play(_ homework: String?, _ invocation: Invocation) throws {
    let chosen = try homework.map { try Backend(invocation)(Methods.homeworkGet, $0).id.text }
    // In the environment, an address's password is in no list of processes.
    setenv("HWDB_DATABASE", DefaultPaths.database(invocation.value("database")), 1)
    do {
      let directory = try ScenarioDirectory()
      let daemon = try LineProcess(
        [
          ThisExecutable.sibling("hwdbd"), "--http", "127.0.0.1:0", "--socket", directory.socket, "--log-level",
          "warning",
        ], timeLimitMs: 30_000)
      // Ctrl-C is for the daemon, which ends in order.
      signal(SIGINT, SIG_IGN)
      guard let line = try daemon.exchange([]) else {
        _ = daemon.end(with: 0)
        throw CommandFailure.file("the page is not served: see the line above", isMissing: false)
      }
      let address = String(decoding: line, as: UTF8.self) + (chosen.map { "#homework/\($0)" } ?? "")
      Output.write("Play at \(address)\nCtrl-C ends it.\n")
      _ = try? ChildProcess.startApart(["/usr/bin/xdg-open", address], errors: "/dev/null")
      withExtendedLifetime(directory) { _ = daemon.end(with: 0) }
    } catch let error as ProcessFailure {
      throw CommandFailure.file("\(error): install hwdbd next to hwdb", isMissing: true)
    }
  }
}

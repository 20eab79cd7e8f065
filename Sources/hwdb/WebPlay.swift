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
    var place = Array("/tmp/hwdb-page-XXXXXX".utf8CString)
    guard mkdtemp(&place) != nil else {
      throw CommandFailure.file("/tmp cannot be written (\(systemReason())): check its permissions", isMissing: false)
    }
    let directory = String(decoding: place.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    defer { Files.remove(directory) }
    do throws(ProcessFailure) {
      let daemon = try LineProcess(
        [
          ThisExecutable.sibling("hwdbd"), "--http", "127.0.0.1:0", "--socket", "\(directory)/hwdb.sock",
          "--log-level", "warning",
        ], timeLimitMs: 30_000)
      // Ctrl-C is for the daemon, which ends in order.
      signal(SIGINT, SIG_IGN)
      guard let line = try daemon.exchange([]) else { return _ = daemon.end(with: 0) }  // it has said why
      let address = String(decoding: line, as: UTF8.self) + (chosen.map { "#\($0)" } ?? "")
      Output.write("Play at \(address)\nCtrl-C ends it.\n")
      _ = try? ChildProcess.startApart(["/usr/bin/xdg-open", address], errors: "/dev/null")
      _ = daemon.end(with: 0)
    } catch {
      throw CommandFailure.file("\(error): install hwdbd next to hwdb", isMissing: true)
    }
  }
}

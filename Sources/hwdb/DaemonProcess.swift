import Foundation
import HomeworkProcess

/// The user's own daemon as a process: started apart from this one, with a log file.
enum DaemonProcess {
  /// `hwdb/hwdbd.log` in the user's directory for state.
  static var logPath: String {
    let environment = ProcessInfo.processInfo.environment
    let home = environment["HOME"] ?? NSHomeDirectory()
    let state = environment["XDG_STATE_HOME"].flatMap { $0.isEmpty ? nil : $0 } ?? "\(home)/.local/state"
    return "\(state)/hwdb/hwdbd.log"
  }

  /// Starts `hwdbd`, which lies beside this executable, in a session of its own: closing the terminal does not end it.
  static func start(_ arguments: [String]) throws(CommandFailure) -> pid_t {
    let executable = ThisExecutable.sibling("hwdbd")
    guard FileManager.default.isExecutableFile(atPath: executable) else {
      throw .file("\(executable) is not there: install hwdbd beside hwdb", isMissing: true)
    }
    let directory = URL(fileURLWithPath: logPath).deletingLastPathComponent().path
    do {
      try FileManager.default.createDirectory(
        atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw .file("\(directory) cannot be created: check its permissions", isMissing: false)
    }
    do throws(ProcessFailure) {
      return try ChildProcess.startApart([executable] + arguments, errors: logPath)
    } catch {
      throw .file("\(error): check its permissions", isMissing: false)
    }
  }

  /// Whether it has ended, with what, where it is a child of this process.
  static func hasEnded(_ pid: pid_t) -> Bool { waitpid(pid, nil, WNOHANG) == pid }

  /// The last lines of the log.
  static func log(lines count: Int) throws(CommandFailure) -> String {
    guard let text = try? String(contentsOfFile: logPath, encoding: .utf8) else {
      throw .file("\(logPath) is not there: hwdb daemon start makes it", isMissing: true)
    }
    return text.split(separator: "\n").suffix(count).map { printable($0) + "\n" }.joined()
  }
}

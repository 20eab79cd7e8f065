import HomeworkProcess
import HomeworkSystem

/// The user's own daemon as a process, independent of this one, with a log file.
enum DaemonProcess {
  /// The log: `hwdb/hwdbd.log` in the user's state directory.
  static var logPath: String {
    let environment = Surroundings.environment
    let home = environment["HOME"] ?? Surroundings.home
    let state = environment["XDG_STATE_HOME"].flatMap { $0.isEmpty ? nil : $0 } ?? "\(home)/.local/state"
    return "\(state)/hwdb/hwdbd.log"
  }

  /// Starts `hwdbd`, which is next to this executable, in its own session: closing the terminal does not end it.
  static func start(_ arguments: [String]) throws(CommandFailure) -> Int32 {
    let executable = ThisExecutable.sibling("hwdbd")
    guard access(executable, X_OK) == 0 else {
      throw .file("\(executable) does not exist: install hwdbd next to hwdb", isMissing: true)
    }
    let directory = Paths.directory(of: logPath)
    do throws(SystemFailure) { try Files.makeDirectory(directory) } catch {
      throw .file("\(directory) cannot be created (\(error)): check its permissions", isMissing: false)
    }
    do throws(ProcessFailure) {
      return try ChildProcess.startApart([executable] + arguments, errors: logPath)
    } catch {
      throw .file("\(error): check its permissions", isMissing: false)
    }
  }

  /// Returns whether a child of this process has ended, now or at an earlier call, which took its status.
  static func hasEnded(_ pid: Int32) -> Bool { waitpid(pid, nil, WNOHANG) != 0 }

  /// The last line of the log.
  static var lastWords: String? {
    let log = (try? Files.bytes(of: logPath, upTo: 64 << 20)) ?? []
    return log.split(separator: UInt8(ascii: "\n")).last.map { printable(String(decoding: $0, as: UTF8.self)) }
  }
}

import Foundation

/// The user's own daemon as a process: started apart from this one, with a log file.
enum DaemonProcess {
  /// `hwdb/hwdbd.log` in the user's directory for state.
  static var logPath: String {
    let environment = ProcessInfo.processInfo.environment
    let home = environment["HOME"] ?? NSHomeDirectory()
    let state = environment["XDG_STATE_HOME"].flatMap { $0.isEmpty ? nil : $0 } ?? "\(home)/.local/state"
    return "\(state)/hwdb/hwdbd.log"
  }

  /// POSIX_SPAWN_SETSID, which the C library shows to GNU programs only.
  private static let setsid: Int16 = 0x80

  /// Starts `hwdbd`, which lies beside this executable, in a session of its own: closing the terminal does not end it.
  static func start(_ arguments: [String]) throws(CommandFailure) -> pid_t {
    let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? CommandLine.arguments[0]
    let executable = URL(fileURLWithPath: own).deletingLastPathComponent().appending(path: "hwdbd").path
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
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, logPath, O_WRONLY | O_CREAT | O_APPEND, 0o600)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    posix_spawnattr_setflags(&attributes, setsid)
    // Whatever this process was handed, a pipe that somebody waits on to close, say, is not the daemon's.
    for name in (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? [] {
      if let descriptor = Int32(name), descriptor > STDERR_FILENO { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    }
    var words: [UnsafeMutablePointer<CChar>?] = ([executable] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var pid: pid_t = 0
    guard posix_spawn(&pid, executable, &actions, &attributes, &words, environ) == 0 else {
      throw .file("\(executable) cannot be started: check its permissions", isMissing: false)
    }
    return pid
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

internal import CHomeworkLinux
import Foundation
import HomeworkReports
import Synchronization

/// A child process, started and waited for by the C library, so that its pid and the signal that ended it are known
/// exactly.
final class ChildProcess: Sendable {
  let pid: pid_t
  /// It leads a process group of its own, which is signalled as a whole.
  private let leadsGroup: Bool
  /// Whether its pid may be another's by now.
  private let isReaped = Mutex(false)

  /// Starts it with these descriptors as its standard input, output and error; with nothing for the last it has ours.
  ///
  /// - Parameter isolated: whether it leads a process group, and takes signals as a program does that a shell starts.
  init(
    _ command: [String], input: Int32, output: Int32, errors: Int32? = nil, variables: [String: String],
    isolated: Bool = false
  ) throws(ProgramFailure) {
    leadsGroup = isolated
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    if let errors { posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO) }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // It hears all signals, whichever its parent has blocked for its own threads.
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    var flags = Int32(POSIX_SPAWN_SETSIGMASK)
    if isolated {
      // What this program ignores, it would ignore.
      for signal in [SIGPIPE, SIGINT, SIGTERM, SIGHUP, SIGBUS] { sigaddset(&signals, signal) }
      posix_spawnattr_setsigdefault(&attributes, &signals)
      posix_spawnattr_setpgroup(&attributes, 0)
      flags |= Int32(POSIX_SPAWN_SETSIGDEF) | Int32(POSIX_SPAWN_SETPGROUP)
    }
    posix_spawnattr_setflags(&attributes, Int16(flags))
    var words = command.map { strdup($0) } + [nil]
    defer { words.forEach { free($0) } }
    var environment =
      ProcessInfo.processInfo.environment.filter { $0.key != ParentProcess.variable }.merging(variables) { $1 }
      .map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { environment.forEach { free($0) } }
    var pid: pid_t = 0
    let status = posix_spawn(&pid, command[0], &actions, &attributes, &words, &environment)
    guard status == 0 else {
      throw .broken("\(command[0]) cannot be started: \(String(cString: strerror(status)))")
    }
    self.pid = pid
    if isolated { Self.groups.withLock { _ = $0.insert(pid) } }
  }

  deinit {
    if !isReaped.withLock({ $0 }) { _ = end(with: SIGKILL) }
  }

  /// Sends `signal` (none with 0) and waits for the end; the signal that really ended it, or the status with which it
  /// exited.
  ///
  /// - Parameter meanwhile: is done once it has ended, while nobody else can have its pid.
  func end(with signal: Int32, meanwhile: () -> Void = {}) -> Death {
    kill(signal)
    // Waited for first and reaped then: as long as it is not, nobody else has its pid.
    _ = hasEnded(waits: true)
    // Those whom it has left behind are of its group still.
    if leadsGroup { kill(SIGKILL) }
    meanwhile()
    var status: Int32 = 0
    isReaped.withLock { isReaped in
      if !isReaped { waitpid(pid, &status, 0) }
      isReaped = true
    }
    if leadsGroup { Self.groups.withLock { _ = $0.remove(pid) } }
    let terminator = status & 0x7F  // WTERMSIG, a macro that is not imported
    return Death(
      pid: pid, signal: terminator == 0 ? nil : terminator, status: terminator == 0 ? status >> 8 & 0xFF : nil)
  }

  /// Whether it has ended, by itself or not. It is not reaped.
  func hasEnded(waits: Bool = false) -> Bool {
    var information = siginfo_t()
    let options = Int32(WEXITED | WNOWAIT) | (waits ? 0 : Int32(WNOHANG))
    while true {
      if waitid(P_PID, id_t(pid), &information, options) == 0 { return information.si_signo != 0 }
      guard errno == EINTR else { return true }
    }
  }

  /// Sends a signal, none with 0, from any thread; nothing once it has been waited for.
  func kill(_ signal: Int32) {
    isReaped.withLock { isReaped in
      if !isReaped, signal != 0 { _ = Foundation.kill(leadsGroup ? -pid : pid, signal) }
    }
  }

  private static let groups = Mutex<Set<pid_t>>([])

  /// Ends every process group that was started, for a program that is ending itself.
  static func endAllGroups() {
    groups.withLock { $0.forEach { _ = Foundation.kill(-$0, SIGKILL) } }
  }
}

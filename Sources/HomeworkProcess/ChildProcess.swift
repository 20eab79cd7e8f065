internal import CHomeworkLinux
import HomeworkSystem

/// How a process ended.
package struct ProcessEnd: Hashable, Sendable {
  package let pid: Int32
  /// That ended it; `nil` if it exited by itself, with `status`.
  package let signal: Int32?, status: Int32?
}

/// Why a process could not be started, or does not answer.
package struct ProcessFailure: Error, CustomStringConvertible {
  package let description: String
}

/// A child process, started and waited for by the C library, so that its pid and the signal that ended it are known
/// exactly.
package final class ChildProcess: Sendable {
  package let pid: Int32
  /// It leads a process group of its own, which is signalled as a whole.
  private let leadsGroup: Bool
  /// Whether its pid may be another's by now.
  private let isReaped = Guarded(false)

  /// Starts it with these descriptors as its standard input, output and error; with nothing for the last it has ours.
  ///
  /// - Parameter isolated: whether it leads a process group, takes signals as a program does that a shell starts, and
  ///   keeps below it all that it starts.
  package init(
    _ command: [String], input: Int32, output: Int32, errors: Int32? = nil, variables: [String: String],
    isolated: Bool = false
  ) throws(ProcessFailure) {
    leadsGroup = isolated
    guard isolated else {
      pid = try Self.spawn(command, input, output, errors, variables)
      return
    }
    // Under the lock: once all are ended, none is to begin.
    pid = try Self.groups.withLock { groups throws(ProcessFailure) in
      guard !groups.areOver else { throw ProcessFailure(description: "\(command[0]) is not started any more") }
      let pid = try Self.spawn(command, input, output, errors ?? STDERR_FILENO, variables, holding: true)
      groups.leaders.insert(pid)
      return pid
    }
  }

  /// Starts one that goes on without this process, in a session of its own, so that closing the terminal does not end
  /// it.
  ///
  /// - Parameter errors: the file to which it writes its errors, made where there is none.
  package static func startApart(_ command: [String], errors: String) throws(ProcessFailure) -> Int32 {
    let (nothing, log) = (open("/dev/null", O_RDWR | O_CLOEXEC), open(errors, O_WRONLY | O_CREAT | O_APPEND, 0o600))
    defer { for descriptor in [nothing, log] where descriptor >= 0 { close(descriptor) } }
    guard nothing >= 0, log >= 0 else {
      throw ProcessFailure(description: "\(errors) cannot be written: \(systemReason())")
    }
    // Whatever this process was handed, a pipe that somebody waits on to close, say, is not the other's.
    for name in Files.names(in: "/proc/self/fd") {
      if let descriptor = Int32(name), descriptor > STDERR_FILENO { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    }
    // POSIX_SPAWN_SETSID, which the C library shows to GNU programs only.
    return try spawn(command, nothing, nothing, log, [:], flags: 0x80)
  }

  /// Returns what a program writes to its standard output until it ends, of which errors are nobody's.
  package static func output(of command: [String]) throws -> String {
    var ends: [Int32] = [-1, -1]
    let nothing = open("/dev/null", O_RDWR | O_CLOEXEC)
    defer { for descriptor in [nothing, ends[0]] where descriptor >= 0 { close(descriptor) } }
    guard nothing >= 0, pipe2(&ends, O_CLOEXEC) == 0 else { throw ProcessFailure(description: systemReason()) }
    defer { if ends[1] >= 0 { close(ends[1]) } }
    let child = try ChildProcess(command, input: nothing, output: ends[1], errors: nothing, variables: [:])
    close(ends[1])
    ends[1] = -1
    let bytes = try Files.bytes(from: ends[0], called: command[0])
    _ = child.end(with: 0)
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func spawn(
    _ command: [String], _ input: Int32, _ output: Int32, _ errors: Int32?, _ variables: [String: String],
    flags: Int32 = 0, holding: Bool = false
  ) throws(ProcessFailure) -> Int32 {
    var words = command.map { strdup($0) } + [nil]
    defer { words.forEach { free($0) } }
    var environment =
      Surroundings.environment.filter { $0.key != ParentProcess.variable }.merging(variables) { $1 }
      .map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { environment.forEach { free($0) } }
    var pid: Int32 = 0
    func started(_ status: Int32) throws(ProcessFailure) -> Int32 {
      guard status == 0 else {
        throw ProcessFailure(description: "\(command[0]) cannot be started: \(systemReason(status))")
      }
      return pid
    }
    if holding {
      return try started(spawnHolding(&pid, [input, output, errors ?? STDERR_FILENO], &words, &environment))
    }
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
    posix_spawnattr_setflags(&attributes, Int16(Int32(POSIX_SPAWN_SETSIGMASK) | flags))
    return try started(posix_spawn(&pid, command[0], &actions, &attributes, &words, &environment))
  }

  deinit {
    if !isReaped.withLock({ $0 }) { _ = end(with: SIGKILL) }
  }

  /// Sends `signal` (none with 0) and waits for the end; the signal that really ended it, or the status with which it
  /// exited.
  ///
  /// - Parameter meanwhile: is done once it has ended, while nobody else can have its pid.
  package func end(with signal: Int32, meanwhile: () -> Void = {}) -> ProcessEnd {
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
    if leadsGroup { Self.groups.withLock { _ = $0.leaders.remove(pid) } }
    let terminator = status & 0x7F  // WTERMSIG, a macro that is not imported
    return ProcessEnd(
      pid: pid, signal: terminator == 0 ? nil : terminator, status: terminator == 0 ? status >> 8 & 0xFF : nil)
  }

  /// Whether it has ended, by itself or not. It is not reaped.
  package func hasEnded(waits: Bool = false) -> Bool {
    var information = siginfo_t()
    let options = Int32(WEXITED | WNOWAIT) | (waits ? 0 : Int32(WNOHANG))
    while true {
      if waitid(P_PID, id_t(pid), &information, options) == 0 { return information.si_signo != 0 }
      guard errno == EINTR else { return true }
    }
  }

  /// Sends a signal, none with 0, from any thread; nothing once it has been waited for.
  package func kill(_ signal: Int32) {
    isReaped.withLock { isReaped in
      if !isReaped, signal != 0 { _ = HomeworkSystem.kill(leadsGroup ? -pid : pid, signal) }
    }
  }

  private struct Groups {
    var leaders: Set<Int32> = []
    var areOver = false
  }

  private static let groups = Guarded(Groups())

  /// Ends every process group that was started, and starts no more, for a program that is ending itself.
  package static func endAllGroups() {
    groups.withLock { groups in
      groups.areOver = true
      groups.leaders.forEach { _ = HomeworkSystem.kill(-$0, SIGKILL) }
    }
  }
}

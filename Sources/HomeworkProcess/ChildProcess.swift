internal import CHomeworkLinux
import HomeworkSystem

/// The way in which a process ended.
package struct ProcessEnd: Hashable, Sendable {
  package let pid: Int32
  /// The signal that ended it, or, if it exited, its status.
  package let signal: Int32?, status: Int32?
}

/// The reason why a process could not be started or does not answer.
package struct ProcessFailure: Error, CustomStringConvertible {
  package let description: String
}

/// A child process, started and reaped through the C library, for its exact pid and the exact signal that ended it.
package final class ChildProcess: Sendable {
  package let pid: Int32
  /// True if it leads a process group of its own, which receives its signals as a whole.
  private let leadsGroup: Bool
  /// True if another process may have its pid by now.
  private let isReaped = Guarded(false)

  /// Starts the process with these descriptors as its standard input, output and error; `errors` defaults to ours.
  ///
  /// - Parameter isolated: whether it leads a process group, handles signals like a program started by a shell, and
  ///   keeps all of its descendants below it.
  package init(
    _ command: [String], input: Int32, output: Int32, errors: Int32? = nil, variables: [String: String],
    isolated: Bool = false
  ) throws(ProcessFailure) {
    leadsGroup = isolated
    guard isolated else {
      pid = try Self.spawn(command, input, output, errors, variables)
      return
    }
    // Under the lock: once all groups are being ended, none may start.
    pid = try Self.groups.withLock { groups throws(ProcessFailure) in
      guard !groups.areOver else { throw ProcessFailure(description: "\(command[0]) is not started any more") }
      let pid = try Self.spawn(command, input, output, errors ?? STDERR_FILENO, variables, holding: true)
      groups.leaders.insert(pid)
      return pid
    }
  }

  /// Starts a process that outlives this one, in a session of its own, so that closing the terminal does not end it.
  ///
  /// - Parameter errors: the file for its standard error, created if it does not exist.
  package static func startApart(_ command: [String], errors: String) throws(ProcessFailure) -> Int32 {
    let (nothing, log) = (open("/dev/null", O_RDWR | O_CLOEXEC), open(errors, O_WRONLY | O_CREAT | O_APPEND, 0o600))
    defer { for descriptor in [nothing, log] where descriptor >= 0 { close(descriptor) } }
    guard nothing >= 0, log >= 0 else {
      throw ProcessFailure(description: "\(errors) cannot be written: \(systemReason())")
    }
    // The process must not inherit our descriptors, for example a pipe whose other end waits for it to close.
    for name in Files.names(in: "/proc/self/fd") {
      if let descriptor = Int32(name), descriptor > STDERR_FILENO { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    }
    // POSIX_SPAWN_SETSID, which the C library declares for GNU programs only.
    return try spawn(command, nothing, nothing, log, [:], flags: 0x80)
  }

  private static let longestOutput = 64 << 20

  /// Returns a program's standard output, read until it ends; discards its errors.
  package static func output(of command: [String]) throws -> String {
    var ends: [Int32] = [-1, -1]
    let nothing = open("/dev/null", O_RDWR | O_CLOEXEC)
    defer { for descriptor in [nothing, ends[0]] where descriptor >= 0 { close(descriptor) } }
    guard nothing >= 0, makePipe(&ends) == 0 else { throw ProcessFailure(description: systemReason()) }
    defer { if ends[1] >= 0 { close(ends[1]) } }
    let child = try ChildProcess(
      command, input: nothing, output: ends[1], errors: nothing, variables: [:], isolated: true)
    close(ends[1])
    ends[1] = -1
    let bytes = try Files.bytes(from: ends[0], upTo: longestOutput, called: command[0])
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
    // The process receives all signals, even those that its parent has blocked for its own threads.
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Int16(Int32(POSIX_SPAWN_SETSIGMASK) | flags))
    return try started(posix_spawn(&pid, command[0], &actions, &attributes, &words, &environment))
  }

  deinit {
    if !isReaped.withLock({ $0 }) { _ = end(with: SIGKILL) }
  }

  /// Sends `signal` (none if 0) and waits for the end; returns the signal that actually ended it, or its exit status.
  ///
  /// - Parameter meanwhile: called once it has ended, while no other process can have its pid.
  package func end(with signal: Int32, meanwhile: () -> Void = {}) -> ProcessEnd {
    kill(signal)
    // Waits first and reaps later: until then no other process can have its pid.
    _ = hasEnded(waits: true)
    // Its surviving children are still in its group.
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

  /// Returns whether it has ended, for any reason. Does not reap it.
  package func hasEnded(waits: Bool = false) -> Bool {
    var information = siginfo_t()
    let options = Int32(WEXITED | WNOWAIT) | (waits ? 0 : Int32(WNOHANG))
    while true {
      if waitid(P_PID, id_t(pid), &information, options) == 0 { return information.si_signo != 0 }
      guard errno == EINTR else { return true }
    }
  }

  /// Sends a signal (none if 0) from any thread; does nothing once the process has been reaped.
  package func kill(_ signal: Int32) {
    isReaped.withLock { isReaped in
      if !isReaped, signal != 0 { _ = HomeworkSystem.kill(leadsGroup ? -pid : pid, signal) }
    }
  }

  private struct Groups {
    var leaders: Set<Int32> = []
    var areOver = false
    var adoptsOrphans = false
  }

  private static let groups = Guarded(Groups())

  /// True if this process adopts the orphans of all that it starts.
  package static var adoptsOrphans: Bool { groups.withLock { $0.adoptsOrphans } }

  /// Has this process adopt the orphans of all that it starts.
  package static func adoptOrphans() {
    CHomeworkLinux.adoptOrphans()
    groups.withLock { $0.adoptsOrphans = true }
  }

  /// Calls `body` with the process groups that were started and are not over; meanwhile none is started.
  package static func withGroups<Result>(_ body: (Set<Int32>) -> Result) -> Result {
    groups.withLock { body($0.leaders) }
  }

  /// Kills every process group that was started, and starts no more: for a program that is ending.
  ///
  /// - Parameter farewell: called when no more can start, before they are killed.
  package static func endAllGroups(after farewell: () -> Void = {}) {
    groups.withLock { $0.areOver = true }
    farewell()
    groups.withLock { groups in
      groups.leaders.forEach { _ = HomeworkSystem.kill(-$0, SIGKILL) }
    }
  }
}

internal import CHomeworkLinux
import Foundation
import Synchronization

/// A child process with a socket to its standard input and a pipe from its standard output.
///
/// Started and waited for by the C library, so that its pid and the signal that ended it are known exactly.
final class WorkerProcess {
  let pid: pid_t
  private let input: Int32
  private let output: Int32
  private var buffer: [UInt8] = []
  /// Whether its pid may be another's by now.
  private let isReaped = Mutex(false)

  /// Milliseconds that a worker may take to answer.
  private let timeLimitMs: Int

  init(_ command: [String], timeLimitMs: Int) throws(ProgramFailure) {
    self.timeLimitMs = timeLimitMs
    var toChild: [Int32] = [-1, -1]
    var fromChild: [Int32] = [-1, -1]
    // A socket where we write: writing to a worker that has died must not raise SIGPIPE in whoever embeds this. Closed
    // in every other child: a worker that inherited another's end would hide the other's death.
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &toChild) == 0, pipe2(&fromChild, O_CLOEXEC) == 0 else {
      let reason = String(cString: strerror(errno))
      for descriptor in toChild where descriptor >= 0 { close(descriptor) }
      throw .broken("no pipe to a worker process: \(reason)")
    }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, toChild[0], STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, fromChild[1], STDOUT_FILENO)
    var arguments = command.map { strdup($0) } + [nil]
    defer { arguments.forEach { free($0) } }
    // It hears all signals, whichever its parent has blocked for its own threads.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    let parent = "\(ParentProcess.variable)=\(getpid())"
    var variables =
      ProcessInfo.processInfo.environment.filter { $0.key != ParentProcess.variable }
      .map { strdup("\($0.key)=\($0.value)") } + [strdup(parent), nil]
    defer { variables.forEach { free($0) } }
    var pid: pid_t = 0
    let status = posix_spawn(&pid, command[0], &actions, &attributes, &arguments, &variables)
    close(toChild[0])
    close(fromChild[1])
    guard status == 0 else {
      close(toChild[1])
      close(fromChild[0])
      throw .broken("the worker \(command[0]) cannot be started: \(String(cString: strerror(status)))")
    }
    self.pid = pid
    input = toChild[1]
    output = fromChild[0]
  }

  deinit {
    if !isReaped.withLock({ $0 }) { _ = end(with: SIGKILL) }
    close(input)
    close(output)
  }

  /// Sends a line and waits for one; `nil` when the process died instead of answering.
  func exchange(_ line: Data) throws(ProgramFailure) -> Data? {
    guard write(line) else { return nil }
    while true {
      if let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
        defer { buffer.removeSubrange(...end) }
        return Data(buffer[..<end])
      }
      var poll = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
      let ready = Foundation.poll(&poll, 1, Int32(clamping: timeLimitMs))
      if ready < 0 && errno == EINTR { continue }
      guard ready > 0 else {
        _ = end(with: SIGKILL)
        throw .broken("the worker did not answer within \(timeLimitMs) ms and was ended")
      }
      var chunk = [UInt8](repeating: 0, count: 65_536)
      let count = read(output, &chunk, chunk.count)
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return nil }
      buffer += chunk.prefix(count)
    }
  }

  /// Sends `signal` (none with 0) and waits for the end; the signal that really ended it, `nil` if it exited by itself.
  func end(with signal: Int32) -> Death {
    kill(signal)
    // Waited for first and reaped then: as long as it is not, nobody else has its pid.
    var information = siginfo_t()
    while waitid(P_PID, id_t(pid), &information, Int32(WEXITED | WNOWAIT)) < 0 && errno == EINTR {}
    var status: Int32 = 0
    isReaped.withLock { isReaped in
      if !isReaped { waitpid(pid, &status, 0) }
      isReaped = true
    }
    let terminator = status & 0x7F  // WTERMSIG, a macro that is not imported
    return Death(pid: pid, signal: terminator == 0 ? nil : terminator)
  }

  /// Sends a signal, none with 0, from any thread; nothing once it has been waited for.
  func kill(_ signal: Int32) {
    isReaped.withLock { isReaped in
      if !isReaped, signal != 0 { _ = Foundation.kill(pid, signal) }
    }
  }

  private func write(_ line: Data) -> Bool {
    var rest = [UInt8](line)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { send(input, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }
}

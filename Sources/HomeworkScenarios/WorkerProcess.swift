import Foundation

/// A child process with a socket to its standard input and a pipe from its standard output.
///
/// Started and waited for by the C library, so that its pid and the signal that ended it are known exactly.
final class WorkerProcess {
  let pid: pid_t
  private let input: Int32
  private let output: Int32
  private var buffer: [UInt8] = []
  private var hasBeenWaitedFor = false

  private static let spawning = NSLock()

  /// Milliseconds that a worker may take to answer.
  private let timeLimitMs: Int

  init(_ command: [String], timeLimitMs: Int) throws(ProgramFailure) {
    self.timeLimitMs = timeLimitMs
    // One at a time: a worker that inherited another's end would hide the other's death.
    Self.spawning.lock()
    defer { Self.spawning.unlock() }
    var toChild: [Int32] = [-1, -1]
    var fromChild: [Int32] = [-1, -1]
    // A socket where we write: writing to a worker that has died must not raise SIGPIPE in whoever embeds this.
    guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &toChild) == 0, pipe(&fromChild) == 0 else {
      throw .broken("no pipe to a worker process: \(String(cString: strerror(errno)))")
    }
    for descriptor in toChild + fromChild { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, toChild[0], STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, fromChild[1], STDOUT_FILENO)
    var arguments = command.map { strdup($0) } + [nil]
    defer { arguments.forEach { free($0) } }
    var pid: pid_t = 0
    let status = posix_spawn(&pid, command[0], &actions, nil, &arguments, environ)
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
    if !hasBeenWaitedFor { _ = end(with: SIGKILL) }
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
    if signal != 0 { Foundation.kill(pid, signal) }
    var status: Int32 = 0
    while waitpid(pid, &status, 0) < 0 && errno == EINTR {}
    hasBeenWaitedFor = true
    let terminator = status & 0x7F  // WTERMSIG, a macro that is not imported
    return Death(pid: pid, signal: terminator == 0 ? nil : terminator)
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

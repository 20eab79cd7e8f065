internal import CHomeworkLinux
import HomeworkSystem

/// A child process that answers requests line by line, through a socket to its standard input and a pipe from its
/// standard output.
package final class LineProcess {
  private let child: ChildProcess
  private let input: Int32
  private let output: Int32
  private var buffer: [UInt8] = []
  /// The time limit for an answer, in milliseconds.
  private let timeLimitMs: Int

  package var pid: Int32 { child.pid }

  /// - Parameter variables: variables of its environment besides ours.
  package init(
    _ command: [String], variables: [String: String] = [:], timeLimitMs: Int
  ) throws(ProcessFailure) {
    self.timeLimitMs = timeLimitMs
    var toChild: [Int32] = [-1, -1]
    var fromChild: [Int32] = [-1, -1]
    // A socket for writing: writing to a dead worker must not raise SIGPIPE in the embedding program. Closed in every
    // other child: a worker that inherited another's end would hide the other's death.
    guard makeSocketPair(&toChild) == 0, makePipe(&fromChild) == 0 else {
      let reason = systemReason()
      for descriptor in toChild where descriptor >= 0 { close(descriptor) }
      throw ProcessFailure(description: "no pipe to a worker process: \(reason)")
    }
    defer {
      close(toChild[0])
      close(fromChild[1])
    }
    do throws(ProcessFailure) {
      child = try ChildProcess(
        command, input: toChild[0], output: fromChild[1],
        variables: variables.merging([ParentProcess.variable: String(getpid())]) { $1 })
    } catch {
      close(toChild[1])
      close(fromChild[0])
      throw error
    }
    input = toChild[1]
    output = fromChild[0]
  }

  deinit {
    close(input)
    close(output)
  }

  /// Sends a line and waits for one; returns `nil` if the process died instead of answering.
  package func exchange(_ line: [UInt8]) throws(ProcessFailure) -> [UInt8]? {
    guard write(line) else { return nil }
    while true {
      if let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
        defer { buffer.removeSubrange(...end) }
        return Array(buffer[..<end])
      }
      var poll = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
      let ready = HomeworkSystem.poll(&poll, 1, Int32(clamping: timeLimitMs))
      if ready < 0 && errno == EINTR { continue }
      guard ready > 0 else {
        _ = end(with: SIGKILL)
        throw ProcessFailure(description: "the worker did not answer within \(timeLimitMs) ms and was ended")
      }
      var chunk = [UInt8](repeating: 0, count: 65_536)
      let count = read(output, &chunk, chunk.count)
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return nil }
      buffer += chunk.prefix(count)
    }
  }

  /// Sends `signal` (none if 0) and waits for the end; returns the signal that actually ended it, `nil` if it exited.
  package func end(with signal: Int32) -> ProcessEnd { child.end(with: signal) }

  /// Sends a signal (none if 0) from any thread; does nothing once the process has been reaped.
  package func kill(_ signal: Int32) { child.kill(signal) }

  private func write(_ line: [UInt8]) -> Bool {
    var rest = line[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { send(input, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }
}

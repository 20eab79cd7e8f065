import HomeworkSystem

/// A process that answers a single line and ends, so that scripts cannot harm any other process.
package final class ScenarioProcess: Sendable {
  /// The reason why there is no answer.
  package enum Failure: Error {
    case failed(String)
    /// The process never started: the request is not at fault.
    case cannotStart(String)
  }

  // Used by one thread; `kill` uses guarded state only.
  private nonisolated(unsafe) let process: LineProcess

  /// - Parameters:
  ///   - command: the executable and its arguments.
  ///   - timeLimitMs: the time limit for its answer, after which it is ended.
  package init(_ command: [String], timeLimitMs: Int) throws(Failure) {
    do { process = try LineProcess(command, timeLimitMs: timeLimitMs) } catch { throw .cannotStart("\(error)") }
  }

  /// Returns the answer to a line, both without the line feed.
  package func answer(to line: [UInt8]) throws(Failure) -> [UInt8] {
    let answer: [UInt8]?
    do { answer = try process.exchange(line + [0x0A]) } catch {
      ScenarioDirectory.sweep(of: process.pid)
      throw .failed("\(error)")
    }
    let death = process.end(with: answer == nil ? SIGKILL : 0)
    guard let answer else {
      // The process could not clean up after itself.
      ScenarioDirectory.sweep(of: process.pid)
      throw .failed(death.signal.map { "it was ended by signal \($0)" } ?? "it ended without an answer")
    }
    return answer
  }

  /// Ends the process at once, from any thread, even while an answer is awaited.
  package func end() {
    process.kill(SIGKILL)
  }
}

import HomeworkSystem

/// A process that answers one line and ends: what a script does to it, it does to nobody else.
package final class ScenarioProcess: Sendable {
  /// Why there is no answer.
  package enum Failure: Error {
    case failed(String)
    /// It was never started: nothing that was asked of it is wrong.
    case cannotStart(String)
  }

  // Used by one thread; what `kill` needs is guarded.
  private nonisolated(unsafe) let process: LineProcess

  /// - Parameters:
  ///   - command: executable and arguments.
  ///   - timeLimitMs: how long it may take to answer; then it is ended.
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
      // It could not clean up after itself.
      ScenarioDirectory.sweep(of: process.pid)
      throw .failed(death.signal.map { "it was ended by signal \($0)" } ?? "it ended without an answer")
    }
    return answer
  }

  /// Ends it at once, from any thread, while an answer is waited for.
  package func end() {
    process.kill(SIGKILL)
  }
}

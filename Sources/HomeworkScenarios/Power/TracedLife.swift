import HomeworkProcess
import HomeworkSystem

/// A life of a program under `strace`, whose operations on files are recorded.
final class TracedLife: AppLife {
  private let life: AppProcess
  private let recorder: DiskRecorder
  private let directory: String

  init(_ app: AppUnderTest, mark: String, _ recorder: DiskRecorder) throws(ProgramFailure) {
    let directory = Paths.directory(of: mark)
    let trace = Paths.path(of: "trace", in: directory)
    guard mkfifo(trace, 0o600) == 0 || errno == EEXIST else {
      throw .broken("no pipe from strace in \(trace): \(systemReason())")
    }
    (self.directory, self.recorder) = (directory, recorder)
    life = try AppProcess(app, mark: mark, trace: trace) { recorder.take($0) }
    recorder.beginLife(output: life.outputPipe)
  }

  var isRecorded: Bool { true }
  var errors: String { life.errors }
  func send(_ line: [UInt8], until deadline: ContinuousClock.Instant) -> AppRead? { life.send(line, until: deadline) }
  func next(until deadline: ContinuousClock.Instant) -> AppRead { life.next(until: deadline) }
  func stop(sending line: [UInt8]) { life.stop(sending: line) }
  func findFamily() { life.findFamily() }
  func rest() -> [[UInt8]] { life.rest() }

  /// Kills the program and not `strace`, which then prints the rest and dies the same death.
  func kill() -> Death {
    let program = AppStragglers.descendants(of: life.pid)
    // If strace has not started it yet, there is nothing to print.
    guard !program.isEmpty else { return life.kill() }
    AppStragglers.send(SIGKILL, to: program)
    life.goOn()
    var death = life.ended(until: .now.advanced(by: .seconds(30))) ?? life.kill()
    // A shell in front of it may still report the kill as an exit status.
    if death.status == 128 + SIGKILL { (death.signal, death.status) = (SIGKILL, nil) }
    recorder.check(directory)
    return death
  }

  func ended(until deadline: ContinuousClock.Instant) -> Death? {
    let death = life.ended(until: deadline)
    if death != nil { recorder.check(directory) }
    return death
  }
}

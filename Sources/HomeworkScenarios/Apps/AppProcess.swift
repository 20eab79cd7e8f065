internal import CHomeworkLinux
import HomeworkAPI
import HomeworkProcess
import HomeworkReports
import HomeworkSystem

/// One life of a program under test, as lines to it and from it.
protocol ProcessConnection: AnyObject {
  /// Sends a line, which ends with LF.
  func send(_ line: [UInt8], until deadline: ContinuousClock.Instant) -> AppRead?
  func next(until deadline: ContinuousClock.Instant) -> AppRead
  /// Finds its descendants while it lives: afterwards nothing links them to it.
  func findFamily()
  /// Kills all its processes at once; `rest` returns the complete lines that it had written by then.
  func kill() -> Death
  /// Waits for it to end by itself; returns `nil` if it does not.
  func ended(until deadline: ContinuousClock.Instant) -> Death?
  /// Returns the complete lines that it wrote before its death.
  func rest() -> [[UInt8]]
  /// The end of its standard error.
  var errors: String { get }
  /// Sets whether it is to stop in good order if this process is asked to end.
  func stopWhenEnding(_ stops: Bool)
  /// True if it is recorded to be tried again: then it is asked for its state after each action.
  var isRecorded: Bool { get }
  /// Counts its calls from here on, to be killed before the one of a number.
  func count(strikingAt number: Int?)
  /// Kills it before no further call; the count continues.
  func stopStriking()
  /// The count since then; `nil` if calls are not counted.
  var counted: CallCounter? { get }
  /// True if the power fails in it, at the end of what is known of it.
  var losesPower: Bool { get }
}

extension ProcessConnection {
  func findFamily() {}
  func stopWhenEnding(_ stops: Bool) {}
  var isRecorded: Bool { false }
  var losesPower: Bool { false }
  func count(strikingAt number: Int?) {}
  func stopStriking() {}
  var counted: CallCounter? { nil }
}

/// Starts a process of the program, or a recording of one.
typealias ConnectionMaker = @Sendable (AppUnderTest, _ mark: String) throws -> any ProcessConnection

enum AppRead {
  case line([UInt8])
  /// It wrote so much without ending a line.
  case tooLong(limit: Int)
  /// It writes endlessly and does not read.
  case flood(lines: Int)
  /// Its output is closed; it may or may not have ended.
  case closed
  case silent
}

/// A process group of a program under test, with pipes to its standard input, output and error.
final class AppProcess: ProcessConnection {
  static let lineLimit = 1 << 20
  private static let queueLimit = 10_000
  private static let errorsKept = 8192

  private let child: ChildProcess
  /// True for our own worker, which starts no processes.
  private let isOurs: Bool
  private var family: Set<OrphanProcesses.Process> = []
  /// The write end of its input; -1 once closed.
  private var input: Int32
  /// The read end of its input, kept open here too, so that writing to a dead process raises no signal.
  private let inputEnd: Int32
  private let output: Int32
  private let errorOutput: Int32
  private var framer = LineFramer(limit: lineLimit)
  private var queue: [[UInt8]] = []
  private var isClosed = false
  private var areErrorsClosed = false
  private var errorBytes: [UInt8] = []
  /// The pipe from `strace`, and what takes its lines; -1 without.
  private var trace: Int32 = -1
  private var traceFramer = LineFramer(limit: .max)
  private let onTrace: ([UInt8]) -> Void
  private var counter: CallCounter?

  /// - Parameter mark: its data directory, whose path in the environment marks the processes of the scenario. Its
  ///   temporary files are created beside that directory, and deleted with it.
  ///   - trace: a named pipe to which `strace` prints its system calls.
  ///   - onTrace: takes each line from there.
  init(_ app: AppUnderTest, mark: String, trace: String? = nil, onTrace: @escaping ([UInt8]) -> Void = { _ in }) throws
  {
    self.onTrace = onTrace
    var variables = [OrphanProcesses.variable: mark]
    if app.worker == nil {
      let temporary = Paths.path(of: "tmp", in: Paths.directory(of: mark))
      guard mkdir(temporary, 0o700) == 0 || errno == EEXIST else {
        throw ProgramFailure.broken("no directory for the program's temporary files in \(temporary): \(systemReason())")
      }
      variables["TMPDIR"] = temporary
    }
    isOurs = app.worker != nil
    // Node does with io_uring what it does without it, which can be traced.
    let delayUs = app.delayUs
    var trace = trace
    if trace == nil, delayUs != nil { trace = try Strace.pipe(beside: mark) }
    if trace != nil { variables["UV_USE_IO_URING"] = "0" }
    var ends = [[Int32]](repeating: [-1, -1], count: 3)
    for index in ends.indices where makePipe(&ends[index]) != 0 {
      let reason = systemReason()
      for descriptor in ends.joined() where descriptor >= 0 { close(descriptor) }
      throw ProgramFailure.broken("no pipe to the program: \(reason)")
    }
    do {
      child = try ChildProcess(
        trace.map { Strace.words(app.words, to: $0, delayUs: delayUs) } ?? app.words, input: ends[0][0],
        output: ends[1][1], errors: ends[2][1], variables: variables, isolated: true)
    } catch {
      ends.joined().forEach { close($0) }
      TestedPrograms.blockWhileTerminating()
      throw error
    }
    close(ends[1][1])
    close(ends[2][1])
    (inputEnd, input, output, errorOutput) = (ends[0][0], ends[0][1], ends[1][0], ends[2][0])
    for descriptor in [input, output, errorOutput] { _ = fcntl(descriptor, F_SETFL, O_NONBLOCK) }
    // Open for writing too, so that it has no end before strace opens it.
    if let trace { self.trace = open(trace, O_RDWR | O_NONBLOCK | O_CLOEXEC) }
    if delayUs != nil { counter = CallCounter(mark, output: outputPipe) }
  }

  deinit {
    TestedPrograms.forget(child.pid)
    for descriptor in [input, inputEnd, output, errorOutput, trace] where descriptor >= 0 { close(descriptor) }
  }

  var errors: String { String(decoding: errorBytes, as: UTF8.self) }
  var pid: Int32 { child.pid }

  /// The name of the pipe to which it writes lines.
  var outputPipe: String {
    var status = stat()
    return fstat(output, &status) == 0 ? "pipe:[\(status.st_ino)]" : ""
  }

  func send(_ line: [UInt8], until deadline: ContinuousClock.Instant) -> AppRead? {
    // It has ended.
    if input < 0 { return .closed }
    var rest = line[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(input, $0.baseAddress, $0.count) }
      if count > 0 { rest = rest.dropFirst(count) }
      guard !rest.isEmpty else { break }
      guard count < 0, errno == EAGAIN || errno == EINTR else { continue }
      // A program that waits until we read must not wait forever.
      guard queue.count < Self.queueLimit else { return .flood(lines: queue.count) }
      if isClosed { return .closed }
      if !wait(until: deadline, forRoom: true) { return .silent }
    }
    return nil
  }

  func next(until deadline: ContinuousClock.Instant) -> AppRead {
    while true {
      if !queue.isEmpty { return .line(queue.removeFirst()) }
      if framer.isOverLimit { return .tooLong(limit: Self.lineLimit) }
      if isClosed { return .closed }
      if !wait(until: deadline, forRoom: false) { return .silent }
    }
  }

  /// Waits until there is something to read or room to write, and reads it; returns false if neither happens in time.
  private func wait(until deadline: ContinuousClock.Instant, forRoom: Bool) -> Bool {
    let left = ContinuousClock.now.duration(to: deadline)
    guard left > .zero else { return false }
    var polls = [
      pollfd(fd: isClosed ? -1 : output, events: Int16(POLLIN), revents: 0),
      pollfd(fd: areErrorsClosed ? -1 : errorOutput, events: Int16(POLLIN), revents: 0),
      pollfd(fd: forRoom ? input : -1, events: Int16(POLLOUT), revents: 0),
      pollfd(fd: trace, events: Int16(POLLIN), revents: 0),
    ]
    // Its death closes its output, unless another process holds that open, so also check periodically.
    let slice = min(left, .milliseconds(50))
    guard poll(&polls, 4, Int32(max(1, slice / .milliseconds(1)))) >= 0 || errno == EINTR else { return false }
    if polls[0].revents != 0 { readOutput() }
    if polls[1].revents != 0 { readErrors() }
    if polls[3].revents != 0 { _ = readTrace() }
    if polls.allSatisfy({ $0.revents == 0 }), child.hasEnded() {
      readOutput()
      if queue.isEmpty { isClosed = true }
    }
    return true
  }

  private func readOutput() { read(output, closed: &isClosed) { framer.take($0).forEach { queue.append($0) } } }

  private func readErrors() {
    read(errorOutput, closed: &areErrorsClosed) { bytes in
      errorBytes.append(contentsOf: bytes)
      if errorBytes.count > 2 * Self.errorsKept { errorBytes.removeFirst(errorBytes.count - Self.errorsKept) }
    }
  }

  /// Returns whether there was anything to read.
  private func readTrace() -> Bool {
    var (isClosed, isAny) = (trace < 0, false)
    guard !isClosed else { return false }
    read(trace, closed: &isClosed) { bytes in
      isAny = true
      let lines = traceFramer.take(bytes)
      lines.forEach(onTrace)
      guard counter != nil else { return }
      var strikes = false
      for line in lines where counter?.take(line, isComplete: true) == true { strikes = true }
      if traceFramer.unfinished > 0, counter?.take(traceFramer.beginning, isComplete: false) == true { strikes = true }
      // The whole group, strace too: what it still holds does not happen.
      if strikes { child.kill(SIGKILL) }
    }
    return isAny
  }

  func count(strikingAt number: Int?) {
    stopStriking()
    while readTrace() {}
    counter?.begin(strikingAt: number)
  }

  func stopStriking() { counter?.strikesAt = nil }

  var counted: CallCounter? {
    while readTrace() {}
    return counter
  }

  private func read(_ descriptor: Int32, closed: inout Bool, _ take: (UnsafeRawBufferPointer) -> Void) {
    withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 8) { chunk in
      let count = HomeworkSystem.read(descriptor, chunk.baseAddress, chunk.count)
      if count > 0 { take(UnsafeRawBufferPointer(rebasing: chunk[..<count])) }
      if count == 0 || count < 0 && errno != EAGAIN && errno != EINTR { closed = true }
    }
  }

  func kill() -> Death {
    // A stopped process starts no others.
    if !isOurs { child.kill(SIGSTOP) }
    findFamily(with: SIGSTOP)
    return reap(SIGKILL)
  }

  func findFamily() { findFamily(with: 0) }

  func stopWhenEnding(_ stops: Bool) {
    guard stops else { return TestedPrograms.forget(child.pid) }
    TestedPrograms.stopWhenEnding(child, input: fcntl(input, F_DUPFD_CLOEXEC, 3))
  }

  private func findFamily(with signal: Int32) {
    guard !isOurs else { return }
    while case let found = OrphanProcesses.descendants(of: child.pid).subtracting(family), !found.isEmpty {
      family.formUnion(found)
      OrphanProcesses.send(signal, to: found)
    }
  }

  func ended(until deadline: ContinuousClock.Instant) -> Death? {
    // Closing its input lets a program that reads to the end exit; its remaining output is discarded.
    TestedPrograms.forget(child.pid)
    if input >= 0 { close(input) }
    input = -1
    while !child.hasEnded() {
      guard wait(until: min(deadline, ContinuousClock.now.advanced(by: .milliseconds(5))), forRoom: false) else {
        if ContinuousClock.now >= deadline { return nil }
        continue
      }
      // Closed outputs must not make this loop spin.
      if isClosed, !child.hasEnded() { usleep(500) }
    }
    return reap(0)
  }

  /// Reads the rest of its pipes, until all processes of its group have closed them.
  private func reap(_ signal: Int32) -> Death {
    let end = child.end(with: signal) {
      let deadline = ContinuousClock.now.advanced(by: .milliseconds(100))
      while !isClosed || !areErrorsClosed, !framer.isOverLimit, queue.count < Self.queueLimit {
        guard wait(until: deadline, forRoom: false) else { break }
      }
    }
    while readTrace() {}
    var death = Death(pid: end.pid, signal: end.signal, status: end.status)
    death.survivors = OrphanProcesses.end(family)
    if !isOurs, ChildProcess.adoptsOrphans { death.survivors += OrphanProcesses.endOrphans() }
    return death
  }

  func rest() -> [[UInt8]] {
    defer { queue = [] }
    return queue
  }
}

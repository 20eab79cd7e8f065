import HomeworkModel
import HomeworkReports
import HomeworkSystem

/// A step of the exchange between the runner and one life of a program under test.
enum ConnectionEvent {
  case sent([UInt8])
  case notSent(AppRead)
  case read(AppRead)
  case killed(Death)
  case ended(Death?)
  case rest([[UInt8]], errors: String)
  /// The power failed; the next reply about its state, if there was one.
  case powerLost(state: JSONValue?)

  /// The line that was sent or read.
  var line: [UInt8]? { if case .sent(let line) = self { line } else { lineRead } }

  var lineRead: [UInt8]? { if case .read(.line(let line)) = self { line } else { nil } }
}

/// A life below `strace`, whose lines and operations on files are recorded.
final class RecordedConnection: ProcessConnection {
  private let process: AppProcess
  private let recorder: DiskRecorder
  private let directory: String
  private let note: (ConnectionEvent) -> Void

  init(_ app: AppUnderTest, mark: String, _ recorder: DiskRecorder, note: @escaping (ConnectionEvent) -> Void) throws {
    (directory, self.recorder, self.note) = (Paths.directory(of: mark), recorder, note)
    process = try AppProcess(app, mark: mark, trace: try Strace.pipe(beside: mark)) { recorder.take($0) }
    recorder.beginLife(output: process.outputPipe)
  }

  var errors: String { process.errors }
  var isRecorded: Bool { true }
  func findFamily() { process.findFamily() }

  func send(_ line: [UInt8], until deadline: ContinuousClock.Instant) -> AppRead? {
    note(.sent(line))
    let problem = process.send(line, until: deadline)
    if let problem { note(.notSent(problem)) }
    return problem
  }

  func next(until deadline: ContinuousClock.Instant) -> AppRead {
    let read = process.next(until: deadline)
    note(.read(read))
    return read
  }

  /// Kills the program and not `strace`, which then prints the rest and dies the same death.
  func kill() -> Death {
    let program = OrphanProcesses.descendants(of: process.pid)
    var death: Death
    // If strace has not started it yet, there is nothing to print.
    if program.isEmpty {
      death = process.kill()
    } else {
      OrphanProcesses.send(SIGKILL, to: program)
      death = process.ended(until: .now.advanced(by: .seconds(30))) ?? process.kill()
      // A shell in front of it may still report the kill as an exit status.
      if death.status == 128 + SIGKILL { (death.signal, death.status) = (SIGKILL, nil) }
      recorder.check(directory)
    }
    note(.killed(Death(pid: death.pid, signal: death.signal, status: death.status)))
    return death
  }

  func ended(until deadline: ContinuousClock.Instant) -> Death? {
    let death = process.ended(until: deadline)
    if death != nil { recorder.check(directory) }
    note(.ended(death.map { Death(pid: $0.pid, signal: $0.signal, status: $0.status) }))
    return death
  }

  func rest() -> [[UInt8]] {
    let lines = process.rest()
    note(.rest(lines, errors: process.errors))
    return lines
  }
}

/// A life played again from its recording.
final class ReplayedConnection: ProcessConnection {
  private var events: ArraySlice<ConnectionEvent>
  let errors: String
  let isRecorded = true
  let losesPower: Bool
  /// Its last reply about its state, and the id of the request if it is asked for that.
  private let state: JSONValue?
  private var stateId: JSONValue?

  init(_ events: [ConnectionEvent]) {
    self.events = events[...]
    errors = events.reduce("") { if case .rest(_, let errors) = $1 { errors } else { $0 } }
    if case .powerLost(let state)? = events.last {
      (losesPower, self.state) = (true, state)
    } else {
      (losesPower, state) = (false, nil)
    }
  }

  /// Returns the next event of a kind; the events before it belong to another call.
  private func take<Value>(_ value: (ConnectionEvent) -> Value?) -> Value? {
    for index in events.indices {
      guard let found = value(events[index]) else { continue }
      events = events[(index + 1)...]
      return found
    }
    return nil
  }

  func send(_ line: [UInt8], until deadline: ContinuousClock.Instant) -> AppRead? {
    let request = losesPower ? try? JSONValue(parsing: line) : nil
    stateId = request.flatMap { $0["method"] == "app.state" ? $0["id"] : nil }
    _ = take { if case .sent = $0 { () } else { nil } }
    guard case .notSent(let problem)? = events.first else { return nil }
    events = events.dropFirst()
    return problem
  }

  func next(until deadline: ContinuousClock.Instant) -> AppRead {
    if case .read(let read)? = events.first {
      events = events.dropFirst()
      return read
    }
    // Without power it writes nothing more, and its state stays the same.
    guard losesPower else { return .closed }
    guard let stateId, case .object(var reply)? = state else { return .silent }
    reply["id"] = stateId
    return .line(JSONValue.object(reply).encoded())
  }

  func kill() -> Death { take { if case .killed(let death) = $0 { death } else { nil } } ?? Death(signal: SIGKILL) }

  func ended(until deadline: ContinuousClock.Instant) -> Death? {
    take { event -> Death?? in if case .ended(let death) = event { death } else { nil } } ?? nil
  }

  func rest() -> [[UInt8]] { take { if case .rest(let lines, _) = $0 { lines } else { nil } } ?? [] }
}

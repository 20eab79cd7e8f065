import HomeworkModel
import HomeworkReports
import HomeworkSystem

/// A step of the exchange between the runner and one life of a program under test.
enum LifeEvent {
  case sent([UInt8])
  case notSent(AppRead)
  case read(AppRead)
  case killed(Death)
  case ended(Death?)
  case gone(Bool)
  case rest([[UInt8]], errors: String)
  /// The power failed; the next reply about its state, if there was one.
  case powerLost(state: JSONValue?)

  /// The line that was sent or read.
  var line: [UInt8]? { if case .sent(let line) = self { line } else { lineRead } }

  var lineRead: [UInt8]? { if case .read(.line(let line)) = self { line } else { nil } }
}

/// The events of each life, in order.
final class RecordedLives: Sendable {
  let all = Guarded<[[LifeEvent]]>([])
}

/// A life whose lines are recorded.
final class RecordedLife: AppLife {
  private let life: any AppLife
  private let lives: RecordedLives
  private let index: Int

  init(_ life: any AppLife, in lives: RecordedLives) {
    (self.life, self.lives) = (life, lives)
    index = lives.all.withLock { lives in
      lives.append([])
      return lives.count - 1
    }
  }

  var errors: String { life.errors }
  var isRecorded: Bool { life.isRecorded }

  private func note(_ event: LifeEvent) { lives.all.withLock { $0[index].append(event) } }

  func send(_ line: [UInt8], until deadline: ContinuousClock.Instant) -> AppRead? {
    note(.sent(line))
    let problem = life.send(line, until: deadline)
    if let problem { note(.notSent(problem)) }
    return problem
  }

  func next(until deadline: ContinuousClock.Instant) -> AppRead {
    let read = life.next(until: deadline)
    note(.read(read))
    return read
  }

  func stop(sending line: [UInt8]) {
    note(.sent(line))
    life.stop(sending: line)
  }

  func findFamily() { life.findFamily() }
  func stopWhenEnding(_ stops: Bool) { life.stopWhenEnding(stops) }

  func kill() -> Death {
    let death = life.kill()
    note(.killed(Death(pid: death.pid, signal: death.signal, status: death.status)))
    return death
  }

  func ended(until deadline: ContinuousClock.Instant) -> Death? {
    let death = life.ended(until: deadline)
    note(.ended(death.map { Death(pid: $0.pid, signal: $0.signal, status: $0.status) }))
    return death
  }

  func isGone(_ pid: Int32, until deadline: ContinuousClock.Instant) -> Bool {
    let isGone = life.isGone(pid, until: deadline)
    note(.gone(isGone))
    return isGone
  }

  func rest() -> [[UInt8]] {
    let lines = life.rest()
    note(.rest(lines, errors: life.errors))
    return lines
  }
}

/// A life played again from its recording.
final class ReplayedLife: AppLife {
  private var events: ArraySlice<LifeEvent>
  let errors: String
  let isRecorded = true
  let losesPower: Bool
  /// Its last reply about its state, and the id of the request if it is asked for that.
  private let state: JSONValue?
  private var stateId: JSONValue?

  init(_ events: [LifeEvent]) {
    self.events = events[...]
    errors = events.reduce("") { if case .rest(_, let errors) = $1 { errors } else { $0 } }
    if case .powerLost(let state)? = events.last {
      (losesPower, self.state) = (true, state)
    } else {
      (losesPower, state) = (false, nil)
    }
  }

  /// Returns the next event of a kind; the events before it belong to another call.
  private func take<Value>(_ value: (LifeEvent) -> Value?) -> Value? {
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
    stop(sending: line)
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

  func stop(sending line: [UInt8]) {
    _ = take { if case .sent = $0 { () } else { nil } }
  }

  func isGone(_ pid: Int32, until deadline: ContinuousClock.Instant) -> Bool {
    take { if case .gone(let isGone) = $0 { isGone } else { nil } } ?? true
  }

  func kill() -> Death {
    take { if case .killed(let death) = $0 { death } else { nil } } ?? Death(signal: SIGKILL)
  }

  func ended(until deadline: ContinuousClock.Instant) -> Death? {
    take { event -> Death?? in if case .ended(let death) = event { death } else { nil } } ?? nil
  }

  func rest() -> [[UInt8]] { take { if case .rest(let lines, _) = $0 { lines } else { nil } } ?? [] }
}

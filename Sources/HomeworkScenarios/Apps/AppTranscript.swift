import HomeworkAPI
import HomeworkModel
import HomeworkMotion
public import HomeworkReports
import HomeworkSystem

/// All lines to and from a program under test, with their times, each as a line of JSON. The lines of a scenario are
/// contiguous, so that it can be judged again without the program.
final class AppTranscript: Sendable {
  private struct State {
    var events: [JSONValue] = []
    var lives = 0
  }

  private let state = Guarded(State())
  private let beginning = ContinuousClock.now

  init(_ app: AppUnderTest, _ scenario: Scenario) {
    var files: [String: JSONValue] = [:]
    if case .file(let name, let text)? = scenario.setup.quiz { files[name] = .string(text) }
    let head: [String: JSONValue?] = [
      "scenario": .string(scenario.name), "file": .string(scenario.file), "text": .string(scenario.asWritten),
      "files": .object(files),
      "animations": .array(scenario.setup.animations.map { ["name": .string($0.name), "text": .string($0.text)] }),
      "profiles": .array(scenario.setup.given.map { .string($0.rawValue) }), "command": .string(app.command),
      "timeLimitMs": .int(Int64(app.timeLimitMs)),
      "like": app.like.map { .string($0.rawValue) },
    ]
    note(.object(head.compactMapValues { $0 }))
  }

  /// A function that starts recorded lives.
  var makeLife: AppLifeMaker {
    { app, mark, _ throws(ProgramFailure) in RecordedLife(try AppProcess(app, mark: mark), self) }
  }

  /// The events of each life, in order.
  var lives: [[PowerRecording.Event]] {
    let (events, count) = state.withLock { ($0.events, $0.lives) }
    var lives = [[PowerRecording.Event]](repeating: [], count: count)
    for event in events {
      guard let life = event["life"]?.int, let what = event["what"]?.string, let value = event["value"] else {
        continue
      }
      lives[life - 1].append((what, value))
    }
    return lives
  }

  /// Adds a life that is known from another recording.
  func add(_ life: [PowerRecording.Event]) {
    let number = beginLife()
    for event in life { note(number, event.what, event.value) }
  }

  /// Adds the report of a power loss, as an event of life 0.
  func add(_ power: PowerReport) {
    var writer = JSONWriter()
    Shapes.power.write(power, to: &writer)
    if let value = try? JSONValue(parsing: writer.bytes) { note(0, "power", value) }
  }

  fileprivate func beginLife() -> Int {
    state.withLock { state in
      state.lives += 1
      return state.lives
    }
  }

  fileprivate func note(_ life: Int, _ what: String, _ value: JSONValue) {
    let elapsed = Double(beginning.duration(to: .now) / .microseconds(1)) / 1000
    note(["life": .int(Int64(life)), "ms": JSONValue(elapsed), "what": .string(what), "value": value])
  }

  private func note(_ event: JSONValue) { state.withLock { $0.events.append(event) } }

  private static let file = Guarded<Void>(())

  /// Appends the complete transcript to the file.
  func append(to path: String) throws(ProgramFailure) {
    let bytes = state.withLock { $0.events.flatMap { $0.encoded() + [UInt8(ascii: "\n")] } }
    let failure = Self.file.withLock { _ -> String? in
      let descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
      guard descriptor >= 0 else { return systemReason() }
      defer { close(descriptor) }
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        guard count > 0 || errno == EINTR else { return systemReason() }
        rest = rest.dropFirst(max(0, count))
      }
      return nil
    }
    if let failure { throw .broken("the transcript \(path) cannot be written: \(failure)") }
  }
}

extension Scenario {
  /// The scenario with its original line numbers, so that failures name the same lines; with kills that no file
  /// contains, a separate script.
  fileprivate var asWritten: String {
    let places = [line] + statements.map(\.line)
    guard zip(places, places.dropFirst()).allSatisfy(<) else { return script }
    var lines = [String](repeating: "", count: max(line, statements.last?.line ?? line))
    lines[line - 1] = "scenario \(name.quoted)"
    for (offset, setting) in settings.enumerated() where line + offset < lines.count { lines[line + offset] = setting }
    for statement in statements { lines[statement.line - 1] = statement.text }
    return lines.joined(separator: "\n") + "\n"
  }
}

/// A life whose lines are recorded.
final class RecordedLife: AppLife {
  private let life: any AppLife
  private let transcript: AppTranscript
  private let number: Int

  init(_ life: any AppLife, _ transcript: AppTranscript) {
    (self.life, self.transcript) = (life, transcript)
    number = transcript.beginLife()
  }

  var errors: String { life.errors }
  var isRecorded: Bool { life.isRecorded }

  func send(_ line: [UInt8], until deadline: ContinuousClock.Instant) -> AppRead? {
    note("to", .string(String(decoding: line.dropLast(), as: UTF8.self)))
    let problem = life.send(line, until: deadline)
    if let problem { note("cannotSend", problem.json) }
    return problem
  }

  func next(until deadline: ContinuousClock.Instant) -> AppRead {
    let read = life.next(until: deadline)
    note("from", read.json)
    return read
  }

  func stop(sending line: [UInt8]) {
    note("to", .string(String(decoding: line.dropLast(), as: UTF8.self)))
    life.stop(sending: line)
  }

  func findFamily() { life.findFamily() }
  func stopWhenEnding(_ stops: Bool) { life.stopWhenEnding(stops) }

  func kill() -> Death {
    let death = life.kill()
    note("killed", death.json)
    return death
  }

  func ended(until deadline: ContinuousClock.Instant) -> Death? {
    let death = life.ended(until: deadline)
    note("ended", death?.json ?? .null)
    return death
  }

  func isGone(_ pid: Int32, until deadline: ContinuousClock.Instant) -> Bool {
    let isGone = life.isGone(pid, until: deadline)
    note("gone", .bool(isGone))
    return isGone
  }

  func rest() -> [[UInt8]] {
    let lines = life.rest()
    note("rest", .array(lines.map { .string(String(decoding: $0, as: UTF8.self)) }))
    if !life.errors.isEmpty { note("errors", .string(life.errors)) }
    return lines
  }

  private func note(_ what: String, _ value: JSONValue) { transcript.note(number, what, value) }
}

extension AppRead {
  fileprivate var json: JSONValue {
    switch self {
    case .line(let line): .string(String(decoding: line, as: UTF8.self))
    case .tooLong(let limit): ["tooLong": .int(Int64(limit))]
    case .flood(let lines): ["flood": .int(Int64(lines))]
    case .closed: ["closed": true]
    case .silent: .null
    }
  }

  fileprivate init(_ json: JSONValue) {
    if let line = json.string {
      self = .line(Array(line.utf8))
    } else if let limit = json["tooLong"]?.int {
      self = .tooLong(limit: limit)
    } else if let lines = json["flood"]?.int {
      self = .flood(lines: lines)
    } else {
      self = json["closed"] == nil ? .silent : .closed
    }
  }
}

extension Death {
  fileprivate var json: JSONValue {
    let members: [String: Int32?] = ["pid": pid, "signal": signal, "status": status]
    return .object(members.compactMapValues { $0.map { .int(Int64($0)) } })
  }

  fileprivate init(_ json: JSONValue) {
    func number(_ name: String) -> Int32? { json[name]?.int.flatMap { Int32(exactly: $0) } }
    self.init(pid: number("pid"), signal: number("signal"), status: number("status"))
  }
}

/// A life replayed from a transcript.
final class ReplayedLife: AppLife {
  private var events: ArraySlice<PowerRecording.Event>
  private(set) var errors = ""
  let isRecorded: Bool
  let losesPower: Bool
  /// The number of the request, if it asks for the state.
  private var state: JSONValue?

  init(_ events: [PowerRecording.Event]) {
    self.events = events[...]
    errors = events.last { $0.what == "errors" }?.value.string ?? ""
    isRecorded = events.contains { $0.what == "recorded" }
    losesPower = events.contains { $0.what == "powerLost" }
  }

  /// Returns the next event of a kind; the events before it belong to another call.
  private func take(_ what: String) -> JSONValue? {
    guard let place = events.firstIndex(where: { $0.what == what }) else { return nil }
    defer { events = events[(place + 1)...] }
    return events[place].value
  }

  func send(_ line: [UInt8], until deadline: ContinuousClock.Instant) -> AppRead? {
    if losesPower { state = (try? JSONValue(parsing: line)).flatMap { $0["method"] == "app.state" ? $0["id"] : nil } }
    _ = take("to")
    guard let next = events.first, next.what == "cannotSend" else { return nil }
    return take("cannotSend").map { AppRead($0) }
  }

  func next(until deadline: ContinuousClock.Instant) -> AppRead {
    guard let next = events.first, next.what == "from" else {
      // Without power it writes nothing more, and its state stays the same.
      guard losesPower else { return .closed }
      guard let state, case .object(var reply)? = events.last?.value else { return .silent }
      reply["id"] = state
      return .line(JSONValue.object(reply).encoded())
    }
    return take("from").map { AppRead($0) } ?? .closed
  }

  func stop(sending line: [UInt8]) { _ = take("to") }
  func isGone(_ pid: Int32, until deadline: ContinuousClock.Instant) -> Bool { take("gone") != false }
  func kill() -> Death { take("killed").map { Death($0) } ?? Death(signal: SIGKILL) }

  func ended(until deadline: ContinuousClock.Instant) -> Death? {
    take("ended").flatMap { $0 == .null ? nil : Death($0) }
  }

  func rest() -> [[UInt8]] { (take("rest")?.array ?? []).compactMap { $0.string.map { Array($0.utf8) } } }
}

extension ScenarioRunner {
  /// Judges a recorded transcript again, without the program.
  public static func replay(transcript text: String) throws(TranscriptMistake) -> RunReport {
    var reports: [ScenarioReport] = []
    var scenario: (head: JSONValue, lives: [Int: [(what: String, value: JSONValue)]])?
    func judge() throws(TranscriptMistake) {
      if let scenario { reports.append(try replay(scenario.head, scenario.lives)) }
    }
    for (index, line) in text.split(separator: "\n").enumerated() {
      guard let event = try? JSONValue(parsing: line.utf8), event["scenario"] != nil || scenario != nil else {
        throw TranscriptMistake(line: index + 1)
      }
      if event["scenario"] != nil {
        try judge()
        scenario = (event, [:])
        continue
      }
      guard let life = event["life"]?.int, let what = event["what"]?.string, let value = event["value"] else {
        throw TranscriptMistake(line: index + 1)
      }
      scenario?.lives[life, default: []].append((what, value))
    }
    guard scenario != nil else { throw TranscriptMistake(line: 1) }
    try judge()
    return RunReport(scenarios: reports)
  }

  private static func replay(
    _ head: JSONValue, _ lives: [Int: [(what: String, value: JSONValue)]]
  ) throws(TranscriptMistake) -> ScenarioReport {
    guard let name = head["scenario"]?.string, let text = head["text"]?.string,
      case .object(let files)? = head["files"]
    else { throw TranscriptMistake(line: 1) }
    let animations = (head["animations"]?.array ?? []).compactMap { file in
      file["name"]?.string.flatMap { name in file["text"]?.string.map { AnimationFile(name: name, text: $0) } }
    }
    // Files that the script names are found by name; an identical file beside it adds nothing.
    let named = Dictionary(animations.map { ($0.name, $0.text) }) { one, _ in one }
    let source = ScenarioSource(
      name: head["file"]?.string ?? "", text: text,
      files: files.compactMapValues(\.string).merging(named) { one, _ in one },
      animations: animations,
      profiles: (head["profiles"]?.array ?? []).compactMap { $0.string.map(ProfileName.init(rawValue:)) })
    guard let scenarios = try? ScenarioParser.parse(source), let scenario = scenarios.first else {
      throw TranscriptMistake(line: 1)
    }
    if lives.values.joined().contains(where: { $0.value.string?.contains(#""clock":"real""#) ?? false }) {
      var report = ScenarioReport(name: name, file: scenario.file, line: scenario.line, mode: .process)
      report.skip(because: "its clock is real: waits cannot be repeated")
      return report
    }
    var runner = ScenarioRunner(worker: [])
    var app = AppUnderTest(command: head["command"]?.string ?? "")
    app.timeLimitMs = head["timeLimitMs"]?.int ?? app.timeLimitMs
    app.like = head["like"]?.string.flatMap { ProfileName(rawValue: $0) }
    // Transcripts from before versions existed have no such request.
    if lives[1]?.first(where: { $0.what == "to" })?.value.string?.contains("app.hello") != true { app.version = 1 }
    runner.app = app
    let next = Guarded(0)
    let recorded = Guarded(lives)
    runner.makeLife = { _, _, _ in
      let number = next.withLock { number in
        number += 1
        return number
      }
      return ReplayedLife(recorded.withLock { $0[number] ?? [] })
    }
    var report = runner.run(scenario)
    report.power = lives[0]?.first.flatMap { try? Shapes.power.read($0.value) }
    if report.power != nil { report.judgeStart() }
    return report
  }
}

/// A line that is not part of a transcript.
public struct TranscriptMistake: Error, CustomStringConvertible {
  public let line: Int
  public var description: String {
    "line \(line) is not part of a transcript: give a file that hwdb scenario run --transcript wrote"
  }
}

import HomeworkAPI
import HomeworkModel
import HomeworkReports
import HomeworkSystem

/// The protocol with one life of a program, parsed: requests to it, and its replies and notifications.
final class AppConversation {
  /// The meaning of a line from a program.
  enum Message {
    case reply(JSONValue)
    case refused(Refusal)
    case skipped(AppSkipped)
    case notification(AppNotification)
    /// It died of the kill that was armed in it.
    case ended(Death)
  }

  let process: any ProcessConnection
  /// True if it may end instead of replying.
  var mayEnd = false
  /// The number of the present life. A bridge has one process for all of them.
  var lifeNumber = 0
  /// True if a request was sent and not answered, and the requests of lives that were ended meanwhile.
  private(set) var isPending = false
  private var abandoned: Set<Int> = []
  /// True if the memory of its process counts as lost.
  private(set) var isDropped = false
  /// The state of the present life, if queried since its last action.
  var known: AppState?
  /// When the last answered request was sent, on the scenario's clock; and since when the power may have failed.
  var askedMs = 0, unreportedSinceMs: Int?
  private let timeLimitMs: Int
  /// The last request, and the number of notifications since.
  private var request = (id: 0, method: "", notifications: 0)
  private var method: String { request.method }

  init(_ process: any ProcessConnection, timeLimitMs: Int) { (self.process, self.timeLimitMs) = (process, timeLimitMs) }

  /// Returns the line of the next request. Its number follows the last one unless given.
  func line<Parameters>(
    _ method: String, _ parameters: Parameters, as shape: Shape<Parameters>, id number: Int? = nil
  ) -> [UInt8] {
    request = (number ?? request.id + 1, method, 0)
    let head = #"{"id":\#(request.id),"jsonrpc":"2.0","method":"\#(method)","params":"#
    return Array(head.utf8) + shape.text(of: parameters).bytes + Array("}\n".utf8)
  }

  var deadline: ContinuousClock.Instant { .now.advanced(by: .milliseconds(timeLimitMs)) }

  func send(_ line: [UInt8], until deadline: ContinuousClock.Instant) throws {
    isPending = true
    if let problem = process.send(line, until: deadline) { _ = try message(problem) }
  }

  /// Returns the next message; `nil` if none arrives before the deadline.
  func next(until deadline: ContinuousClock.Instant) throws -> Message? {
    while true {
      let read = process.next(until: deadline)
      if case .silent = read { return nil }
      if let message = try message(read) { return message }
    }
  }

  /// Expects no reply to the request that is pending: what it was sent to is being ended.
  func abandon() { if isPending { abandoned.insert(request.id) } }

  /// Begins or ends the present life of its process.
  func begin() { isDropped = false }
  func drop() { (isDropped, known) = (true, nil) }

  /// Discards what arrives until nothing has for a moment.
  func discard() {
    let end = deadline
    while ContinuousClock.now < end {
      guard case .line = process.next(until: .now.advanced(by: .milliseconds(50))) else { return }
    }
  }

  /// Returns the messages that it wrote before it died.
  func rest() throws -> [Message] {
    try process.rest().compactMap { try message(.line($0)) }
  }

  var silence: ProgramFailure {
    .silent(
      "the program has not answered \(method) within \(timeLimitMs) ms: does it flush its output? "
        + "On a busy machine give it more with --app-timeout, or play less at a time with --jobs")
  }

  /// - Returns: `nil` for a message from a life that a bridge has ended.
  private func message(_ read: AppRead) throws -> Message? {
    switch read {
    case .line(let line):
      request.notifications += 1
      // No screen shows so much at once.
      guard request.notifications <= 10_000 else {
        throw ProgramFailure.broken(
          "the program sent more than 10000 notifications and did not answer \(method): \(Self.quoted(line))")
      }
      return try message(line)
    case .tooLong(let limit):
      throw ProgramFailure.broken(
        "the program printed \(limit) bytes without a line end when asked \(method): print lines")
    case .flood(let lines):
      throw ProgramFailure.broken("the program printed \(lines) lines and did not read \(method): read standard input")
    case .silent: throw silence
    case .closed:
      guard let death = process.ended(until: .now.advanced(by: .seconds(2))) else {
        throw ProgramFailure.broken(
          "the program closed its standard output when asked \(method): keep it open to answer")
      }
      // A shell in front of it reports the kill as an exit status.
      if mayEnd, death.signal == SIGKILL || death.status == 128 + SIGKILL {
        return .ended(Death(pid: death.pid, signal: SIGKILL))
      }
      // As a shell says it.
      if method == "app.hello", let status = death.status, [126, 127].contains(status) {
        throw ProgramFailure.silent("the program could not be started (status \(status)): check its command")
      }
      throw ProgramFailure.broken(
        "the program ended \(death.words) when it was asked \(method): it must answer and stay")
    }
  }

  // MARK: Parsing a line

  private func message(_ line: [UInt8]) throws -> Message? {
    let value: JSONValue
    do throws(JSONError) { value = try JSONValue(parsing: line) } catch {
      throw ProgramFailure.broken(
        "the program printed a line that is not a message: \(Self.quoted(line)): was it meant for standard error? "
          + "(\(error))")
    }
    guard case .object(let members) = value else { throw mistake(line, "a message is one JSON object per line") }
    guard members["jsonrpc"] == "2.0" else {
      throw mistake(line, "\"jsonrpc\":\"2.0\" is missing: was it meant for standard error?")
    }
    if members["method"] != nil, let life = members["params"]?["life"]?.int, life < lifeNumber { return nil }
    if let name = members["method"] { return .notification(try notification(name, members, line)) }
    guard let replied = members["id"] else {
      throw mistake(line, "it has neither \"method\", as a notification, nor \"id\", as a reply")
    }
    if let number = replied.int, abandoned.contains(number) { return nil }
    guard replied == .int(Int64(request.id)) else {
      throw mistake(line, "\"id\" must be \(request.id), as in the request \(method)")
    }
    isPending = false
    if let skipped = members["skipped"] ?? members["result"]?["skipped"] {
      return .skipped(try read(skipped, as: AppShapes.skipped, "skipped", line))
    }
    if let error = members["error"] { return .refused(try refusal(error, line)) }
    guard let result = members["result"] else {
      throw mistake(line, "a reply has \"result\", which may be {}, or \"error\"")
    }
    return .reply(result)
  }

  private func refusal(_ error: JSONValue, _ line: [UInt8]) throws -> Refusal {
    let message = error["message"]?.string ?? "no reason given"
    guard let word = error["data"]?["name"]?.string else {
      throw mistake(line, "an error has \"data\":{\"name\":…}, such as \"invalid\": did you expect this error?")
    }
    guard let name = RefusalName(rawValue: word) else {
      let known = RefusalName.allCases.map(\.rawValue)
      throw mistake(line, "\"\(word)\" is not an error name: use one of \(known.joined(separator: ", "))")
    }
    return Refusal(name: name, message: message)
  }

  private func notification(
    _ name: JSONValue, _ members: [String: JSONValue], _ line: [UInt8]
  ) throws -> AppNotification {
    guard members["id"] == nil else {
      throw mistake(line, "a program sends no requests, and a notification has no \"id\"")
    }
    let parameters = members["params"] ?? [:]
    if name.string == "saved" { return .saved }
    if let event = name.string.flatMap(AppCueEvent.init) {
      return .cue(event, try read(parameters, as: event.shape, "params", line))
    }
    let known = ["saved"] + AppCueEvent.allCases.map(\.rawValue)
    let meant = name.string.flatMap { suggestion(for: $0, among: known) }
    throw mistake(
      line, meant.map { "did you mean \($0)?" } ?? "a notification is one of \(known.joined(separator: ", "))")
  }

  func read<Value>(_ json: JSONValue, as shape: Shape<Value>) throws -> Value {
    try read(json, as: shape, "result", json.encoded())
  }

  private func read<Value>(_ json: JSONValue, as shape: Shape<Value>, _ path: String, _ line: [UInt8]) throws -> Value {
    do { return try shape.read(json) } catch {
      let fault = error as? Fault
      let location = fault.map { $0.path.isEmpty ? path : "\(path).\($0.path)" } ?? path
      throw mistake(line, "\(location) \(fault?.message ?? "\(error)")")
    }
  }

  func mistake(_ line: [UInt8], _ words: String) -> ProgramFailure {
    .broken("the program's message \(Self.quoted(line)) to \(method) is not valid: \(words)")
  }

  /// Returns at most the part of a line that is readable in a message.
  static func quoted(_ line: [UInt8]) -> String {
    let text = String(decoding: line.prefix(300), as: UTF8.self)
    return text + (line.count > 300 ? "… (\(line.count) bytes)" : "")
  }
}

enum AppNotification {
  case saved
  case cue(AppCueEvent, AppCue)
}

extension AppSkipped {
  /// Returns what follows from it: a requirement is missing, unless the request can be met by any program.
  func failure(of method: String) -> ProgramFailure {
    guard method != "app.stop" else {
      return .broken("the program replied to app.stop with skipped: reply with {} and exit with 0")
    }
    return .skipped(message + (issueUrl.map { " (\($0))" } ?? ""))
  }
}

extension Death {
  /// How it ended: `by signal 9`, `with status 1`.
  var words: String { signal.map { "by signal \($0)" } ?? "with status \(status ?? 0)" }

  package func nameSurvivors() throws {
    guard !survivors.isEmpty else { return }
    let numbers = survivors.map(String.init)
    throw ProgramFailure.broken(
      "the program has started \(numbers.count.counted("process", plural: "processes")) that hwdb cannot end: "
        + "run kill -9 \(numbers.joined(separator: " ")) as the user who owns them")
  }
}

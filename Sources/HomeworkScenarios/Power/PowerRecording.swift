import HomeworkAPI
import HomeworkModel
import HomeworkReports

/// A program recorded up to a point of a script: its conversation with the runner, and its operations on files.
struct PowerRecording {
  /// A moment at which the power may fail.
  struct Moment {
    /// The number of operations that were done by then.
    let operations: Int
    /// The number of lines that the program had written in its last life.
    let lines: Int
    /// True while time passes: how much of that the program has noticed is unknown.
    let isPassing: Bool
  }

  /// The lives of the program, of which the power ends the last one.
  let lives: [[ConnectionEvent]]
  let operations: [DiskOperation]
  let before: DiskImage
  let unjudged: [UnjudgedFile]
  /// The actions of the script in order: the line of each.
  let actionLines: [Int]

  /// The requests of a life that do something, and the number of lines that the program had written before each, until
  /// `saved`, and until the reply.
  private struct Request {
    let isStart: Bool
    let atMs: Int
    let before: Int
    var saved: Int?
    var reply: Int?
  }

  init(of script: Scenario, _ lives: [[ConnectionEvent]], _ disk: DiskRecorder) {
    self.lives = lives
    (operations, before) = (disk.operations, disk.before)
    unjudged = disk.unjudged.sorted { $0.key < $1.key }.map { UnjudgedFile(path: $0, unjudged: $1) }
    actionLines = script.statements.flatMap { statement -> [Int] in
      switch statement.body {
      case .action(_, let times): Array(repeating: statement.line, count: times)
      case .repeat: [statement.line]
      default: []
      }
    }
  }

  private static func requests(_ life: [ConnectionEvent]) -> (all: [Request], lines: Int) {
    var (requests, lines) = ([Request](), 0)
    for event in life {
      guard let line = event.line, let message = try? JSONValue(parsing: line) else { continue }
      let method = message["method"]?.string
      if case .sent = event {
        if method == "app.stop" { break }
        guard method == "app.act" || method == "app.start" else { continue }
        let atMs = message["params"]?["atMs"]?.int ?? 0
        requests.append(Request(isStart: method == "app.start", atMs: atMs, before: lines))
      } else {
        lines += 1
        guard let last = requests.indices.last, requests[last].reply == nil else { continue }
        if method == "saved" { requests[last].saved = requests[last].saved ?? lines }
        if message["id"] != nil { requests[last].reply = lines }
      }
    }
    return (requests, lines)
  }

  /// Returns the moments at which a kill may strike, the latest first: before a commit those between the last request
  /// and `saved`, after it those until the reply, and now those since the reply.
  func moments(_ point: KillPoint) -> [Moment] {
    let (requests, lines) = Self.requests(lives.last ?? [])
    guard let last = requests.last else { return [] }
    let reply = last.reply ?? lines
    let lineNumbers: Range<Int> =
      switch point {
      case .beforeCommit: last.before..<(last.saved ?? reply)
      case .afterCommit: (last.saved ?? reply)..<reply
      default: reply..<(lines + 1)
      }
    /// The number of operations done once so many lines were written, and more are not.
    func done(_ lines: Int) -> Int { operations.count { $0.life < lives.count || $0.lines <= lines } }
    var moments: [Moment] = []
    for line in lineNumbers {
      // Before its first reply, a program has acknowledged nothing.
      let isStarting = last.isStart && line == reply && point == .now
      let first = isStarting ? operations.count { $0.life < lives.count } : done(line - 1)
      moments += (first...max(first, done(line))).map {
        Moment(operations: $0, lines: line, isPassing: point == .now && line < lines)
      }
    }
    return moments.reversed()
  }

  /// Returns the lives as they were at a moment. Its state then is the next one that it reported.
  func lives(until moment: Moment) -> [[ConnectionEvent]] {
    guard let last = lives.last else { return [] }
    var lines = 0
    let end = last.firstIndex { event in
      guard case .read(let read) = event else { return false }
      if case .line = read { lines += 1 }
      return lines == moment.lines
    }
    let cut = moment.lines == 0 ? 0 : (end ?? last.count - 1) + 1
    let state = last[cut...].firstIndex { event in
      guard case .sent(let line) = event, let request = try? JSONValue(parsing: line) else { return false }
      return request["method"] == "app.state"
    }
    let shown = state.flatMap { index in last[index...].lazy.compactMap(\.lineRead).first }
    return lives.dropLast() + [last[..<cut] + [.powerLost(state: shown.flatMap { try? JSONValue(parsing: $0) })]]
  }

  /// The line of the script, and the time, of the action in which an operation happened.
  func origin(of operation: DiskOperation) -> (line: Int?, atMs: Int) {
    let requests = lives.prefix(operation.life).enumerated().flatMap { number, life in
      Self.requests(life).all.filter { number + 1 < operation.life || $0.before <= operation.lines }
    }
    let actions = requests.count { !$0.isStart }
    return (actions == 0 ? nil : actionLines[min(actions, actionLines.count) - 1], requests.last?.atMs ?? 0)
  }

  /// Returns the request in which an operation happened, and its number in the life.
  private func request(of operation: DiskOperation) -> (number: Int, request: Request)? {
    let all = Self.requests(lives[operation.life - 1]).all
    return all.lastIndex { $0.before <= operation.lines }.map { ($0, all[$0]) }
  }

  /// Returns whether `saved` was sent for the action of an operation, as far as the program had written lines.
  func isSaved(_ operation: DiskOperation, at moment: Moment) -> Bool {
    if operation.life < lives.count { return true }
    let request = request(of: operation)?.request
    return (request?.saved ?? request?.reply ?? .max) <= moment.lines
  }

  /// Returns whether an operation came after the `saved` of its action.
  func isAfterSaved(_ operation: DiskOperation) -> Bool {
    (request(of: operation)?.request.saved ?? .max) <= operation.lines
  }

  /// Returns whether two operations belong to the same action.
  func areTogether(_ one: DiskOperation, _ other: DiskOperation) -> Bool {
    one.life == other.life && request(of: one)?.number == request(of: other)?.number
  }
}

import Foundation
import HomeworkAPI
import HomeworkModel
import HomeworkStore
import HomeworkSystem
import HomeworkTestKit
import Synchronization

/// Clients record answers while the daemon is killed repeatedly, and repeat unanswered requests.
public struct KillStorm: Sendable {
  public struct Outcome: Sendable {
    public var kills = 0
    public var acknowledged = 0
    public var repeated = 0
    /// Acknowledged answers that are missing or doubled, stars that do not add up, or missing event numbers.
    public var wrong: [String] = []
  }

  private let daemon: String
  private let clients: Int
  private let kills: Int

  /// - Parameter daemon: the daemon's executable.
  public init(daemon: String, clients: Int = 32, kills: Int) {
    (self.daemon, self.clients, self.kills) = (daemon, clients, kills)
  }

  public func run() throws -> Outcome {
    let bench = try Bench()
    let quizzes = 400
    let homework = try fill(bench, count: quizzes)
    let isOver = Atomic(false)
    let tellings = Guarded<[Played]>([])
    let group = DispatchGroup()
    for client in 0..<clients {
      let own = Array(homework[(client * quizzes / clients)..<((client + 1) * quizzes / clients)])
      group.enter()
      Thread.detachNewThread {
        let played = Player(socket: "\(bench.path)/s").play(own) { isOver.load(ordering: .relaxed) }
        tellings.withLock { $0 += played }
        group.leave()
      }
    }
    var outcome = Outcome()
    var random = SystemRandomNumberGenerator()
    for _ in 0..<kills {
      let process = try start(bench)
      usleep(UInt32.random(in: 5_000...80_000, using: &random))
      _ = process.stop(SIGKILL)
      outcome.kills += 1
    }
    let last = try start(bench)
    // Time for an answer on a busy machine, too.
    usleep(2_000_000)
    isOver.store(true, ordering: .relaxed)
    group.wait()
    _ = last.stop()
    try judge(tellings.withLock { $0 }, bench, &outcome)
    return outcome
  }

  private func start(_ bench: Bench) throws -> RunningCommand {
    try RunningCommand(
      daemon, ["--database", bench.database, "--socket", "\(bench.path)/s", "--log-level", "error"])
  }

  private func fill(_ bench: Bench, count: Int) throws -> [String] {
    let store = try Store.openAndWait(path: bench.database)
    return try (0..<count).map { number in
      try store.writeAndWait { try $0.addHomework(Work.sample("\(number)")) }.id.text
    }
  }

  private func judge(_ tellings: [Played], _ bench: Bench, _ outcome: inout Outcome) throws {
    let store = try Store.openAndWait(path: bench.database)
    let found = try store.checkAndWait()
    if !found.isEmpty { outcome.wrong.append("check finds \(found.prefix(3))") }
    var stars = 0
    for played in tellings {
      outcome.acknowledged += played.answers + (played.isFinished ? 1 : 0)
      outcome.wrong += played.changed
      outcome.repeated += played.repeated
      let attempts = try store.readAndWait { tx in try tx.attempts(of: tx.homeworkId(matching: played.homework)) }
      guard attempts.count == 1, let attempt = attempts.first else {
        outcome.wrong.append("\(attempts.count) attempts where one was started")
        continue
      }
      // A request that was not answered may have been done: at most one answer more.
      if !(played.answers...played.answers + 1).contains(attempt.answers.count) {
        outcome.wrong.append("\(attempt.answers.count) answers where \(played.answers) were acknowledged")
      }
      if played.isFinished, attempt.state != .completed { outcome.wrong.append("a finish is lost") }
      if attempt.state == .completed { stars += attempt.streak.stars }
    }
    if try store.readAndWait({ try $0.earned() }).starsTotal != stars {
      outcome.wrong.append("stars are counted other than once")
    }
    let events = try store.readAndWait { tx in try tx.events(since: 0, limit: 1_000_000) }
    if events.map(\.sequence) != Array(1...Int64(events.count)) { outcome.wrong.append("events have a gap") }
  }
}

/// One client's record of one attempt.
struct Played: Sendable {
  let homework: String
  var answers = 0
  var isFinished = false
  var repeated = 0
  /// Repeated requests whose reply differed from the first.
  var changed: [String] = []
}

/// A client that repeats each request, with its id, until it is answered.
private struct Player {
  let socket: String

  func play(_ homework: [String], isOver: () -> Bool) -> [Played] {
    var connection: SocketClient?
    var all: [Played] = []
    for id in homework {
      if isOver() { break }
      var played = Played(homework: id)
      let attempt = ask("attempt.start", ["homeworkId": .string(id)], &connection, &played, isOver)?["id"]
      guard let attempt else {
        // The attempt may have started; the outcome is unknown.
        break
      }
      all.append(played)
      var replies: [(id: String, question: JSONValue, reply: JSONValue)] = []
      for number in 0..<10 {
        let question: JSONValue = ["attemptId": attempt, "response": "A", "questionIndex": .int(Int64(number))]
        let id = Self.requestId
        guard let reply = ask("attempt.answer", question, as: id, &connection, &played, isOver) else { break }
        replies.append((id, question, reply))
        played.answers += 1
      }
      // Even after kills, a repeated request gets the same reply and changes nothing.
      for (id, question, reply) in replies {
        guard let again = ask("attempt.answer", question, as: id, &connection, &played, isOver) else { break }
        if again != reply { played.changed.append("\(again) where \(reply) was said") }
      }
      if played.answers == 10, ask("attempt.finish", ["attemptId": attempt], &connection, &played, isOver) != nil {
        played.isFinished = true
      }
      all[all.count - 1] = played
    }
    return all
  }

  private static var requestId: String { UUID().uuidString.lowercased() }

  /// Returns `nil` if the storm ends before an answer comes.
  private func ask(
    _ method: String, _ params: JSONValue, as id: String = requestId, _ connection: inout SocketClient?,
    _ played: inout Played, _ isOver: () -> Bool
  ) -> JSONValue? {
    guard case .object(var members) = params else { return nil }
    members["requestId"] = .string(id)
    var tries = 0
    while !isOver() {
      if connection == nil { connection = try? SocketClient(path: socket) }
      tries += 1
      switch try? connection?.call(method, .object(members)) {
      case .success(let result)?:
        played.repeated += tries > 1 ? 1 : 0
        return result
      case .failure(let error)?:
        // The daemon is stopping, which counts as gone.
        guard error.name == .busy || error.name == .cancelled else { return nil }
        connection = nil
      case nil: connection = nil
      }
      usleep(2_000)
    }
    return nil
  }
}

import CLoad
import Foundation
import HomeworkModel
import HomeworkStore
import Measure

/// The daemon under load, beside PostgreSQL 15 and Redis 7 on the same machine, if they are installed.
///
/// `--daemon PATH` names its statically linked executable, by default the `hwdbd` of `make static`.
@main
enum DaemonBenchmark {
  static func main() throws {
    let arguments = CommandLine.arguments
    // This executable also serves as the limit, in its own process.
    guard arguments.dropFirst().first != Limit.argument else { Limit.serve(Array(arguments.dropFirst(2))) }
    let daemon = value(of: "--daemon") ?? ".build/static/hwdbd"
    // Runs only one part, for investigating it.
    let only = value(of: "--only", among: ["life", "reads", "writes", "durable", "mixed", "postgres"])
    guard FileManager.default.isExecutableFile(atPath: daemon) else {
      print("no \(daemon): make static, or give --daemon PATH")
      exit(2)
    }
    let directory = FileManager.default.temporaryDirectory.appendingPathComponent("hwdb-load-\(getpid())").path
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: directory) }
    let open: @Sendable () throws -> Store = { try Store.openAndWait(path: "\(directory)/hwdb.sqlite") }
    let homework = try fill(open(), quizOfTen, only == nil ? 40_000 : 26_000)
    let long = try fill(open(), quiz(of: 200), 960)
    let server = try Server(
      [daemon, "--database", "\(directory)/hwdb.sqlite", "--socket", "\(directory)/s"], socket: "\(directory)/s")
    var bench = Bench(
      directory: directory, socket: "\(directory)/s", server: server, homework: homework, long: long, open: open)
    var figures: [Figure] = []
    if only == nil || only == "life" { figures += try bench.life(daemon) }
    if only == nil || only == "reads" { figures += try bench.reads() }
    if only == nil || only == "writes" { figures += try bench.writes() }
    if only == nil || only == "durable" { figures += try bench.durable() }
    if only == nil || only == "mixed" { figures += try bench.mixed() }
    if only == nil || only == "postgres" { figures += try PostgresBench(daemon, bench)?.figures() ?? [] }
    server.stop()
    try report("hwdbd over its Unix socket", figures)
  }

  /// Adds homework to be played.
  static func fill(_ store: Store, _ quiz: QuizDraft, _ count: Int) throws -> [String] {
    var ids: [String] = []
    while ids.count < count {
      ids += try store.writeAndWait { tx in
        try (0..<min(500, count - ids.count)).map { number in
          try tx.addHomework(HomeworkDraft(title: "Page \(number)", quiz: quiz)).id.text
        }
      }
    }
    return ids
  }
}

let quizOfTen = quiz(of: 10)

func quiz(of count: Int) -> QuizDraft {
  QuizDraft(
    questions: (0..<count).map {
      QuestionDraft(
        prompt: "What is \($0) and 1?", body: .mcq(options: ["\($0 + 1)", "\($0)"], correctIndex: 0), explanation: "")
    })
}

struct Bench {
  let directory: String
  let socket: String
  let server: Server
  /// Homework not played yet, with quizzes of ten questions, and of 200.
  var homework: [String]
  var long: [String]
  /// Opens the store that the daemon serves.
  let open: @Sendable () throws -> Store
  /// The number of the last request with an id.
  var requests = 0

  func request(_ method: String, _ params: String) -> String {
    #"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":{\#(params)}}"# + "\n"
  }

  func life(_ daemon: String) throws -> [Figure] {
    let idle = server.memory
    var descriptors = [Int32](repeating: -1, count: 500)
    guard load_open(socket, 500, &descriptors) == 0 else { throw Failure(reason: "500 connections are refused") }
    usleep(500_000)
    let crowded = server.memory
    for descriptor in descriptors { close(descriptor) }
    // First a new file, then the same file as after every restart.
    var readyMs: [Double] = []
    for _ in 0..<6 {
      let path = "\(directory)/r"
      let start = ContinuousClock.now
      let other = try Server([daemon, "--database", "\(path).sqlite", "--socket", path], socket: path)
      while (try? Load(path, scripts: [[request("server.ping", "")]], seconds: 0, limit: 1)) == nil { usleep(500) }
      readyMs.append(start.duration(to: .now).seconds * 1000)
      other.stop()
    }
    return [
      Figure("ready, from its start, a new file", readyMs[0], "ms"),
      Figure("ready, from its start", median(Array(readyMs.dropFirst())), "ms", goal: .atMost(30)),
      Figure("memory, idle", idle, "MB", goal: .atMost(16)),
      Figure("memory of one more idle connection", (crowded - idle) * 1000 / 500, "KB", goal: .atMost(16)),
    ]
  }

  func reads() throws -> [Figure] {
    let get = request("homework.get", #""homeworkId":"\#(homework[0])""#)
    let ping = request("server.ping", "")
    var figures: [Figure] = []
    for (connections, pipeline) in [(1, 1), (1, 16), (8, 1), (8, 16), (64, 1), (64, 16)] {
      let load = try Load(socket, scripts: Array(repeating: [get], count: connections), pipeline: pipeline)
      guard load.errors == 0 else { throw Failure(reason: "homework.get fails") }
      figures.append(
        Figure("homework.get, \(connections) × \(pipeline), p99 \(Int(load.p99)) µs", load.perSecond, "op/s"))
    }
    let sixtyFour = try Load(socket, scripts: Array(repeating: [ping], count: 64))
    figures.append(Figure("server.ping, 64 × 1, p99 \(Int(sixtyFour.p99)) µs", sixtyFour.perSecond, "op/s"))
    guard let redis = try Redis(in: directory, keeps: false) else { return figures }
    var (own, theirs): ([Load], [Load]) = ([], [])
    for _ in 0..<5 {
      own.append(try Load(socket, scripts: Array(repeating: [get], count: 64), seconds: 1, server: server))
      theirs.append(try redis.get(bytes: 520, connections: 64))
    }
    return figures + [
      Figure(
        "homework.get, 64 × 1, \(own.middle.cost) µs of processor, Redis \(theirs.middle.cost)", own.middle.perSecond,
        "op/s", against: ("Redis GET of as many bytes", theirs.middle.perSecond), goal: .atLeast(0.5))
    ]
  }

  /// Measures connections that each play attempts of ten questions, one after another.
  mutating func writes() throws -> [Figure] {
    try [(1, 1), (1, 16), (8, 1), (8, 16), (64, 1), (64, 16)].map { connections, pipeline in
      let load = try answers(homework(1600 / connections * connections), of: 10, connections, pipeline: pipeline)
      return Figure(
        "attempt.answer, durable, \(connections) × \(pipeline), p99 \(Int(load.p99)) µs, \(load.cost) µs of processor",
        load.perSecond, "op/s")
    }
  }

  /// Measures reads during a large import with checkpoints.
  mutating func mixed() throws -> [Figure] {
    let file = "\(directory)/bulk.gift"
    try (0..<100_000).map { "::q\($0):: What is \($0) and 1? {=\($0 + 1) ~\($0)}\n\n" }.joined()
      .write(toFile: file, atomically: true, encoding: .utf8)
    let bulk = request("quiz.import", #""path":"\#(file)""#)
    let get = request("homework.get", #""homeworkId":"\#(homework[0])""#)
    let path = socket
    let imported = DispatchSemaphore(value: 0)
    nonisolated(unsafe) var importTime = 0.0
    Thread.detachNewThread {
      let start = ContinuousClock.now
      _ = try? Load(path, scripts: [[bulk]], seconds: 0, limit: 1)
      importTime = start.duration(to: .now).seconds
      imported.signal()
    }
    usleep(50_000)
    let load = try Load(path, scripts: Array(repeating: [get], count: 8), seconds: 3)
    imported.wait()
    return [
      Figure(
        "homework.get, 8 × 1, p99 beside an import of \(String(format: "%.1f", importTime)) s", load.p99 / 1000, "ms",
        goal: .atMost(5))
    ]
  }

  /// Takes homework that has not been played yet.
  mutating func homework(_ count: Int) -> [String] {
    defer { homework.removeFirst(count) }
    return Array(homework.prefix(count))
  }

  /// Takes homework with quizzes of 200 questions that has not been played yet.
  mutating func long(_ count: Int) -> [String] {
    defer { long.removeFirst(count) }
    return Array(long.prefix(count))
  }

  /// Plays attempts to their ends, each on one of the connections.
  mutating func answers(
    _ played: [String], of questions: Int, _ connections: Int, pipeline: Int = 1, withIds: Bool = false
  ) throws -> Load {
    let started = try attemptIds(of: played)
    // Ids in order of time, as clients create them: each connection sends one answer after another.
    let scripts = (0..<connections).map { connection in
      stride(from: connection, to: started.count, by: connections).enumerated().flatMap { turn, attempt in
        (0..<questions).map { question -> String in
          let number = 100_000_000_000 + requests + (turn * questions + question) * connections + connection
          let id = withIds ? #""requestId":"0190a3b2-0000-7000-8000-\#(number)","# : ""
          return request("attempt.answer", #""attemptId":"\#(started[attempt])",\#(id)"response":"A""#)
        }
      }
    }
    if withIds { requests += started.count * questions }
    let load = try Load(
      socket, scripts: scripts, pipeline: pipeline, seconds: 60, limit: scripts[0].count, server: server)
    guard load.errors == 0 else { throw Failure(reason: "\(load.errors) answers are refused") }
    return load
  }

  /// Starts an attempt at each homework, through the library, on the daemon's own file.
  private func attemptIds(of homework: [String]) throws -> [String] {
    return try open().writeAndWait { tx in
      var ids: [String] = []
      for id in homework.compactMap({ Homework.ID($0) }) { ids.append(try tx.startAttempt(id).id.text) }
      return ids
    }
  }
}

import CLimit
import CLoad
import Foundation
import HomeworkModel
import HomeworkStore
import Measure

/// The daemon under load, beside PostgreSQL 15 and Redis 7 on the same machine, where they are installed.
///
/// `--daemon PATH` names its executable, statically linked: `hwdbd` of `make static` unless given.
@main
enum DaemonBenchmark {
  static func main() throws {
    let arguments = CommandLine.arguments
    let daemon = arguments.firstIndex(of: "--daemon").map { arguments[$0 + 1] } ?? ".build/static/release/hwdbd"
    guard FileManager.default.isExecutableFile(atPath: daemon) else {
      print("no \(daemon): make static, or give --daemon PATH")
      exit(2)
    }
    let directory = FileManager.default.temporaryDirectory.appendingPathComponent("hwdb-load-\(getpid())").path
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: directory) }
    // `--only reads` leaves out the others, for those who look into one of them.
    let only = arguments.firstIndex(of: "--only").map { arguments[$0 + 1] }
    guard only != "libraries" else {
      return try report("hwdbd on a directory of libraries", LibraryBench(daemon, in: directory).figures())
    }
    let homework = try fill("\(directory)/hwdb.sqlite", quizOfTen, 20_000)
    let long = try fill("\(directory)/hwdb.sqlite", quiz(of: 200), 480)
    let server = try Server(
      [daemon, "--database", "\(directory)/hwdb.sqlite", "--socket", "\(directory)/s"], socket: "\(directory)/s")
    var bench = Bench(directory: directory, socket: "\(directory)/s", server: server, homework: homework, long: long)
    var figures: [Figure] = []
    if only == nil || only == "life" { figures += try bench.life(daemon) }
    if only == nil || only == "reads" { figures += try bench.reads() }
    if only == nil || only == "writes" { figures += try bench.writes() }
    if only == nil || only == "long" { figures += try bench.longQuizzes() }
    if only == nil || only == "mixed" { figures += try bench.mixed() }
    server.stop()
    if only == nil { figures += try LibraryBench(daemon, in: directory).figures() }
    try report("hwdbd over its Unix socket", figures)
  }

  /// Homework to be played.
  private static func fill(_ path: String, _ quiz: QuizDraft, _ count: Int) throws -> [String] {
    let store = try Store.openAndWait(path: path)
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
  /// Not played yet; with quizzes of ten questions, and of 200.
  var homework: [String]
  var long: [String]
  /// Of the last request with an id.
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
    // A new file first, and then as after every restart.
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
    if let redis = try redis(bytes: 520) {
      let own = try Load(socket, scripts: Array(repeating: [get], count: 64))
      figures.append(
        Figure(
          "homework.get, 64 × 1", own.perSecond, "op/s", against: ("Redis GET of as many bytes", redis),
          goal: .atLeast(0.5)))
    }
    return figures
  }

  /// Each connection plays attempts of ten questions, one after the other.
  mutating func writes() throws -> [Figure] {
    let single = try commitRate()
    let one = try answers(connections: 1, pipeline: 1)
    var figures = [
      Figure(
        "attempt.answer, durable, 1 × 1, p99 \(Int(one.p99)) µs", one.perSecond, "op/s",
        against: ("SQLite's own single commits", single), goal: .atLeast(0.8))
    ]
    for (connections, pipeline) in [(1, 16), (8, 1), (8, 16), (64, 1), (64, 16)] {
      let load = try answers(connections: connections, pipeline: pipeline)
      figures.append(
        Figure("attempt.answer, durable, \(connections) × \(pipeline), p99 \(Int(load.p99)) µs", load.perSecond, "op/s")
      )
    }
    let load = try answers(connections: 32, pipeline: 1)
    let peer = postgres()
    figures.append(
      Figure(
        "attempt.answer, durable, 32 × 1, p99 \(Int(load.p99)) µs", load.perSecond, "op/s",
        against: peer.map { ("PostgreSQL, the same two statements", $0) }, goal: peer.map { _ in .atLeast(3) }))
    return figures
  }

  /// As many answers with request ids to quizzes of 200 questions as to quizzes of ten, medians of five.
  mutating func longQuizzes() throws -> [Figure] {
    let connections = 32
    var (short, long): ([Double], [Double]) = ([], [])
    for _ in 0..<5 {
      let (three, sixty) = (Array(self.long.prefix(3 * connections)), Array(homework.prefix(60 * connections)))
      self.long.removeFirst(three.count)
      homework.removeFirst(sixty.count)
      long.append(try answersWithIds(three, of: 200, connections))
      short.append(try answersWithIds(sixty, of: 10, connections))
    }
    let size = try FileManager.default.attributesOfItem(atPath: "\(directory)/hwdb.sqlite")[.size] as? Int ?? 0
    return [
      Figure(
        "attempt.answer with request ids, durable, 32 × 1, quizzes of 200", median(long), "op/s",
        against: ("quizzes of 10", median(short)), goal: .atLeast(0.95)),
      Figure("file with \(requests) answers by request id", Double(size) / 1_000_000, "MB"),
    ]
  }

  private mutating func answersWithIds(_ played: [String], of count: Int, _ connections: Int) throws -> Double {
    let started = try attemptIds(of: played)
    var next = requests
    let scripts = (0..<connections).map { connection in
      stride(from: connection, to: started.count, by: connections).flatMap { number in
        (0..<count).map { _ -> String in
          next += 1
          let id = "0190a3b2-0000-7000-8000-\(100_000_000_000 + next)"
          return request("attempt.answer", #""attemptId":"\#(started[number])","requestId":"\#(id)","response":"A""#)
        }
      }
    }
    requests = next
    let load = try Load(socket, scripts: scripts, seconds: 60, limit: scripts[0].count)
    guard load.errors == 0 else { throw Failure(reason: "\(load.errors) answers are refused") }
    return load.perSecond
  }

  /// Reads while everything is imported and checkpoints go on beside.
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

  private mutating func answers(connections: Int, pipeline: Int) throws -> Load {
    let attempts = 1600 / connections
    let played = Array(homework.prefix(attempts * connections))
    homework.removeFirst(played.count)
    let started = try attemptIds(of: played)
    let scripts = (0..<connections).map { connection in
      started[(connection * attempts)..<((connection + 1) * attempts)].flatMap { id in
        Array(repeating: request("attempt.answer", #""attemptId":"\#(id)","response":"A""#), count: 10)
      }
    }
    let load = try Load(socket, scripts: scripts, pipeline: pipeline, seconds: 60, limit: attempts * 10)
    guard load.errors == 0 else { throw Failure(reason: "\(load.errors) answers are refused") }
    return load
  }

  /// Starts an attempt at each, through the library, on the daemon's own file.
  private func attemptIds(of homework: [String]) throws -> [String] {
    let store = try Store.openAndWait(path: "\(directory)/hwdb.sqlite")
    return try store.writeAndWait { tx in
      var ids: [String] = []
      for id in homework.compactMap({ Homework.ID($0) }) { ids.append(try tx.startAttempt(id).id.text) }
      return ids
    }
  }

  /// Answers a second by the plain C interface, each committed by itself, on a file of its own.
  private func commitRate() throws -> Double {
    let path = "\(directory)/commits.sqlite"
    let store = try Store.openAndWait(path: path)
    let attempts = try store.writeAndWait { tx in
      var ids: [String] = []
      for number in 0..<400 {
        let draft = HomeworkDraft(title: "Page \(number)", quiz: quizOfTen)
        ids.append(try tx.startAttempt(try tx.addHomework(draft).id).id.text)
      }
      return ids
    }
    let limit = limit_open(path, "FULL")
    defer { limit_close(limit) }
    let start = ContinuousClock.now
    for id in attempts { for _ in 0..<10 { limit_settle(limit, id) } }
    return 4000 / start.duration(to: .now).seconds
  }

  private func redis(bytes: Int) throws -> Double? {
    guard output(of: ["redis-server", "--version"]) != nil else { return nil }
    let path = "\(directory)/r.sock"
    let server = try Server(
      ["/usr/bin/env", "redis-server", "--port", "0", "--unixsocket", path, "--save", "", "--appendonly", "no"],
      socket: path)
    let value = String(repeating: "x", count: bytes)
    _ = try Load(
      path, scripts: [["*3\r\n$3\r\nSET\r\n$1\r\nk\r\n$\(bytes)\r\n\(value)\r\n"]], seconds: 0, limit: 1)
    let get = "*2\r\n$3\r\nGET\r\n$1\r\nk\r\n"
    let load = try Load(path, scripts: Array(repeating: [get], count: 64), newlines: 2)
    _ = server
    return load.perSecond
  }

  /// An insert and an update in one transaction, 32 clients, fsync on: transactions a second.
  private func postgres() -> Double? {
    let bin = "/usr/lib/postgresql/15/bin"
    guard FileManager.default.isExecutableFile(atPath: "\(bin)/initdb") else { return nil }
    let place = "\(directory)/pg"
    // PostgreSQL refuses to run as root.
    let user = getuid() == 0 ? ["runuser", "-u", "postgres", "--"] : []
    _ = output(of: ["mkdir", "-m", "777", place])
    _ = output(of: ["chmod", "755", directory])
    guard output(of: user + ["\(bin)/initdb", "-D", "\(place)/data", "-A", "trust"]) != nil else { return nil }
    let server = try? Server(
      ["/usr/bin/env"] + user + ["\(bin)/postgres", "-D", "\(place)/data", "-k", place, "-h", ""],
      socket: "\(place)/.s.PGSQL.5432")
    defer { withExtendedLifetime(server) {} }
    for _ in 0..<100 where output(of: user + ["psql", "-h", place, "-c", "SELECT 1", "postgres"]) == nil {
      usleep(50_000)
    }
    let tables =
      "CREATE TABLE attempt (id int PRIMARY KEY, answered int); CREATE TABLE answer (id serial PRIMARY KEY, attempt int, response text); INSERT INTO attempt SELECT g, 0 FROM generate_series(1, 32) g"
    let script = """
      BEGIN;
      INSERT INTO answer (attempt, response) VALUES (:client_id + 1, 'A');
      UPDATE attempt SET answered = answered + 1 WHERE id = :client_id + 1;
      COMMIT;
      """
    try? script.write(toFile: "\(directory)/answer.sql", atomically: true, encoding: .utf8)
    _ = output(of: user + ["psql", "-h", place, "-c", tables, "postgres"])
    let printed = output(
      of: user + [
        "\(bin)/pgbench", "-h", place, "-n", "-c", "32", "-j", "2", "-T", "5", "-f", "\(directory)/answer.sql",
        "postgres",
      ])
    let line = printed?.split(separator: "\n").first { $0.hasPrefix("tps = ") }
    return line?.split(separator: " ").dropFirst(2).first.flatMap { Double($0) }
  }
}

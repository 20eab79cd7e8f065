import Foundation
import HomeworkModel
import HomeworkPostgres
import HomeworkStore
import Measure

/// The daemon on PostgreSQL, beside PostgreSQL itself and the daemon on a file, all on the same two cores.
struct PostgresBench {
  private let bench: Bench
  private let postgres: Postgres
  private let socket: String
  private let server: Server
  private let open: @Sendable () throws -> Store
  private static let rounds = 5

  /// - Returns: `nil` if PostgreSQL is not installed.
  init?(_ daemon: String, _ bench: Bench) throws {
    guard let postgres = try Postgres(in: bench.directory) else { return nil }
    (self.bench, self.postgres, socket) = (bench, postgres, "\(bench.directory)/p")
    let url = try postgres.createDatabase()
    server = try Server([daemon, "--database", url, "--socket", socket], socket: socket)
    open = { try Store.openAndWait(postgres: url) }
  }

  func figures() throws -> [Figure] {
    let homework = try DaemonBenchmark.fill(open(), quizOfTen, 18_400)
    var own = Bench(
      directory: bench.directory, socket: socket, server: server, homework: homework, long: [], open: open)
    var (many, one, theirs, theirOne): ([Load], [Load], [Double], [Double]) = ([], [], [], [])
    var (reads, fileReads, readsBeside): ([Load], [Load], [Load]) = ([], [], [])
    let get = own.request("homework.get", #""homeworkId":"\#(homework[0])""#)
    let fileGet = bench.request("homework.get", #""homeworkId":"\#(bench.homework[0])""#)
    for _ in 0..<Self.rounds {
      many.append(try own.answers(own.homework(1600), of: 10, 32, withIds: true))
      theirs.append(try postgres.transactions(seconds: 2).perSecond)
      one.append(try own.answers(own.homework(200), of: 10, 1))
      theirOne.append(try postgres.transactions(seconds: 2, clients: 1).perSecond)
      reads.append(try Load(socket, scripts: Array(repeating: [get], count: 64), seconds: 1, server: server))
      fileReads.append(
        try Load(bench.socket, scripts: Array(repeating: [fileGet], count: 64), seconds: 1, server: bench.server))
      readsBeside.append(try readsBesideAnswers(&own))
    }
    let file = "\(bench.directory)/bulk-p.gift"
    try (0..<100_000).map { "::q\($0):: What is \($0) and 1? {=\($0 + 1) ~\($0)}\n\n" }.joined()
      .write(toFile: file, atomically: true, encoding: .utf8)
    let start = ContinuousClock.now
    let imported = try Load(
      socket, scripts: [[own.request("quiz.import", #""path":"\#(file)""#)]], seconds: 0, limit: 1)
    guard imported.errors == 0 else { throw Failure(reason: "the import is refused") }
    let importTime = start.duration(to: .now).seconds
    let standby = try postgres.addStandby()
    var (confirmed, theirsConfirmed): ([Load], [Double]) = ([], [])
    for _ in 0..<Self.rounds {
      confirmed.append(try own.answers(own.homework(1600), of: 10, 32, withIds: true))
      theirsConfirmed.append(try postgres.transactions(seconds: 2).perSecond)
    }
    server.stop()
    standby.stop()
    return [
      Figure(
        "durable answers with request ids, 32 × 1, p99 \(Int(many.middle.p99)) µs, \(many.middle.cost) µs of processor",
        many.middle.perSecond, "op/s", against: ("pgbench, the same two statements, 32 clients", median(theirs)),
        goal: .atLeast(0.5)),
      Figure(
        "the same with a synchronous standby, where pgbench has \(Int(median(theirsConfirmed)))",
        confirmed.middle.perSecond, "op/s", against: ("pgbench without a standby", median(theirs))),
      Figure(
        "durable answers, 1 × 1, p99 \(Int(one.middle.p99)) µs", one.middle.perSecond, "op/s",
        against: ("pgbench, one client", median(theirOne))),
      Figure(
        "homework.get, 64 × 1, p99 \(Int(reads.middle.p99)) µs", reads.middle.perSecond, "op/s",
        against: ("the daemon on a file", fileReads.middle.perSecond)),
      Figure(
        "homework.get of 64 homework, while 4 others answer, p99 \(Int(readsBeside.middle.p99)) µs",
        readsBeside.middle.perSecond, "op/s",
        against: ("the daemon on a file, where nobody answers", fileReads.middle.perSecond)),
      Figure("import of 100,000 questions", importTime, "s", goal: .atMost(8)),
    ]
  }

  /// Measures 64 clients that each read an assignment of their own, while four others answer questions.
  private func readsBesideAnswers(_ own: inout Bench) throws -> Load {
    let scripts = own.homework[..<64].map { [own.request("homework.get", #""homeworkId":"\#($0)""#)] }
    let played = own.homework(160)
    // They belong to the thread until it ends.
    nonisolated(unsafe) var writer = own
    nonisolated(unsafe) var outcome = Result<Void, any Error>.success(())
    let isOver = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      outcome = Result { _ = try writer.answers(played, of: 10, 4, withIds: true) }
      isOver.signal()
    }
    // By now the attempts are started, and the answers take longer than the reads.
    usleep(150_000)
    let load = try Load(socket, scripts: scripts, seconds: 0.25, server: server)
    guard isOver.wait(timeout: .now()) == .timedOut else {
      throw Failure(reason: "the answers were over before the reads")
    }
    isOver.wait()
    own.requests = writer.requests
    try outcome.get()
    return load
  }
}

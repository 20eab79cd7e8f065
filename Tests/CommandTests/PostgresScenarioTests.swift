import Foundation
import HomeworkModel
import HomeworkTestKit
import Testing

/// Scenarios that really kill processes, on databases of their own on a PostgreSQL server.
@Suite(.serialized, .onPostgres)
struct `Scenarios on PostgreSQL` {
  private let server: PostgresServer
  private let url: String
  /// The name of the database.
  private let name: String
  private let directory = TemporaryDirectory()

  init() throws {
    server = try PostgresServer.shared()
    url = try server.createDatabase()
    name = String(url.split(separator: "/")[2].prefix { $0 != "?" })
  }

  private static let files = ThisPackage.root.appending(path: "Examples/scenarios").path
  private let short = "scenario \"s\"\n quiz mcq 2\n start\n answer correct\n kill after commit\n skip\n resume\n"

  private func hwdb(_ words: [String], on database: String? = nil) throws -> CommandResult {
    try run(
      ThisPackage.binary("hwdb"), words, environment: ["HWDB_DATABASE": database ?? url],
      directory: directory.url.path, seconds: 300)
  }

  private func played(_ files: [String], _ words: [String], on database: String? = nil) throws -> [JSONValue] {
    let result = try hwdb(["scenario", "run"] + files + ["--json"] + words, on: database)
    #expect(result.status == 0, "\(result.errors)")
    return try JSONText(Array(result.output.utf8)).value["scenarios"]?.array ?? []
  }

  private func query(_ statement: String) throws -> String {
    try server.execute(statement, database: name)
  }

  /// Counts the existing libraries.
  private func libraries() throws -> Int {
    Int(try query("SELECT count(*) FROM pg_class WHERE relname = 'library' AND relkind = 'r'")) ?? -1
  }

  /// Waits until this many libraries exist.
  private func wait(for count: Int) throws {
    waitWhile { (try? libraries()) != count }
    #expect(try libraries() == count)
  }

  /// A third of the examples; all of them through a daemon.
  @Test func `give the same results as in memory, and leave no library`() throws { try compare([], oneIn: 3) }

  @Test func `give the same results through a daemon`() throws {
    let daemon = try ServedDaemon(on: url)
    try compare(["--socket", daemon.socket], oneIn: 1)
  }

  private func compare(_ words: [String], oneIn share: Int) throws {
    let all = try ThisPackage.files(in: "Examples/scenarios", withExtension: "scenario").map(\.path)
    let ofFiles = "killed-at-a-write-of-the-file.scenario"
    let files =
      all.filter { $0.hasSuffix(ofFiles) }
      + Sampling.part(all.filter { !$0.hasSuffix(ofFiles) }, oneIn: share)
    _ = try query(
      """
      CREATE TABLE public.made ();
      CREATE FUNCTION public.made() RETURNS event_trigger LANGUAGE plpgsql AS
        'BEGIN INSERT INTO public.made DEFAULT VALUES; END';
      CREATE EVENT TRIGGER made ON ddl_command_end WHEN TAG IN ('CREATE SCHEMA') EXECUTE FUNCTION public.made()
      """)
    let inMemory = try played(files, [], on: directory.path("x.sqlite"))
    let killed = try played(files, ["--mode", "process"] + words)
    #expect(killed.count == inMemory.count && killed.count > 60 / share)
    var skipped: [String] = []
    for (one, other) in zip(inMemory, killed) {
      #expect(one["name"] == other["name"])
      if let reason = other["skipped"]?.string {
        skipped.append(reason)
        continue
      }
      #expect(other["outcome"] == "passed", "\(other["name"] ?? .null): \(other["failures"] ?? .null)")
      #expect(one["trace"] == other["trace"] && one["cues"] == other["cues"], "\(one["name"] ?? .null)")
      for kill in other["kills"]?.array ?? [] {
        #expect(kill["mode"] == "simulated" || kill["signal"] == 9 && kill["pid"]?.int ?? 0 > 1)
      }
    }
    let writes = [1, 3].map {
      "kill at write \($0) counts writes to a file: use kill before commit, or --database FILE"
    }
    let power = "kill power-loss needs a file: use --database FILE"
    #expect(skipped == writes + [power, power])
    // Each of the others had its own library, or one for each copy.
    let made = try query("SELECT count(*) FROM public.made")
    let copies = killed.map { one in
      Set((one["trace"]?.array ?? []).compactMap { $0["event"]?.string }.filter { $0.hasPrefix("copy ") }).count
    }
    #expect(Int(made) == copies.reduce(0) { $0 + max(1, $1) } - skipped.count)
    // A daemon has one of its own.
    #expect(try libraries() == (words.isEmpty ? 0 : 1))
  }

  @Test func `have a killed runner's library removed by the next run, and never a live runner's`() throws {
    try directory.write(short, to: "short.scenario")
    let restarts = String(repeating: " restart\n", count: 2000)
    try directory.write("scenario \"long\"\n quiz mcq 2\n start\n" + restarts, to: "long.scenario")
    #expect(try hwdb(["add", "Page 42"]).status == 0)
    let runner = try RunningCommand(
      ThisPackage.binary("hwdb"), ["scenario", "run", "--mode", "process", directory.path("long.scenario")],
      environment: ["HWDB_DATABASE": url])
    try wait(for: 2)
    let run = ["scenario", "run", "--mode", "process", "short.scenario"]
    #expect(try hwdb(run).status == 0)
    #expect(try libraries() == 2)

    _ = runner.stop(SIGKILL)
    try waitWhile { try query("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'") != "0" }
    #expect(try libraries() == 2)
    #expect(try hwdb(run).status == 0)
    #expect(try libraries() == 1)
    #expect(try hwdb(["list"]).output.contains("Page 42"))
  }

  @Test(.enabled(if: Machine.hasProcesses, "there is no /proc"))
  func `do not reveal the password`() throws {
    let secret = "quiet4you"
    try server.execute("CREATE ROLE player LOGIN PASSWORD '\(secret)'", "GRANT CREATE ON DATABASE \(name) TO player")
    defer { try? server.setAccess("") }
    try server.setAccess("local all player scram-sha-256")
    let daemon = try ServedDaemon(on: server.url(name, user: "player:\(secret)"))
    #expect(try daemon.client().call("scenario.run", ["text": .string(short), "mode": "process"])["passed"] == 1)
    let text = "scenario \"long\"\n quiz mcq 2\n start\n" + String(repeating: " restart\n", count: 40)
    let (socket, isPlayed) = (daemon.socket, DispatchSemaphore(value: 0))
    DispatchQueue.global().async {
      let report = try? LineClient(Line(to: socket)).call("scenario.run", ["text": .string(text), "mode": "process"])
      #expect(report?["passed"] == 1)
      isPlayed.signal()
    }
    var workers: Set<String> = []
    while isPlayed.wait(timeout: .now()) == .timedOut {
      for process in try FileManager.default.contentsOfDirectory(atPath: "/proc") where Int(process) != nil {
        guard let bytes = FileManager.default.contents(atPath: "/proc/\(process)/cmdline") else { continue }
        let words = String(decoding: bytes, as: UTF8.self)
        #expect(!words.contains(secret), "\(words)")
        if words.hasSuffix("app\0serve\0") { workers.insert(process) }
      }
      usleep(5000)  // A worker lives longer, and each round reads all processes.
    }
    #expect(workers.count > 1)
    // Nor does an error about an unusable server contain it.
    try server.execute("ALTER ROLE player NOLOGIN")
    let wrong = try hwdb(
      ["scenario", "run", "--mode", "process", Self.files], on: server.url(name, user: "player:\(secret)"))
    #expect(wrong.status == 5 && !wrong.errors.contains(secret), "\(wrong.errors)")
  }

  @Test func `are refused in one line if they cannot be played`() throws {
    let nowhere = "postgresql://hwdb@/school?host=\(directory.url.path)"
    for command in ["run", "trace", "explore", "report"] {
      let words = ["scenario", command, Self.files + "/killed-twice.scenario", "--mode"]
      let lost = try hwdb(words + ["process"], on: nowhere)
      #expect(lost.status == 5 && lost.output.isEmpty, "\(command): \(lost)")
      #expect(lost.errors.contains("cannot be reached") && lost.problems.count == 1)
      let power = try hwdb(words + ["power-loss"])
      #expect(power.status == 2, "\(command): \(power)")
      #expect(power.errors == "hwdb: --mode: power-loss needs a file: write process, or use --database FILE\n")
      // A simulated kill needs no server.
      #expect(try hwdb(words + ["simulated"], on: nowhere).status == 0)
    }
    let wrong = try hwdb(["scenario", "run", "--mode", "process", Self.files], on: "postgresql://a:b@c@d/x")
    #expect(wrong.errors.hasSuffix("write postgresql://USER@HOST:PORT/DATABASE\n") && wrong.status == 5, "\(wrong)")
  }

  @Test func `are explored at every point that exists on a server`() throws {
    try directory.write(short, to: "short.scenario")
    let words = ["scenario", "explore", "short.scenario", "--mode", "process", "--json"]
    let onServer = try hwdb(words)
    #expect(onServer.status == 0, "\(onServer)")
    let report = try JSONText(Array(onServer.output.utf8)).value
    let explored = try #require(report["scenarios"]?.array?.first)
    let onFile = try JSONText(Array(hwdb(words, on: directory.path("x.sqlite")).output.utf8)).value
    let points = try #require(onFile["scenarios"]?.array?.first?["pointsKnown"]?.int)
    // Each of the two actions writes a file three times.
    #expect(explored["pointsKnown"]?.int == points - 6 && explored["pointsTried"] == explored["pointsKnown"])
    #expect(try libraries() == 0)
  }
}

import CLoad
import Foundation
import Measure

/// The minimal server that stores what it receives: `load_serve`, in its own process.
struct Limit {
  /// The first argument of that process.
  static let argument = "serve-limit"

  private let path: String
  private let server: Server

  init(in directory: String) throws {
    path = "\(directory)/limit"
    server = try Server(["/proc/self/exe", Self.argument, path, "\(directory)/limit.log"], socket: path)
  }

  static func serve(_ arguments: [String]) -> Never {
    exit(load_serve(arguments[0], arguments[1]))
  }

  /// Sends lines as long as `line`, a number of them on each connection.
  func lines(_ line: String, connections: Int, each: Int) throws -> Load {
    try Load(path, scripts: Array(repeating: [line], count: connections), seconds: 60, limit: each, server: server)
  }
}

struct Redis {
  private let path: String
  private let server: Server

  /// - Parameter keeps: true if a `SET` is on disk when it is acknowledged.
  /// - Returns: `nil` if Redis is not installed.
  init?(in directory: String, keeps: Bool) throws {
    guard output(of: ["redis-server", "--version"]) != nil else { return nil }
    path = "\(directory)/r\(keeps).sock"
    server = try Server(
      ["/usr/bin/env", "redis-server", "--port", "0", "--unixsocket", path, "--save", "", "--dir", directory]
        + (keeps ? ["--appendonly", "yes", "--appendfsync", "always"] : ["--appendonly", "no"]),
      socket: path)
    // The socket exists before the server answers.
    usleep(200_000)
  }

  func get(bytes: Int, connections: Int) throws -> Load {
    _ = try Load(path, scripts: [[set("k", bytes)]], seconds: 0, limit: 1)
    let get = "*2\r\n$3\r\nGET\r\n$1\r\nk\r\n"
    let load = try Load(
      path, scripts: Array(repeating: [get], count: connections), newlines: 2, seconds: 1, server: server)
    guard load.errors == 0 else { throw Failure(reason: "Redis refuses GET") }
    return load
  }

  /// Sets a separate key on each connection.
  func set(bytes: Int, connections: Int, each: Int) throws -> Load {
    let scripts = (0..<connections).map { [set("k\($0)", bytes)] }
    let load = try Load(path, scripts: scripts, seconds: 60, limit: each, server: server)
    guard load.errors == 0 else { throw Failure(reason: "Redis refuses SET") }
    return load
  }

  private func set(_ key: String, _ bytes: Int) -> String {
    "*3\r\n$3\r\nSET\r\n$\(key.utf8.count)\r\n\(key)\r\n$\(bytes)\r\n\(String(repeating: "x", count: bytes))\r\n"
  }
}

/// An insert and an update in one transaction, with fsync, by PostgreSQL's own pgbench.
struct Postgres {
  private static let bin = "/usr/lib/postgresql/15/bin"
  private static let clients = 32

  private let directory: String, data: String
  private let user: [String]
  private let server: Server

  /// - Returns: `nil` if PostgreSQL is not installed.
  init?(in directory: String) throws {
    guard FileManager.default.isExecutableFile(atPath: "\(Self.bin)/initdb") else { return nil }
    self.directory = directory
    data = "\(directory)/pg"
    // PostgreSQL refuses to run as root.
    user = getuid() == 0 ? ["runuser", "-u", "postgres", "--"] : []
    _ = output(of: ["mkdir", "-m", "777", data])
    _ = output(of: ["chmod", "755", directory])
    guard output(of: user + ["\(Self.bin)/initdb", "-D", "\(data)/data", "-A", "trust"]) != nil else { return nil }
    server = try Server(
      ["/usr/bin/env"] + user + ["\(Self.bin)/postgres", "-D", "\(data)/data", "-k", data, "-h", ""],
      socket: "\(data)/.s.PGSQL.5432")
    while psql("SELECT 1") == nil { usleep(50_000) }
    let tables = """
      CREATE TABLE attempt (id int PRIMARY KEY, answered int);
      CREATE TABLE answer (id serial PRIMARY KEY, attempt int, response text);
      INSERT INTO attempt SELECT g, 0 FROM generate_series(1, \(Self.clients)) g
      """
    let script = """
      BEGIN;
      INSERT INTO answer (attempt, response) VALUES (:client_id + 1, 'A');
      UPDATE attempt SET answered = answered + 1 WHERE id = :client_id + 1;
      COMMIT;
      """
    try script.write(toFile: "\(directory)/answer.sql", atomically: true, encoding: .utf8)
    _ = psql(tables)
  }

  private func psql(_ statement: String) -> String? {
    output(of: user + ["psql", "-h", data, "-Atc", statement, "postgres"])
  }

  /// Creates another database and returns its address.
  func createDatabase() throws -> String {
    guard psql("CREATE DATABASE bench") != nil else {
      throw Failure(reason: "PostgreSQL makes no database")
    }
    return "postgresql://postgres@/bench?host=\(data)"
  }

  /// Starts a standby, for which every commit waits from then on.
  func addStandby() throws -> Server {
    let copy = ["\(Self.bin)/pg_basebackup", "-h", data, "-D", "\(data)/standby", "-R", "-c", "fast"]
    guard output(of: user + copy) != nil else { throw Failure(reason: "PostgreSQL cannot be copied") }
    let standby = try Server(
      ["/usr/bin/env"] + user
        + ["\(Self.bin)/postgres", "-D", "\(data)/standby", "-k", data, "-h", "", "-p", "5433"],
      socket: "\(data)/.s.PGSQL.5433")
    _ = psql("ALTER SYSTEM SET synchronous_standby_names = '*'")
    _ = psql("SELECT pg_reload_conf()")
    for _ in 0..<200 {
      if psql("SELECT sync_state FROM pg_stat_replication")?.hasPrefix("sync") == true { return standby }
      usleep(50_000)
    }
    throw Failure(reason: "the standby does not follow")
  }

  /// Returns the transactions per second, and the processor time of one in microseconds.
  func transactions(seconds: Int, clients: Int = clients) throws -> (perSecond: Double, cost: Double) {
    let before = server.processorSeconds
    let printed = output(
      of: user + [
        "\(Self.bin)/pgbench", "-h", data, "-n", "-c", "\(clients)", "-j", "\(min(2, clients))", "-T", "\(seconds)",
        "-f",
        "\(directory)/answer.sql", "postgres",
      ])
    let lines = printed?.split(separator: "\n") ?? []
    guard
      let rate = lines.first(where: { $0.hasPrefix("tps = ") })?.split(separator: " ").dropFirst(2).first,
      let perSecond = Double(rate),
      let processed = lines.first(where: { $0.hasPrefix("number of transactions actually processed") })?
        .split(whereSeparator: { $0 == " " || $0 == "/" }).last, let count = Double(processed)
    else { throw Failure(reason: "pgbench says nothing") }
    return (perSecond, (server.processorSeconds - before) * 1e6 / count)
  }
}

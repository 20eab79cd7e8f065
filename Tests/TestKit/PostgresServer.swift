import Foundation
import HomeworkSystem
import Synchronization

/// A PostgreSQL server of the tests' own, in a temporary directory and behind a Unix socket only. It ends with this
/// value, and however the process ends.
public final class PostgresServer: @unchecked Sendable {
  // What changes is the process, under the lock.
  private let directory: TemporaryDirectory
  private let settings: [String]
  private let environment: [String]
  /// The process that all its others are children of, and the line to the shell that watches over it.
  private let running = Guarded<(pid: pid_t, line: Int32)?>(nil)
  private static let databases = Atomic(0)

  /// The newest that is installed as Debian does it.
  private static let programs: String? = {
    let place = "/usr/lib/postgresql"
    let versions = (try? FileManager.default.contentsOfDirectory(atPath: place)) ?? []
    return versions.compactMap(Int.init).sorted().last.map { "\(place)/\($0)/bin" }
      .flatMap { FileManager.default.isExecutableFile(atPath: $0 + "/postgres") ? $0 : nil }
  }()

  /// Whether there is one to start: without it, its tests are left out.
  public static var isInstalled: Bool { programs != nil }

  /// One for all tests of a process that leave it running. It syncs nothing: a disk that others keep busy would have them
  /// wait.
  public static func shared() throws -> PostgresServer { try common.get() }
  private static let common = Result { try PostgresServer(fsync: false) }

  /// Starts one.
  ///
  /// - Parameters:
  ///   - fsync: whether it syncs what it commits.
  ///   - settings: in the form `name=value`, besides those of a server for tests.
  ///   - environment: in the same form, for its processes.
  public init(fsync: Bool = true, settings: [String] = [], environment: [String] = []) throws {
    directory = try TemporaryDirectory()
    self.environment = environment
    self.settings = ["fsync=\(fsync ? "on" : "off")"] + settings
    // Whatever the umask is.
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: directory.url.path)
    if let user = Self.otherUser {
      _ = try Self.succeed(run("/bin/chown", [user, directory.url.path]))
    }
    _ = try Self.succeed(
      run(
        Self.program("initdb").0,
        Self.program("initdb").1 + [
          "--pgdata", data, "--auth", "trust", "--username", "hwdb", "--no-sync", "--encoding", "UTF8", "--locale",
          "C.UTF-8",
          "--no-instructions",
        ]))
    try start()
  }

  deinit { end(.remove) }

  /// The directory of its socket.
  public var socketDirectory: String { directory.url.path }
  private var data: String { directory.path("data") }

  /// The address of a database, for a user that it lets in without a password unless told otherwise.
  ///
  /// - Parameters:
  ///   - user: with `:` and a password.
  ///   - more: in the form `&key=value`.
  public func url(_ database: String, user: String = "hwdb", more: String = "") -> String {
    "postgresql://\(user)@/\(database)?host=\(socketDirectory)\(more)"
  }

  /// Makes an empty database and returns its address.
  public func createDatabase() throws -> String {
    let name = "test\(Self.databases.add(1, ordering: .relaxed).newValue)"
    try execute("CREATE DATABASE \(name)")
    return url(name)
  }

  /// Runs statements by `psql`, each by itself, and returns what it prints.
  @discardableResult
  public func execute(_ statements: String..., database: String = "postgres") throws -> String {
    let words = ["-XqtA", "-v", "ON_ERROR_STOP=1", "-h", socketDirectory, "-U", "hwdb", "-d", database]
    return try Self.succeed(
      run((Self.programs ?? "") + "/psql", words + statements.flatMap { ["-c", $0] })
    ).output.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// What it wrote to its log.
  public var log: String { (try? String(contentsOfFile: directory.path("log"), encoding: .utf8)) ?? "" }

  /// Puts rules before its own for who is let in: lines of `pg_hba.conf`.
  public func setAccess(_ rules: String) throws {
    let file = data + "/pg_hba.conf"
    try Data((rules + "\nlocal all hwdb trust\n").utf8).write(to: URL(fileURLWithPath: file))
    try execute("SELECT pg_reload_conf()")
    // It is told by a signal, and reads it soon.
    Thread.sleep(forTimeInterval: 0.3)
  }

  // MARK: - Its life

  /// Starts it again after `stop` or `kill`.
  public func start() throws {
    let command = try Self.program("postgres")
    // The shell becomes the server. One beside it waits for a word, or for the end of the process that would have said
    // it.
    let script = """
      place=$1; shift; exec 3<&0 < /dev/null > "$place/log" 2>&1
      (
        read -r word <&3
        kill -INT $$
        for _ in $(seq 600); do kill -0 $$ 2> /dev/null || break; sleep 0.05; done
        [ "$word" = keep ] || rm -rf "$place"
      ) > /dev/null 2>&1 &
      exec "$@" 3<&-
      """
    // Memory that it shares lies with its data, and not where it stays behind when the server is killed.
    let all =
      [
        "listen_addresses=", "shared_buffers=32MB", "max_connections=60", "lc_messages=C",
        "dynamic_shared_memory_type=mmap",
      ] + settings
    let words =
      ["/bin/sh", "-c", script, "sh", directory.url.path, "/usr/bin/env"] + environment + [command.0] + command.1
      + ["-D", data, "-k", socketDirectory] + all.flatMap { ["-c", $0] }
    try? FileManager.default.removeItem(atPath: directory.path("log"))
    let started = try Self.spawn(words)
    running.withLock { $0 = started }
    let limit = Date().addingTimeInterval(30)
    while !isReady {
      guard Date() < limit else { throw Failure(description: "PostgreSQL does not start: \(log)") }
      // What a killed one left behind may be in its way for a moment.
      if log.contains("still in use") {
        end(.keep)
        Thread.sleep(forTimeInterval: 0.1)
        return try start()
      }
      Thread.sleep(forTimeInterval: 0.01)
    }
  }

  /// Stops it as a machine does that is shut down: connections are told.
  public func stop() { end(.keep) }

  /// Ends it at once, by SIGKILL of all its processes: those that work for connections would outlive the first.
  public func kill() {
    tellAll(SIGKILL)
    end(.keep)
    // So that nobody takes it for one that is ready.
    try? FileManager.default.removeItem(atPath: data + "/postmaster.pid")
  }

  /// Has it hang, with all that it has been told, until `resume`.
  public func pause() { tellAll(SIGSTOP) }
  public func resume() { tellAll(SIGCONT) }

  private func tellAll(_ signal: Int32) {
    running.withLock { running in
      guard let pid = running?.pid else { return }
      // Stopped first, so that it starts no other.
      _ = Foundation.kill(pid, SIGSTOP)
      let children = (try? String(contentsOfFile: "/proc/\(pid)/task/\(pid)/children", encoding: .utf8)) ?? ""
      for process in [pid] + children.split(separator: " ").compactMap({ pid_t($0) }) {
        _ = Foundation.kill(process, signal)
      }
    }
  }

  public func restart() throws {
    stop()
    try start()
  }

  private enum Remains { case keep, remove }

  private func end(_ remains: Remains) {
    running.withLock { running in
      guard let (pid, line) = running else { return }
      if remains == .keep { _ = send(line, "keep\n", 5, Int32(MSG_NOSIGNAL)) }
      close(line)
      var status: Int32 = 0
      while waitpid(pid, &status, 0) == -1, errno == EINTR {}
      running = nil
    }
  }

  /// Starts a program, whose standard input is the other end of the line. It hears every signal, and no program that is
  /// started later has our end.
  private static func spawn(_ words: [String]) throws -> (pid: pid_t, line: Int32) {
    var ends: [Int32] = [-1, -1]
    guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
      throw Failure(description: "no socket: \(errno)")
    }
    defer { close(ends[1]) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawn_file_actions_adddup2(&actions, ends[1], 0)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    var texts = words.map { strdup($0) } + [nil]
    defer {
      texts.forEach { free($0) }
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    var pid: pid_t = 0
    let code = posix_spawn(&pid, words[0], &actions, &attributes, &texts, environ)
    guard code == 0 else {
      close(ends[0])
      throw Failure(description: "\(words[0]) cannot be started: \(code)")
    }
    return (pid, ends[0])
  }

  private var state: [Substring] {
    ((try? String(contentsOfFile: data + "/postmaster.pid", encoding: .utf8)) ?? "").split(
      separator: "\n", omittingEmptySubsequences: false)
  }

  private var isReady: Bool { state.count > 7 && state[7].hasPrefix("ready") }

  // MARK: - Programs

  /// It refuses to run as root: then as somebody who has no other rights.
  private static let otherUser: String? =
    getuid() != 0 ? nil : getpwnam("postgres") != nil ? "postgres" : "nobody"

  /// A program of the server, and the arguments before its own.
  private static func program(_ name: String) throws -> (String, [String]) {
    guard let programs else { throw Failure(description: "PostgreSQL is not installed") }
    guard let user = otherUser else { return ("\(programs)/\(name)", []) }
    return ("/usr/bin/setpriv", ["--reuid", user, "--regid", groupOfOther, "--clear-groups", "\(programs)/\(name)"])
  }

  private static let groupOfOther = otherUser.flatMap { getpwnam($0) }.map { "\($0.pointee.pw_gid)" } ?? "0"

  private static func succeed(_ result: CommandResult) throws -> CommandResult {
    guard result.status == 0 else { throw Failure(description: result.errors) }
    return result
  }

  public struct Failure: Error, CustomStringConvertible {
    public let description: String
  }
}

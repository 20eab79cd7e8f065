import Foundation
import HomeworkSystem
import Synchronization

/// The tests' own PostgreSQL server, in a temporary directory and reachable only through a Unix socket. It ends with
/// this value or with the process, for any reason.
public final class PostgresServer: @unchecked Sendable {
  // Only the process changes, under the lock.
  private let directory = TemporaryDirectory()
  private let settings: [String]
  private let environment: [String]
  /// The postmaster, parent of all server processes, and the connection to the shell that watches it.
  private let running = Guarded<(pid: pid_t, line: Int32)?>(nil)
  private static let databases = Atomic(0)

  /// The newest version, installed in Debian's layout.
  private static let programs: String? = {
    let root = "/usr/lib/postgresql"
    let versions = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
    return versions.compactMap(Int.init).sorted().last.map { "\(root)/\($0)/bin" }
      .flatMap { FileManager.default.isExecutableFile(atPath: $0 + "/postgres") ? $0 : nil }
  }()

  /// True if a server is installed: if not, its tests are skipped.
  public static var isInstalled: Bool { programs != nil }

  /// A server shared by all tests of a process that leave it running. It does not sync: other processes' disk load
  /// would delay the tests.
  public static func shared() throws -> PostgresServer { try common.get() }
  private static let common = Result { try PostgresServer(fsync: false) }

  /// Starts a server.
  ///
  /// - Parameters:
  ///   - fsync: whether it syncs commits.
  ///   - settings: additional settings in the form `name=value`.
  ///   - environment: variables for its processes, in the same form.
  public init(fsync: Bool = true, settings: [String] = [], environment: [String] = []) throws {
    self.environment = environment
    self.settings = ["fsync=\(fsync ? "on" : "off")"] + settings
    // Regardless of the umask.
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

  public var socketDirectory: String { directory.url.path }
  private var data: String { directory.path("data") }

  /// Returns a database's address, by default for a user who needs no password.
  ///
  /// - Parameters:
  ///   - user: the user, or `user:password`.
  ///   - more: additional parameters in the form `&key=value`.
  public func url(_ database: String, user: String = "hwdb", more: String = "") -> String {
    "postgresql://\(user)@/\(database)?host=\(socketDirectory)\(more)"
  }

  /// Creates an empty database and returns its address.
  public func createDatabase() throws -> String {
    let name = "test\(Self.databases.add(1, ordering: .relaxed).newValue)"
    try execute("CREATE DATABASE \(name)")
    return url(name)
  }

  /// Runs statements with `psql`, each on its own, and returns the output.
  @discardableResult
  public func execute(_ statements: String..., database: String = "postgres") throws -> String {
    let words = ["-XqtA", "-v", "ON_ERROR_STOP=1", "-h", socketDirectory, "-U", "hwdb", "-d", database]
    return try Self.succeed(
      run((Self.programs ?? "") + "/psql", words + statements.flatMap { ["-c", $0] })
    ).output.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// The content of its log.
  public var log: String { (try? String(contentsOfFile: directory.path("log"), encoding: .utf8)) ?? "" }

  /// Puts access rules, lines of `pg_hba.conf`, before the default ones.
  public func setAccess(_ rules: String) throws {
    let file = data + "/pg_hba.conf"
    try Data((rules + "\nlocal all hwdb trust\n").utf8).write(to: URL(fileURLWithPath: file))
    try execute("SELECT pg_reload_conf()")
    // The server gets a signal, and rereads the file soon.
    Thread.sleep(forTimeInterval: 0.3)
  }

  // MARK: - Starting and stopping

  /// Restarts it after `stop` or `kill`.
  public func start() throws {
    let command = try Self.program("postgres")
    // The shell becomes the server. Its subshell waits for a word, or for the end of the process that would send it.
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
    // Shared memory is kept in the data directory, so that a killed server leaves none behind.
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
      // A killed server's remains may block it for a moment.
      if log.contains("still in use") {
        end(.keep)
        Thread.sleep(forTimeInterval: 0.1)
        return try start()
      }
      Thread.sleep(forTimeInterval: 0.01)
    }
  }

  /// Stops it as in a machine's shutdown: clients are notified.
  public func stop() { end(.keep) }

  /// Ends it at once, by SIGKILL to all its processes: the ones serving connections would outlive the first.
  public func kill() {
    tellAll(SIGKILL)
    end(.keep)
    // Remove the file, so that the server is not taken for ready.
    try? FileManager.default.removeItem(atPath: data + "/postmaster.pid")
  }

  /// Suspends it, with all that it has received, until `resume`.
  public func pause() { tellAll(SIGSTOP) }
  public func resume() { tellAll(SIGCONT) }

  private func tellAll(_ signal: Int32) {
    running.withLock { running in
      guard let pid = running?.pid else { return }
      // Stop it first, so that it starts no other process.
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

  /// Starts a program whose standard input is the other end of the connection. It receives every signal, and later
  /// programs do not inherit our end.
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

  /// The user to run as, because the server refuses to run as root: one without special privileges.
  private static let otherUser: String? =
    getuid() != 0 ? nil : getpwnam("postgres") != nil ? "postgres" : "nobody"

  /// Returns a program of the server, and the arguments that precede its own.
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

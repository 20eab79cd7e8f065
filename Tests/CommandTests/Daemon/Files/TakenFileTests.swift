import Foundation
import HomeworkAPI
import HomeworkModel
import HomeworkStore
import HomeworkTestKit
import Testing

/// Checks a daemon's files and its acknowledged changes, with the executables as shipped.
@Suite struct `A daemon whose database file disappears` {
  private func add(_ client: LineClient, _ title: String) throws {
    _ = try client.call("homework.add", ["title": .string(title)])
  }

  private func expectRefused(_ body: () throws -> Void) {
    let error = #expect(throws: LineClient.Refused.self) { try body() }
    #expect(error?.name == "databaseUnavailable")
  }

  @Test(arguments: ["deleted", "moved", "replaced"]) func `acknowledges no change that would be lost`(
    how: String
  ) throws {
    let daemon = try ServedDaemon()
    let path = daemon.directory.path("hwdb.sqlite")
    let client = try daemon.client()
    for number in 0..<20 { try add(client, "before \(number)") }
    let replacement = daemon.directory.path("other.sqlite")
    let terminal = ["add", "other", "--database", replacement]
    #expect(try run(ThisPackage.binary("hwdb"), terminal).status == 0)
    switch how {
    case "deleted": #expect(unlink(path) == 0)
    case "moved": #expect(rename(path, path + ".away") == 0)
    default: #expect(rename(replacement, path) == 0)
    }
    for _ in 0..<20 { expectRefused { try add(client, "lost") } }
    expectRefused { _ = try client.call("homework.list") }
    expectRefused { _ = try client.call("database.check") }
    // The backup is read from the files that are still open.
    let saved = daemon.directory.path("saved.sqlite")
    _ = try client.call("database.backup", ["path": .string(saved)])
    let list = try run(ThisPackage.binary("hwdb"), ["list", "--limit", "100", "--database", saved]).output
    #expect((0..<20).allSatisfy { list.contains("before \($0) ") })
    guard how == "moved" else { return }
    #expect(rename(path + ".away", path) == 0)
    try add(client, "after")
    #expect(try client.call("homework.list")["items"]?.array?.first?["title"] == "after")
    #expect(daemon.running.stop() == 0)
  }

  @Test func `loses nothing if its log is deleted and it is killed`() throws {
    let daemon = try ServedDaemon()
    let client = try daemon.client()
    for number in 0..<55 { try add(client, "\(number)") }
    #expect(unlink(daemon.directory.path("hwdb.sqlite-wal")) == 0)
    expectRefused { try add(client, "refused") }
    try daemon.killAndRestart()
    let items = try daemon.client().call("homework.list", ["limit": 100])["items"]?.array
    let titles = Set((items ?? []).compactMap { $0["title"]?.string })
    #expect(titles.isSuperset(of: (0..<55).map(String.init)))
  }

  /// Another process finds no index and creates its own, so neither knows of the other.
  @Test(arguments: [SIGTERM, SIGKILL]) func `keeps what another process writes after the index is deleted`(
    signal: Int32
  ) throws {
    let daemon = try ServedDaemon()
    let client = try daemon.client()
    let path = daemon.directory.path("hwdb.sqlite")
    func addBeside(_ title: String) throws {
      let result = try run(ThisPackage.binary("hwdb"), ["add", title, "--database", path])
      #expect(result.status == 0, "\(result)")
    }
    for number in 0..<20 { try add(client, "daemon \(number)") }
    #expect(unlink(path + "-shm") == 0)
    for number in 0..<5 {
      try addBeside("beside \(number)")
      expectRefused { try add(client, "lost") }
    }
    _ = daemon.running.stop(signal)
    try addBeside("after")
    let list = try run(ThisPackage.binary("hwdb"), ["list", "--limit", "100", "--database", path]).output
    let titles = (0..<20).map { "daemon \($0)" } + (0..<5).map { "beside \($0)" } + ["after"]
    for title in titles { #expect(list.contains(title), "\(title)") }
    #expect(!list.contains("lost"))
    #expect(try run(ThisPackage.binary("hwdb"), ["database", "check", "--database", path]).status == 0)
  }

  @Test func `rejects a backup over its own files, and keeps acknowledged changes`() throws {
    let daemon = try ServedDaemon()
    let client = try daemon.client()
    for number in 0..<55 { try add(client, "\(number)") }
    for suffix in ["", "-wal", "-shm", "-journal", ".lock"] {
      let error = #expect(throws: LineClient.Refused.self) {
        _ = try client.call("database.backup", ["path": .string(daemon.directory.path("hwdb.sqlite") + suffix)])
      }
      #expect(error?.name == "invalid", "\(suffix)")
    }
    for name in ["s", "s.lock"] where FileManager.default.fileExists(atPath: daemon.directory.path(name)) {
      #expect(throws: LineClient.Refused.self, "\(name)") {
        _ = try client.call("database.backup", ["path": .string(daemon.directory.path(name))])
      }
    }
    try daemon.killAndRestart()
    #expect(try daemon.client().call("homework.list", ["limit": 100])["items"]?.array?.count == 55)
  }

  /// The backup's path is the database of another process.
  @Test func `does not overwrite another daemon's database with a backup`() throws {
    let (daemon, other) = (try ServedDaemon(), try ServedDaemon())
    let path = other.directory.path("hwdb.sqlite")
    try add(try other.client(), "theirs")
    for target in [path, path + "-wal"] {
      #expect(throws: LineClient.Refused.self) {
        _ = try daemon.client().call("database.backup", ["path": .string(target)])
      }
    }
    #expect(try other.client().call("homework.list")["items"]?.array?.count == 1)
    // Once that daemon has stopped, the file can be overwritten like any older backup.
    #expect(other.running.stop() == 0)
    _ = try daemon.client().call("database.backup", ["path": .string(path)])
  }

  @Test func `writes nothing once the schema is newer`() throws {
    let daemon = try ServedDaemon()
    let client = try daemon.client()
    try add(client, "before")
    let newer = try Connection(path: daemon.directory.path("hwdb.sqlite"), access: .readWrite)
    try newer.execute("PRAGMA user_version = 99")
    for _ in 0..<3 { expectRefused { try add(client, "lost") } }
    #expect(try newer.number("SELECT count(*) FROM homework") == 1)
  }

  @Test func `reports to followers that a restore removed their place`() throws {
    let daemon = try ServedDaemon()
    let client = try daemon.client()
    for number in 0..<5 { try add(client, "\(number)") }
    let backup = daemon.directory.path("backup.sqlite")
    _ = try client.call("database.backup", ["path": .string(backup)])
    for number in 5..<10 { try add(client, "\(number)") }
    let sequence = Int64(try client.call("events.subscribe")["sequence"]?.int ?? 0)
    _ = try client.call("events.unsubscribe")
    // The restore runs in process, beside the daemon.
    let restore = ["database", "restore", backup, "--yes", "--database", daemon.directory.path("hwdb.sqlite")]
    #expect(try run(ThisPackage.binary("hwdb"), restore).status == 0)
    for number in 0..<20 { try add(client, "again \(number)") }
    let error = #expect(throws: LineClient.Refused.self) {
      _ = try client.call("events.subscribe", ["since": .int(sequence)])
    }
    #expect(error?.name == "historyGone")
    let newest = Int64(try #require(error?.data?["newestSequence"]?.int))
    #expect(newest > sequence)
    _ = try client.call("events.subscribe", ["since": .int(newest)])
  }
}

/// Files are private under any umask of the calling process.
@Suite struct `A file that the programs write` {
  @Test(arguments: ["000", "022", "077", "777"]) func `is private to its owner`(mask: String) throws {
    let directory = TemporaryDirectory()
    func shell(_ command: String) throws -> CommandResult {
      try run(
        "/bin/bash", ["-c", "umask \(mask); exec \(command)"],
        environment: [
          "HOME": directory.path("home"), "XDG_RUNTIME_DIR": directory.path("run"),
          "HWDB": ThisPackage.binary("hwdb"), "HWDBD": ThisPackage.binary("hwdbd"),
        ], directory: directory.url.path)
    }
    let scenarios = ThisPackage.root.appending(path: "Examples/scenarios").path
    for command in [
      "\"$HWDB\" add t", "\"$HWDB\" database backup b.sqlite",
      "\"$HWDB\" scenario report '\(scenarios)/killed-twice.scenario' -o report.html",
      "\"$HWDB\" add t --database x.sqlite", "\"$HWDB\" daemon start",
      "\"$HWDB\" add u --socket run/hwdb/hwdb.sock",
      "\"$HWDB\" database backup c.sqlite --socket run/hwdb/hwdb.sock",
    ] {
      let result = try shell(command)
      #expect(result.status == 0, "\(command): \(result)")
    }
    defer { _ = try? shell("\"$HWDB\" daemon stop") }
    let seen = try modes(in: directory)
    for name in [
      "home/.local/share/hwdb/hwdb.sqlite", "home/.local/share/hwdb/hwdb.sqlite-wal",
      "home/.local/share/hwdb/hwdb.sqlite-shm", "home/.local/state/hwdb/hwdbd.log", "run/hwdb/hwdb.sock", "b.sqlite",
      "c.sqlite", "report.html", "x.sqlite",
    ] { #expect(seen[name] != nil, "\(name) is not there: \(seen.keys.sorted())") }
    for (name, mode) in seen { #expect(mode.bits == (mode.isDirectory ? 0o700 : 0o600), "\(name)") }
    #expect(try shell("\"$HWDB\" daemon stop").status == 0)
    // The daemon's own log, and the files left by killed daemons.
    try killedDaemon(under: mask, in: directory, "--database d.sqlite --log d.log")
    for (name, mode) in try modes(in: directory) {
      #expect(mode.bits == (mode.isDirectory ? 0o700 : 0o600), "\(name)")
    }
  }

  @Test(arguments: ["000", "077"]) func `keeps the permissions of the file that it replaces`(mask: String) throws {
    let terminal = Terminal()
    _ = try terminal.add("t")
    for name in ["hwdb.sqlite", "b.sqlite", "report.html", "d.log"] {
      if name.hasSuffix("sqlite") {
        if name == "b.sqlite" { #expect(try terminal.hwdb("database", "backup", name).status == 0) }
      } else {
        try terminal.directory.write("", to: name)
      }
      #expect(chmod(terminal.directory.path(name), 0o640) == 0)
    }
    let scenario = try #require(ThisPackage.files(in: "Examples/scenarios", withExtension: "scenario").first).path
    for command in [
      "\"$HWDB\" add u", "\"$HWDB\" database backup b.sqlite", "\"$HWDB\" scenario report '\(scenario)' -o report.html",
    ] {
      _ = try run(
        "/bin/bash", ["-c", "umask \(mask); exec \(command)"],
        environment: [
          "HWDB_DATABASE": terminal.directory.path("hwdb.sqlite"), "HWDB": ThisPackage.binary("hwdb"),
          "HWDBD": ThisPackage.binary("hwdbd"),
        ], directory: terminal.directory.url.path)
    }
    try killedDaemon(under: mask, in: terminal.directory, "--database hwdb.sqlite --log d.log")
    let seen = try modes(in: terminal.directory)
    for name in ["hwdb.sqlite", "b.sqlite", "report.html", "d.log"] { #expect(seen[name]?.bits == 0o640, "\(name)") }
    for name in ["hwdb.sqlite-wal", "hwdb.sqlite-shm"] { #expect(seen[name]?.bits == 0o640, "\(name): \(seen)") }
  }

  /// Serves until the socket exists, kills the daemon, and leaves its files as they are at that moment.
  private func killedDaemon(under mask: String, in directory: TemporaryDirectory, _ options: String) throws {
    let socket = directory.path("s")
    let command =
      try
      "umask \(mask); cd '\(directory.url.path)'; exec '\(ThisPackage.binary("hwdbd"))' --socket '\(socket)' \(options)"
    let daemon = try RunningCommand("/bin/bash", ["-c", command])
    var isServing = false
    for _ in 0..<1000 where !isServing {
      isServing = (try? Line(to: socket)) != nil
      if !isServing { usleep(10_000) }
    }
    #expect(isServing)
    _ = daemon.stop(SIGKILL)
  }

  private func modes(in directory: TemporaryDirectory) throws -> [String: (bits: mode_t, isDirectory: Bool)] {
    var modes: [String: (bits: mode_t, isDirectory: Bool)] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: directory.url.path) {
      var status = stat()
      guard lstat(directory.path(name), &status) == 0 else { continue }
      modes[name] = (status.st_mode & 0o777, status.st_mode & S_IFMT == S_IFDIR)
    }
    return modes
  }
}

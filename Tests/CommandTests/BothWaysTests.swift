import Foundation
import HomeworkTestKit
import Testing

@Suite struct `Every documented command` {
  /// Commands that do not touch a database, that a daemon has no part in, or for which a daemon's is the other one; they
  /// have their own tests.
  private static let withoutDatabase = [
    "help", "completion", "app serve", "app check", "motion show", "motion check", "motion schema", "motion export",
    "sync", "daemon start", "daemon stop", "database repair", "database restore",
    "database vacuum",
  ]

  /// The example of each command's help, in process and through a daemon, each on a copy of the same database; a share of
  /// them.
  @Test func `gives the same output in process and through the daemon`() throws {
    var compared = 0
    for example in try examples(oneIn: 6, where: { !Self.withoutDatabase.contains($0) }) {
      let words = try words(of: example)
      var results: [String] = []
      for isDaemon in [false, true] {
        let (directory, database) = try setUp()
        let filled = try words.flatMap { try fill($0, in: words, database) }
        let socket = directory.path("s")
        let environment = ["HWDB_DATABASE": database, "TZ": "UTC"]
        var daemon: RunningCommand?
        if isDaemon {
          daemon = try RunningCommand(ThisPackage.binary("hwdbd"), ["--socket", socket], environment: environment)
          waitWhile { !FileManager.default.fileExists(atPath: socket) }
        }
        for json in [[], ["--json"]] where words[0] != "undo" || json.isEmpty {
          let result = try run(
            ThisPackage.binary("hwdb"), filled + json + (isDaemon ? ["--socket", socket] : []),
            environment: environment, directory: directory.url.path)
          let text = "\(result.status)\n\(result.output)\n\(result.errors)"
          results.append(steady(text.replacing(directory.url.path, with: "PLACE")))
        }
        if let daemon { #expect(daemon.stop() == 0) }
      }
      let half = results.count / 2
      #expect(Array(results[..<half]) == Array(results[half...]), "\(example)")
      // Each example works: one that fails both ways would compare nothing.
      #expect(results[0].hasPrefix("0\n"), "\(example): \(results[0])")
      compared += 1
    }
    #expect(compared > 7)
  }

  /// Every command that changes something, with a daemon's socket in the environment: it must not change the daemon's
  /// library, and must change the other one.
  @Test func `changes the database that its flag names, and not that of a daemon in the environment`() throws {
    let changing = [
      "add", "edit", "complete", "delete", "undo", "quiz set", "quiz edit", "quiz generation", "review",
      "attempt start", "attempt answer", "attempt skip", "attempt finish", "attempt extend", "attempt abandon",
      "learner add", "learner edit", "learner import", "learner erase", "database restore",
    ]
    let elsewhere = ["help", "completion", "daemon", "app", "motion", "scenario"]
    let daemon = try ServedDaemon()
    let before = try daemon.client().call("database.info")
    for example in try examples(oneIn: 1, where: { name in !elsewhere.contains { name.hasPrefix($0) } }) {
      let words = try words(of: example)
      let (directory, database) = try setUp()
      let filled = try words.flatMap { try fill($0, in: words, database) }
      func events() throws -> String {
        try run(ThisPackage.binary("hwdb"), ["database", "info", "--json", "--database", database]).output
      }
      let first = try events()
      let result = try run(
        ThisPackage.binary("hwdb"), filled + ["--database", database],
        environment: ["HWDB_SOCKET": daemon.socket, "HWDB_DATABASE": "/dev/null/none"], directory: directory.url.path)
      #expect(result.status == 0, "\(example): \(result)")
      #expect(try daemon.client().call("database.info") == before, "\(example) changed the daemon's library")
      #expect(try events() != first || !changing.contains { example.hasPrefix($0) }, "\(example) changed nothing")
    }
  }

  @Test func `exits with 1 and one line of error if its output cannot be written`() throws {
    // Pages go to files, which `Output that cannot be written` tests. Never name a device as a file here: a bug in the
    // program could replace the device by a file, for the whole machine.
    let toFiles = ["scenario report", "picture", "learner export", "overview", "app serve"]
    for example in try examples(oneIn: 12, where: { !$0.hasPrefix("daemon") && !toFiles.contains($0) }) {
      let words = try words(of: example)
      let (directory, database) = try setUp()
      let filled = try words.flatMap { try fill($0, in: words, database) }
      let result = try run(
        "/bin/bash", ["-c", "exec \"$@\" > /dev/full", "bash", ThisPackage.binary("hwdb")] + filled,
        environment: ["HWDB_DATABASE": database, "TZ": "UTC"], directory: directory.url.path)
      #expect(result.status == 1, "\(example): \(result)")
      #expect(
        result.errors.contains(" cannot be written (No space left on device): free some space, or "), "\(example)")
      #expect(result.problems.count == 1, "\(example): \(result.errors)")
    }
  }

  /// Copies a database that has something of everything, for one command.
  private func setUp() throws -> (TemporaryDirectory, database: String) {
    let directory = TemporaryDirectory()
    for name in try FileManager.default.contentsOfDirectory(atPath: prepared.url.path) {
      try FileManager.default.copyItem(atPath: prepared.path(name), toPath: directory.path(name))
    }
    return (directory, directory.path("x.database"))
  }

  /// Returns the examples of a share of the commands. Every command in the table has an example, which shows that
  /// command and no other.
  private func examples(oneIn share: Int, where isWanted: (String) -> Bool) throws -> [String] {
    let names = try Terminal().commandNames().filter(isWanted)
    return try Sampling.part(names, oneIn: share).map { name in
      let help = try run(ThisPackage.binary("hwdb"), ["help"] + name.split(separator: " ").map(String.init)).output
      let example = try #require(help.components(separatedBy: "\nExample:\n  hwdb ").last)
      #expect(example.hasPrefix(name), "\(example) is no example of \(name)")
      return example.trimmingCharacters(in: .newlines)
    }
  }

  /// Splits an example like a shell: quotes hold words together.
  private func words(of example: String) throws -> [String] {
    example.components(separatedBy: "\"").enumerated().flatMap { index, part in
      index % 2 == 1 ? [part] : part.split(separator: " ").map(String.init)
    }
  }

  private let prepared: TemporaryDirectory

  /// Creates the files that examples name, and a deletion that can be undone.
  init() throws {
    prepared = TemporaryDirectory()
    let database = prepared.path("x.database")
    try Fixture.write(to: database)
    try FileManager.default.copyItem(
      at: ThisPackage.root.appending(path: "Examples/quizzes/fractions.json"),
      to: prepared.url.appending(path: "fractions.json"))
    try Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]).write(to: prepared.url.appending(path: "page.png"))
    for words in [
      ["database", "backup", prepared.path("monday.sqlite")],
      ["edit", try id(of: "La Côte d'Azur", database), "--image", prepared.path("page.png")],
      ["delete", try id(of: "Photosynthesis", database), "--yes"],
      ["learner", "add", "Eve"], ["attempt", "start", try id(of: "Fractions", database), "--learner", "Eve"],
      ["learner", "export", "Eve", "-o", prepared.path("ben.json")], ["learner", "erase", "Eve", "--yes", "Eve"],
    ] {
      let result = try run(ThisPackage.binary("hwdb"), ["--database", database] + words)
      try #require(result.status == 0, "\(words): \(result)")
    }
  }

  /// Replaces an id that an example makes up: by an attempt in progress if the command wants one, otherwise by its
  /// homework.
  private func fill(_ word: String, in words: [String], _ database: String) throws -> [String] {
    // Expand a pattern like a shell, but only to two files: another test runs all of them.
    if word.hasSuffix("/*.scenario") {
      let folder = ThisPackage.root.appending(path: String(word.dropLast("/*.scenario".count))).path
      return try FileManager.default.contentsOfDirectory(atPath: folder).sorted().prefix(2)
        .map { "\(folder)/\($0)" }
    }
    if word.hasPrefix("Examples/") {
      let path = ThisPackage.root.appending(path: word).path
      return [word.hasSuffix(".py") ? "'\(path)'" : path]  // A program is a line for a shell.
    }
    if word.hasPrefix("/media/") { return ["stick.sqlite"] }
    guard word == "3f2a91bc" else { return [word] }
    let isOfAttempt = words[0] == "attempt" && !["start", "resume", "list"].contains(words[1])
    let isFresh = ["start", "set", "generation"].contains(words.count > 1 ? words[1] : "")
    guard isOfAttempt else { return [try id(of: isFresh ? "Fractions" : "La Côte d'Azur", database)] }
    if words[1] == "extend" {
      let start = ["attempt", "start", try id(of: "Fractions", database), "--time-limit", "1h"]
      _ = try run(ThisPackage.binary("hwdb"), start + ["--database", database])
    }
    let list = try run(
      ThisPackage.binary("hwdb"), ["attempt", "list", "--state", "inProgress", "--database", database]
    ).output
    let attempt = String(list.prefix(8))
    // Finishing requires every question to be settled.
    for _ in 0..<10 where words[1] == "finish" {
      _ = try run(ThisPackage.binary("hwdb"), ["attempt", "skip", attempt, "--database", database])
    }
    return [attempt]
  }

  private func id(of title: String, _ database: String) throws -> String {
    let list = try run(ThisPackage.binary("hwdb"), ["list", "--database", database]).output
    return String(try #require(list.split(separator: "\n").first { $0.contains(title) }).prefix(8))
  }

  /// Returns the text without changing parts: generated ids, and times.
  private func steady(_ text: String) -> String {
    text.replacing(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/, with: "ID")
      .replacing(/\b[0-9a-f]{8}\b/, with: "SHORT").replacing(/20\d\d-\d\d-\d\dT[0-9:.]+Z/, with: "TIME")
      .replacing(/\d+ \w+ \d{4} at \d+:\d+.[AP]M/, with: "TIME").replacing(/pid"?:? ?\d+/, with: "PID")
      .replacing(/"seconds":[0-9.e-]+/, with: "SECONDS")
      .replacing(/[A-HJ-NP-Z2-9]{6}(?=  until|","until)/, with: "CODE")
      // A program killed while reporting a save may or may not have reported the cue and its duration.
      .replacing(/"suppressed","durationMs":\d+/, with: "SUPPRESSED")
      .replacing(/"changed":\[[^\]]*\],"during":"answer","event":"kill"/, with: "KILL")
      .replacing(/hwdb-[A-Za-z0-9.-]+/, with: "TEMPORARY").replacing(/\b\d+ (B|KiB|MiB)\b/, with: "SIZE")
      .replacing(/"(log|file|free)Bytes":\d+/, with: "BYTES")
  }
}

import Foundation
import HomeworkModel
import HomeworkTestKit
import Testing

/// Whatever a path leads to, a command that reads it ends soon, with little memory and a line that helps.
@Suite struct `A file that cannot be read` {
  private static let kinds: [(name: String, words: String)] =
    [
      ("/dev/zero", "is a device, not a regular file: give another path"), ("pipe", "is a pipe, not a regular file: "),
      ("sparse", "has 1073741824 bytes, but at most "), ("folder", "is a directory: give a file"),
      ("none", "does not exist: check the path"),
    ] + (Machine.isRoot ? [] : [("secret", "cannot be read (Permission denied): check that it is a file")])

  /// The commands, in which FILE is the file, or the script that names it.
  private static let reading = [
    "import FILE", "add T --quiz FILE", "add T --text FILE", "add T --image FILE", "edit Rivers --text FILE",
    "edit Rivers --image FILE", "quiz set Rivers FILE", "quiz edit Rivers 1 --add FILE", "learner import FILE",
    "scenario check FILE", "scenario run FILE", "scenario explore FILE", "scenario trace FILE", "scenario report FILE",
    "scenario check --fix FILE", "scenario run good.scenario --known-failures FILE",
    "scenario explore good.scenario --known-failures FILE --fix", "scenario run good.scenario --animations FILE",
    "scenario check good.scenario --animations FILE", "motion check FILE", "motion list --animations FILE",
    "motion show A1 --animations FILE",
  ]
  private static let withScript = ["scenario check", "scenario run", "scenario explore", "scenario trace"]
  /// SQLite reads these.
  private static let opening = ["database restore FILE --yes", "sync FILE", "list --database FILE"]

  private struct Ended {
    let seconds: Double, megabytes: Int, status: Int, errors: String
  }

  /// Runs the commands one after the other, with this standard input.
  private func ended(
    _ commands: [String], in directory: TemporaryDirectory, input: String = "/dev/null"
  ) throws -> [Ended] {
    let script = """
      import json, os, subprocess, sys, time
      for command in sys.argv[2:]:
        start = time.monotonic()
        child = subprocess.Popen([sys.argv[1]] + command.split(), stdin=open('\(input)'), stdout=subprocess.DEVNULL,
          stderr=open('errors', 'w'))
        while True:
          pid, status, usage = os.wait4(child.pid, os.WNOHANG)
          if pid: break
          if time.monotonic() > start + 10: child.kill()
          time.sleep(0.005)
        print(json.dumps([time.monotonic() - start, usage.ru_maxrss // 1024, status, open('errors').read()]))
      """
    let result = try run(
      "/usr/bin/env", ["python3", "-c", script, ThisPackage.binary("hwdb")] + commands,
      environment: ["HWDB_DATABASE": directory.path("x.sqlite")], directory: directory.url.path, seconds: 300)
    try #require(result.status == 0, "\(result)")
    return try result.output.split(separator: "\n").map { line in
      let values = try #require(JSONValue(parsing: line.utf8).array)
      return Ended(
        seconds: values[0].number ?? 0, megabytes: values[1].int ?? 0, status: values[2].int ?? 0,
        errors: values[3].string ?? "")
    }
  }

  private func check(_ ended: Ended, _ command: String, _ words: [String]) {
    let lines = ended.errors.split(separator: "\n").filter { !$0.hasPrefix("usage: ") }
    #expect(ended.status != 0 && lines.count == 1, "\(command): \(ended)")
    for word in words { #expect(ended.errors.contains(word), "\(command): \(ended)") }
    #expect(ended.seconds < 5 && ended.megabytes <= 150, "\(command): \(ended)")
  }

  private func prepared() throws -> TemporaryDirectory {
    let directory = TemporaryDirectory()
    try directory.write(#"{"topic": "Rivers", "questions": [{"type": "card", "question": "q", "back": "b"}]}"#, to: "q")
    try directory.write("scenario \"good\"\n quiz mcq 1\n start\n", to: "good.scenario")
    try #require(ended(["import q"], in: directory)[0].status == 0)
    try #require(mkfifo(directory.path("pipe"), 0o600) == 0)
    try directory.write("", to: "sparse")
    try #require(truncate(directory.path("sparse"), 1 << 30) == 0)
    try FileManager.default.createDirectory(atPath: directory.path("folder"), withIntermediateDirectories: false)
    try directory.write("x", to: "secret")
    try #require(chmod(directory.path("secret"), 0) == 0)
    return directory
  }

  @Test func `is named with the problem and what to do, in each command`() throws {
    let directory = try prepared()
    for (file, words) in Self.kinds {
      let commands = Self.reading.filter { command in
        // A folder's scripts are run, a new file of known failures is made.
        !(file == "folder" && command.hasPrefix("scenario") && !command.contains("good"))
          && !(file == "none" && command.hasSuffix("known-failures FILE --fix"))
      }.map { $0.replacing("FILE", with: file) }
      for (command, ended) in zip(commands, try ended(commands, in: directory)) {
        check(ended, command, [file, words])
      }
      let opening = Self.opening.map { $0.replacing("FILE", with: file) }.filter { $0 != "sync none" }
      for (command, ended) in zip(opening, try ended(opening, in: directory)) { check(ended, command, [file]) }
    }
  }

  @Test func `is named with the problem and what to do, in a script`() throws {
    let directory = try prepared()
    for (file, words) in Self.kinds {
      for setting in ["quiz", "animations"] {
        try directory.write("scenario \"a\"\n \(setting) \"\(file)\"\n start\n", to: "x.scenario")
        let commands = Self.withScript.map { "\($0) x.scenario" }
        for (command, ended) in zip(commands, try ended(commands, in: directory)) {
          let isMissing = file == "none"
          let problem = isMissing ? "cannot be read: check its path" : "x.scenario: \(file) \(words)"
          check(ended, "\(command), \(setting)", [isMissing ? "x.scenario:2:" : file, problem])
        }
      }
    }
  }

  /// For a pipe, the advice is standard input, if the command can read it.
  @Test func `may be a pipe as standard input, of limited length`() throws {
    let directory = try prepared()
    let commands = Self.reading.filter {
      !$0.contains("--image") && !$0.contains("--fix") && !$0.contains("report")
    }.map { $0.replacing("FILE", with: "-") }
    for (command, ended) in zip(commands, try ended(commands, in: directory, input: "/dev/zero")) {
      check(ended, command, ["standard input has more than ", " bytes: split it"])
    }
    #expect(try ended(["import pipe"], in: directory)[0].errors.contains("pass its content as standard input, with -"))
    #expect(try ended(["import -"], in: directory, input: directory.path("q"))[0].status == 0)
  }
}

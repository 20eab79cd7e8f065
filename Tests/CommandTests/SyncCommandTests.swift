import Foundation
import HomeworkModel
import HomeworkTestKit
import Testing

@Suite struct `hwdb sync` {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    let quiz = ThisPackage.root.appending(path: "Examples/quizzes/fractions.json").path
    try #require(hwdb("import", quiz, "--database", path("home")).status == 0)
  }

  private func path(_ name: String) -> String { directory.path("\(name).sqlite") }

  @discardableResult
  private func hwdb(_ words: String...) throws -> CommandResult {
    try run(ThisPackage.binary("hwdb"), words, environment: ["TZ": "UTC"])
  }

  private func json(_ words: String...) throws -> JSONValue {
    let result = try run(ThisPackage.binary("hwdb"), words + ["--json"], environment: ["TZ": "UTC"])
    return try JSONValue(parsing: result.output.utf8)
  }

  /// Starts an attempt and answers its first questions.
  private func play(_ name: String, answers: Int) throws {
    let homework = try #require(json("list", "--database", path(name))["items"]?.array?.first?["id"]?.string)
    let attempt = try #require(json("attempt", "start", homework, "--database", path(name))["id"]?.string)
    for _ in 0..<answers { try hwdb("attempt", "answer", attempt, "A", "--database", path(name)) }
  }

  private func answers(_ name: String) throws -> Int {
    try #require(json("attempt", "list", "--database", path(name))["items"]?.array)
      .reduce(0) { $0 + ($1["answers"]?.array?.count ?? 0) }
  }

  @Test func `makes a new file a copy, and tells what came and went`() throws {
    let first = try hwdb("sync", path("tablet"), "--database", path("home"))
    #expect(first.status == 0 && first.output == "1 assignment, 1 learner sent\n")
    try play("tablet", answers: 3)
    let rehearsed = try hwdb("sync", path("tablet"), "--database", path("home"), "--dry-run")
    #expect(rehearsed.output == "3 answers, 1 attempt received\n")
    #expect(try answers("home") == 0)
    #expect(try hwdb("sync", path("tablet"), "--database", path("home")).output == "3 answers, 1 attempt received\n")
    #expect(try answers("home") == 3)
    let again = try hwdb("sync", path("tablet"), "--database", path("home"))
    #expect(again.output == "Nothing to exchange: both copies are equal\n")
  }

  @Test func `goes through a pipe and through a daemon`() throws {
    let other = try "'\(ThisPackage.binary("hwdb"))' sync --stdio --database '\(path("tablet"))'"
    #expect(try hwdb("sync", "--via", other, "--database", path("home")).output == "1 assignment, 1 learner sent\n")
    try play("tablet", answers: 2)
    let socket = directory.path("s")
    let daemon = try RunningCommand(
      ThisPackage.binary("hwdbd"), ["--socket", socket], environment: ["HWDB_DATABASE": path("tablet")])
    for _ in 0..<500 where !FileManager.default.fileExists(atPath: socket) { usleep(10_000) }
    let result = try hwdb("sync", "--socket", socket, "--database", path("home"))
    #expect(result.output == "2 answers, 1 attempt received\n" && result.status == 0)
    #expect(daemon.stop() == 0)
  }

  @Test func `refuses what is no copy with one line`() throws {
    try hwdb("add", "other", "--database", path("other"))
    let other = try hwdb("sync", path("other"), "--database", path("home"))
    #expect(other.status == 4 && other.errors.contains("is no copy of this library"))
    try FileManager.default.copyItem(atPath: path("home"), toPath: path("copied"))
    let copied = try hwdb("sync", path("copied"), "--database", path("home"))
    #expect(copied.status == 1 && copied.errors.contains("have written as the same copy"))
    for via in ["true", "echo nonsense", "cat"] {
      let broken = try hwdb("sync", "--via", via, "--database", path("home"))
      #expect(broken.status != 0 && broken.errors.split(separator: "\n").count == 1, "\(via): \(broken)")
    }
    #expect(try hwdb("sync", "--database", path("home")).status == 2)
    #expect(try hwdb("sync", path("a"), "--via", "true", "--database", path("home")).status == 2)
  }

  /// Exchanges of real processes, killed at random instants: none stuck, none lost, none twice. $HWDB_KILLS of them.
  @Test func `continues after a kill`() throws {
    try hwdb("sync", path("tablet"), "--database", path("home"))
    let kills = ProcessInfo.processInfo.environment["HWDB_KILLS"].flatMap(Int.init) ?? 10
    var (given, killed) = (0, 0)
    for round in 0..<kills {
      for name in ["home", "tablet"] where round % 2 == 0 {
        try play(name, answers: 2)
        given += 2
        let attempt = try #require(
          json("attempt", "list", "--state", "inProgress", "--database", path(name))["items"]?.array?
            .first { $0["home"] == nil }?["id"]?.string)
        try hwdb("attempt", "abandon", attempt, "--yes", "--database", path(name))
      }
      let sync = try RunningCommand(
        ThisPackage.binary("hwdb"), ["sync", path("tablet"), "--database", path("home")], environment: [:])
      usleep(UInt32.random(in: 0..<40_000))
      if sync.stop(SIGKILL) == SIGKILL { killed += 1 }
    }
    #expect(killed > 0)
    #expect(try hwdb("sync", path("tablet"), "--database", path("home")).status == 0)
    #expect(try answers("home") == given)
    #expect(try answers("tablet") == given)
    let again = try hwdb("sync", path("tablet"), "--database", path("home"))
    #expect(again.output == "Nothing to exchange: both copies are equal\n")
    for name in ["home", "tablet"] { #expect(try hwdb("database", "check", "--database", path(name)).status == 0) }
  }
}

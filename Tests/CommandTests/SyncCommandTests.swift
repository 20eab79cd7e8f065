import Foundation
import HomeworkModel
import HomeworkStore
import HomeworkTestKit
import Testing

@Suite struct `hwdb sync` {
  private let directory = TemporaryDirectory()

  init() throws {
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

  @Test func `names the edits that were lost`() throws {
    try hwdb("sync", path("tablet"), "--database", path("home"))
    for (name, title) in [("home", "Halves"), ("tablet", "Thirds\u{1B}[2J")] {
      let id = try #require(json("list", "--database", path(name))["items"]?.array?.first?["id"]?.string)
      try hwdb("edit", id, "--title", title, "--database", path(name))
    }
    let result = try hwdb("sync", path("tablet"), "--database", path("home"))
    // Text from another copy cannot control the terminal.
    #expect(result.output.hasPrefix("1 edit received, 1 of yours replaced: title of Thirds"), "\(result)")
    #expect(!result.output.contains("\u{1B}"))
  }

  @Test func `goes through a pipe and through a daemon`() throws {
    let other = try "'\(ThisPackage.binary("hwdb"))' sync --stdio --database '\(path("tablet"))'"
    #expect(try hwdb("sync", "--via", other, "--database", path("home")).output == "1 assignment, 1 learner sent\n")
    try play("tablet", answers: 2)
    let socket = directory.path("s")
    let daemon = try RunningCommand(
      ThisPackage.binary("hwdbd"), ["--socket", socket], environment: ["HWDB_DATABASE": path("tablet")])
    waitWhile { !FileManager.default.fileExists(atPath: socket) }
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
      #expect(broken.status != 0 && broken.problems.count == 1, "\(via): \(broken)")
    }
    #expect(try hwdb("sync", "--database", path("home")).status == 2)
    #expect(try hwdb("sync", path("a"), "--via", "true", "--database", path("home")).status == 2)
  }

  /// Exchanges of real processes, killed at random instants: none stuck, none lost, none twice. $HWDB_KILLS of them, a
  /// hundred with each pair of copies.
  @Test func `continues after a kill`() throws {
    let kills = ProcessInfo.processInfo.environment["HWDB_KILLS"].flatMap(Int.init) ?? 10
    var (left, killed) = (kills, 0)
    while left > 0 {
      killed += try KilledExchanges(directory.path("\(left)"), path("home")).play(min(left, 100))
      left -= 100
    }
    #expect(killed > 0)
  }
}

/// Two copies that are played on, and whose exchanges are killed.
private struct KilledExchanges {
  private let (home, tablet): (String, String)
  /// The time that an exchange takes, in microseconds.
  private var exchangeUs: UInt32 = 0

  /// - Parameters:
  ///   - name: the beginning of the copies' paths.
  ///   - library: the library that they are copies of.
  init(_ name: String, _ library: String) throws {
    (home, tablet) = ("\(name)-home.sqlite", "\(name)-tablet.sqlite")
    for path in [home, tablet] { #expect(try exchange(path, library).status == 0) }
    let time = try ContinuousClock().measure { _ = try exchange(tablet, home) }
    exchangeUs = UInt32(time / .microseconds(1))
  }

  private func exchange(_ path: String, _ other: String) throws -> CommandResult {
    try run(ThisPackage.binary("hwdb"), ["sync", path, "--database", other])
  }

  /// Returns how many of the exchanges were killed before they had ended.
  func play(_ exchanges: Int) throws -> Int {
    var (settled, killed) = (Set<String>(), 0)
    for round in 0..<exchanges {
      for path in [home, tablet] where round % 2 == 0 {
        settled.formUnion(try played(path, isFinished: round % 4 == 0))
      }
      let sync = try RunningCommand(ThisPackage.binary("hwdb"), ["sync", tablet, "--database", home])
      usleep(UInt32.random(in: 0..<2 * exchangeUs))
      if sync.stop(SIGKILL) == SIGKILL { killed += 1 }
    }
    let last = try exchange(tablet, home)
    #expect(last.status == 0, "\(last)")
    #expect(try exchange(tablet, home).output == "Nothing to exchange: both copies are equal\n")
    var facts: [[String: JSONValue]] = []
    for path in [home, tablet] {
      let store = try Store.openAndWait(path: path)
      #expect(try answers(store).sorted() == settled.sorted(), "\(path)")
      facts.append(try store.readAndWait { try $0.shared() })
      #expect(try store.checkAndWait() == [])
    }
    #expect(facts[0] == facts[1])
    return killed
  }

  /// Plays an attempt, and returns its answers.
  private func played(_ path: String, isFinished: Bool) throws -> [String] {
    let store = try Store.openAndWait(path: path)
    return try store.writeAndWait { tx in
      let attempt = try tx.startAttempt(try #require(tx.homeworkList().items.first).id)
      let count = isFinished ? attempt.questionCount : 2
      for _ in 0..<count { _ = try tx.settle(.skip, in: attempt.id) }
      if isFinished { _ = try tx.finishAttempt(attempt.id) } else { _ = try tx.abandonAttempt(attempt.id) }
      return (0..<count).map { "\(attempt.id) \($0)" }
    }
  }

  private func answers(_ store: Store) throws -> [String] {
    try store.readAndWait { tx in
      var (found, next) = ([String](), String?.none)
      repeat {
        let page = try tx.attemptList(limit: 500, after: next)
        found += page.items.flatMap { attempt in attempt.answers.map { "\(attempt.id) \($0.index)" } }
        next = page.next
      } while next != nil
      return found
    }
  }
}

import Foundation
import HomeworkModel
import HomeworkStore
import HomeworkTestKit
import Testing

/// Wrong lines of another copy, or of the transport: each is refused with one line, and nothing is half done.
@Suite struct `hwdb sync refuses` {
  private let directory = TemporaryDirectory()
  /// The tablet's hello, and two parts that home lacks: an attempt of two answers each.
  private let hello: JSONValue, parts: [JSONValue]

  init() throws {
    let (home, tablet) = (directory.path("home.sqlite"), directory.path("tablet.sqlite"))
    let store = try Store.openAndWait(path: home)
    let quiz = QuizDraft(questions: [QuestionDraft(prompt: "1 + 1?", body: .mcq(options: ["2", "3"], correctIndex: 0))])
    try store.writeAndWait { tx in
      _ = try tx.addHomework(HomeworkDraft(title: "Sums", quiz: quiz))
      _ = try tx.addLearner("Ada")
    }
    try #require(run(ThisPackage.binary("hwdb"), ["sync", tablet, "--database", home]).status == 0)
    var known = try store.readAndWait { try $0.syncHello().known.mapValues(\.time) }
    let other = try Store.openAndWait(path: tablet)
    parts = try (0..<2).map { _ in
      try other.writeAndWait { tx in
        let attempt = try tx.startAttempt(try #require(tx.homeworkList().items.first).id)
        _ = try tx.settle(.choice(0), in: attempt.id)
        _ = try tx.finishAttempt(attempt.id)
      }
      let part = try #require(try other.readAndWait { try $0.syncPart(after: known) })
      known.add(part)
      return part.json
    }
    let said = try run(
      ThisPackage.binary("hwdb"), ["sync", "--stdio", "--database", tablet], input: #"{"sync.hello":null}"# + "\n")
    hello = try JSONValue(parsing: said.output.utf8)
  }

  @discardableResult
  private func hwdb(_ words: String...) throws -> CommandResult { try run(ThisPackage.binary("hwdb"), words) }

  private func home<Result>(_ body: (ReadTransaction) throws -> Result) throws -> Result {
    try Store.openAndWait(path: directory.path("home.sqlite")).readAndWait(body)
  }

  /// Exchanges with a copy that answers any request with these lines.
  private func exchange(_ lines: [String]) throws -> CommandResult {
    try directory.write(lines.map { $0 + "\n" }.joined(), to: "lines")
    let via = "cat '\(directory.path("lines"))'; cat > /dev/null"
    return try hwdb("sync", "--via", via, "--database", directory.path("home.sqlite"))
  }

  private func text(_ json: JSONValue) -> String { String(decoding: json.encoded(), as: UTF8.self) }

  private func expectRefused(
    _ lines: [String], _ words: String, status: Int32 = 1, _ location: SourceLocation = #_sourceLocation
  ) throws {
    let before = try home { try ($0.shared(), $0.syncHello()) }
    let result = try exchange(lines)
    #expect(result.status == status && result.output.isEmpty, "\(result)", sourceLocation: location)
    #expect(result.errors.contains(words), "\(result.errors)", sourceLocation: location)
    #expect(result.problems.count == 1, "\(result.errors)", sourceLocation: location)
    let after = try home { try ($0.shared(), $0.syncHello()) }
    #expect(before == after, sourceLocation: location)
  }

  @Test func `parts out of order, cut or changed`() throws {
    let (first, second) = (text(["sync.part": parts[0]]), text(["sync.part": parts[1]]))
    try expectRefused([text(hello), second], "a part before this one is missing")
    try expectRefused([text(hello), String(first.prefix(first.count / 2))], "did not answer like hwdb sync --stdio")
    let changed = first.replacing("\"outcome\":\"correct\"", with: "\"outcome\":\"skipped\"")
    #expect(changed != first)
    try expectRefused([text(hello), changed], "was cut or changed on its way")
    // It goes on from there.
    let done = text(["sync.done": [:]])
    #expect(
      try exchange([text(hello), first, second, done, done]).output == "2 answers, 2 attempts, 1 edit received\n")
  }

  @Test func `nothing of a part that comes twice, and counts it once`() throws {
    let (first, done) = (text(["sync.part": parts[0]]), text(["sync.done": [:]]))
    let twice = try exchange([text(hello), first, first, done, done])
    #expect(twice.status == 0 && twice.output == "1 answer, 1 attempt, 1 edit received\n", "\(twice)")
    #expect(try home { try $0.attemptList().items.map(\.answers.count) } == [1])
    #expect(try home { try $0.earned().finishedAttempts } == 1)
  }

  @Test func `changes at a time that no counter can have reached`() throws {
    let part = try #require(SyncPart(parts[0]))
    for time in [-1, HybridTime.limits.upperBound + HybridTime.largestStep + 1, .max] {
      let changes = part.changes.map { change in
        SyncChange(
          time: time, copyId: change.copyId, kind: change.kind, entity: change.entity, part: change.part,
          value: change.value)
      }
      let late = SyncPart(after: part.after, changes: changes)
      try expectRefused([text(hello), text(["sync.part": late.json])], "which no copy can have reached")
    }
  }

  @Test func `another schema`() throws {
    let newer = text(hello).replacing(
      "\"schema\":\(ReadTransaction.schema)", with: "\"schema\":\(ReadTransaction.schema + 1)")
    #expect(newer != text(hello))
    try expectRefused([newer], "is of version \(ReadTransaction.schema + 1)", status: 5)
  }

  @Test func `an erased learner who comes back`() throws {
    let (home, tablet) = (directory.path("home.sqlite"), directory.path("tablet.sqlite"))
    try #require(hwdb("learner", "erase", "Ada", "--yes", "Ada", "--database", home).status == 0)
    try #require(hwdb("learner", "edit", "Ada", "--name", "Ada L.", "--database", tablet).status == 0)
    try #require(hwdb("attempt", "start", "Sums", "--learner", "Ada L.", "--database", tablet).status == 0)
    try #require(hwdb("sync", tablet, "--database", home).status == 0)
    for path in [home, tablet] {
      #expect(try !hwdb("learner", "list", "--database", path).output.contains("Ada"))
    }
    #expect(try hwdb("sync", tablet, "--database", home).output == "Nothing to exchange: both copies are equal\n")
  }
}

import Foundation
import HomeworkTestKit
import Testing

private let found = ThisPackage.root.appendingPathComponent("Tests/SimulatorTests/Found").path

private func simulate(_ arguments: [String], seconds: Double = 60) throws -> CommandResult {
  try run(ThisPackage.binary("hwdb-torture"), ["simulate"] + arguments, seconds: seconds)
}

@Suite struct `A library in which everything meets everything` {
  /// Each in a process of its own, which prints what is new besides the stories in `Found`.
  @Test(arguments: 0..<4) func `breaks no sentence that no story is kept of`(shard: Int) throws {
    let result = try simulate(["--known", found, "--seed", "\(shard * 1000 + 1)", "--steps", "900"])
    #expect(result.status == 0 && result.output.contains(" steps, "), "\(result.output)\(result.errors)")
  }

  /// Another part of the space each day.
  @Test(.inTestAll) func `breaks no other sentence in ten minutes`() throws {
    let seconds = 150 * max(1, Sampling.factor)
    let result = try simulate(
      ["--known", found, "--seed", "\(Sampling.seed * 1_000_000)", "--seconds", "\(seconds)"],
      seconds: Double(seconds) * 2)
    #expect(result.status == 0 && result.output.contains(" steps, "), "\(result.output)\(result.errors)")
  }

  /// Without disks that fail and programs that write to a file, which a server does not have.
  @Test(.onPostgres) func `breaks no other sentence on PostgreSQL`() throws {
    let address = try PostgresServer.shared().createDatabase()
    let result = try run(
      ThisPackage.binary("hwdb-torture"),
      ["simulate", "--engine", "postgres", "--known", found, "--seed", "1", "--steps", "900"],
      environment: ["HWDB_DATABASE": address], seconds: 300)
    #expect(result.status == 0 && result.output.contains(" steps, "), "\(result.output)\(result.errors)")
  }

  @Test(.onPostgres) func `finds nothing sound on a server that cannot be reached`() throws {
    let result = try run(
      ThisPackage.binary("hwdb-torture"), ["simulate", "--engine", "postgres", "--seed", "1", "--seconds", "5"],
      environment: ["HWDB_DATABASE": "postgresql:///none?host=/nowhere"], seconds: 60)
    #expect(result.status == 2 && result.output.contains("cannot be reached"), "\(result.output)")
  }

  private static let stories = try? FileManager.default.contentsOfDirectory(atPath: found)
    .filter { $0.hasSuffix(".steps") }.sorted()

  /// Once a fault is mended, its story loses the lines that begin with `# kind:`.
  @Test(arguments: try #require(stories)) func `breaks the sentence of each story until it is mended, and never after`(
    story: String
  ) throws {
    let text = try String(contentsOfFile: "\(found)/\(story)", encoding: .utf8)
    let kinds = text.split(separator: "\n").filter { $0.hasPrefix("# kind: ") }.map { $0.dropFirst(8) }
    let sentence = text.prefix { $0 != "\n" }
    let result = try simulate(["--replay", "\(found)/\(story)"])
    guard !kinds.isEmpty else {
      #expect(result.status == 0, "\(sentence): \(result.output)\(result.errors)")
      return
    }
    withKnownIssue("\(sentence)") { #expect(result.status == 0) }
    // What led to it is part of its kind, the last step is not.
    let broken = result.output.split(separator: "\n").dropLast().last.map { $0.split(separator: " / ").prefix(3) }
    let isIt = kinds.contains { kind in
      result.status > 1
        ? kind.hasPrefix("No process ends by itself") : kind.split(separator: " / ").prefix(3) == broken
    }
    #expect(isIt, "\(result.output)\(result.errors)")
  }

  /// By the sentence that the mistake breaks and its topic, so that nothing else is taken for it.
  @Test(
    .inTestAll,
    arguments: [
      ("lostParent", "Copies that have exchanged everything are equal / a part is"),
      ("untimedField", "Reads show what was done / note"),
      ("revisionByNumber", "Reads show what was done / quiz"),
      ("doubleCredit", "Reads show what was done / finished"),
      ("undoWithoutPicture", "Reads show what was done / picture"),
      ("erasedNameKept", "No byte of an erased learner is left"),
      ("lateRefusal", "A refusal changes nothing / extend"),
      ("forgottenRequest", "What was acknowledged is there, once / a repeated"),
      ("wrongClock", "A call replies as behaviour.md says / start deadline"),
      ("lostGrading", "A learner's document gives back what it holds / cannot be"),
      ("lostAchievement", "Reads show what was done / reached"),
      ("growingFile", "No file grows without rows"),
      ("deafObserver", "An observer sees what a read shows"),
    ])
  func `is seen to break by each mistake on purpose`(mistake: String, kind: String) throws {
    var outputs: [String] = []
    for shard in 0..<60 {
      let result = try simulate(
        ["--known", found, "--planted", mistake, "--seed", "\(shard * 1000 + 1)", "--steps", "900"], seconds: 300)
      if result.output.contains("# kind: \(kind)") { return }
      outputs.append(result.output)
    }
    Issue.record("\(mistake) was not found: \(outputs)")
  }

  @Test(arguments: [
    ("x add homework=h1 title=Rivers", "line 1: \"x\" is no copy: begin the line with a, b or c"),
    ("# fine\n\na sttle attempt=t1 answer=right", "line 3: no step \"sttle\": did you mean settle?"),
    ("a settle attempt=t1 anwser=right", "line 1: no argument of settle \"anwser\": did you mean answer?"),
    ("a settle attempt=t1", "line 1: settle lacks answer=…"),
    ("a settle attempt=h1 answer=right", "line 1: attempt=h1 is not possible: give a name such as t1"),
    ("a delete homework=h1 ; sync with=b", "line 1: sync cannot share a write: give it a line of its own"),
    ("a delete homework", "line 1: \"homework\" has no value: write NAME=VALUE"),
  ])
  func `is read from a file whose mistakes are reported by line`(text: String, message: String) throws {
    let files = TemporaryDirectory()
    try files.write(text, to: "wrong.steps")
    let result = try simulate(["--replay", files.path("wrong.steps")])
    #expect(result.status == 2 && result.output == "hwdb-torture simulate: \(message)\n", "\(result.output)")
  }
}

/// A method without a step would meet nothing.
@Suite struct `Each public method that writes` {
  private static let steps = [
    "acceptAnswer(in:at:)": "accept", "startAttempt(_:_:)": "start", "settle(_:in:at:elapsedMs:)": "settle",
    "finishAttempt(_:)": "finish", "abandonAttempt(_:)": "abandon", "extendAttempt(_:byMs:)": "extend",
    "regrade(_:_:expecting:)": "regrade", "undoRegrading()": "undoRegrading", "undo()": "undo", "set(_:)": "settings",
    "startReview(for:atMost:dueBy:_:)": "review", "takeAttempt(_:)": "take", "updateHomework(_:_:)": "edit",
    "updateGeneration(_:_:)": "generate", "addHomework(_:marksFirstCapture:)": "add", "deleteHomework(_:)": "delete",
    "undoDeletion()": "undoDeletion", "completeHomework(_:)": "complete", "reopenHomework(_:)": "reopen",
    "editQuiz(_:_:expecting:)": "changeQuestion,addQuestion,removeQuestion,moveQuestion,updateQuiz",
    "setQuiz(_:for:)": "setQuiz", "importLearner(_:)": "import", "addLearner(_:)": "addLearner",
    "updateLearner(_:name:becomesDefault:)": "editLearner", "eraseLearner(_:)": "erase", "hello(_:)": "sync",
    "give(after:)": "give", "take(_:)": "giveAgain", "check(onProgress:)": "check", "vacuum()": "vacuum",
    "backup(to:onProgress:)": "backup", "restore(from:onProgress:)": "restore", "repair(onProgress:)": "repair",
    "observe(_:)": "observe",
  ]
  private static let others: Set = [
    "read(_:)", "readAndWait(_:)", "write(_:)", "writeAndWait(_:)", "events(since:)", "info()", "open(path:options:)",
    "openAndWait(path:options:)", "inMemory(options:)", "makeErrorsOfSignals()",
  ]

  /// From the module as it was built, whatever its sources look like.
  @Test func `has a step in the simulator`() throws {
    let build = try URL(fileURLWithPath: ThisPackage.binary("hwdb-torture")).deletingLastPathComponent().path
    let files = TemporaryDirectory()
    let target = try run("/usr/bin/env", ["swift", "-print-target-info"]).output
    let triple = try #require(target.firstMatch(of: /"triple": *"([^"]*)"/)?.1)
    let words = """
      swift symbolgraph-extract -module-name HomeworkStore -output-dir \(files.url.path) -minimum-access-level public \
      -skip-synthesized-members -target \(triple) -I \(build)/Modules -I Sources/C/CHomeworkSQLite \
      -Xcc -ISources/C/CHomeworkSQLiteShim/include -Xcc -fmodule-map-file=\(build)/CHomeworkSQLiteShim.build/module.modulemap \
      -Xcc -fmodule-map-file=\(build)/CHomeworkEmbedded.build/module.modulemap
      """
    let result = try run(
      "/usr/bin/env", words.split(separator: " ").map(String.init), directory: ThisPackage.root.path)
    try #require(result.status == 0, "\(result.errors)")
    let graph = try JSONDecoder().decode(
      SymbolGraph.self, from: Data(contentsOf: URL(fileURLWithPath: files.path("HomeworkStore.symbols.json"))))
    let methods = graph.symbols.filter {
      $0.kind.identifier.hasSuffix("method") && ["WriteTransaction", "Store"].contains($0.pathComponents[0])
    }.map { $0.pathComponents[1] }
    #expect(Set(methods) == Self.others.union(Self.steps.keys), "add a step to Tests/Simulator/Steps.swift")
    let known = try simulate(["--steps", "0", "--only", Self.steps.values.sorted().joined(separator: ",")])
    #expect(known.status == 0, "\(known.output)")
  }

  private struct SymbolGraph: Decodable {
    struct Symbol: Decodable {
      struct Kind: Decodable { let identifier: String }
      let kind: Kind, pathComponents: [String]
    }
    let symbols: [Symbol]
  }
}

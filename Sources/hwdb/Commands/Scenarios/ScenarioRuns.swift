import HomeworkAPI
import HomeworkModel
import HomeworkMotion
import HomeworkReports
import HomeworkScenarios
import HomeworkService
import HomeworkSystem

/// The scenarios that an invocation selects from files, folders and patterns. All or a share of them are played, once
/// or with several seeds, with as many in parallel as there are cores.
struct ScenarioRuns {
  static let options = [
    Option("filter", "WORDS", "only scenarios whose names contain all these words"),
    Option("jobs", "N", "how many to run at a time; the number of cores by default"),
    Option("shard", "K/N", "only the Kth of N shares of the scenarios"),
    Option("repeat", "N", "run each scenario N times, with different seeds"),
    Option("fail-fast", "stop at the first failure"),
  ]

  /// The options of `scenario run` and `explore`.
  static let keeping = [
    Option("known-failures", "FILE", "scenarios that may fail, each with its message"),
    Option("fix", "rewrite that file with the current failures"),
  ]

  /// Excuses known failures that occur.
  ///
  /// - Parameter names: the names of all scenarios in the files, including those not played.
  static func judgeByKnownFailures(
    _ report: RunReport, _ names: [[String]], _ invocation: Invocation
  ) throws -> RunReport {
    guard let path = invocation.value("known-failures") else {
      guard !invocation.has("fix") else { throw CommandFailure.usage("--fix needs --known-failures FILE") }
      return report
    }
    var known = KnownFailures()
    if !invocation.has("fix") || Files.exists(path) {
      do { known = try KnownFailures(InputFile.text(path, upTo: ScenarioSource.mostBytes)) } catch let mistake
        as KnownFailures.Mistake
      {
        throw CommandFailure.usage("\(path):\(mistake.line): write \"NAME\": MESSAGE, or # and a comment")
      }
    }
    guard invocation.has("fix") else {
      if let stranger = known.unknownNames(among: Set(names.joined())).first {
        throw CommandFailure.usage(
          "\(path): no scenario is named \"\(stranger)\": correct the name, or remove the line")
      }
      return known.judge(report)
    }
    let text = known.text(after: report)
    try OutputFile.write(text, to: path)
    return (try? KnownFailures(text))?.judge(report) ?? report  // it was just written
  }

  /// Returns the files, and the files in folders or matching patterns, each once.
  static func files(_ operands: [String]) throws -> [String] {
    var seen: Set<String> = []
    return try CommandFailure.gathered(operands, files(of:)).joined().filter { seen.insert($0).inserted }
  }

  private static func files(of operand: String) throws(CommandFailure) -> [String] {
    if Files.isDirectory(operand) {
      let files = Files.namesBelow(operand).filter { $0.hasSuffix(".scenario") }.sorted()
      guard !files.isEmpty else { throw .usage("\(operand) has no .scenario file: give another folder") }
      return files.map { operand.hasSuffix("/") ? operand + $0 : "\(operand)/\($0)" }
    }
    // A shell leaves an unmatched or quoted pattern to the program.
    guard !Files.exists(operand), operand.contains(where: { "*?[".contains($0) }) else { return [operand] }
    var found = glob_t()
    defer { globfree(&found) }
    guard glob(operand, 0, nil, &found) == 0 else { throw .usage("\(operand) matches no file: check the pattern") }
    return (0..<Int(found.gl_pathc)).compactMap { found.gl_pathv[$0].map { String(cString: $0) } }
  }

  /// One scenario with one seed, at its place in the report.
  private struct Turn {
    let file: Int
    let name: String
    let seed: Int?
    /// The round, from 0, if each scenario is played more than once.
    let round: Int
  }

  private let invocation: Invocation
  private let backend: Backend
  private let scripts: [ScriptPlay]
  private let turns: [Turn]
  private let jobs: Int
  /// The names of the scenarios in each file.
  let names: [[String]]

  /// Reads every script before playing any.
  init(_ invocation: Invocation, app: AppUnderTest?) throws {
    self.invocation = invocation
    let backend = try Backend(invocation, app: app)
    self.backend = backend
    let mode: KillMode? = try invocation.word("mode", as: "mode")
    let seed = try invocation.seed
    let read = try Self.readable {
      try CommandFailure.gathered(Self.files(invocation.operands)) { file in
        var script = try invocation.script(file)
        let names = try backend(Methods.scenarioCheck, script)
        (script.mode, script.seed) = (mode, seed)
        return (script, names)
      }
    }
    (scripts, names) = (read.map(\.0), read.map(\.1))
    jobs = try invocation.positive("jobs") ?? Surroundings.processors
    let rounds = try invocation.positive("repeat") ?? 1
    let words = invocation.value("filter").map { $0.lowercased().split(separator: " ").map(String.init) } ?? []
    var turns: [Turn] = []
    for (file, names) in read.map(\.1).enumerated() {
      for name in names where words.allSatisfy({ name.lowercased().contains($0) }) {
        for round in 0..<rounds {
          // The first round uses the given seed; later rounds use the following ones.
          turns.append(Turn(file: file, name: name, seed: round == 0 ? seed : (seed ?? 0) + round, round: round))
        }
      }
    }
    if turns.isEmpty {
      throw CommandFailure.usage(
        "no scenario has \"\(invocation.value("filter") ?? "")\" in its name: try other words")
    }
    let (share, shares) = try Self.shard(invocation.value("shard"))
    self.turns = turns.enumerated().filter { $0.offset % shares == share }.map(\.element)
  }

  /// Distinguishes a script that cannot be read from one that fails.
  static func readable<Result>(_ body: () throws -> Result) throws -> Result {
    do { return try body() } catch let failure as CommandFailure {
      if case .unreachable = failure { throw failure }
      throw CommandFailure.unreadable(failure)
    }
  }

  static func shard(_ text: String?) throws(CommandFailure) -> (share: Int, shares: Int) {
    guard let text else { return (0, 1) }
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let share = parts[0], let shares = parts[1], shares > 0, (1...shares).contains(share) else {
      throw .usage("--shard \(text) is not a share: write --shard 1/4")
    }
    return (share - 1, shares)
  }

  /// Plays the scenarios in parallel, and returns the results in the order of the files.
  func play() throws -> RunReport {
    let stopsAtFailure = invocation.has("fail-fast")
    let played = backend.during {
      Parts.results(
        of: chunks, jobs: jobs, onProgress: { backend.say("playing scenarios", Double($0) / Double($1)) },
        ends: { stopsAtFailure && $0.reports.contains(where: \.hasFailed) || $0.failure != nil }
      ) { chunk -> (reports: [ScenarioReport], failure: CommandFailure?) in
        do throws(CommandFailure) { return (try play(chunk), nil) } catch { return ([], error) }
      }
    }
    if let failure = played.lazy.compactMap(\.failure).first { throw failure }
    return RunReport(scenarios: played.flatMap(\.reports))
  }

  /// Groups of scenarios with the same file and seed: small enough to keep all jobs busy, and large enough not to read
  /// a file for every scenario.
  private var chunks: [ArraySlice<Turn>] {
    let most = invocation.has("fail-fast") || jobs == 1 && turns.count < 2 ? 1 : max(1, turns.count / (jobs * 8))
    var chunks: [ArraySlice<Turn>] = []
    for index in turns.indices {
      if let last = chunks.last?.last, let count = chunks.last?.count, count < most, last.file == turns[index].file,
        last.seed == turns[index].seed, last.name != turns[index].name
      {
        chunks[chunks.count - 1] = turns[(index - count)...index]
      } else {
        chunks.append(turns[index...index])
      }
    }
    return chunks
  }

  private func play(_ chunk: ArraySlice<Turn>) throws(CommandFailure) -> [ScenarioReport] {
    guard let first = chunk.first else { return [] }
    var script = scripts[first.file]
    (script.only, script.seed) = (chunk.map(\.name), first.seed)
    return try backend.callQuietly(Methods.scenarioRun, script).scenarios.map { report in
      guard first.round > 0, let seed = first.seed else { return report }
      var report = report
      report.name += ", seed \(seed)"
      return report
    }
  }
}

extension Invocation {
  /// Returns the program that `--app` names.
  func app() throws(CommandFailure) -> AppUnderTest? {
    guard let command = value("app") else {
      for name in ["like", "app-timeout", "power-loss", "disk", "states"] where has(name) {
        throw .usage("--\(name) is for a program under test: add --app COMMAND")
      }
      return nil
    }
    guard !has("mode") || value("mode") == "power-loss" else {
      throw .usage("--mode is for the built-in session: a program under test always gets a real kill, or power-loss")
    }
    if has("power-loss") || has("mode"), let problem = Strace.problem { throw .usage("a loss of power \(problem)") }
    var app = AppUnderTest(command: command)
    app.disk = try word("disk", as: "disk") ?? .posix
    if let states = try positive("states") { app.powerStates = states }
    app.like = value("like").map { ProfileName(rawValue: $0) }
    if let limit = try positive("app-timeout") { app.timeLimitMs = limit }
    app.seed = try seed.flatMap { UInt64(exactly: $0) } ?? 0
    TestedPrograms.endWithThisProcess()
    return app
  }

  func positive(_ name: String) throws(CommandFailure) -> Int? {
    guard let number = try number(name) else { return nil }
    guard number > 0, let count = Int(exactly: number) else { throw .usage("--\(name) \(number) must be 1 or more") }
    return count
  }

  var seed: Int? {
    get throws(CommandFailure) {
      guard let text = value("seed") else { return nil }
      guard let number = Int(text), number >= 0 else {
        throw .usage("--seed \(text) is not a whole number from 0: write --seed 42")
      }
      return number
    }
  }
}

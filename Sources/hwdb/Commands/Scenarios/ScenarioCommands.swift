import HomeworkAPI
import HomeworkModel
import HomeworkMotion
import HomeworkReports
import HomeworkScenarios
import HomeworkService
import HomeworkSystem

extension CommandTable {
  private static let mode = Option(
    "mode", "MODE",
    "how to kill: simulated, in memory (the default), process, in a postgresql:// database or a file, or power-loss",
    choices: ["simulated", "process", "power-loss"])
  private static let app = [
    Option("app", "COMMAND", "test this program instead of the built-in session"),
    Option(
      "like", "PROFILE", "compare every cue and state with this design; states: every state, and no cue",
      choices: AppUnderTest.comparisons.map(\.rawValue)),
    Option("app-timeout", "MS", "how long the program may take to answer; 5000 by default"),
    Option(
      "disk", "KIND", "what its disk may lose with the power: posix (the default), or ordered, as ext4",
      choices: DiskKind.allCases.map(\.rawValue)),
    Option("states", "N", "how many states of its disk to try at a moment, if there are many; 32 by default"),
  ]
  private static let strict = Option("strict", "also fail if a law was not checked, or every scenario was skipped")
  private static let runFormats = ["pretty", "json"] + RunFormat.allCases.map(\.rawValue)

  static let scenarios: [Command] = [
    Command(
      "scenario run", "FILE…", 1...Int.max,
      options: [
        mode,
        Option(
          "format", "FORMAT", "pretty (the default), json, tap, junit or svg",
          choices: runFormats),
        .profile, .animations, Option("seed", "N", "the seed of the particles, instead of the script's own"),
        Option("watch", "run again whenever a file changes"), strict,
      ] + ScenarioRuns.options + app + ScenarioRuns.keeping,
      "runs scenarios; exits with 1 if an expectation fails, with 2 if a script has a mistake",
      example: "hwdb scenario run --mode process Examples/scenarios/*.scenario"
    ) { invocation in
      guard invocation.has("watch") else {
        if let failure = try run(invocation) { throw failure }
        return
      }
      try watch(invocation) { _ = try run(invocation) }
    },
    Command(
      "scenario report", "FILE…", 1...Int.max,
      options: [
        mode, .profile, .animations,
        Option("output", "FILE", "write the page to this file, also as -o FILE; standard output by default"), strict,
      ] + ScenarioRuns.options + app,
      "runs scenarios and writes an HTML page that replays them; exits with 1 if an expectation fails",
      example: "hwdb scenario report Examples/scenarios/*.scenario -o report.html"
    ) { invocation in
      let report = try report(invocation)
      try OutputFile.write(RunFormat.html.text(of: report), invocation)
      if let failure = failure(of: report, invocation) { throw failure }
    },
    Command(
      "scenario check", "FILE…", 1...Int.max,
      options: [
        .profile, .animations, Option("fix", "rewrite each file in the canonical form"),
      ],
      "reads scenarios without playing them", example: "hwdb scenario check Examples/scenarios/*.scenario"
    ) { invocation in
      let backend = try Backend(invocation)
      let names = try CommandFailure.gathered(ScenarioRuns.files(invocation.operands)) { file in
        try backend(Methods.scenarioCheck, invocation.script(file))
      }.flatMap(\.self)
      if invocation.has("fix") { try invocation.operands.forEach(fix) }
      Output.show(names, as: Methods.scenarioCheck.result, invocation) { "\($0.count.counted("scenario")) read\n" }
    },
    Command(
      "scenario explore", "[FILE…]", 0...Int.max,
      options: [
        mode, .profile, .animations,
        Option("power-loss", "with --app: have the power fail, in place of kills"),
        Option("budget", "TIME", "how long to try losses of power in a scenario, such as 10min; 60s by default"),
        Option("kills", "N", "1 (the default), or 2 to try every pair of points too"),
        Option("sequences", "N", "try every sequence of actions up to this length"),
        Option(
          "actions", "WORD",
          "the actions in sequences: answers (the default), correct and wrong; or all, of two learners",
          choices: ["answers", "all"]),
        Option("seed", "N", "the seed for random instants in a program under test"), strict,
        Option("jobs", "N", "how many points to try at a time; the number of cores by default"),
        Option("shard", "K/N", "only the Kth of N shares of the scenarios"),
        Option(
          "format", "FORMAT", "pretty (the default), json, tap or junit", choices: ["pretty", "json", "tap", "junit"]),
      ] + app + ScenarioRuns.keeping,
      "kills scenarios at every possible point; exits with 1 if a law breaks",
      example: "hwdb scenario explore --sequences 5"
    ) { invocation in
      let sequences = try invocation.number("sequences")
      guard !invocation.operands.isEmpty || sequences != nil else {
        throw CommandFailure.usage("FILE is missing: hwdb scenario explore FILE…, or --sequences N")
      }
      let mode: KillMode? = invocation.has("power-loss") ? .powerLoss : try invocation.word("mode", as: "mode")
      guard mode == nil || !invocation.operands.isEmpty else {
        throw CommandFailure.usage("--mode needs FILE: sequences are killed in memory")
      }
      let actions: SequenceActions? = try invocation.word("actions", as: "actions")
      guard actions == nil || sequences != nil else {
        throw CommandFailure.usage("--actions needs --sequences N")
      }
      let kills = try invocation.number("kills").map { Int($0) }
      var app = try invocation.app()
      let budgetMs = try invocation.milliseconds("budget")
      if mode == .powerLoss { app?.budgetMs = budgetMs ?? 60_000 }
      guard mode == .powerLoss && app != nil || budgetMs == nil else {
        throw CommandFailure.usage("--budget is for losses of power: add --app COMMAND --power-loss")
      }
      let backend = try Backend(invocation, app: app)
      let scripts = try ScenarioRuns.readable {
        try CommandFailure.gathered(ScenarioRuns.files(invocation.operands)) { file in
          let script = try invocation.script(file)
          return (script, try backend(Methods.scenarioCheck, script))
        }
      }
      let (share, shares) = try ScenarioRuns.shard(invocation.value("shard"))
      let jobs = try invocation.positive("jobs")
      var (reports, number): ([ExplorationReport], Int) = ([], 0)
      if let sequences {
        reports.append(
          try backend(
            Methods.scenarioExplore,
            ExploreScriptParams {
              ($0.sequences, $0.actions) = (Int(sequences), actions)
            })
        )
      }
      reports += try backend.each(scripts, "exploring script") { script, names in
        var exploring = ExploreScriptParams {
          ($0.text, $0.name, $0.files, $0.animations) = (script.text, script.name, script.files, script.animations)
          ($0.profile, $0.mode, $0.kills) = (script.profile, mode, kills)
        }
        let chosen = names.enumerated().filter { (number + $0.offset) % shares == share }.map(\.element)
        number += names.count
        (exploring.only, exploring.jobs) = (chosen.count == names.count ? nil : chosen, jobs)
        guard !chosen.isEmpty else { return ExplorationReport(scenarios: [], sequences: nil) }
        return try backend(Methods.scenarioExplore, exploring)
      }
      let merged = ExplorationReport(
        scenarios: reports.flatMap { $0.scenarios ?? [] }, sequences: reports.lazy.compactMap(\.sequences).first)
      let played = merged.scenarios ?? []
      let judged = try ScenarioRuns.judgeByKnownFailures(
        RunReport(scenarios: played.map(\.report)), scripts.map(\.1), invocation)
      let format = invocation.value("format")
      if let format = format.flatMap(RunFormat.init) {
        Output.write(format.text(of: judged))
      } else {
        Output.show(merged, as: Shapes.exploration, invocation, asJSON: format == "json", isAskedFor: true) {
          TextOutput.explored($0, invocation.outputStyle)
            + zip(played, judged.scenarios).filter { $0.report != $1 }.map { _, judged in
              "\(printable(judged.name)): "
                + printable(judged.knownFailure.map { "known to fail: \($0)" } ?? judged.failures.first?.found ?? "")
                + "\n"
            }.joined()
        }
      }
      if let failure = failure(of: judged, invocation) { throw failure }
      if merged.sequences?.violation != nil { throw CommandFailure.reported }
    },
    Command(
      "scenario trace", "FILE", 1...1,
      options: [
        mode, .profile, .animations,
        Option(
          "format", "FORMAT", "pretty (the default), json or svg",
          choices: ["pretty", "json", "svg"]),
      ] + app,
      "prints what happened as a timeline; exits with 1 if an action fails unexpectedly",
      example: "hwdb scenario trace Examples/scenarios/killed-twice.scenario"
    ) { invocation in
      let app = try invocation.app()
      let backend = try Backend(invocation, app: app)
      var script = try ScenarioRuns.readable {
        let script = try invocation.script(invocation.operands[0])
        _ = try backend(Methods.scenarioCheck, script)
        return script
      }
      script.mode = try invocation.word("mode", as: "mode")
      let trace = try backend(Methods.scenarioTrace, script)
      if invocation.value("format") == "svg" {
        Output.write(RunFormat.svg.text(of: trace))
      } else {
        Output.show(
          trace, as: Shapes.run, invocation, asJSON: invocation.value("format") == "json", isAskedFor: true
        ) {
          invocation.outputStyle.report($0.scenarios.map(TraceReport.text).joined(separator: "\n"))
        }
      }
      if let failure = failure(of: trace, invocation) { throw failure }
    },
  ]

  /// Plays every script.
  private static func report(_ invocation: Invocation) throws -> RunReport {
    let runs = try ScenarioRuns(invocation, app: invocation.app())
    return try ScenarioRuns.judgeByKnownFailures(runs.play(), runs.names, invocation)
  }

  /// Returns the failure with which a run ends; `nil` for success.
  private static func failure(of report: RunReport, _ invocation: Invocation) -> CommandFailure? {
    if report.scenarios.contains(where: { $0.isScriptError && $0.knownFailure == nil }) { return .mistaken }
    if report.isUnanswered { return .unanswered }
    if report.failed > 0 { return .reported }
    guard invocation.has("strict"), let unchecked = report.unchecked else { return nil }
    return .unchecked("nothing failed, but --strict does not accept what was not checked: \(unchecked)")
  }

  private static func run(_ invocation: Invocation) throws -> CommandFailure? {
    let report = try report(invocation)
    if let format = invocation.value("format").flatMap(RunFormat.init) {
      Output.write(format.text(of: report))
    } else {
      Output.show(
        report, as: Shapes.run, invocation, asJSON: invocation.value("format") == "json", isAskedFor: true
      ) { invocation.outputStyle.report(PrettyReport.text(of: $0)) }
    }
    return failure(of: report, invocation)
  }

  /// Runs `body` at once, and again whenever one of the files changes, until the program is ended.
  private static func watch(_ invocation: Invocation, _ body: () throws -> Void) throws {
    let files = try ScenarioRuns.files(invocation.operands)
    guard !files.contains("-") else {
      throw CommandFailure.usage("standard input cannot be watched: give a file")
    }
    // Of the program under test, watch the files that its command names.
    let program = (invocation.value("app") ?? "").split { " '\"".contains($0) }.map(String.init).filter(Files.exists)
    // Also watch the files that a script names, which may change with the script.
    func state() -> [[Int]?] {
      let named = files.flatMap { (try? invocation.filesNamed(in: $0)) ?? [] }
      return (files + program + invocation.values("animations") + named).map { Files.modified($0) }
    }
    while true {
      let seen = state()
      // Report a mistake in a script and continue: the next change may fix it.
      do { try body() } catch let failure as CommandFailure {
        Output.writeError("\(failure.message.map { "hwdb: \($0)\n" } ?? "")")
      }
      while state() == seen { Threads.sleep(seconds: 0.2) }
    }
  }

  private static func fix(_ file: String) throws {
    guard file != "-" else { throw CommandFailure.usage("standard input cannot be rewritten: give a file") }
    let text = try InputFile.text(file, upTo: ScenarioSource.mostBytes)
    let formatted = ScenarioFormatter.format(text)
    guard formatted != text else { return }
    try OutputFile.write(formatted, to: file)
  }
}

extension Invocation {
  /// Returns a script to play, with the files that it names, those of `--animations`, and the design of `--profile`.
  func script(_ path: String) throws(CommandFailure) -> ScriptPlay {
    var script = try InputFile.scenario(path, animations: InputFile.animations(values("animations")))
    script.profile = value("profile").map { ProfileName(rawValue: $0) }
    return script
  }

  fileprivate func filesNamed(in path: String) throws(CommandFailure) -> [String] {
    let directory = Paths.directory(of: path)
    return ScenarioParser.files(in: try InputFile.text(path, upTo: ScenarioSource.mostBytes)).map {
      $0.hasPrefix("/") ? $0 : Paths.path(of: $0, in: directory)
    }
  }
}

extension TextOutput {
  static func explored(_ result: ExplorationReport, _ style: OutputStyle) -> String {
    var text = ""
    func line(_ head: String, _ counts: String, _ violation: Violation?) {
      let mark = violation == nil ? style.coloured("✓", .green) : style.coloured("✗", .red)
      text += "\(mark) \(printable(head)): \(counts)\n"
      guard let violation else { return }
      let head = violation.law == 0 ? violation.name : "law \(violation.law), \(violation.name), is broken"
      text += "    \(head): \(printable(violation.detail))\n\n"
      let script = violation.script.split(separator: "\n", omittingEmptySubsequences: false)
      text += script.map { "    \(printable($0))\n" }.joined()
    }
    if let found = result.sequences {
      line(
        "every sequence up to \(found.upTo)",
        "\(found.sequences.counted("sequence")), \(found.points.counted("kill")), \(found.steps.counted("step"))",
        found.violation)
    }
    for scenario in result.scenarios ?? [] {
      if let reason = scenario.skipped {
        text += "– \(printable(scenario.name)): skipped: \(printable(reason))\n"
        continue
      }
      guard scenario.failures.isEmpty else {
        text += "\(style.coloured("✗", .red)) \(printable(scenario.name)): fails without a kill\n"
        text += scenario.failures.map { "    \(printable($0))\n" }.joined()
        continue
      }
      var states = scenario.power.map { ", \($0.words)" } ?? ""
      if let seconds = scenario.estimatedMs.map({ ($0 + 999) / 1000 }) {
        let time = seconds < 120 ? "\(seconds)s" : "\((seconds + 59) / 60)min"
        states += "; the budget is over: all would take about \(time), so add --budget \(time)"
      }
      line(
        scenario.name, "tried \(scenario.pointsTried) of \(scenario.pointsKnown.counted("point"))\(states)",
        scenario.violation)
      text += (scenario.violation?.lost ?? []).map { "    \(printable($0.words))\n" }.joined()
      text += (scenario.power?.unjudged ?? []).map { "    not judged: \(printable($0.words))\n" }.joined()
    }
    var unjudged: [String] = []
    for words in (result.scenarios ?? []).compactMap(\.notChecked) where !unjudged.contains(words) {
      unjudged.append(words)
    }
    if let unseen = RunReport(scenarios: (result.scenarios ?? []).map(\.report)).unseen { unjudged.append(unseen) }
    text += unjudged.map { "not checked: \(printable($0))\n" }.joined()
    return text
  }
}

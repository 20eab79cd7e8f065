import Foundation
import HomeworkJSON
import HomeworkRPC
import HomeworkService

extension CommandTable {
  private static let mode = Option(
    name: "mode", value: "MODE", summary: "how to kill: simulated (unless given), process or power-loss",
    choices: ["simulated", "process", "power-loss"])
  private static let runFormats = ["pretty", "json"] + Presentation.RunFormat.allCases.map(\.rawValue)

  static let scenarios: [Command] = [
    Command(
      "scenario run", "FILE…", 1...Int.max,
      options: [
        mode,
        Option(
          name: "format", value: "FORMAT", summary: "pretty (unless given), json, tap, junit or svg",
          choices: runFormats),
        Option(name: "seed", value: "N", summary: "of the particles, in place of the script's own"),
        Option(name: "watch", value: nil, summary: "run again whenever one of the files changes"),
      ],
      "plays scenarios and judges them; 1 where an expectation fails",
      example: "hwdb scenario run --mode process Examples/scenarios/*.scenario"
    ) { invocation in
      guard invocation.has("watch") else {
        if try run(invocation) { throw CommandFailure.reported }
        return
      }
      try watch(invocation.operands) { _ = try run(invocation) }
    },
    Command(
      "scenario report", "FILE…", 1...Int.max,
      options: [
        mode,
        Option(
          name: "output", value: "FILE", summary: "where the page goes, also as -o FILE; standard output unless given"),
      ],
      "plays scenarios and writes a page that shows each at any instant; 1 where an expectation fails",
      example: "hwdb scenario report Examples/scenarios/*.scenario -o report.html"
    ) { invocation in
      let report = try report(invocation)
      let page = Presentation.text(ofRun: report.json, as: .html)
      if let path = invocation.value("output") {
        do { try Data(page.utf8).write(to: URL(fileURLWithPath: path), options: .atomic) } catch {
          throw CommandFailure.file("\(path) cannot be written: check its permissions", isMissing: false)
        }
      } else {
        Output.write(page)
      }
      if report.hasFailures { throw CommandFailure.reported }
    },
    Command(
      "scenario check", "FILE…", 1...Int.max,
      options: [Option(name: "fix", value: nil, summary: "write each file in the one canonical form")],
      "reads scenarios without playing them", example: "hwdb scenario check Examples/scenarios/*.scenario"
    ) { invocation in
      let backend = try Backend(invocation)
      let names = try CommandFailure.gathered(invocation.operands) { file in
        try backend("scenario.check", InputFile.scenario(file))["scenarios"]?.array ?? []
      }.flatMap(\.self)
      if invocation.has("fix") { try invocation.operands.forEach(fix) }
      Output.show(["scenarios": .array(names)], invocation) { _ in "\(names.count) scenarios can be read\n" }
    },
    Command(
      "scenario explore", "[FILE…]", 0...Int.max,
      options: [
        mode,
        Option(name: "kills", value: "N", summary: "1 (unless given), or 2 for every pair of points too"),
        Option(name: "sequences", value: "N", summary: "every sequence of correct and wrong answers up to this length"),
      ],
      "kills scenarios at every point at which they can die; 1 where a law breaks",
      example: "hwdb scenario explore --sequences 5"
    ) { invocation in
      let sequences = try invocation.number("sequences")
      guard !invocation.operands.isEmpty || sequences != nil else {
        throw CommandFailure.usage("FILE is missing: hwdb scenario explore FILE…, or --sequences N")
      }
      var settings: [String: JSONValue] = [:]
      settings["mode"] = invocation.value("mode").map { .string($0) }
      settings["kills"] = try invocation.number("kills").map { .int($0) }
      let backend = try Backend(invocation)
      var reports: [JSONValue] = []
      if let sequences {
        let params: JSONValue = ["sequences": .int(sequences), "mode": settings["mode"] ?? .null]
        reports.append(try backend("scenario.explore", params))
      }
      let scripts = try CommandFailure.gathered(invocation.operands, InputFile.scenario)
      reports += try backend.each(scripts, "exploring script") { script in
        try backend("scenario.explore", settings.reduce(script) { $0.with($1.key, $1.value) })
      }
      let merged: JSONValue = [
        "scenarios": .array(reports.flatMap { $0["scenarios"]?.array ?? [] }),
        "sequences": reports.lazy.compactMap { $0["sequences"] }.first ?? .null,
      ]
      let explorations = (merged["scenarios"]?.array ?? []) + [merged["sequences"] ?? .null]
      Output.show(merged, invocation, isAskedFor: true) { TextOutput.explored($0, invocation.screen) }
      if explorations.contains(where: { $0["violation"] != nil }) { throw CommandFailure.reported }
    },
    Command(
      "scenario trace", "FILE", 1...1,
      options: [
        mode,
        Option(
          name: "format", value: "FORMAT", summary: "pretty (unless given), json or svg",
          choices: ["pretty", "json", "svg"]),
      ],
      "tells what happened, as a timeline", example: "hwdb scenario trace Examples/scenarios/killed-twice.scenario"
    ) { invocation in
      var script = try InputFile.scenario(invocation.operands[0])
      if let mode = invocation.value("mode") { script = script.with("mode", .string(mode)) }
      let trace = try Backend(invocation)("scenario.trace", script)
      if invocation.value("format") == "svg" { return Output.write(Presentation.text(ofRun: trace, as: .svg)) }
      Output.show(trace, invocation, asJSON: invocation.value("format") == "json", isAskedFor: true) {
        invocation.screen.report(Presentation.trace(of: $0))
      }
    },
  ]

  /// Plays every script.
  private static func report(_ invocation: Invocation) throws -> (json: JSONValue, hasFailures: Bool) {
    var settings: [String: JSONValue] = [:]
    if let mode = invocation.value("mode") { settings["mode"] = .string(mode) }
    if let seed = invocation.value("seed") {
      guard let number = Int64(seed), number >= 0 else {
        throw CommandFailure.usage("--seed \(seed) is not a whole number from 0: write --seed 42")
      }
      settings["seed"] = .int(number)
    }
    let backend = try Backend(invocation)
    // Every script is read before any is played.
    let scripts = try CommandFailure.gathered(invocation.operands) { file in
      let script = try InputFile.scenario(file)
      _ = try backend("scenario.check", script)
      return script
    }
    let reports = try backend.each(scripts, "playing script") { script in
      try backend("scenario.run", settings.reduce(script) { $0.with($1.key, $1.value) })
    }
    return try Presentation.merged(reports)
  }

  /// - Returns: whether anything failed.
  private static func run(_ invocation: Invocation) throws -> Bool {
    let report = try report(invocation)
    if let format = invocation.value("format").flatMap(Presentation.RunFormat.init) {
      Output.write(Presentation.text(ofRun: report.json, as: format))
    } else {
      Output.show(report.json, invocation, asJSON: invocation.value("format") == "json", isAskedFor: true) {
        invocation.screen.report(Presentation.pretty(run: $0))
      }
    }
    return report.hasFailures
  }

  /// Does `body` at once, and whenever one of the files changes, until the program is ended.
  private static func watch(_ files: [String], _ body: () throws -> Void) throws {
    guard !files.contains("-") else {
      throw CommandFailure.usage("standard input cannot be watched: name a file")
    }
    func state() -> [Date?] {
      files.map { (try? FileManager.default.attributesOfItem(atPath: $0))?[.modificationDate] as? Date }
    }
    while true {
      let seen = state()
      // A mistake in a script is told, and the next change may mend it.
      do { try body() } catch let failure as CommandFailure {
        Output.tell("\(failure.message.map { "hwdb: \($0)\n" } ?? "")")
      }
      while state() == seen { Thread.sleep(forTimeInterval: 0.2) }
    }
  }

  private static func fix(_ file: String) throws {
    guard file != "-" else { throw CommandFailure.usage("standard input cannot be fixed: name a file") }
    let text = try InputFile.text(file)
    let formatted = Presentation.formatted(script: text)
    guard formatted != text else { return }
    do { try Data(formatted.utf8).write(to: URL(fileURLWithPath: file), options: .atomic) } catch {
      throw CommandFailure.file("\(file) cannot be written: check its permissions", isMissing: false)
    }
  }
}

extension TextOutput {
  static func explored(_ result: JSONValue, _ screen: Screen) -> String {
    var text = ""
    func line(_ head: String, _ counts: String, _ violation: JSONValue?) {
      let mark = violation == nil ? screen.coloured("✓", .green) : screen.coloured("✗", .red)
      text += "\(mark) \(printable(head)): \(counts)\n"
      guard let violation else { return }
      text +=
        "    law \(violation["law"]?.int ?? 0), \(violation["name"]?.string ?? ""), is broken: "
        + "\(printable(violation["detail"]?.string ?? ""))\n\n"
      let script = (violation["script"]?.string ?? "").split(separator: "\n", omittingEmptySubsequences: false)
      text += script.map { "    \(printable($0))\n" }.joined()
    }
    if let found = result["sequences"], found != .null {
      line(
        "every sequence up to \(found["upTo"]?.int ?? 0)",
        "\(found["sequences"]?.int ?? 0) sequences, \(found["points"]?.int ?? 0) deaths, \(found["steps"]?.int ?? 0) steps"
          + (found["sampled"]?.int.map { $0 > 0 ? ", \($0) of them killed on a database too" : "" } ?? ""),
        found["violation"])
    }
    for scenario in result["scenarios"]?.array ?? [] {
      line(
        scenario["name"]?.string ?? "",
        "\(scenario["pointsTried"]?.int ?? 0) of \(scenario["pointsKnown"]?.int ?? 0) points tried",
        scenario["violation"])
    }
    return text
  }
}

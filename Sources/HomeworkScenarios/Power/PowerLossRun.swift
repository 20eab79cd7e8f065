import HomeworkAPI
import HomeworkModel
import HomeworkProcess
import HomeworkReports
import HomeworkSystem

/// Plays a script in which a program under test loses power, once for each state in which its disk may be left.
///
/// The script is played once under `strace` up to the kill. Each trial repeats that conversation without the program,
/// ends it at a moment, and starts the program on what the disk has kept by then; the rest of the script is played as
/// after any kill.
struct PowerLossRun {
  /// The runner, without a recording of its own.
  private let runner: ScenarioRunner
  private let app: AppUnderTest
  private let scenario: Scenario

  init(_ runner: ScenarioRunner, _ app: AppUnderTest, _ scenario: Scenario) {
    (self.runner, self.app, self.scenario) = (runner, app, scenario)
  }

  func report() throws -> ScenarioReport {
    if let problem = Strace.problem { throw ProgramFailure.skipped("kill power-loss \(problem)") }
    var (power, played) = (PowerReport(), ScenarioReport?.none)
    for index in scenario.statements.indices {
      guard let point = point(of: index), let beginning = scenario.beginning(upTo: index, point) else { continue }
      let recorded = record(beginning)
      guard let recording = recorded.recording, ![.error, .skipped].contains(recorded.report.outcome) else {
        return recorded.report
      }
      guard !recorded.report.measured.isReal else {
        throw ProgramFailure.skipped("kill power-loss needs a virtual clock")
      }
      let (report, found) = try report(of: recording, point)
      power.add(found)
      played = report
      if report.hasFailed || report.outcome == .skipped { break }
    }
    // Without a moment to fail at, the script itself is wrong, as its first play says.
    var report = played ?? runner.connecting { app, mark in try AppProcess(app, mark: mark) }.run(scenario)
    report.power = power
    return report
  }

  /// Returns the point of a kill by power loss.
  private func point(of index: Int) -> KillPoint? {
    switch scenario.statements[index].body {
    case .kill(let mode, let point): (mode ?? runner.mode) == .powerLoss ? point : nil
    case .restart: runner.mode == .powerLoss ? .now : nil
    default: nil
    }
  }

  // MARK: Recording

  private func record(_ beginning: Scenario) -> (recording: PowerRecording?, report: ScenarioReport) {
    let lives = Guarded<[[ConnectionEvent]]>([])
    let disk = Guarded<DiskRecorder?>(nil)
    let runner = runner.connecting { app, mark in
      let recorder = disk.withLock { disk in
        let recorder = disk ?? DiskRecorder(Paths.directory(of: mark), with: ["data", "tmp"])
        disk = recorder
        return recorder
      }
      let number = lives.withLock { lives in
        lives.append([])
        return lives.count - 1
      }
      return try RecordedConnection(app, mark: mark, recorder) { event in lives.withLock { $0[number].append(event) } }
    }
    let report = runner.run(beginning)
    guard let disk = disk.withLock({ $0 }) else { return (nil, report) }
    return (PowerRecording(of: beginning, lives.withLock { $0 }, disk), report)
  }

  // MARK: Trials

  /// Tries the states of the disk at each moment of a kill, until one breaks something; returns the report of that, or
  /// of the state in which everything was kept, if it was tried.
  private func report(of recording: PowerRecording, _ point: KillPoint) throws -> (ScenarioReport, PowerReport) {
    var random = SplitMix64(seed: app.seed, skipping: 0)
    var power = PowerReport()
    power.unjudged = recording.unjudged
    var (seen, passed, whole): (Set<[Int]>, ScenarioReport?, ScenarioReport?) = ([], nil, nil)
    var latest: (moment: PowerRecording.Moment, kept: DiskImage)?
    for moment in recording.moments(point) {
      let states = PowerStates(recording.operations.prefix(moment.operations), on: recording.before, app.disk, &random)
      power.statesKnown = min(1 << 53, power.statesKnown + states.known)
      if latest == nil { latest = (moment, states.image([:])) }
      let chosen = states.fates(atMost: app.powerStates, &random)
      power.statesChosen += chosen.count
      for fates in chosen {
        // One state is tried in any case.
        if passed != nil, app.triesOneState || app.isOverBudget { break }
        power.states += 1
        let image = states.image(fates)
        guard seen.insert([image.fingerprint, moment.lines]).inserted else { continue }
        let report = try trial(recording, moment, image)
        guard report.hasFailed, !report.isScriptError else {
          passed = passed ?? report
          if fates.isEmpty { whole = whole ?? report }
          if report.isScriptError || report.outcome == .skipped { return (report, power) }
          continue
        }
        // If it fails with everything kept, what was not recorded is what is missing.
        if whole == nil, let latest, let file = recording.unjudged.first,
          try trial(recording, latest.moment, latest.kept).hasFailed
        {
          var report = ScenarioReport(
            name: scenario.name, file: scenario.file, line: scenario.line, mode: report.mode)
          report.skip(because: "the loss of power cannot be judged: \(file.words)")
          return (report, power)
        }
        return try smallest(report, recording, moment, states, fates, power)
      }
    }
    guard let passed else {
      throw ProgramFailure.scriptError("the power cannot fail here: add an action that saves after the kill")
    }
    return (whole ?? passed, power)
  }

  /// Finds the operations of which each is needed to break it: keeps half of them at a time, then a quarter, and so on.
  private func smallest(
    _ report: ScenarioReport, _ recording: PowerRecording, _ moment: PowerRecording.Moment, _ states: PowerStates,
    _ fates: [Int: DiskImage.Fate], _ power: PowerReport
  ) throws -> (ScenarioReport, PowerReport) {
    var (report, fates, power, size) = (report, fates, power, fates.count)
    while size > 0 {
      var rest = fates.keys.sorted()
      while !rest.isEmpty {
        var fewer = fates
        for index in rest.suffix(size) { fewer[index] = nil }
        rest.removeLast(min(size, rest.count))
        let found = try trial(recording, moment, states.image(fewer))
        if found.hasFailed, found.firstBreach == report.firstBreach { (report, fates) = (found, fewer) }
      }
      size = fates.count > 1 ? min(size / 2, (fates.count + 1) / 2) : 0
    }
    let missing = MissingCall(recording: recording, moment: moment, line: scenario.line)
    power.lost = fates.keys.sorted().map(missing.lost)
    // With everything kept, it is what the program did not get to do.
    let next = recording.operations[moment.operations...].firstIndex { !$0.isSync }
    if fates.isEmpty, let next, !recording.isSaved(recording.operations[next], at: moment) {
      power.lost = [missing.lost(next)]
    }
    return (report, power)
  }

  /// - Parameter patience: how many times as long as usual the program may take to answer.
  private func trial(
    _ recording: PowerRecording, _ moment: PowerRecording.Moment, _ image: DiskImage, patience: Int = 1
  ) throws -> ScenarioReport {
    let lives = recording.lives(until: moment)
    let count = Guarded(0)
    var runner = runner.connecting { app, mark in
      let number = count.withLock { count in
        count += 1
        return count
      }
      if number <= lives.count { return ReplayedConnection(lives[number - 1]) }
      if number == lives.count + 1 { try image.put(in: Paths.directory(of: mark), without: recording.unjudged) }
      return try AppProcess(app, mark: mark)
    }
    if moment.isPassing { runner.app?.like = nil }
    runner.app?.timeLimitMs *= patience
    var report = runner.run(scenario)
    if report.isUnanswered, patience == 1 {
      return try trial(recording, moment, image, patience: ScenarioRunner.patience)
    }
    report.judgeStart()
    return report
  }
}

extension ScenarioReport {
  /// After a loss of power, a program that does not start again has lost everything.
  fileprivate mutating func judgeStart() {
    guard outcome == .error, !isScriptError else { return }
    laws.removeAll { $0.law == Law.nothingLost.rawValue }
    laws.append(LawReport(.nothingLost, detail: failures.last?.found ?? "", line: line))
    outcome = .failed
  }

  /// The first law that is broken, or the first expectation that failed.
  fileprivate var firstBreach: String {
    brokenLaws.first.map { "\($0.law)" } ?? failures.first.map { "\($0.line) \($0.expected)" } ?? ""
  }
}

extension Scenario {
  /// Returns the script up to a kill, or up to the action in which it strikes, without expectations.
  fileprivate func beginning(upTo index: Int, _ point: KillPoint) -> Scenario? {
    var beginning = self
    beginning.statements = Array(statements[..<index])
    if point != .now {
      let rest = statements[(index + 1)...]
      guard
        let saving = rest.firstIndex(where: { if case .action(let action, _) = $0.body { action.saves } else { false } }
        ), case .action(let action, _) = statements[saving].body
      else { return nil }
      var last = statements[saving]
      last.body = .action(action, times: 1)
      beginning.statements += statements[(index + 1)..<saving] + [last]
    }
    return beginning.withoutExpectations
  }
}

extension DiskImage {
  /// Puts its files into a directory, in place of those that are there.
  fileprivate func put(in directory: String, without files: [UnjudgedFile]) throws {
    for (path, node) in tree {
      let file = Paths.path(of: path, in: directory)
      if !path.contains("/") { Files.remove(file) }
      switch node {
      case .directory: mkdir(file, 0o700)
      case .link(let target): symlink(target, file)
      case .file(let bytes):
        if !files.contains(where: { path == "data/\($0.path)" }) { try Files.write(bytes, to: file) }
      }
    }
  }
}

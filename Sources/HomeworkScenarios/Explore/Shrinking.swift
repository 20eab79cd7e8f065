import HomeworkMotion
import HomeworkReports

/// How a script that breaks a law is made as short as it can be.
extension Explorer {
  /// The broken law, or no law for an `always` expectation; and what was lost with the power.
  struct Broken {
    let law: Law?
    let detail: String
    let lost: [LostOperation]
    /// True if the program did not answer.
    let isSilent: Bool
  }

  private func violation(_ scenario: Scenario) -> Broken? { violation(in: runner.runPatiently(scenario)) }

  /// Returns the first law that a script breaks, or the failure to play it.
  func violation(in report: ScenarioReport) -> Broken? {
    func broken(_ law: Law?, _ detail: String?) -> Broken {
      Broken(law: law, detail: detail ?? "", lost: report.power?.lost ?? [], isSilent: report.isUnanswered)
    }
    func broken(_ law: Law?, by failure: Failure) -> Broken {
      broken(law, "expected \(failure.expected), found \(failure.found)")
    }
    // A program that does not restart has lost everything, and one that differs from the model has not accounted for
    // everything.
    if report.outcome == .error, !report.isScriptError { return broken(.nothingLost, report.failures.last?.found) }
    if report.isScriptError, runner.app != nil { return nil }
    if let unlike = report.failures.first(where: { $0.standard == .model }) { return broken(.accounted, by: unlike) }
    if let law = report.brokenLaws.first { return broken(Law(rawValue: law.law), law.detail) }
    return report.failures.first { $0.standard == .always }.map { broken(nil, by: $0) }
  }

  func shrunk(_ violation: Violation) -> Violation {
    guard let scenario = try? ScenarioParser.parse(ScenarioSource(name: "", text: violation.script)).first,
      let law = Law(rawValue: violation.law), let found = self.violation(scenario), found.law == law
    else { return violation }
    return shrink(scenario, found)
  }

  /// Replaces a kill by one that strikes at the same place on every machine, if that one breaks the law too.
  private func steadied(_ scenario: Scenario, _ law: Law?) -> Scenario {
    var steady = scenario
    for index in scenario.statements.indices {
      guard case .kill(let mode, .within) = scenario.statements[index].body else { continue }
      func killing(_ point: KillPoint) -> Scenario {
        var scenario = steady
        scenario.statements[index].text = point == .now ? "kill" : "kill \(point.words)"
        scenario.statements[index].body = .kill(mode: mode, point: point)
        return scenario
      }
      var later = killing(.now)
      if scenario.statements.indices.contains(index + 1) { later.statements.swapAt(index, index + 1) }
      let candidates = [killing(.afterCommit), killing(.beforeCommit), later]
      steady = candidates.first { violation($0).map { $0.law == law } ?? false } ?? steady
    }
    return steady
  }

  /// Returns whether the script passes without its kills, which decides whether a kill breaks an `always` expectation.
  private func holds(unkilled scenario: Scenario) -> Bool {
    var unkilled = scenario
    unkilled.statements.removeAll {
      switch $0.body {
      case .kill, .resume, .restart: true
      default: false
      }
    }
    return !runner.runPatiently(unkilled).hasFailed
  }

  /// Returns whether a script breaks the law even if a loss of power in it is a mere kill.
  private func isBroken(_ law: Law?, withPowerIn scenario: Scenario) -> Bool {
    var powered = scenario
    for index in powered.statements.indices {
      guard case .kill(_, let point) = powered.statements[index].body else { continue }
      powered.statements[index].body = .kill(mode: .process, point: point)
    }
    return violation(powered).map { $0.law == law } ?? false
  }

  /// Plays a shortened script again, since a kill races with the program, and a script may have failed by chance.
  ///
  /// - Returns: the script, or the one that it was made of if it breaks the law in no play; and how often it does.
  private func repeated(_ shortest: Scenario, of scenario: Scenario, breaking law: Law?) -> (Scenario, words: String) {
    let plays = losesPower ? 3 : 10
    func failures(of scenario: Scenario) -> Int {
      (0..<plays).count { _ in violation(scenario).map { $0.law == law } ?? false }
    }
    var (script, failed) = (shortest, failures(of: shortest))
    if failed == 0, shortest.statements.count < scenario.statements.count {
      (script, failed) = (scenario, failures(of: scenario))
    }
    return (script, "failed \(failed) of \(plays) times when it was played again")
  }

  /// Returns the shortest script that still breaks the law: removes statements one by one until each is needed.
  ///
  /// If the program does not answer, the script stays as it is: every attempt would have to wait for that.
  func shrink(_ scenario: Scenario, _ broken: Broken) -> Violation {
    let law = broken.law
    var (shortest, broken) = (broken.isSilent ? scenario : steadied(scenario, law), broken)
    let hasLoss = runner.app != nil && scenario.kills(default: runner.mode).contains { $0.mode == .powerLoss }
    let needsLoss = hasLoss && !broken.isSilent && !isBroken(law, withPowerIn: shortest)
    var isShorter = !broken.isSilent
    while isShorter {
      isShorter = false
      for index in shortest.statements.indices.reversed() where shortest.statements.indices.contains(index) {
        var shorter = shortest
        shorter.statements.remove(at: index)
        guard shorter.misplacedStatements.isEmpty, let found = violation(shorter), found.law == law, !found.isSilent,
          law != nil || holds(unkilled: shorter), !needsLoss || !isBroken(law, withPowerIn: shorter)
        else { continue }
        (shortest, broken, isShorter) = (shorter, found, true)
      }
    }
    // The seed is the last line of what is found.
    var note = runner.app == nil ? "" : "# --seed \(seed)\n"
    if runner.app != nil, !broken.isSilent {
      let repeated = repeated(shortest, of: scenario, breaking: law)
      (shortest, note) = (repeated.0, "# \(repeated.words)\n" + note)
    }
    var violation = Violation(law: law, detail: broken.detail, script: shortest.script + note)
    violation.lost = broken.lost
    return violation
  }
}

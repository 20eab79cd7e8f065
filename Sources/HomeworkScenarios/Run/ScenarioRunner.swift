import HomeworkAPI
import HomeworkFormats
import HomeworkMotion
public import HomeworkReports
package import HomeworkStore

/// Runs scripts: plays them, kills and resumes as they say, judges expectations, and checks the laws.
///
///     let scenarios = try ScenarioParser.parse(ScenarioSource(name: "a.scenario", text: text))
///     let report = ScenarioRunner(worker: []).run(scenarios)
///     print(PrettyReport.text(of: report))
public struct ScenarioRunner: Sendable {
  let mode: KillMode
  private(set) var worker: AppUnderTest
  private let seed: UInt64?
  /// The program under test, if it is not the built-in session.
  public var app: AppUnderTest?
  var makeConnection: ConnectionMaker?
  /// The server of databases that are not in memory; `nil` for files.
  package var server: (any DatabaseServer)?
  /// Creates the program under test, in place of the simplest of ours that can do all of a script's kills.
  package var makeProgram: MakeProgram?

  package typealias MakeProgram = @Sendable (World) throws -> any ProgramUnderTest

  package var wrapProgram: (@Sendable (any ProgramUnderTest) throws -> any ProgramUnderTest)?

  /// - Parameters:
  ///   - mode: the mode of kills that do not name one.
  ///   - worker: the command of a worker process: an executable that calls `AppServer.serve()`.
  ///   - seed: replaces the scripts' own seed of particles.
  ///   - workerTimeLimitMs: how long a worker may take to answer; after that it is killed, which is an error.
  public init(mode: KillMode = .simulated, worker: [String], seed: UInt64? = nil, workerTimeLimitMs: Int = 10_000) {
    self.mode = mode
    self.worker = AppUnderTest(worker: worker, timeLimitMs: workerTimeLimitMs)
    self.seed = seed
  }

  public func run(_ scenarios: [Scenario]) -> RunReport { RunReport(scenarios: scenarios.map(run)) }

  package func run(_ scenario: Scenario) -> ScenarioReport {
    let beginning = ContinuousClock.now
    var report = played(scenario)
    if report.hasFailed { report.seed = seed ?? scenario.setup.environment.seed }
    report.seconds = Double(beginning.duration(to: .now) / .microseconds(1)) / 1e6
    return report
  }

  /// Plays a script, and again with more time if a program does not answer, or a kill strikes too late: the machine may
  /// be busy.
  func runPatiently(_ scenario: Scenario) -> ScenarioReport {
    var (runner, report) = (self, run(scenario))
    for _ in 0..<(report.measured.isTooLate ? 3 : 1) where report.isUnanswered || report.measured.isTooLate {
      runner.worker.timeLimitMs *= Self.patience
      runner.app?.timeLimitMs *= Self.patience
      report = runner.run(scenario)
    }
    return report
  }

  static let patience = 4

  /// Returns a runner whose connections `makeConnection` makes.
  func connecting(_ makeConnection: @escaping ConnectionMaker) -> ScenarioRunner {
    var runner = self
    runner.makeConnection = makeConnection
    return runner
  }

  private func played(_ scenario: Scenario) -> ScenarioReport {
    var scenario = scenario
    if let seed { scenario.setup.environment.seed = seed }
    do {
      var runner = self
      let kills = scenario.kills(default: mode)
      if runner.app != nil, let kill = kills.first(where: { if case .atCall = $0.point { true } else { false } }) {
        if let problem = Strace.problem { throw ProgramFailure.skipped("kill \(kill.point.words) \(problem)") }
        runner.app?.countCalls()
      }
      if let app, app.worker == nil, makeConnection == nil, kills.contains(where: { $0.mode == .powerLoss }) {
        return try PowerLossRun(self, app, scenario).report()
      }
      let world = try World(scenario.setup, learners: scenario.learners)
      var run = try ScenarioRun(scenario, copy: scenario.copies.first ?? "", world: world, by: runner)
      for copy in scenario.copies.dropFirst() {
        run.otherCopies[copy] = try ScenarioRun(scenario, copy: copy, world: world, by: runner)
      }
      let report = run.play()
      if app != nil { TestedPrograms.blockWhileTerminating() }
      return report
    } catch {
      var report = ScenarioReport(name: scenario.name, file: scenario.file, line: scenario.line, mode: mode)
      report.end(error, line: scenario.line)
      return report
    }
  }
}

import Interchange
import Motion

/// Runs scripts: plays them, kills as told, resumes, judges expectations and checks the laws.
public struct ScenarioRunner: Sendable {
  private let mode: KillMode
  private let worker: [String]
  private let seed: UInt64?
  /// A mistake made on purpose.
  var plant: Plant?

  /// - Parameters:
  ///   - mode: what a `kill` without a mode is.
  ///   - worker: the command of a worker process: an executable that calls `ScenarioWorker.serve()`.
  ///   - seed: replaces the scripts' own, for their particles.
  public init(mode: KillMode = .simulated, worker: [String], seed: UInt64? = nil) {
    self.mode = mode
    self.worker = worker
    self.seed = seed
  }

  public func run(_ scenarios: [Scenario]) -> RunReport {
    RunReport(scenarios: scenarios.map(run))
  }

  func run(_ scenario: Scenario) -> ScenarioReport {
    var scenario = scenario
    if let seed { scenario.setup.environment.seed = seed }
    do {
      var world = try World(scenario.setup)
      world.plant = plant
      var run = try ScenarioRun(scenario, world: world, mode: mode, worker: worker)
      return run.play()
    } catch {
      var report = ScenarioReport(name: scenario.name, file: scenario.file, line: scenario.line, mode: mode)
      report.error(line: scenario.line, message: "\(error)")
      return report
    }
  }
}

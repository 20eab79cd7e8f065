import HomeworkAPI
import HomeworkRPC
import HomeworkReports
import HomeworkScenarios

extension Operations {
  static let scenarios: [Operation] = [
    Operation(playing: Methods.scenarioRun) { play, context in
      runner(play, context).run(try scenarios(play))
    },
    Operation(playing: Methods.scenarioTrace) { play, context in
      runner(play, context).run(try scenarios(play).map(\.withoutExpectations))
    },
    Operation(playing: Methods.scenarioExplore) { exploring, context in try explore(exploring, context) },
    Operation(long: Methods.scenarioCheck) { play, _, _ in try scenarios(play).map(\.name) },
  ]

  private static func runner(_ play: ScriptPlay, _ context: Context) -> ScenarioRunner {
    var runner = ScenarioRunner(
      mode: play.mode ?? .simulated, worker: context.worker, seed: play.seed.flatMap { UInt64(exactly: $0) })
    runner.app = play.app
    return runner
  }

  private static func explore(_ exploring: ScriptExploring, _ context: Context) throws -> ExplorationReport {
    let (mode, kills) = (exploring.mode ?? .simulated, exploring.kills ?? 1)
    guard (1...2).contains(kills) else { throw RPCError.fault("kills", "must be 1 or 2, is \(kills)") }
    var sequences: SequenceExploration?
    if let length = exploring.sequences {
      guard (1...16).contains(length) else { throw RPCError.fault("sequences", "must be 1 to 16, is \(length)") }
      let explorer = SequenceExplorer(upTo: length) { context.onProgress?("exploring", Double($0) / Double($1)) }
      var found = explorer.explore()
      // In another mode than over the rules alone a sample is played, since each death is a process or a file.
      if mode != .simulated {
        found.play(explorer.samples(24, seed: 42), by: ScenarioRunner(mode: mode, worker: context.worker))
      }
      sequences = found
    }
    guard let text = exploring.text else {
      guard sequences != nil else { throw RPCError.fault("text", "is missing, and so is sequences") }
      return ExplorationReport(scenarios: nil, sequences: sequences)
    }
    let explorer = Explorer(ScenarioRunner(mode: mode, worker: context.worker), mode: mode, kills: kills) {
      context.onProgress?("exploring", Double($0) / Double($1))
    }
    let script = ScriptPlay(text: text, name: exploring.name, files: exploring.files)
    return ExplorationReport(scenarios: try scenarios(script).map(explorer.explore), sequences: sequences)
  }

  private static func scenarios(_ play: ScriptPlay) throws(RPCError) -> [Scenario] {
    do throws(ScenarioMistakes) {
      let all = try ScenarioParser.parse(
        ScenarioSource(name: play.name ?? "scenario", text: play.text, files: play.files))
      guard let only = play.only else { return all }
      return all.filter { only.contains($0.name) }
    } catch {
      throw RPCError(error)
    }
  }
}

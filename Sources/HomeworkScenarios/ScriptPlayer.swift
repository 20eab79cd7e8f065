package import HomeworkAPI
package import HomeworkModel
import HomeworkMotion
package import HomeworkReports
package import HomeworkStore

/// Plays scripts in this process, with its own workers for kills.
package struct ScriptPlayer: ScriptPlaying {
  private let worker: [String]
  private let server: Result<any DatabaseServer, StoreError>?
  private let app: AppUnderTest?

  /// - Parameters:
  ///   - worker: the command of a process that a script may kill.
  ///   - server: the server of databases that are not in memory, or the error in its address; `nil` for files.
  ///   - app: the program under test, in place of our own session. It is started in this process's directory: a daemon
  ///     never has one.
  package init(worker: [String], server: Result<any DatabaseServer, StoreError>? = nil, app: AppUnderTest? = nil) {
    (self.worker, self.server, self.app) = (worker, server, app)
  }

  package func run(_ play: ScriptPlay) throws -> RunReport {
    let scenarios = try scenarios(play)
    return try runner(play, scenarios).run(scenarios)
  }

  package func trace(_ play: ScriptPlay) throws -> RunReport {
    let scenarios = try scenarios(play).map(\.withoutExpectations)
    return try runner(play, scenarios).run(scenarios)
  }

  package func check(_ play: ScriptPlay) throws -> [String] { try scenarios(play).map(\.name) }

  private func runner(_ play: ScriptPlay, _ scenarios: [Scenario]) throws -> ScenarioRunner {
    let mode = play.mode ?? .simulated
    var runner = ScenarioRunner(mode: mode, worker: worker, seed: play.seed.flatMap { UInt64(exactly: $0) })
    runner.app = app
    if app == nil, scenarios.contains(where: { $0.needsDatabase(default: mode) }) {
      runner.server = try server(for: mode)
    }
    return runner
  }

  /// Returns the server that databases are on, once it has answered; `nil` if they are files.
  private func server(for mode: KillMode) throws -> (any DatabaseServer)? {
    guard let server = try server?.get() else { return nil }
    guard mode != .powerLoss else {
      throw RPCError.fault("mode", "power-loss needs a file: write process, or use --database FILE")
    }
    // Report an unusable server once, not for each scenario.
    try server.check()
    return server
  }

  package func explore(
    _ exploring: ExploreScriptParams, onProgress: @escaping @Sendable (Double) -> Void
  ) throws -> ExplorationReport {
    let (mode, kills) = (exploring.mode ?? .simulated, exploring.kills ?? 1)
    guard (1...2).contains(kills) else { throw RPCError.fault("kills", "must be 1 or 2, not \(kills)") }
    guard exploring.text != nil || exploring.mode == nil else {
      throw RPCError.fault("mode", "needs text: sequences are killed in memory")
    }
    var sequences: SequenceExploration?
    if let length = exploring.sequences {
      sequences = try explore(exploring.actions ?? .answers, upTo: length, onProgress)
    } else if exploring.actions != nil {
      throw RPCError.fault("actions", "needs sequences")
    }
    guard let text = exploring.text else {
      guard sequences != nil else { throw RPCError.fault("text", "is missing: give text or sequences") }
      return ExplorationReport(scenarios: nil, sequences: sequences)
    }
    let script = ScriptPlay {
      ($0.text, $0.name, $0.files, $0.animations) = (text, exploring.name, exploring.files, exploring.animations)
      ($0.profile, $0.mode, $0.only) = (exploring.profile, mode, exploring.only)
    }
    let scenarios = try scenarios(script)
    // A program under test has the kills of the script besides those that are tried.
    let own = app == nil || mode != .powerLoss ? script : ScriptPlay { $0.mode = .process }
    let explorer = Explorer(
      try runner(own, scenarios), mode: mode, kills: kills, seed: app?.seed ?? 0, jobs: exploring.jobs
    ) { onProgress(Double($0) / Double($1)) }
    return ExplorationReport(scenarios: scenarios.map { explorer.explore($0) }, sequences: sequences)
  }

  private func explore(
    _ actions: SequenceActions, upTo length: Int, _ onProgress: @escaping @Sendable (Double) -> Void
  ) throws -> SequenceExploration {
    let longest = actions == .all ? 8 : 16
    guard (1...longest).contains(length) else {
      throw RPCError.fault("sequences", "must be 1 to \(longest), not \(length)")
    }
    return Explorer(onProgress: { onProgress(Double($0) / Double($1)) }).explore(sequencesUpTo: length, of: actions)
  }

  private func scenarios(_ play: ScriptPlay) throws(RPCError) -> [Scenario] {
    if let profile = play.profile, !ProfileName.designs.contains(profile) {
      let designs = ProfileName.designs.map(\.rawValue)
      let meant =
        suggestion(for: profile.rawValue, among: designs).map { "did you mean \($0)?" }
        ?? "use one of \(designs.joined(separator: ", "))"
      throw .fault("profile", "there is no design \"\(excerpt(profile.rawValue))\": \(meant)")
    }
    var source = ScenarioSource(
      name: excerpt(play.name ?? "scenario", most: 200), text: play.text, files: play.files,
      animations: play.animations.map { AnimationFile(name: excerpt($0.name, most: 200), text: $0.text) },
      profiles: play.profile.map { [$0] } ?? [])
    source.only = play.only.map { Set($0) }
    do throws(ScenarioMistakes) { return try ScenarioParser.parse(source) } catch {
      throw RPCError(.invalid, inFiles: error.faults)
    }
  }
}

import HomeworkAPI
import HomeworkModel
import HomeworkReports
import HomeworkStore

/// The choice of programs that play a script.
extension ScenarioRun {
  /// - Parameters:
  ///   - copy: the copy of the library that it plays.
  ///   - app: the program under test, in place of our own.
  init(
    _ scenario: Scenario, copy: String, world: World, mode: KillMode, worker: AppUnderTest,
    server: (any DatabaseServer)?,
    app: AppUnderTest?, makeLife: AppLifeMaker?, _ makeProgram: ScenarioRunner.MakeProgram?,
    wrap: ScenarioRunner.WrapProgram?
  ) throws(ProgramFailure) {
    (self.scenario, self.copy) = (scenario, copy)
    self.mode = app == nil || mode == .powerLoss ? mode : .process
    let played: any ProgramUnderTest
    if let app {
      let kills = scenario.kills(default: .process)
      let tested = try AppProgram(
        world, app: app, makeLife, powerFails: kills.contains { $0.mode == .powerLoss })
      let hasKills = !kills.isEmpty
      switch (hasKills, app.like) {
      case (false, _): reference = nil
      case (true, nil): reference = try AppProgram(world, app: app, makeLife, besides: tested)
      case (true, .some): reference = try MemoryProgram(world)
      }
      self.app = AppRun(
        tested, like: app.like, model: try app.like.map { (_) throws(ProgramFailure) in try MemoryProgram(world) })
      played = tested
    } else {
      reference = try MemoryProgram(world)
      let (kills, reasonForFile) = (scenario.kills(default: mode), scenario.reasonForFile(default: mode))
      if server != nil, let reasonForFile { throw .skipped(reasonForFile) }
      let powerFails = kills.contains { $0.mode == .powerLoss }
      // Choose the simplest program that can do all of the script's kills: a real kill needs a process, and a kill at a
      // write needs a file. With a server, the mode `process` uses it for scripts without kills too.
      if let makeProgram {
        played = try makeProgram(world)
      } else if server != nil && mode == .process || kills.contains(where: { $0.mode == .process }) {
        let tested = try AppProgram(world, app: worker, nil, on: server, powerFails: powerFails)
        self.app = AppRun(tested, like: nil, model: try MemoryProgram(world), isWhole: true)
        played = tested
      } else if reasonForFile != nil {
        played = try MemoryProgram(world) { FaultyDisk(records: powerFails) }
      } else {
        played = try MemoryProgram(world)
      }
    }
    program = try wrap?(played) ?? played
    laws = RunLaws(environment: world.environment, hasCopies: !scenario.copies.isEmpty)
    report = ScenarioReport(name: scenario.name, file: scenario.file, line: scenario.line, mode: self.mode)
  }
}

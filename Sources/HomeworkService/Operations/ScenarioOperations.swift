import HomeworkAPI

extension Operations {
  static let scenarios: [Operation] = [
    Operation(Methods.scenarioRun) { play, context in try context.player.run(play) },
    Operation(Methods.scenarioTrace) { play, context in try context.player.trace(play) },
    Operation(Methods.scenarioExplore) { exploring, context in
      try context.player.explore(exploring) { context.onProgress?("exploring", $0) }
    },
    Operation(Methods.scenarioCheck) { play, context in try context.player.check(play) },
  ]
}

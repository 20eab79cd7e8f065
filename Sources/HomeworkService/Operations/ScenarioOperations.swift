import HomeworkAPI

extension Operations {
  static let scenarios: [Operation] = [
    Operation(Methods.scenarioRun) { play, context in try context.service.player.run(play) },
    Operation(Methods.scenarioTrace) { play, context in try context.service.player.trace(play) },
    Operation(Methods.scenarioExplore) { exploring, context in
      try context.service.player.explore(exploring) { context.service.onProgress?("exploring", $0) }
    },
    Operation(Methods.scenarioCheck) { play, context in try context.service.player.check(play) },
  ]
}

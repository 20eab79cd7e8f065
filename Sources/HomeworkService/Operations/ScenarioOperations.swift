import HomeworkAPI

extension Operations {
  static let scenarios: [Operation] = [
    Operation(playing: Methods.scenarioRun) { play, context in try context.player.run(play) },
    Operation(playing: Methods.scenarioTrace) { play, context in try context.player.trace(play) },
    Operation(playing: Methods.scenarioExplore) { exploring, context in
      try context.player.explore(exploring) { context.onProgress?("exploring", $0) }
    },
    Operation(playing: Methods.scenarioCheck) { play, context in try context.player.check(play) },
  ]
}

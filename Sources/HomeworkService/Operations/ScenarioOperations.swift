import HomeworkAPI

extension Operations {
  static let scenarios: [Operation] = [
    Operation(Methods.scenarioRun, isPlay: true) { play, context in try context.player.run(play) },
    Operation(Methods.scenarioTrace, isPlay: true) { play, context in try context.player.trace(play) },
    Operation(Methods.scenarioExplore, isPlay: true) { exploring, context in
      try context.player.explore(exploring) { context.onProgress?("exploring", $0) }
    },
    Operation(Methods.scenarioCheck, isPlay: true) { play, context in try context.player.check(play) },
  ]
}

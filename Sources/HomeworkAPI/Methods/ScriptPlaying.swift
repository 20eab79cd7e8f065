package import HomeworkReports

/// Runs scripts. It kills processes and simulates failing disks, so a daemon delegates it to another process.
package protocol ScriptPlaying: Sendable {
  func run(_ play: ScriptPlay) throws -> RunReport
  func trace(_ play: ScriptPlay) throws -> RunReport
  func explore(
    _ exploring: ExploreScriptParams, onProgress: @escaping @Sendable (Double) -> Void
  ) throws
    -> ExplorationReport
  /// Checks a script and returns the names of its scenarios.
  func check(_ play: ScriptPlay) throws -> [String]
}

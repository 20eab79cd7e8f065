package import HomeworkReports

/// What plays scripts. It kills processes and has disks fail, so that a daemon has it done by a process that has it.
package protocol ScriptPlaying: Sendable {
  func run(_ play: ScriptPlay) throws -> RunReport
  func trace(_ play: ScriptPlay) throws -> RunReport
  func explore(
    _ exploring: ScriptExploring, onProgress: @escaping @Sendable (Double) -> Void
  ) throws
    -> ExplorationReport
  /// Returns the names of the scenarios.
  func check(_ play: ScriptPlay) throws -> [String]
}

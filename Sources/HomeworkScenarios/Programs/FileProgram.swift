package import HomeworkFaults
package import HomeworkMotion
package import HomeworkReports
import HomeworkStore

/// A process in memory on a real database file: for kills at a write of the file, and for the power that goes.
package final class FileProgram: OwnProgram {
  private let world: World
  private let database: ScenarioDatabase
  private let isVolatile: Bool
  private let makeDisk: @Sendable () -> FaultyDisk
  private var play: DatabasePlay?
  private var armed: KillMode?
  /// Who is at the screen.
  private var learner: String?
  private var deaths: UInt64 = 0

  /// - Parameters:
  ///   - isVolatile: whether the power may go: then everything asked of the disk is kept.
  ///   - makeDisk: makes the disk of each life.
  package init(
    _ world: World, isVolatile: Bool, makeDisk: (@Sendable () -> FaultyDisk)? = nil
  ) throws(ProgramFailure) {
    self.world = world
    self.isVolatile = isVolatile
    self.makeDisk = makeDisk ?? { FaultyDisk(records: isVolatile) }
    database = try ScenarioDatabase(of: world, on: nil)
  }

  package var session: Session? { play?.session }
  package var reported: [CueID] { play?.reported ?? [] }

  package func open(atMs: Int) throws(ProgramFailure) {
    play = try DatabasePlay(
      on: database, world: world, isVolatile: isVolatile, disk: makeDisk(), learner: learner, atMs: atMs)
  }

  package func perform(_ action: Action, serial: Int, atMs: Int) throws(ProgramFailure) -> Reply {
    guard let play else { throw .broken("no process is alive") }
    if let reply = try play.perform(action, serial: serial, atMs: atMs) {
      learner = play.learner
      return reply
    }
    throw .died(try end(armed ?? .simulated))
  }

  package func arm(_ point: KillPoint, mode: KillMode) {
    armed = mode
    play?.arm(point, mode)
  }

  package func kill(_ mode: KillMode) throws(ProgramFailure) -> Death { try end(mode) }

  private func end(_ mode: KillMode) throws(ProgramFailure) -> Death {
    guard let play else { throw .broken("no process is alive") }
    self.play = nil
    armed = nil
    guard mode == .powerLoss else {
      play.drop()
      return Death()
    }
    deaths += 1
    let seed = world.powerSeed(ofDeath: deaths)
    try play.losePower(seed: seed)
    return Death(seed: seed)
  }

  package func facts() throws(ProgramFailure) -> Snapshot {
    if let play { return try play.facts() }
    return try Snapshot(reading: database.open(in: world), of: learner)
  }

  package func due(atMs: Int) throws(ProgramFailure) -> Int {
    if let play { return try play.due(atMs: atMs) }
    return try database.open(in: world).due(atMs: atMs, for: learner)
  }
}

import HomeworkFaults
import HomeworkMotion
import HomeworkReports
import HomeworkStore

/// A process in memory on a real database file: for kills at a write of the file, and for the power that goes.
final class FileProgram: OwnProgram {
  private let world: World
  private let database: ScenarioDatabase
  private let isVolatile: Bool
  private var play: DatabasePlay?
  private var armed: KillMode?
  /// Who is at the screen.
  private var learner: String?
  private var deaths: UInt64 = 0

  /// - Parameter isVolatile: whether the power may go.
  init(_ world: World, isVolatile: Bool) throws(ProgramFailure) {
    self.world = world
    self.isVolatile = isVolatile
    database = try ScenarioDatabase(of: world, on: nil)
  }

  var session: Session? { play?.session }
  var reported: [CueID] { play?.reported ?? [] }

  func open(atMs: Int) throws(ProgramFailure) {
    play = try DatabasePlay(on: database, world: world, isVolatile: isVolatile, learner: learner, atMs: atMs)
  }

  func perform(_ action: Action, serial: Int, atMs: Int) throws(ProgramFailure) -> Reply {
    guard let play else { throw .broken("no process is alive") }
    if let reply = try play.perform(action, serial: serial, atMs: atMs) {
      learner = play.learner
      return reply
    }
    throw .died(try end(armed ?? .simulated))
  }

  func arm(_ point: KillPoint, mode: KillMode) {
    armed = mode
    play?.arm(point, mode)
  }

  func kill(_ mode: KillMode) throws(ProgramFailure) -> Death { try end(mode) }

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

  func facts() throws(ProgramFailure) -> Snapshot {
    if let play { return try play.facts() }
    return try Snapshot(reading: database.open(in: world), of: learner)
  }

  func due(atMs: Int) throws(ProgramFailure) -> Int {
    if let play { return try play.due(atMs: atMs) }
    return try database.open(in: world).due(atMs: atMs, for: learner)
  }
}

package import HomeworkFaults
package import HomeworkMotion
package import HomeworkReports
package import HomeworkStore

/// A process in memory: killing it drops its session, and its store stays.
package final class SimulatedProgram: OwnProgram {
  private let world: World
  private let reused: ReusedStore
  private var player: Player?
  /// Who is at the screen, whoever plays after a kill too.
  private var learner: String?

  package init(_ world: World) throws(ProgramFailure) {
    self.world = world
    reused = try ReusedStore(world)
    try world.fill(reused.store)
  }

  package var store: Store { reused.store }
  private var failpoint: Failpoint { reused.failpoint }

  package var session: Session? { player?.session }
  package var reported: [CueID] { player?.reported ?? [] }

  package func open(atMs: Int) throws(ProgramFailure) {
    player = try Player(store: store, failpoint: failpoint, world: world, learner: learner, atMs: atMs)
  }

  package func perform(_ action: Action, serial: Int, atMs: Int) throws(ProgramFailure) -> Reply {
    guard let player else { throw .broken("no process is alive") }
    let reply = player.perform(action, serial: serial, atMs: atMs)
    learner = player.learner
    guard failpoint.hasTriggered else { return reply }
    failpoint.reset()
    self.player = nil
    throw .died(Death())
  }

  package func arm(_ point: KillPoint, mode: KillMode) {
    // At a write of the file another program does it: here is none.
    failpoint.arm(point) { throw Failpoint.Triggered() }
  }

  package func kill(_ mode: KillMode) -> Death {
    player = nil
    return Death()
  }

  package func due(atMs: Int) throws(ProgramFailure) -> Int { try store.due(atMs: atMs, for: learner) }

  package func facts() throws(ProgramFailure) -> Snapshot {
    try Snapshot(reading: store, of: learner)
  }
}

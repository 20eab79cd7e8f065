import HomeworkFaults
import HomeworkModel
import HomeworkMotion
import HomeworkPlay
import HomeworkReports
import HomeworkStore

/// A process in memory: killing it drops its session, and its store stays.
final class SimulatedProgram: OwnProgram {
  private let world: World
  private let reused: ReusedStore
  private var player: Player?
  /// Who is at the screen, whoever plays after a kill too.
  private var learner: String?

  init(_ world: World) throws(ProgramFailure) {
    self.world = world
    reused = try ReusedStore(world)
    try world.fill(reused.store)
  }

  private var store: Store { reused.store }
  private var failpoint: Failpoint { reused.failpoint }

  var session: Session? { player?.session }
  var reported: [CueID] { player?.reported ?? [] }
  var replayed: CuesTold { CuesTold(started: player?.shownWrongly.again ?? []) }

  func open(atMs: Int) throws(ProgramFailure) {
    player = try Player(store: store, failpoint: failpoint, world: world, learner: learner, atMs: atMs)
  }

  func perform(_ action: Action, serial: Int, atMs: Int) throws(ProgramFailure) -> Reply {
    guard let player else { throw .broken("no process is alive") }
    let reply = player.perform(action, serial: serial, atMs: atMs)
    learner = player.learner
    guard failpoint.hasTriggered else { return reply }
    failpoint.reset()
    self.player = nil
    throw .died(Death(shown: player.shownWrongly.tooEarly))
  }

  func arm(_ point: KillPoint, mode: KillMode) {
    // At a write of the file another program does it: here is none.
    failpoint.arm(point) { throw Failpoint.Triggered() }
  }

  func kill(_ mode: KillMode) -> Death {
    player = nil
    return Death()
  }

  func due(atMs: Int) throws(ProgramFailure) -> Int { try store.due(atMs: atMs, for: learner) }

  func facts() throws(ProgramFailure) -> Snapshot {
    try Snapshot(reading: store, of: learner)
  }
}

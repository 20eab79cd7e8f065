import Homework
import HomeworkStore
import Motion

/// A process in memory: killing it drops its session, and its store stays.
final class SimulatedStage: Stage {
  private let world: World
  private let store: Store
  private let fuse = Fuse()
  private var player: Player?

  init(_ world: World) throws(StageFailure) {
    self.world = world
    store = try world.makeStore(path: nil, fuse: fuse)
  }

  var session: Session? { player?.session }
  var replayed: [Cue] { player?.replayed ?? [] }

  func open(atMs: Int) throws(StageFailure) {
    player = try Player(store: store, fuse: fuse, world: world, atMs: atMs)
  }

  func perform(_ action: Action, serial: Int, atMs: Int) throws(StageFailure) -> Reply {
    guard let player else { throw .broken("no process is alive") }
    let reply = player.perform(action, serial: serial, atMs: atMs)
    guard fuse.hasBlown else { return reply }
    fuse.reset()
    self.player = nil
    throw .died(Death(shown: player.shownTooEarly))
  }

  func arm(_ point: KillPoint, mode: KillMode) {
    // At a write of the file another stage does it: here is none.
    fuse.arm(point) { throw Fuse.Blown() }
  }

  func kill(_ mode: KillMode) -> Death {
    player = nil
    return Death()
  }

  func facts() throws(StageFailure) -> Facts {
    var facts = try Facts(reading: store)
    if world.plant == .doubleStars { facts.doubleStars() }
    return facts
  }
}

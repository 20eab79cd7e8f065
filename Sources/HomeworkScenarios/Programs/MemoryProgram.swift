package import HomeworkModel
package import HomeworkMotion
package import HomeworkReports
package import HomeworkStore

/// A process in memory: a kill drops its session, and its store remains. The store is in memory too, or in a file for
/// kills at a write and for power losses.
package final class MemoryProgram: ProgramUnderTest {
  package typealias MakeDisk = @Sendable () -> FaultyDisk

  private enum Storage {
    case memory(ReusedStore)
    case file(ScenarioDatabase, MakeDisk)
  }

  private let world: World
  private let storage: Storage
  private var host: SessionHost? { didSet { known = nil } }
  /// The facts on disk, if they were read since the last change.
  private var known: Snapshot?
  private var armed: KillMode?
  /// The learner at the screen, who is the same after a kill.
  private var learner: String?
  private var lives = 0

  package init(_ world: World) throws {
    let reused = try ReusedStore(world)
    try world.fill(reused.store)
    (self.world, storage) = (world, .memory(reused))
  }

  package init(_ world: World, makeDisk: @escaping MakeDisk) throws {
    (self.world, storage) = (world, .file(try ScenarioDatabase(of: world, on: nil), makeDisk))
  }

  /// The store of the living process, or one on what a dead process has left.
  package var sharedStore: Store? {
    get throws {
      switch storage {
      case .memory(let reused): return reused.store
      case .file(let database, _):
        if let host { return host.store }
        return try database.open(in: world)
      }
    }
  }
  var session: Session? { host?.session }

  package func open(atMs: Int) throws -> Opened {
    lives += 1
    let host: SessionHost
    switch storage {
    case .memory(let reused):
      host = try SessionHost(on: reused.store, reused.failpoint, world: world, learner: learner, atMs: atMs)
    case .file(let database, let makeDisk):
      host = try database.begin(in: world, on: makeDisk(), isFirst: lives == 1, learner: learner, atMs: atMs)
    }
    self.host = host
    return host.opened
  }

  package func perform(_ action: Action) throws -> Reply {
    guard host != nil else { throw ProgramFailure.isDead }
    known = nil
    // No local name may hold it while the power takes its files.
    guard let reply = host?.perform(action) else { throw ProgramFailure.died(try kill(armed ?? .simulated)) }
    learner = host?.learner
    return reply
  }

  package func arm(_ point: KillPoint, mode: KillMode) {
    armed = mode
    host?.arm(point, bySignal: false)
  }

  package func kill(_ mode: KillMode) throws -> Death {
    let files = host?.die()
    (host, armed) = (nil, nil)
    guard mode == .powerLoss else { return Death() }
    let seed = world.powerSeed(ofLife: lives)
    try files?.losePower(seed: seed)
    return Death(seed: seed)
  }

  package func evidence() throws -> Evidence {
    guard let store = try sharedStore else { throw ProgramFailure.isDead }
    let facts: Snapshot
    if let known { facts = known } else { facts = try Snapshot(reading: store, of: learner) }
    known = facts
    return Evidence(facts, host?.session)
  }

  package func take(_ part: SyncPart, serial: Int, atMs: Int) throws -> CueChanges {
    guard let host else { throw ProgramFailure.isDead }
    known = nil
    return try host.take(part, serial: serial, atMs: atMs)
  }
}

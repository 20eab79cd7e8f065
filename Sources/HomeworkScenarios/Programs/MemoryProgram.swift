package import HomeworkModel
package import HomeworkMotion
package import HomeworkReports
package import HomeworkStore

/// A process in memory: a kill drops its session, and its store remains. The store is in memory too, or in a file for
/// kills at a write and for power losses.
package final class MemoryProgram: ProgramUnderTest {
  /// Creates the disk of each life.
  package typealias MakeDisk = @Sendable () -> FaultyDisk

  private enum Place {
    case memory(ReusedStore)
    case file(ScenarioDatabase, MakeDisk)
  }

  private let world: World
  private let place: Place
  private var life: Life?
  private var armed: KillMode?
  /// The learner at the screen, who is the same after a kill.
  private var learner: String?
  private var lives = 0
  private var deaths: UInt64 = 0

  package init(_ world: World) throws(ProgramFailure) {
    let reused = try ReusedStore(world)
    try world.fill(reused.store)
    (self.world, place) = (world, .memory(reused))
  }

  /// Creates a program on a file.
  package init(_ world: World, makeDisk: @escaping MakeDisk) throws(ProgramFailure) {
    (self.world, place) = (world, .file(try ScenarioDatabase(of: world, on: nil), makeDisk))
  }

  /// The store in memory, or that of the living process.
  package var store: Store? { if case .memory(let reused) = place { reused.store } else { life?.store } }
  package var sharedStore: Store? { store }
  package var session: Session? { life?.session }

  package func open(atMs: Int) throws(ProgramFailure) -> Opened {
    lives += 1
    let life: Life
    switch place {
    case .memory(let reused): life = try Life(reused, world: world, learner: learner, atMs: atMs)
    case .file(let database, let makeDisk):
      life = try Life(
        on: database, world: world, disk: makeDisk(), isFirst: lives == 1, learner: learner, atMs: atMs)
    }
    self.life = life
    return life.opened
  }

  package func perform(_ action: Action, serial: Int, atMs: Int) throws(ProgramFailure) -> Reply {
    guard let life else { throw .isDead }
    if let reply = try life.perform(action, serial: serial, atMs: atMs) {
      learner = life.learner
      return reply
    }
    throw .died(try kill(armed ?? .simulated))
  }

  package func arm(_ point: KillPoint, mode: KillMode) {
    armed = mode
    life?.arm(point, bySignal: false)
  }

  package func kill(_ mode: KillMode) throws(ProgramFailure) -> Death {
    guard let life else { throw .isDead }
    (self.life, armed) = (nil, nil)
    guard mode == .powerLoss else {
      life.drop()
      return Death()
    }
    deaths += 1
    let seed = world.powerSeed(ofDeath: deaths)
    try life.losePower(seed: seed)
    return Death(seed: seed)
  }

  package func evidence() throws(ProgramFailure) -> Evidence {
    if let life { return Evidence(try life.facts(), life.session) }
    return Evidence(try Snapshot(reading: try storeOfDead(), of: learner), nil)
  }

  package func due(atMs: Int) throws(ProgramFailure) -> Int? {
    if let life { return try life.due(atMs: atMs) }
    return try storeOfDead().due(atMs: atMs, for: learner)
  }

  package func hello() throws(ProgramFailure) -> SyncHello {
    guard let life else { throw .isDead }
    return try life.hello()
  }

  package func give(after known: [SyncCopy.ID: Int64]) throws(ProgramFailure) -> SyncPart? {
    guard let life else { throw .isDead }
    return try life.give(after: known)
  }

  package func take(_ part: SyncPart, serial: Int, atMs: Int) throws(ProgramFailure) -> CuesTold {
    guard let life else { throw .isDead }
    return try life.take(part, serial: serial, atMs: atMs)
  }

  private func storeOfDead() throws(ProgramFailure) -> Store {
    switch place {
    case .memory(let reused): reused.store
    case .file(let database, _): try database.open(in: world)
    }
  }
}

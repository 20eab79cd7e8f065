import HomeworkFaults
import HomeworkModel
import HomeworkMotion
import HomeworkReports
import HomeworkStore
import HomeworkSystem

/// A process's worth of playing on a database, until it dies: in the runner itself, or in a worker.
final class DatabasePlay {
  private let database: ScenarioDatabase
  private let failpoint = Failpoint()
  private let disk: FaultyDisk
  /// What was on disk when it began, where the power may go.
  private let filesBefore: [String: [UInt8]]?
  private var store: Store?
  private var player: Player?
  /// How the armed kill ends it.
  private var armed: KillMode?

  /// - Parameter isVolatile: whether what is not synced may be lost: then everything asked of the disk is kept.
  init(
    on database: ScenarioDatabase, world: World, isVolatile: Bool, disk: FaultyDisk? = nil, learner: String?, atMs: Int
  ) throws(ProgramFailure) {
    self.database = database
    self.disk = disk ?? FaultyDisk(records: isVolatile)
    filesBefore = isVolatile ? Self.files(of: database.path) : nil
    failpoint.now(atMs: atMs, serial: 0)
    let store = try database.open(in: world, failpoint, disk: self.disk)
    self.store = store
    player = try Player(store: store, failpoint: failpoint, world: world, learner: learner, atMs: atMs)
  }

  /// Who is at the screen.
  var learner: String? { player?.learner }
  var session: Session? { player?.session }
  var reported: [CueID] { player?.reported ?? [] }

  /// - Returns: `nil` where the armed kill struck: nobody is told anything.
  func perform(_ action: Action, serial: Int, atMs: Int) throws(ProgramFailure) -> Reply? {
    guard let player else { throw .broken("no process is alive") }
    let reply = player.perform(action, serial: serial, atMs: atMs)
    guard failpoint.hasTriggered || disk.isDead else { return reply }
    drop()
    return nil
  }

  /// The process is to die in the next action that saves. `strike` ends it, where that is more than to be dropped.
  func arm(_ point: KillPoint, _ mode: KillMode) {
    armed = mode
    switch (point, mode) {
    case (.atWrite(let number), .process): disk.arm(.kill, atOperation: number)
    case (.atWrite(let number), .simulated), (.atWrite(let number), .powerLoss):
      disk.arm(.die, atOperation: number)
    case (_, .process):
      failpoint.arm(point) {
        // No handler runs and nothing is flushed: what is on disk now is all there is.
        kill(getpid(), SIGKILL)
      }
    case (_, .simulated), (_, .powerLoss):
      failpoint.arm(point) { [disk] in
        disk.die()
        throw Failpoint.Triggered()
      }
    }
  }

  /// Ends it as a kill does: not a byte more is written.
  func drop() {
    disk.die()
    player = nil
    store = nil
  }

  /// Ends it as the power does: of what was not synced, chance keeps some, drops some and tears some.
  func losePower(seed: UInt64) throws(ProgramFailure) {
    drop()
    var random = SplitMix64(seed: seed, skipping: 0)
    let image = DiskImage(
      disk.operations, on: filesBefore ?? [:],
      fate: { _ in DiskImage.Fate.allCases[Int(random.next() % 3)] }, keepsSector: { random.next() & 1 == 0 })
    do { try Self.restore(image, at: database.path) } catch {
      throw .broken("the disk cannot be put back: \(error)")
    }
  }

  func due(atMs: Int) throws(ProgramFailure) -> Int {
    guard let store else { throw .broken("no process is alive") }
    return try store.due(atMs: atMs, for: player?.learner)
  }

  func facts() throws(ProgramFailure) -> Snapshot {
    guard let store else { throw .broken("no process is alive") }
    return try Snapshot(reading: store, of: player?.learner)
  }

  /// Puts the files into the place of those that are there, and takes away what is not, and all shared memory.
  private static func restore(_ image: DiskImage, at path: String) throws {
    for suffix in ["", "-wal", "-shm", "-journal"] {
      let place = path + suffix
      if let bytes = image.files[path + suffix], suffix != "-shm" {
        try Files.write(bytes, to: place)
      } else {
        Files.remove(place)
      }
    }
  }

  private static func files(of path: String) -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    for suffix in ["", "-wal", "-journal"] {
      // What is not there is not there.
      if let bytes = try? Files.bytes(of: path + suffix) { files[path + suffix] = bytes }
    }
    return files
  }
}

import HomeworkModel
import HomeworkMotion
import HomeworkReports
import HomeworkStore
import HomeworkSystem

/// A process's life of playing, until it dies: in the runner itself, or in a worker.
final class Life {
  private(set) var store: Store?
  private let failpoint: Failpoint
  /// `nil` in memory.
  private let disk: FaultyDisk?
  private let path: String
  /// The files on disk when it began, if the power may fail.
  private var filesBefore: [String: [UInt8]]?
  private var player: Player?

  /// Creates a life in memory.
  init(_ reused: ReusedStore, world: World, learner: String?, atMs: Int) throws(ProgramFailure) {
    (store, failpoint, disk, path) = (reused.store, reused.failpoint, nil, "")
    player = try Player(store: reused.store, failpoint: failpoint, world: world, learner: learner, atMs: atMs)
  }

  /// - Parameters:
  ///   - disk: the disk; the power may fail if it records.
  ///   - isFirst: true if the data from before the script is to be added.
  init(
    on database: ScenarioDatabase, world: World, disk: FaultyDisk, isFirst: Bool, learner: String?, atMs: Int
  ) throws(ProgramFailure) {
    (failpoint, self.disk, path) = (Failpoint(), disk, database.path)
    if isFirst, database.server == nil { try world.fill(database.open(in: world)) }
    if disk.records { filesBefore = Self.files(of: path) }
    failpoint.now(atMs: atMs, serial: 0)
    let store = try database.open(in: world, failpoint, disk: disk)
    self.store = store
    // The power may have failed in the first life before it had added the data.
    if !isFirst, world.quiz != nil, database.server == nil,
      try !Snapshot(reading: store, of: learner).events.contains(where: { $0.kind == .homeworkAdded })
    {
      try world.fill(store)
    }
    player = try Player(store: store, failpoint: failpoint, world: world, learner: learner, atMs: atMs)
  }

  /// The learner at the screen.
  var learner: String? { player?.learner }
  var session: Session? { player?.session }

  var opened: Opened {
    // The cues on screen at the time of opening.
    Opened(reported: player?.reported.map(\.id) ?? [], told: CuesTold(started: session?.cues ?? []))
  }

  /// The cues that the report of a resumed session lists as suppressed.
  var suppressed: [Cue] { player?.reported ?? [] }

  /// - Returns: `nil` if the armed kill struck: then nothing is reported.
  func perform(_ action: Action, serial: Int, atMs: Int) throws(ProgramFailure) -> Reply? {
    guard let player else { throw .isDead }
    let reply = player.perform(action, serial: serial, atMs: atMs)
    guard failpoint.hasTriggered || disk?.isDead == true else { return reply }
    drop()
    failpoint.reset()
    return nil
  }

  // MARK: Copies of the library

  func hello() throws(ProgramFailure) -> SyncHello { try read { (tx) throws(StoreError) in try tx.syncHello() } }

  func give(after known: [SyncCopy.ID: Int64]) throws(ProgramFailure) -> SyncPart? {
    // As few changes as possible, so that an exchange can be cut anywhere.
    try read { (tx) throws(StoreError) in try tx.syncPart(after: known, size: 1) }
  }

  private func read<Value>(
    _ body: (ReadTransaction) throws(StoreError) -> Value
  ) throws(ProgramFailure) -> Value {
    guard let store else { throw .isDead }
    do { return try store.readAndWait(body) } catch { throw .broken("the store cannot be read: \(error)") }
  }

  func take(_ part: SyncPart, serial: Int, atMs: Int) throws(ProgramFailure) -> CuesTold {
    guard let player else { throw .isDead }
    do { return try player.take(part, serial: serial, atMs: atMs) } catch {
      throw .broken("what another copy has given is refused: \(error)")
    }
  }

  // MARK: Deaths

  /// Arms a kill in the next action that saves.
  func arm(_ point: KillPoint, bySignal: Bool) {
    if case .atWrite(let number) = point { return disk?.arm(bySignal ? .kill : .die, atOperation: number) ?? () }
    failpoint.arm(point) { [disk] in
      // No handler runs and nothing is flushed: only what is on disk now survives.
      if bySignal { kill(getpid(), SIGKILL) }
      disk?.die()
      throw Failpoint.Triggered()
    }
  }

  /// Ends it like a kill: not a byte more is written.
  func drop() {
    disk?.die()
    (player, store) = (nil, nil)
  }

  /// Ends it like a power loss: unsynced operations are kept, dropped or torn at random.
  func losePower(seed: UInt64) throws(ProgramFailure) {
    drop()
    var random = SplitMix64(seed: seed, skipping: 0)
    let before = filesBefore ?? [:]
    let image = DiskImage(disk?.operations(on: before) ?? [], on: before) { .drawn(for: $0, &random) }
    do { try Self.restore(image, at: path) } catch {
      throw .broken("the disk cannot be put back: \(error)")
    }
  }

  func facts() throws(ProgramFailure) -> Snapshot {
    guard let store else { throw .isDead }
    return try Snapshot(reading: store, of: learner)
  }

  func due(atMs: Int) throws(ProgramFailure) -> Int {
    guard let store else { throw .isDead }
    return try store.due(atMs: atMs, for: learner)
  }

  /// Replaces the existing files, and removes files that are not in the image, and all shared memory.
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
      // A missing file stays missing.
      if let bytes = try? Files.bytes(of: path + suffix) { files[path + suffix] = bytes }
    }
    return files
  }
}

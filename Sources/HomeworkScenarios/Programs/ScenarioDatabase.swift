import HomeworkModel
import HomeworkProcess
import HomeworkStore
import HomeworkSystem

/// A store in memory that scripts use one after another. Each script's changes are undone at its end, so that the next
/// one finds it as new, but with a parsed schema and compiled statements, which take time.
final class ReusedStore {
  var store: Store { pooled.store }
  var failpoint: Failpoint { pooled.failpoint }
  private let pooled: Pooled
  private let rehearsal: Store.Rehearsal

  private struct Pooled: Sendable {
    let store: Store, failpoint: Failpoint
    /// The number of ids drawn to create it.
    let draws: UInt64
  }

  private static let pool = Guarded<[Pooled]>([])
  /// The maximum number of waiting stores: one for each script that plays, and one for its reference.
  private static let capacity = 16

  init(_ world: World) throws {
    if let found = Self.pool.withLock({ $0.popLast() }) {
      pooled = found
    } else {
      let failpoint = Failpoint()
      let store = try world.openStore(failpoint: failpoint)
      pooled = Pooled(store: store, failpoint: failpoint, draws: failpoint.draws)
    }
    pooled.failpoint.begin(afterDrawing: pooled.draws)
    rehearsal = try pooled.store.beginRehearsal()
  }

  deinit {
    failpoint.begin(afterDrawing: pooled.draws)
    // A store whose changes cannot be undone is not used again.
    guard (try? rehearsal.end()) != nil else { return }
    Self.pool.withLock { [pooled] in if $0.count < Self.capacity { $0.append(pooled) } }
  }
}

/// A scenario's own database: a file or, with a server, a temporary database there.
struct ScenarioDatabase {
  /// The path of the file, or the name of the temporary database.
  let path: String
  /// `nil` if it is a file.
  let server: (any DatabaseServer)?
  /// Removes the database once this value is no longer used; `nil` in a worker.
  private let remover: AnyObject?

  /// Creates a database. One on a server contains all data from before the script; a file does not exist yet.
  init(of world: World, on server: (any DatabaseServer)?) throws {
    self.server = server
    if let server {
      let failpoint = Failpoint()
      let database = try server.createTemporary(world.options(failpoint))
      (path, remover) = (database.name, database)
      try world.fill(open(in: world, failpoint))
    } else {
      let directory = try ScenarioDirectory()
      (path, remover) = (directory.database, directory)
    }
  }

  /// The database of a program under test.
  init(path: String, server: (any DatabaseServer)?) { (self.path, self.server, remover) = (path, server, nil) }

  func open(in world: World, _ failpoint: Failpoint = Failpoint(), disk: FaultyDisk? = nil) throws -> Store {
    let options = world.options(failpoint, disk: disk)
    return try server?.openTemporary(path, options) ?? Store.openAndWait(path: path, options: options)
  }

  /// Starts a life on it.
  ///
  /// - Parameters:
  ///   - disk: the disk; the power may fail if it records.
  ///   - isFirst: true if the data from before the script is to be added.
  func begin(in world: World, on disk: FaultyDisk, isFirst: Bool, learner: String?, atMs: Int) throws -> SessionHost {
    if isFirst, server == nil { try world.fill(open(in: world)) }
    let (files, failpoint) = (PoweredFiles(path, on: disk), Failpoint())
    failpoint.now(atMs: atMs, serial: 0)
    let store = try open(in: world, failpoint, disk: disk)
    // The power may have failed in the first life before it had added the data.
    if !isFirst, world.quiz != nil, server == nil,
      try !Snapshot(reading: store, of: learner).events.contains(where: { $0.kind == .homeworkAdded })
    {
      try world.fill(store)
    }
    return try SessionHost(on: store, failpoint, files, world: world, learner: learner, atMs: atMs)
  }
}

import HomeworkModel
import HomeworkProcess
import HomeworkStore

/// A scenario's own database: a file or, with a server, a temporary database there.
struct ScenarioDatabase {
  /// The path of the file, or the name of the temporary database.
  let path: String
  /// `nil` if it is a file.
  let server: (any DatabaseServer)?
  /// Removes the database once this value is no longer used; `nil` in a worker.
  private let remover: AnyObject?

  /// Creates a database. One on a server contains all data from before the script; a file does not exist yet.
  init(of world: World, on server: (any DatabaseServer)?) throws(ProgramFailure) {
    self.server = server
    if let server {
      let failpoint = Failpoint()
      let database = try world.open(failpoint) { (options) throws(StoreError) in try server.createTemporary(options) }
      (path, remover) = (database.name, database)
      try world.fill(open(in: world, failpoint))
    } else {
      let directory = try ProgramFailure.of(ScenarioDirectory.init)
      (path, remover) = (directory.database, directory)
    }
  }

  /// The database of a program under test.
  init(path: String, server: (any DatabaseServer)?) {
    (self.path, self.server, remover) = (path, server, nil)
  }

  func open(
    in world: World, _ failpoint: Failpoint = Failpoint(), disk: FaultyDisk? = nil
  ) throws(ProgramFailure) -> Store {
    try world.open(failpoint, disk: disk) { (options) throws(StoreError) in
      guard let server else { return try Store.openAndWait(path: path, options: options) }
      return try server.openTemporary(path, options)
    }
  }

  /// Starts a life on it.
  ///
  /// - Parameters:
  ///   - disk: the disk; the power may fail if it records.
  ///   - isFirst: true if the data from before the script is to be added.
  func begin(
    in world: World, on disk: FaultyDisk, isFirst: Bool, learner: String?, atMs: Int
  ) throws(ProgramFailure) -> SessionHost {
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

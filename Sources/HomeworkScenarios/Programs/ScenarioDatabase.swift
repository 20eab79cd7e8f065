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
}

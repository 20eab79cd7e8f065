import HomeworkFaults
import HomeworkModel
import HomeworkProcess
import HomeworkStore

/// The database that a scenario has to itself: a file or, with a server, a library there.
struct ScenarioDatabase {
  /// Of the file; of a library its name.
  let path: String
  /// `nil` if it is a file.
  let server: (any LibraryServer)?
  /// Removes it once nobody has this value; a worker has none.
  private let remover: AnyObject?

  /// Makes one, with all that is there before the script begins.
  init(of world: World, on server: (any LibraryServer)?) throws(ProgramFailure) {
    let failpoint = Failpoint()
    self.server = server
    if let server {
      let library = try world.open(failpoint) { (options) throws(StoreError) in try server.createTemporary(options) }
      (path, remover) = (library.name.text, library)
    } else {
      let directory = try ProgramFailure.of(ScenarioDirectory.init)
      (path, remover) = (directory.database, directory)
    }
    try world.fill(open(in: world, failpoint))
  }

  /// That of the runner, in a worker; a file is held until the process ends.
  init(path: String, server: (any LibraryServer)?) {
    (self.path, self.server, remover) = (path, server, nil)
    if server == nil { ScenarioDirectory.hold(of: path) }
  }

  func open(
    in world: World, _ failpoint: Failpoint = Failpoint(), disk: FaultyDisk? = nil
  ) throws(ProgramFailure) -> Store {
    try world.open(failpoint, disk: disk) { (options) throws(StoreError) in
      guard let server else { return try Store.openAndWait(path: path, options: options) }
      return try server.open(LibraryName(temporary: path), options)
    }
  }
}

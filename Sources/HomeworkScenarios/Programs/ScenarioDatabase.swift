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

  /// Makes one. A library has all that is there before the script begins; a file is not there yet.
  init(of world: World, on server: (any LibraryServer)?) throws(ProgramFailure) {
    self.server = server
    if let server {
      let failpoint = Failpoint()
      let library = try world.open(failpoint) { (options) throws(StoreError) in try server.createTemporary(options) }
      (path, remover) = (library.name.text, library)
      try world.fill(open(in: world, failpoint))
    } else {
      let directory = try ProgramFailure.of(ScenarioDirectory.init)
      (path, remover) = (directory.database, directory)
    }
  }

  /// That of a program under test.
  init(path: String, server: (any LibraryServer)?) {
    (self.path, self.server, remover) = (path, server, nil)
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

package import HomeworkModel
import HomeworkProcess
package import HomeworkStore
import HomeworkSystem

/// The process that a scenario kills. It plays on a real database and answers on its standard output.
public enum ScenarioWorker {
  /// The first argument of a worker process.
  public static let argument = "scenario-worker"

  /// Serves requests from standard input until it ends, or until a kill.
  public static func serve() -> Never {
    serve { _ in nil }
  }

  /// Serves as `serve()` does.
  ///
  /// - Parameter server: returns the server at an address, or what is wrong with that.
  package static func serve(server: @escaping (String) -> Result<any LibraryServer, StoreError>?) -> Never {
    ParentProcess.endWithIt()
    var worker = Worker(server: server)
    while let line = readLine() {
      let reply: WorkerReply
      do {
        reply = try worker.answer(WorkerLine.message(Array(line.utf8)))
      } catch {
        reply = .failed("\(error)")
      }
      guard let data = try? WorkerLine.line(reply) else { exit(70) }  // our own values always encode
      Files.write(data, to: STDOUT_FILENO)
    }
    exit(0)
  }
}

private struct Worker {
  let server: (String) -> Result<any LibraryServer, StoreError>?
  private var play: DatabasePlay?
  private var database: ScenarioDatabase?

  init(server: @escaping (String) -> Result<any LibraryServer, StoreError>?) {
    self.server = server
  }

  mutating func answer(_ request: WorkerRequest) throws -> WorkerReply {
    switch request {
    case .open(let path, let address, let environment, let isVolatile, let learner, let atMs):
      play = nil
      // The same as long as the process lives.
      let database =
        try self.database ?? ScenarioDatabase(path: path, server: address.flatMap { try server($0)?.get() })
      self.database = database
      let opened = try DatabasePlay(
        on: database, world: World(environment: environment), isVolatile: isVolatile, learner: learner, atMs: atMs)
      play = opened
      return .opened(opened.session, reported: opened.reported)
    case .arm(let point, let mode):
      play?.arm(point, mode)
      return .armed
    case .drop:
      play?.drop()
      return .dropped
    case .losePower(let seed):
      try play?.losePower(seed: seed)
      return .dropped
    case .perform(let action, let serial, let atMs):
      guard let play else { return .failed("perform before open") }
      return try play.perform(action, serial: serial, atMs: atMs).map { .performed($0) } ?? .struck
    case .facts:
      guard let play else { return .failed("facts before open") }
      return .facts(try play.facts())
    }
  }
}

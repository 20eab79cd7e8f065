import Foundation

/// The process that a scenario kills: it plays on a real database file and answers on its standard output.
public enum ScenarioWorker {
  /// The first argument by which an executable knows that it is to be a worker.
  public static let argument = "scenario-worker"

  /// Serves requests from standard input until it ends, or until a kill strikes.
  public static func serve() -> Never {
    var worker = Worker()
    while let line = readLine() {
      let reply: WorkerReply
      do {
        reply = try worker.answer(JSONDecoder().decode(WorkerRequest.self, from: Data(line.utf8)))
      } catch {
        reply = .failed("\(error)")
      }
      guard let data = try? reply.jsonLine else { exit(70) }  // our own values always encode
      FileHandle.standardOutput.write(data)
    }
    exit(0)
  }
}

private struct Worker {
  private let fuse = Fuse()
  private var player: Player?
  private var readFacts: (() throws -> Facts)?

  mutating func answer(_ request: WorkerRequest) throws -> WorkerReply {
    switch request {
    case .open(let path, let environment, let atMs):
      let world = World(environment: environment)
      fuse.now(atMs: atMs, serial: 0)
      let store = try world.openStore(path: path, fuse: fuse)
      player = try Player(store: store, fuse: fuse, world: world, atMs: atMs)
      readFacts = { try Facts(reading: store) }
      return .opened(player?.session)
    case .arm(let point, .process):
      fuse.arm(point) {
        // No handler runs and nothing is flushed: what is on disk now is all there is.
        kill(getpid(), SIGKILL)
      }
      return .armed
    case .arm(let point, .simulated):
      fuse.arm(point) { throw Fuse.Blown() }
      return .armed
    case .drop:
      player = nil
      return .dropped
    case .perform(let action, let serial, let atMs):
      guard let player else { return .failed("perform before open") }
      let reply = player.perform(action, serial: serial, atMs: atMs)
      guard fuse.hasBlown else { return .performed(reply) }
      fuse.reset()
      self.player = nil
      return .struck
    case .facts:
      guard let readFacts else { return .failed("facts before open") }
      return .facts(try readFacts())
    }
  }
}

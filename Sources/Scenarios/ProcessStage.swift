import Foundation
import HomeworkStore
import Motion

/// A process of its own on a real database file, ended by SIGKILL.
final class ProcessStage: Stage {
  private let world: World
  private let command: [String]
  private let directory: URL
  private var worker: WorkerProcess?
  private(set) var session: Session?

  /// Makes the database, in a directory that goes with the stage.
  init(_ world: World, worker command: [String]) throws(StageFailure) {
    self.world = world
    self.command = command
    let name = "hwdb-scenario-\(UUID().uuidString.lowercased())"
    directory = FileManager.default.temporaryDirectory.appendingPathComponent(name)
    do {
      try FileManager.default.createDirectory(
        at: directory, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    } catch {
      throw .broken("no directory for the scenario's database: \(error.localizedDescription)")
    }
    _ = try world.makeStore(path: path, fuse: Fuse())
  }

  deinit {
    worker = nil
    try? FileManager.default.removeItem(at: directory)  // a temporary file left behind harms nobody
  }

  private var path: String { directory.appendingPathComponent("hwdb.sqlite").path }

  func open(atMs: Int) throws(StageFailure) {
    // After a simulated kill the process is still there.
    if worker == nil { worker = try WorkerProcess(command) }
    guard case .opened(let session) = try ask(.open(path: path, environment: world.environment, atMs: atMs)) else {
      throw .broken("the worker answered something else than was asked")
    }
    self.session = session
  }

  func perform(_ action: Action, serial: Int, atMs: Int) throws(StageFailure) -> Reply {
    switch try ask(.perform(action, serial: serial, atMs: atMs)) {
    case .performed(let reply):
      session = reply.session
      return reply
    case .struck:
      session = nil
      throw .died(Death())
    case .opened, .armed, .dropped, .facts, .failed:
      throw .broken("the worker answered something else than was asked")
    }
  }

  func arm(_ point: KillPoint, mode: KillMode) throws(StageFailure) {
    guard case .armed = try ask(.arm(point, mode)) else {
      throw .broken("the worker answered something else than was asked")
    }
  }

  func kill(_ mode: KillMode) throws(StageFailure) -> Death {
    guard let worker else { throw .broken("no process is alive") }
    guard mode == .process else {
      guard case .dropped = try ask(.drop) else { throw .broken("the worker answered something else than was asked") }
      session = nil
      return Death()
    }
    let death = worker.end(with: SIGKILL)
    self.worker = nil
    session = nil
    return death
  }

  func facts() throws(StageFailure) -> Facts {
    guard worker != nil else {
      return try Facts(reading: world.openStore(path: path, fuse: Fuse()))
    }
    guard case .facts(let facts) = try ask(.facts) else {
      throw .broken("the worker answered something else than was asked")
    }
    return facts
  }

  private func ask(_ request: WorkerRequest) throws(StageFailure) -> WorkerReply {
    guard let worker else { throw .broken("no process is alive") }
    let answer: Data?
    do throws(StageFailure) {
      answer = try worker.exchange(try line(request))
    } catch {
      self.worker = nil
      throw error
    }
    guard let answer else {
      // Its end of the pipe is closed: it has died, and the system knows by what.
      self.worker = nil
      session = nil
      let death = worker.end(with: 0)
      guard death.signal == SIGKILL else { throw .broken("the worker ended by itself: signal \(death.signal ?? 0)") }
      throw .died(death)
    }
    guard let reply = try? JSONDecoder().decode(WorkerReply.self, from: answer) else {
      throw .broken("the worker answered what cannot be read")
    }
    if case .failed(let message) = reply { throw .broken(message) }
    return reply
  }

  private func line(_ request: WorkerRequest) throws(StageFailure) -> Data {
    do { return try request.jsonLine } catch { throw .broken("\(error)") }
  }
}

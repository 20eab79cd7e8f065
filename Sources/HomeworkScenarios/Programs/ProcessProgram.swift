import HomeworkFaults
import HomeworkMotion
import HomeworkProcess
import HomeworkReports
import HomeworkStore
import HomeworkSystem

/// A process of its own on a real database, ended by SIGKILL.
final class ProcessProgram: OwnProgram {
  private let world: World
  private let command: WorkerCommand
  private let isVolatile: Bool
  private let database: ScenarioDatabase
  private var worker: LineProcess?
  private(set) var session: Session?
  private(set) var reported: [CueID] = []
  private var armed: KillMode?
  /// Who is at the screen.
  private var learner: String?
  private var deaths: UInt64 = 0

  /// Makes the database, which goes with the program.
  ///
  /// - Parameters:
  ///   - server: where it is to be; `nil` for a file.
  ///   - isVolatile: whether the power may go.
  init(
    _ world: World, worker command: WorkerCommand, on server: (any LibraryServer)?, isVolatile: Bool
  ) throws(ProgramFailure) {
    self.world = world
    self.command = command
    self.isVolatile = isVolatile
    database = try ScenarioDatabase(of: world, on: server)
  }

  func open(atMs: Int) throws(ProgramFailure) {
    // After a simulated kill the process is still there.
    if worker == nil {
      worker = try ProgramFailure.of { () throws(ProcessFailure) in
        try LineProcess(command.words, timeLimitMs: command.timeLimitMs)
      }
    }
    guard
      case .opened(let session, let reported) = try ask(
        .open(
          path: database.path, server: database.server?.address, environment: world.environment,
          isVolatile: isVolatile, learner: learner, atMs: atMs))
    else {
      throw .broken("the worker sent an unexpected answer")
    }
    (self.session, self.reported) = (session, reported)
  }

  func perform(_ action: Action, serial: Int, atMs: Int) throws(ProgramFailure) -> Reply {
    switch try ask(.perform(action, serial: serial, atMs: atMs)) {
    case .performed(let reply):
      session = reply.session
      if case .learner(let name) = action, reply.refusal == nil { learner = name }
      return reply
    case .struck:
      session = nil
      throw .died(armed == .powerLoss ? try losePower() : Death())
    case .opened, .armed, .dropped, .facts, .failed:
      throw .broken("the worker sent an unexpected answer")
    }
  }

  func arm(_ point: KillPoint, mode: KillMode) throws(ProgramFailure) {
    armed = mode
    guard case .armed = try ask(.arm(point, mode)) else {
      throw .broken("the worker sent an unexpected answer")
    }
  }

  func kill(_ mode: KillMode) throws(ProgramFailure) -> Death {
    guard let worker else { throw .broken("no process is alive") }
    defer { session = nil }
    switch mode {
    case .process:
      self.worker = nil
      return Death(worker.end(with: SIGKILL))
    case .simulated:
      guard case .dropped = try ask(.drop) else { throw .broken("the worker sent an unexpected answer") }
      return Death()
    case .powerLoss: return try losePower()
    }
  }

  /// With the power everything goes, the process too.
  private func losePower() throws(ProgramFailure) -> Death {
    deaths += 1
    let seed = world.powerSeed(ofDeath: deaths)
    guard case .dropped = try ask(.losePower(seed: seed)), let worker else {
      throw .broken("the worker sent an unexpected answer")
    }
    self.worker = nil
    var death = Death(worker.end(with: SIGKILL))
    death.seed = seed
    return death
  }

  func facts() throws(ProgramFailure) -> Snapshot {
    // Of a process whose session was dropped the database is asked, as after its death.
    guard worker != nil, session != nil else {
      return try Snapshot(reading: database.open(in: world), of: learner)
    }
    guard case .facts(let facts) = try ask(.facts) else {
      throw .broken("the worker sent an unexpected answer")
    }
    return facts
  }

  /// Of the database, whoever has it open.
  func due(atMs: Int) throws(ProgramFailure) -> Int {
    try database.open(in: world).due(atMs: atMs, for: learner)
  }

  private func ask(_ request: WorkerRequest) throws(ProgramFailure) -> WorkerReply {
    guard let worker else { throw .broken("no process is alive") }
    let answer: [UInt8]?
    do throws(ProgramFailure) {
      let line = try line(request)
      answer = try ProgramFailure.of { () throws(ProcessFailure) in try worker.exchange(line) }
    } catch {
      self.worker = nil
      throw error
    }
    guard let answer else {
      // Its end of the pipe is closed: it has died, and the system knows by what.
      self.worker = nil
      session = nil
      let death = Death(worker.end(with: 0))
      guard death.signal == SIGKILL else { throw .broken("the worker ended by itself: signal \(death.signal ?? 0)") }
      throw .died(death)
    }
    let reply: WorkerReply
    do { reply = try WorkerLine.message(answer) } catch {
      throw .broken("the worker's answer cannot be read: \(error)")
    }
    if case .failed(let message) = reply { throw .broken(message) }
    return reply
  }

  private func line(_ request: WorkerRequest) throws(ProgramFailure) -> [UInt8] {
    do { return try WorkerLine.line(request) } catch { throw .broken("\(error)") }
  }
}

/// How a worker is started, and how long it may take to answer.
struct WorkerCommand: Hashable, Sendable {
  let words: [String]
  let timeLimitMs: Int
}

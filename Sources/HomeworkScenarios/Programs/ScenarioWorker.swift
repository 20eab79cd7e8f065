import HomeworkProcess
import HomeworkSystem

/// The process that a scenario kills. It plays on a real database file and answers on its standard output.
public enum ScenarioWorker {
  /// The first argument of a worker process.
  public static let argument = "scenario-worker"

  /// Serves requests from standard input until it ends, or until a kill.
  public static func serve() -> Never {
    ParentProcess.endWithIt()
    var worker = Worker()
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
  private var play: FilePlay?
  /// The directory that it plays in, until it ends.
  private var isHolding = false

  mutating func answer(_ request: WorkerRequest) throws -> WorkerReply {
    switch request {
    case .open(let path, let environment, let isVolatile, let learner, let atMs):
      play = nil
      if !isHolding { ScenarioDirectory.hold(of: path) }
      isHolding = true
      let opened = try FilePlay(
        path: path, world: World(environment: environment), isVolatile: isVolatile, learner: learner, atMs: atMs)
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

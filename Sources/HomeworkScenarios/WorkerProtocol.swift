import Foundation
import HomeworkMotion

/// What the runner asks of a worker process, one JSON line each.
enum WorkerRequest: Codable, Sendable {
  case open(path: String, environment: SessionEnvironment, isVolatile: Bool, atMs: Int)
  case perform(Action, serial: Int, atMs: Int)
  case arm(KillPoint, KillMode)
  /// The simulated kill: the session goes, the process stays.
  case drop
  case losePower(seed: UInt64)
  case facts
}

/// What the worker answers, one JSON line each. A worker that is killed answers nothing.
enum WorkerReply: Codable, Sendable {
  case opened(Session?, reported: [CueID])
  case performed(Reply)
  /// An armed simulated kill struck: the session is gone, the process is there.
  case struck
  case armed
  case dropped
  case facts(Snapshot)
  case failed(String)
}

extension Encodable {
  var jsonLine: Data {
    get throws { try JSONEncoder().encode(self) + Data("\n".utf8) }
  }
}

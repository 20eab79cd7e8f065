import HomeworkFaults
import HomeworkJSON
import HomeworkMotion
import HomeworkReports

/// What the runner asks of a worker process, one line each.
enum WorkerRequest: Codable, Sendable {
  /// A file or, with the address of a server, a library there by its name.
  case open(
    path: String, server: String?, environment: SessionEnvironment, isVolatile: Bool, learner: String?, atMs: Int)
  case perform(Action, serial: Int, atMs: Int)
  case arm(KillPoint, KillMode)
  /// The simulated kill: the session goes, the process stays.
  case drop
  case losePower(seed: UInt64)
  case facts
}

/// What the worker answers, one line each. A worker that is killed answers nothing.
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

enum WorkerLine {
  static func line(_ message: some Encodable) throws -> [UInt8] {
    try WorkerCoding.json(of: message).encoded() + [0x0A]
  }

  static func message<Message: Decodable>(_ line: [UInt8]) throws -> Message {
    try WorkerCoding.value(of: JSONValue(parsing: line))
  }
}

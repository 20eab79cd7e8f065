import Foundation
import HomeworkFaults
import HomeworkMotion
import HomeworkReports

/// What the runner asks of a worker process, one line each.
enum WorkerRequest: Codable, Sendable {
  case open(path: String, environment: SessionEnvironment, isVolatile: Bool, atMs: Int)
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

/// A line is a property list in base64: values of every kind, whole numbers of 64 bits among them, go through it as
/// they are, and nobody but the same executable reads it.
enum WorkerLine {
  static func line(_ message: some Encodable) throws -> Data {
    let encoder = PropertyListEncoder()
    encoder.outputFormat = .binary
    return try encoder.encode(message).base64EncodedData() + Data("\n".utf8)
  }

  static func message<Message: Decodable>(_ line: Data) throws -> Message {
    try PropertyListDecoder().decode(Message.self, from: Data(base64Encoded: line) ?? Data())
  }
}

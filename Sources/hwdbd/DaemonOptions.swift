import HomeworkRPC
import HomeworkService

/// The few options of the daemon.
struct DaemonOptions {
  var database: String?
  var socket: String?
  var logLevel = ServerLog.Level.info
  /// A file; standard error unless given.
  var log: String?
  /// Bytes of a line.
  var maxMessage: Int?
  var maxConnections: Int?

  struct Problem: Error {
    let message: String
    /// What was asked for is no problem, and goes to standard output.
    var isAnswer = false
  }

  init(_ arguments: [String]) throws {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      let name = parts.first ?? ""
      if argument == "--help" { throw Problem(message: Self.synopsis, isAnswer: true) }
      if argument == "--version" { throw Problem(message: "hwdbd \(Service.version)", isAnswer: true) }
      guard Self.names.contains(name) else {
        throw Problem(message: "\(name) is not an option: \(Self.synopsis)")
      }
      guard let value = parts.count > 1 ? parts[1] : rest.popFirst(), !value.isEmpty else {
        throw Problem(message: "\(name) needs a value: \(Self.synopsis)")
      }
      switch name {
      case "--database": database = value
      case "--socket": socket = value
      case "--log": log = value
      case "--log-level":
        guard let level = ServerLog.Level(rawValue: value) else {
          throw Problem(message: "--log-level \(value) is not possible: write debug, info, warning or error")
        }
        logLevel = level
      case "--max-connections":
        guard let count = Int(value), (1...60_000).contains(count) else {
          throw Problem(message: "--max-connections \(value) is not possible: write a number from 1 to 60000")
        }
        maxConnections = count
      default:
        guard let bytes = Int(value), bytes >= 1024 else {
          throw Problem(message: "--max-message \(value) is not possible: write a number of bytes from 1024")
        }
        maxMessage = bytes
      }
    }
  }

  private static let names = [
    "--database", "--socket", "--log", "--log-level", "--max-message", "--max-connections",
  ]
  private static let synopsis =
    "hwdbd [--database PATH] [--socket PATH] [--log FILE] [--log-level LEVEL] [--max-message BYTES] [--max-connections N]"
}

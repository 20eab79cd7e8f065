import Foundation
import HomeworkAPI
import HomeworkModel
import HomeworkTestKit

/// A daemon started from the executable, as by a user.
final class ServedDaemon {
  let directory = TemporaryDirectory()
  let socket: String
  private(set) var running: RunningCommand
  private let options: [String]
  private let environment: [String: String]

  convenience init(_ options: String...) throws { try self.init(options: options) }

  init(options: [String]) throws {
    socket = directory.path("s")
    (self.options, environment) = (["--database", directory.path("hwdb.sqlite")] + options, [:])
    running = try Self.start(directory, self.options, environment)
  }

  /// - Parameter url: the address of the PostgreSQL database that it serves.
  init(on url: String) throws {
    socket = directory.path("s")
    (options, environment) = ([], ["HWDB_DATABASE": url])
    running = try Self.start(directory, options, environment)
  }

  private static func start(
    _ directory: TemporaryDirectory, _ options: [String], _ environment: [String: String]
  ) throws -> RunningCommand {
    let running = try RunningCommand(
      ThisPackage.binary("hwdbd"), ["--socket", directory.path("s")] + options, environment: environment,
      output: directory.path("output"))
    for _ in 0..<1000 {
      if (try? Line(to: directory.path("s"))) != nil { break }
      usleep(10_000)
    }
    return running
  }

  /// Its standard output so far.
  var output: String { (try? String(contentsOfFile: directory.path("output"), encoding: .utf8)) ?? "" }

  func kill() { _ = running.stop(SIGKILL) }

  func killAndRestart() throws {
    kill()
    running = try Self.start(directory, options, environment)
  }

  /// Maintains its file beside it.
  @discardableResult
  func maintain(_ words: String...) throws -> CommandResult {
    try run(ThisPackage.binary("hwdb"), ["database"] + words + ["--database", directory.path("hwdb.sqlite")])
  }

  func client() throws -> LineClient { LineClient(try Line(to: socket)) }
}

/// A client that makes one call at a time and collects notifications.
final class LineClient {
  let line: Line
  private var serial: Int64 = 0
  private(set) var notifications: [JSONValue] = []

  init(_ line: Line) {
    self.line = line
  }

  struct Refused: Error {
    let name: String?
    let data: JSONValue?
  }

  struct Gone: Error {}

  func call(_ method: String, _ params: JSONValue = [:]) throws -> JSONValue {
    serial += 1
    let request: JSONValue = ["jsonrpc": "2.0", "id": .int(serial), "method": .string(method), "params": params]
    line.send(request.encoded() + Data("\n".utf8))
    while true {
      let reply = try next()
      guard reply["id"] != nil else {
        notifications.append(reply)
        continue
      }
      if let error = reply["error"] { throw Refused(name: error["data"]?["name"]?.string, data: error["data"]) }
      return reply["result"] ?? .null
    }
  }

  /// Returns the notifications, once there are `count` of them.
  func notifications(_ count: Int) throws -> [JSONValue] {
    while notifications.count < count { notifications.append(try next()) }
    return notifications
  }

  private func next() throws -> JSONValue {
    guard let text = line.read() else { throw Gone() }
    return try JSONValue(parsing: Data(text.utf8))
  }
}

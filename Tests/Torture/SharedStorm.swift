import Foundation
import HomeworkModel
import HomeworkStore
import HomeworkSystem
import HomeworkTestKit

/// A daemon and `hwdb` beside each other on one file: the daemon's clients and other processes change large texts, so
/// that the log keeps filling up, and each process that fills it moves it.
public struct SharedStorm: Sendable {
  public struct Outcome: Sendable {
    public var (byDaemon, byProcesses) = (0, 0)
    /// The number of times the daemon moved the log.
    public var checkpoints = 0
    /// The number of checks of the whole file.
    public var checks = 0
    public var wrong: [String] = []
  }

  private let daemon: String
  private let seconds: Double

  /// - Parameter daemon: the daemon's executable, with `hwdb` beside it.
  public init(daemon: String, seconds: Double) {
    (self.daemon, self.seconds) = (daemon, seconds)
  }

  public func run() throws -> Outcome {
    let bench = try Bench()
    let socket = "\(bench.path)/s"
    let process = try RunningCommand(
      daemon, ["--database", bench.database, "--socket", socket, "--log-level", "error"])
    defer { kill(process.pid, SIGKILL) }
    waitWhile { (try? Line(to: socket)) == nil }
    let client = try SocketClient(path: socket)
    let ids = try (0..<8).map { number in
      let added = try client.call("homework.add", ["title": .string("\(number)")]).get()
      return try unwrap(added["id"]?.string)
    }
    let end = Date().addingTimeInterval(seconds)
    let outcome = Guarded(Outcome())
    let group = DispatchGroup()
    for (number, id) in ids.enumerated() {
      group.enter()
      Thread.detachNewThread {
        do {
          let own = try SocketClient(path: socket)
          var count = 0
          while Date() < end {
            count += 1
            if number < 6 {
              _ = try own.call("homework.update", ["homeworkId": .string(id), "text": .string(Self.text(count))]).get()
            } else {
              try edit(id, Self.text(count), bench)
            }
            outcome.withLock { if number < 6 { $0.byDaemon += 1 } else { $0.byProcesses += 1 } }
          }
          let kept = try own.call("homework.get", ["homeworkId": .string(id)]).get()["text"]?.string
          if kept != Self.text(count) { outcome.withLock { $0.wrong.append("the last text of \(id) is another") } }
        } catch {
          outcome.withLock { $0.wrong.append("\(error)") }
        }
        group.leave()
      }
    }
    repeat {
      usleep(200_000)
      let connection = try Connection(path: bench.database, access: .readWrite)
      let found = try connection.first("PRAGMA integrity_check") { $0.text(0) } ?? ""
      outcome.withLock {
        $0.checks += 1
        if found != "ok" { $0.wrong.append(found) }
      }
    } while Date() < end
    group.wait()
    let writer = try client.call("server.stats", [:]).get()["writer"]
    outcome.withLock { $0.checkpoints = Int(writer?["checkpoints"]?.int ?? 0) }
    if process.stop() != 0 { outcome.withLock { $0.wrong.append("the daemon did not stop as told") } }
    let check = try HomeworkTestKit.run(hwdb, ["database", "check", "--database", bench.database])
    if check.status != 0 { outcome.withLock { $0.wrong.append(check.output + check.errors) } }
    return outcome.withLock { $0 }
  }

  private var hwdb: String { URL(fileURLWithPath: daemon).deletingLastPathComponent().path + "/hwdb" }

  private func edit(_ id: String, _ text: String, _ bench: Bench) throws {
    let file = "\(bench.path)/\(id).txt"
    try Data(text.utf8).write(to: URL(fileURLWithPath: file))
    let edited = try HomeworkTestKit.run(hwdb, ["edit", id, "--text", file, "--database", bench.database])
    if edited.status != 0 { throw Wrong("hwdb edit: \(edited.errors)") }
  }

  /// Fifteen pages: about seventy such texts fill the log.
  private static func text(_ count: Int) -> String { "\(count)" + String(repeating: " text", count: 12_000) }
}

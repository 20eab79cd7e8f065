import Foundation
import HomeworkAPI
import HomeworkModel
import HomeworkTestKit

/// Clients that truncate lines, half-close connections, never read, or flood the daemon: it must serve all others, and
/// leak neither memory nor descriptors.
public struct ClientStorm: Sendable {
  public struct Outcome: Sendable {
    public var connections = 0
    /// Megabytes of memory, and open descriptors, after the start and at the end.
    public var memory: (before: Double, after: Double) = (0, 0)
    public var descriptors: (before: Int, after: Int) = (0, 0)
    public var wrong: [String] = []

    public var isSound: Bool {
      // A reader that was not needed before holds the file and its log open.
      wrong.isEmpty && descriptors.after <= descriptors.before + 12 && memory.after <= memory.before + 64
    }
  }

  private let daemon: String
  private let rounds: Int

  public init(daemon: String, rounds: Int) {
    (self.daemon, self.rounds) = (daemon, rounds)
  }

  public func run() throws -> Outcome {
    precondition(Machine.hasProcesses, "a daemon's memory and descriptors are read from /proc: mount it")
    let bench = try Bench()
    let socket = "\(bench.path)/s"
    let process = try RunningCommand(
      daemon, ["--database", bench.database, "--socket", socket, "--log-level", "error"])
    defer { _ = process.stop() }
    waitWhile { (try? Line(to: socket)) == nil }
    let pid = process.pid
    let good = try SocketClient(path: socket)
    var outcome = Outcome()
    for round in 0..<rounds {
      outcome.connections += try storm(socket, round)
      // A well-behaved client, all the while.
      guard case .success? = try? good.call("homework.add", ["title": .string("\(round)")]) else {
        outcome.wrong.append("round \(round): others are not served")
        break
      }
      if round == 2 { outcome.memory.before = Self.memory(of: pid) }
      if round == 2 { outcome.descriptors.before = Self.descriptors(of: pid) }
    }
    waitWhile { Self.descriptors(of: pid) > outcome.descriptors.before }
    (outcome.memory.after, outcome.descriptors.after) = (Self.memory(of: pid), Self.descriptors(of: pid))
    return outcome
  }

  /// Returns the number of connections made.
  private func storm(_ socket: String, _ round: Int) throws -> Int {
    let request = #"{"jsonrpc":"2.0","id":1,"method":"homework.list","params":{"limit":500}}"# + "\n"
    var lines: [Line] = []
    for number in 0..<60 {
      let line = try Line(to: socket)
      switch (round + number) % 6 {
      case 0: line.send(request.utf8.prefix(number % request.utf8.count))  // cut in the middle
      case 1:
        line.send(request)
        line.endSending()
      case 2: for _ in 0..<20 { line.send(request) }  // and never reads
      case 3: line.send((0..<2000).map { _ in UInt8.random(in: 0...255) })
      case 4: line.send(#"{"jsonrpc":"2.0","id":1,"method":"events.subscribe","params":{"since":0}}"# + "\n")
      default: break  // only there
      }
      lines.append(line)
    }
    return lines.count
  }

  private static func memory(of pid: Int32) -> Double {
    let pages = (try? String(contentsOfFile: "/proc/\(pid)/statm", encoding: .utf8))?.split(separator: " ")
    return Double(pages?[1] ?? "0").map { $0 * 4096 / 1e6 } ?? 0
  }

  private static func descriptors(of pid: Int32) -> Int {
    (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/fd").count) ?? 0
  }
}

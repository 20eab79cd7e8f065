import Foundation
import HomeworkAPI
import HomeworkModel
import HomeworkSystem
import HomeworkTestKit

/// Many misbehaving clients that come, go, stall and send at random, beside one that only pings the daemon: the pings
/// never wait long, and the others leave nothing behind.
public struct MixedStorm: Sendable {
  public struct Outcome: Sendable {
    public var connections = 0
    public var pings = 0
    /// The ping latency: of all pings, and in the worst tenth of the time.
    public var p99Ms = 0.0
    public var worstP99Ms = 0.0
    /// The p99 of an otherwise unused daemon at the same time: the machine's own share.
    public var idleP99Ms = 0.0
    /// Megabytes of memory: at rest after the first part and at the end, and the maximum during the storm.
    public var memory: (before: Double, after: Double, most: Double) = (0, 0, 0)
    public var descriptors: (before: Int, after: Int) = (0, 0)
    public var children: (before: Int, after: Int) = (0, 0)
    public var wrong: [String] = []

    /// Returns whether the goals were met; shorter storms may allow more megabytes, milliseconds and descriptors.
    public func isSound(growthMB: Double = 5, p99Ms limitMs: Double = 20, moreDescriptors: Int = 0) -> Bool {
      wrong.isEmpty && memory.after - memory.before < growthMB
        && descriptors.after <= descriptors.before + moreDescriptors
        && children.after <= children.before && worstP99Ms < limitMs
    }
  }

  private let daemon: String
  private let seconds: Double
  private let seed: UInt64
  private let clients: Int

  /// - Parameters:
  ///   - daemon: the daemon's executable.
  ///   - seconds: the duration; its first quarter, at most a minute, does not count for memory.
  public init(daemon: String, seconds: Double, seed: UInt64, clients: Int = 64) {
    (self.daemon, self.seconds, self.seed, self.clients) = (daemon, seconds, seed, clients)
  }

  public func run() throws -> Outcome {
    precondition(Machine.hasProcesses, "a daemon's memory and descriptors are read from /proc: mount it")
    let bench = try Bench()
    let temporary = bench.path + "/tmp"
    try FileManager.default.createDirectory(atPath: temporary, withIntermediateDirectories: true)
    guard mkfifo(bench.path + "/pipe", 0o600) == 0 else { throw POSIXError(.EIO) }
    let socket = "\(bench.path)/s"
    let process = try RunningCommand(
      daemon, ["--database", bench.database, "--socket", socket, "--log-level", "error"],
      environment: ["TMPDIR": temporary])
    defer { kill(process.pid, SIGKILL) }
    waitWhile { (try? Line(to: socket)) == nil }
    let watch = Watch(pid: process.pid)
    let target = try Target(socket: socket, directory: bench.path)
    var outcome = Outcome()
    let crowd = Crowd()
    let group = DispatchGroup()
    for number in 0..<clients {
      group.enter()
      Thread.detachNewThread {
        var client = RudeClient(target, seed: seed &+ UInt64(number), crowd)
        client.run()
        group.leave()
      }
    }
    let (other, otherSocket) = (try Bench(), "\(bench.path)/other")
    let idle = try RunningCommand(
      daemon, ["--database", other.database, "--socket", otherSocket, "--log-level", "error"])
    defer { kill(idle.pid, SIGKILL) }
    waitWhile { (try? Line(to: otherSocket)) == nil }
    let (pings, idlePings) = (Pings(socket, crowd), Pings(otherSocket, crowd))
    for pings in [pings, idlePings] {
      group.enter()
      Thread.detachNewThread {
        pings.run()
        group.leave()
      }
    }
    let firstPart = min(60, seconds / 4)
    watch.sample(for: firstPart)
    crowd.rest(forSeconds: 60)
    (outcome.memory.before, outcome.descriptors.before, outcome.children.before) = watch.settled(descriptors: nil)
    crowd.goOn()
    watch.sample(for: seconds - firstPart)
    crowd.rest(forSeconds: 60)
    (outcome.memory.after, outcome.descriptors.after, outcome.children.after) = watch.settled(
      descriptors: outcome.descriptors.before)
    crowd.end()
    group.wait()
    outcome.memory.most = watch.most
    (outcome.connections, outcome.wrong) = (crowd.connections, crowd.wrong)
    (outcome.pings, outcome.p99Ms, outcome.worstP99Ms) = pings.figures
    outcome.idleP99Ms = idlePings.figures.p99Ms
    kill(process.pid, SIGTERM)
    if !watch.sawEnd(within: 20) { outcome.wrong.append("it was told to stop, and did not") }
    let left = try FileManager.default.contentsOfDirectory(atPath: temporary)
    if !left.isEmpty { outcome.wrong.append("\(left.count) directories of plays are left: \(left[0])") }
    return outcome
  }
}

/// The state shared by a storm's clients: whether they storm, rest or are done, and their findings.
final class Crowd: Sendable {
  private struct State {
    var isResting = false
    var hasEnded = false
    var busy = 0
    var connections = 0
    var wrong: [String] = []
  }

  private let state = Guarded(State())

  var connections: Int { state.withLock { $0.connections } }
  var wrong: [String] { state.withLock { $0.wrong } }

  /// Returns whether to begin another action; waits while clients rest. Call `end` after it.
  func begin() -> Bool {
    while true {
      let isToGo = state.withLock { state -> Bool? in
        if state.hasEnded { return false }
        if state.isResting { return nil }
        state.busy += 1
        state.connections += 1
        return true
      }
      if let isToGo { return isToGo }
      usleep(5_000)
    }
  }

  func done() { state.withLock { $0.busy -= 1 } }

  /// Makes all clients rest, and waits for the last one.
  func rest(forSeconds limit: Int) {
    state.withLock { $0.isResting = true }
    waitWhile(Double(limit)) { state.withLock { $0.busy > 0 } }
    if state.withLock({ $0.busy > 0 }) { say("a client still waits after \(limit) s") }
  }

  func goOn() { state.withLock { $0.isResting = false } }

  func end() { state.withLock { $0.hasEnded = true } }

  var isStorming: Bool { state.withLock { !$0.isResting && !$0.hasEnded } }
  var hasEnded: Bool { state.withLock { $0.hasEnded } }

  func say(_ wrong: String) {
    state.withLock { if $0.wrong.count < 10 { $0.wrong.append(wrong) } }
  }
}

/// Observes a process from outside.
private final class Watch {
  private let pid: Int32
  private(set) var most = 0.0

  init(pid: Int32) {
    self.pid = pid
  }

  func sample(for seconds: Double) {
    let end = Date().addingTimeInterval(seconds)
    while Date() < end {
      usleep(100_000)
      most = max(most, memory)
    }
  }

  /// Waits until connections and children are gone: until the number of descriptors is as wanted, or stable.
  func settled(descriptors wanted: Int?) -> (memory: Double, descriptors: Int, children: Int) {
    var last = -1
    for _ in 0..<20 {
      usleep(250_000)
      let now = descriptors
      if children == 0, wanted.map({ now <= $0 }) ?? (now == last) { break }
      last = now
    }
    return (memory, descriptors, children)
  }

  /// Returns whether the process has ended, reaped or not.
  func sawEnd(within seconds: Int) -> Bool {
    for _ in 0..<seconds * 20 {
      let text = try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8)
      guard let state = text?.split(separator: ")").last?.split(separator: " ").first, state != "Z" else { return true }
      usleep(50_000)
    }
    return false
  }

  private var memory: Double {
    let pages = (try? String(contentsOfFile: "/proc/\(pid)/statm", encoding: .utf8))?.split(separator: " ")
    return Double(pages?[1] ?? "0").map { $0 * Double(sysconf(Int32(_SC_PAGESIZE))) / 1e6 } ?? 0
  }

  private var descriptors: Int { (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/fd").count) ?? 0 }

  private var children: Int {
    let processes = (try? FileManager.default.contentsOfDirectory(atPath: "/proc"))?.compactMap(Int32.init) ?? []
    return processes.count { process in
      // `pid (name) state parent …`; a process that has ended meanwhile is not a child.
      let text = (try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)) ?? ""
      return text.split(separator: ")").last?.split(separator: " ").dropFirst().first == "\(pid)"
    }
  }
}

/// A well-behaved client, all the while.
private final class Pings: Sendable {
  private let socket: String
  private let crowd: Crowd
  private let waitedMs = Guarded<[Double]>([])

  init(_ socket: String, _ crowd: Crowd) {
    (self.socket, self.crowd) = (socket, crowd)
  }

  func run() {
    do {
      let client = try SocketClient(path: socket)
      while !crowd.hasEnded {
        let start = ContinuousClock.now
        _ = try client.call("server.ping", [:]).get()
        let ms = (ContinuousClock.now - start) / .milliseconds(1)
        if crowd.isStorming { waitedMs.withLock { $0.append(ms) } }
        usleep(5_000)
      }
    } catch {
      crowd.say("the client with manners: \(error)")
    }
  }

  var figures: (count: Int, p99Ms: Double, worstP99Ms: Double) {
    let all = waitedMs.withLock { $0 }
    let part = max(1, all.count / 10)
    let parts = stride(from: 0, to: all.count, by: part).map { Array(all[$0..<min(all.count, $0 + part)]) }
    // An incomplete last part is not representative.
    return (all.count, Self.p99(all), parts.filter { $0.count == part }.map(Self.p99).max() ?? .infinity)
  }

  private static func p99(_ values: [Double]) -> Double {
    values.isEmpty ? .infinity : values.sorted()[min(values.count - 1, values.count * 99 / 100)]
  }
}

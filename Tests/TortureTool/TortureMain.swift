import Foundation
import HomeworkSimulator
import HomeworkTorture

/// `hwdb-torture [--seconds N] [--storm-seconds N] [--shared-seconds N] [--seed N] [--seeds N] [--every N] [--only
/// damage|storm|shared] --daemon PATH`: strikes the store and the daemon, prints a table, and exits with 1 if anything
/// was lost or inconsistent, if a deliberate mistake was not found, or if a client of the daemon had to wait for others.
/// `--seeds` is the number of seeds for damage, and `--every N` damages only every Nth byte of a small file.
@main
enum TortureMain {
  static func main() throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    if arguments.first == KillLadder.argument { return try KillLadder.serve(Array(arguments.dropFirst())) }
    if arguments.first == Simulation.argument { exit(Simulation.serve(Array(arguments.dropFirst()))) }
    if arguments.first == Interleaving.argument { return Interleaving.serve() }
    if arguments.first == Damage.argument { return try Damage.serve(Array(arguments.dropFirst())) }
    func value(_ name: String) -> String? {
      arguments.firstIndex(of: name).flatMap { arguments.indices.contains($0 + 1) ? arguments[$0 + 1] : nil }
    }
    let seconds = value("--seconds").flatMap(Double.init) ?? 120
    let seed = value("--seed").flatMap(UInt64.init) ?? UInt64.random(in: 1...1_000_000)
    let seeds = value("--seeds").flatMap(UInt64.init) ?? 200
    let stride = value("--every").flatMap(Int.init) ?? 1
    let only = value("--only")
    guard let daemon = value("--daemon") ?? (only == "damage" ? "" : nil) else {
      say(
        "hwdb-torture [--seconds N] [--storm-seconds N] [--shared-seconds N] [--seed N] [--seeds N] [--every N] "
          + "[--only damage|storm|shared] --daemon PATH"
      )
      exit(2)
    }
    say("seed \(seed)\n")
    var run = Run(seed: seed, daemon: daemon)
    if only == nil {
      try run.ladders()
      try run.controls()
    }
    if only == nil || only == "damage" { try run.damage(seeds: seeds, every: max(1, stride)) }
    if only == nil { try run.storms(seconds: seconds) }
    func time(_ name: String) -> Double { value(name).flatMap(Double.init) ?? seconds }
    if only == nil || only == "shared" { try run.sharedStorm(seconds: time("--shared-seconds")) }
    if only == nil || only == "storm" { try run.mixedStorm(seconds: time("--storm-seconds")) }
    exit(run.isSound ? 0 : 1)
  }
}

private struct Run {
  let seed: UInt64
  let daemon: String
  var isSound = true

  init(seed: UInt64, daemon: String) {
    (self.seed, self.daemon) = (seed, daemon)
  }

  /// Every operation, struck in each way at each point.
  mutating func ladders() throws {
    row("what, and how it is struck", "points", "states", "inconsistent", "acknowledged lost")
    for work in Work.all {
      for tally in [
        try PowerLoss(work, seed: seed).run(), try KillLadder(work, worker: CommandLine.arguments[0]).run(),
        try ErrorLadder(work).run(),
      ] {
        row(tally.name, "\(tally.points)", "\(tally.states)", "\(tally.inconsistent)", "\(tally.lost)")
        if let example = tally.example { fail(example) }
      }
    }
  }

  mutating func controls() throws {
    say("\nmistakes on purpose")
    for (name, isCaught) in Controls.all {
      let isFound = try isCaught(seed)
      row(name, isFound ? "found" : "NOT FOUND")
      if !isFound { fail("\(name) was not found") }
    }
  }

  /// Tries a number of seeds, one per core at a time, and every byte of a small file.
  mutating func damage(seeds: UInt64, every stride: Int) throws {
    let strikes = Damage(worker: CommandLine.arguments[0])
    say("\ndamage to a file")
    row("what", "files", "harmless", "refused", "found by check", "unnoticed", "wrong", "died")
    let lock = NSLock()
    nonisolated(unsafe) var outcome = DamageOutcome()
    let first = seed
    DispatchQueue.concurrentPerform(iterations: Int(seeds)) { number in
      let part = strikes.run(seed: first &+ UInt64(number), flipsPerPage: 4)
      lock.withLock { outcome.add(part) }
    }
    report("\(seeds) seeds: bits, pages, a cut", outcome)
    report(
      stride == 1 ? "each byte of a small file" : "each \(stride)th byte of a small file",
      try strikes.everyByte(every: stride))
  }

  private mutating func report(_ name: String, _ outcome: DamageOutcome) {
    row(
      name, "\(outcome.tried)", "\(outcome.harmless)", "\(outcome.refused)", "\(outcome.found)", "\(outcome.unnoticed)",
      "\(outcome.silent)",
      "\(outcome.died)")
    if let example = outcome.example { fail(example) }
  }

  /// Runs as long as there is time, and at least once.
  mutating func storms(seconds: Double) throws {
    let start = Date()
    var (kills, acknowledged, repeated, connections) = (0, 0, 0, 0)
    repeat {
      let storm = try KillStorm(daemon: daemon, kills: 100).run()
      kills += storm.kills
      acknowledged += storm.acknowledged
      repeated += storm.repeated
      for wrong in storm.wrong.prefix(5) { fail(wrong) }
      let clients = try ClientStorm(daemon: daemon, rounds: 40).run()
      connections += clients.connections
      if !clients.isSound { fail("\(clients)") }
    } while Date().timeIntervalSince(start) < seconds
    say("\nstorms")
    row("kills of the daemon with 32 clients", "\(kills)")
    row("answers and finishes acknowledged", "\(acknowledged)")
    row("requests that were repeated", "\(repeated)")
    row("connections without manners", "\(connections)")
  }

  /// Writers through the daemon and beside it.
  mutating func sharedStorm(seconds: Double) throws {
    let storm = try SharedStorm(daemon: daemon, seconds: seconds).run()
    say("\nthe daemon and hwdb on one file, for \(Int(seconds)) s")
    row("changes through the daemon, and beside it", "\(storm.byDaemon)", "\(storm.byProcesses)")
    row("checkpoints of the daemon", "\(storm.checkpoints)")
    row("integrity checks meanwhile", "\(storm.checks)")
    for wrong in storm.wrong.prefix(5) { fail(wrong) }
  }

  /// Well-behaved and misbehaving clients at once.
  mutating func mixedStorm(seconds: Double) throws {
    let storm = try MixedStorm(daemon: daemon, seconds: seconds, seed: seed).run()
    say("\n64 clients that come, go, stall and send at random, for \(Int(seconds)) s")
    row("connections", "\(storm.connections)")
    row("pings of one with manners", "\(storm.pings)")
    row("their p99, and of the worst tenth of the time", milliseconds(storm.p99Ms), milliseconds(storm.worstP99Ms))
    row("p99 of a daemon that nobody else uses", milliseconds(storm.idleP99Ms))
    row("memory after the first part, at the end", megabytes(storm.memory.before), megabytes(storm.memory.after))
    row("the most while it stormed", megabytes(storm.memory.most))
    row("descriptors", "\(storm.descriptors.before)", "\(storm.descriptors.after)")
    row("child processes", "\(storm.children.before)", "\(storm.children.after)")
    for wrong in storm.wrong { fail(wrong) }
    if !storm.isSound() { fail("more than 5 MB, 20 ms, a descriptor or a process") }
  }

  private func milliseconds(_ value: Double) -> String { String(format: "%.2f ms", value) }
  private func megabytes(_ value: Double) -> String { String(format: "%.1f MB", value) }

  private mutating func fail(_ what: String) {
    isSound = false
    say("WRONG: \(what)")
  }

  private func row(_ cells: String...) {
    let widths = [48, 9, 9, 14, 18, 9, 9]
    say(
      zip(cells, widths).map { $0 + String(repeating: " ", count: max(1, $1 - $0.count)) }.joined()
        .trimmingCharacters(in: .whitespaces))
  }
}

/// Prints line by line, so that a reader of the log sees the progress.
private func say(_ line: String) {
  FileHandle.standardOutput.write(Data("\(line)\n".utf8))
}

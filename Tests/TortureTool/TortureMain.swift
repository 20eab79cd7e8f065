import Foundation
import HomeworkTorture

/// `torture [--seconds N] [--seed N] --daemon PATH`: strikes the store and the daemon, prints a table, and exits with 1
/// where anything was lost or inconsistent, or a mistake on purpose was not found.
@main
enum TortureMain {
  static func main() throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    if arguments.first == KillLadder.argument { return try KillLadder.serve(Array(arguments.dropFirst())) }
    func value(_ name: String) -> String? {
      arguments.firstIndex(of: name).flatMap { arguments.indices.contains($0 + 1) ? arguments[$0 + 1] : nil }
    }
    let seconds = value("--seconds").flatMap(Double.init) ?? 120
    let seed = value("--seed").flatMap(UInt64.init) ?? UInt64.random(in: 1...1_000_000)
    guard let daemon = value("--daemon") else {
      say("torture [--seconds N] [--seed N] --daemon PATH")
      exit(2)
    }
    say("seed \(seed)\n")
    var run = Run(seed: seed, daemon: daemon)
    try run.ladders()
    try run.controls()
    try run.corruption()
    try run.storms(seconds: seconds)
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
    for (name, isCaught) in try Controls.run(seed: seed) {
      row(name, isCaught ? "found" : "NOT FOUND")
      if !isCaught { fail("\(name) was not found") }
    }
  }

  mutating func corruption() throws {
    let outcome = try CorruptionLadder(flipsPerPage: 16, seed: seed).run()
    say("\ndamage to a file: bits turned, pages zeroed, pages swapped")
    row("tried", "\(outcome.tried)")
    row("read wrongly without a word", "\(outcome.silent)")
    row("harmless: read as before", "\(outcome.harmless)")
    let changed = Double(outcome.tried - outcome.harmless)
    row("found, of what was not harmless", percent(Double(outcome.detected) / changed))
    row("the same without row checksums", percent(Double(outcome.detectedWithoutChecksums) / changed))
    if let example = outcome.example { fail("read wrongly: \(example)") }
  }

  /// For as long as there is time, and once at least.
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

  private mutating func fail(_ what: String) {
    isSound = false
    say("WRONG: \(what)")
  }

  private func percent(_ share: Double) -> String { String(format: "%.1f %%", share * 100) }

  private func row(_ cells: String...) {
    let widths = [48, 9, 9, 14, 18]
    say(
      zip(cells, widths).map { $0 + String(repeating: " ", count: max(1, $1 - $0.count)) }.joined()
        .trimmingCharacters(in: .whitespaces))
  }
}

/// A line at a time: whoever reads a log sees how far it is.
private func say(_ line: String) {
  FileHandle.standardOutput.write(Data("\(line)\n".utf8))
}

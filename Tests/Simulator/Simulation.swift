import Foundation
import HomeworkModel
import HomeworkStore

/// `hwdb-torture simulate`: runs histories in child processes, and prints the shortest that break a sentence.
public struct Simulation {
  /// The argument that makes `hwdb-torture` simulate.
  public static let argument = "simulate"

  private let seed: UInt64, seconds: Double, most: Int, values: [String: String]
  private var options = History.Options()
  /// The kinds of findings that are kept elsewhere: counted, but not shortened again.
  private var known: [String] = []
  /// What its children are started with besides a seed.
  private var passed: [String] {
    ["--copies", "--only", "--disk", "--planted", "--engine"].flatMap { name in values[name].map { [name, $0] } ?? [] }
  }

  /// Runs the command, and returns its exit status: 0 if no sentence was broken, 1 if one was, 2 for wrong arguments.
  public static func serve(_ arguments: [String]) -> Int32 {
    Store.stopCountingMemory()
    do {
      let simulation = try Simulation(arguments)
      if let path = simulation.values["--replay"] { return try simulation.replay(path) }
      return try simulation.values["--child"] == nil ? simulation.runChildren() : simulation.serveHistories()
    } catch {
      say("hwdb-torture simulate: \(error)")
      return 2
    }
  }

  struct Usage: Error, CustomStringConvertible {
    let description: String
  }

  private init(_ arguments: [String]) throws {
    let names = """
      --seed N, --seconds S, --steps N, --copies 1…3, --only STEP,STEP, --disk sound|failing, --engine postgres, \
      --known FOLDER, --planted MISTAKE, --replay FILE
      """
    let own = ["--child", "--killed", "--in"]
    var (left, values) = (arguments[...], [String: String]())
    while let name = left.popFirst() {
      guard own.contains(name) || names.split(separator: ", ").contains(where: { $0.hasPrefix(name + " ") }) else {
        throw Usage(description: "no option \(name): use \(names)")
      }
      guard let value = left.popFirst() else { throw Usage(description: "\(name) needs a value") }
      values[name] = value
    }
    func number(_ name: String) throws -> Int? {
      guard let value = values[name] else { return nil }
      if let number = Int(value), number >= 0 { return number }
      throw Usage(description: "\(name) needs a number, not \(value)")
    }
    self.values = values
    (seed, seconds) = (UInt64(try number("--seed") ?? 1), Double(try number("--seconds") ?? 60))
    most = try number("--steps") ?? .max
    (options.copies, options.isTwin) = (min(3, try number("--copies") ?? 0), values["--killed"] != nil)
    if let folder = values["--known"] { known = try Self.kinds(in: folder) }
    if let disk = values["--disk"] { options.isDiskFailing = disk == "failing" }
    if let mistake = values["--planted"] { try PlantedMistake.plant(mistake) }
    if let engine = values["--engine"] {
      options.server = ProcessInfo.processInfo.environment["HWDB_DATABASE"]
      guard engine == "postgres", options.server != nil else {
        throw Usage(description: "--engine is postgres, and HWDB_DATABASE the address of an empty database with a ?")
      }
    }
    for word in (values["--only"] ?? "").split(separator: ",").map(String.init) {
      guard let verb = Verb(rawValue: word) else {
        let meant = suggestion(for: word, among: Verb.allCases.map(\.rawValue)).map { ": did you mean \($0)?" }
        throw Usage(description: "no step \"\(word)\"\(meant ?? "")")
      }
      options.only.insert(verb)
    }
  }

  // MARK: In a child

  /// Prints the steps of a history as it repeats them, then `sound`, or the kind of its finding and the finding.
  private func replay(_ path: String) throws -> Int32 {
    let steps = try Step.read(String(contentsOfFile: path, encoding: .utf8))
    let history = try inDirectory { try History(replaying: steps, options, in: $0) }
    Self.say(history.finding.map { "\(history.kind)\n\($0)" } ?? "sound")
    return history.finding == nil ? 0 : 1
  }

  /// Runs one history after the other, and prints the steps of each as they begin, so that they are there if the process
  /// dies.
  private func serveHistories() throws -> Int32 {
    let begun = Date()
    var (number, steps, options) = (seed, 0, options)
    while Date().timeIntervalSince(begun) < seconds, steps < most {
      Self.say("begin \(number)")
      options.steps = min(options.steps, most - steps)
      let history = try inDirectory { try History(seed: number, options, in: $0) }
      (steps, number) = (steps + history.steps.count, number + 1)
      Self.say("met \(history.effects.map(\.rawValue).joined(separator: " "))")
      // A long run looks for pairs that it has not met.
      for pair in Verb.pairs(in: history.effects) where steps > 1000 { options.pairs[pair, default: 0] += 1 }
      guard let finding = history.finding else { continue }
      let words = finding.description.replacing("\n", with: " ")
      Self.say("kind \(history.kind)\ndetail after \(Int(Date().timeIntervalSince(begun))) s: \(words)")
    }
    return 0
  }

  private func inDirectory<Value>(_ body: (String) throws -> Value) throws -> Value {
    let memory = FileManager.default.isWritableFile(atPath: "/dev/shm") ? "/dev/shm/" : NSTemporaryDirectory()
    let directory = values["--in"] ?? "\(memory)hwdb-simulate-\(getpid())"
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: directory) }
    return try body(directory)
  }

  // MARK: In the parent

  private func runChildren() throws -> Int32 {
    let begun = Date()
    var (report, new) = (SimulationReport(), 0), left = seconds
    Self.say("seed \(seed)")
    // A child ends early only if it dies.
    while left > 0, report.steps < most {
      let next = report.newest.map { $0 + 1 } ?? seed
      let arguments = ["--child", "yes", "--seed", "\(next)", "--seconds", "\(Int(left.rounded(.up)))"]
      let output = try Self.run(arguments + ["--steps", "\(most - report.steps)"] + passed)
      left = seconds - Date().timeIntervalSince(begun)
      for found in report.add(output) where report.isNew(found.kind) && !isKnown(found.kind) {
        new += printIfNew(found, &report) ? 1 : 0
      }
      // It could not go on, for a server that is gone or a disk that is full: what it did not try is not sound.
      guard output.signal != nil || output.status == 0 else {
        Self.say(String(output.text.split(separator: "\n").last ?? "hwdb-torture simulate: a child has failed"))
        return output.status
      }
    }
    report.printSummary(in: seconds - left, Self.say)
    return new == 0 ? 0 : 1
  }

  /// The kinds that the stories in a folder say they are of.
  private static func kinds(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder).flatMap { name in
      try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8).split(separator: "\n")
        .filter { $0.hasPrefix("# kind: ") }.map { String($0.dropFirst(8)) }
    }
  }

  /// Whether a finding is kept that breaks the same sentence about the same thing without any further step.
  private func isKnown(_ kind: String) -> Bool {
    func causes(_ kind: String) -> Set<Substring> {
      Set((kind.split(separator: "/").dropFirst(2).first ?? "").split(separator: " ")).subtracting(["-"])
    }
    return known.contains {
      SimulationReport.essence($0, 2) == SimulationReport.essence(kind, 2) && causes($0).isSubset(of: causes(kind))
    }
  }

  /// Shortens a history, replays it three times, and prints it unless what is left is known.
  private func printIfNew(_ found: SimulationReport.Found, _ report: inout SimulationReport) -> Bool {
    var shrinker = Shrinker(kind: kind)
    let steps = shrinker.shrink(found.steps, of: found.kind)
    let kinds = (1...3).compactMap { _ in kind(of: steps) }
    let short = kinds.first ?? found.kind
    guard !isKnown(short), report.isShort(short) else { return false }
    Self.say(
      """

      # \(found.detail)
      # kind: \(short)
      # seed \(found.seed); \(found.steps.count) steps, shortened to \(steps.count); it broke \(kinds.count) of 3 times again
      \(steps.map(\.text).joined(separator: "\n"))
      """)
    return true
  }

  /// The kind of finding that a history has in a process of its own.
  private func kind(of steps: [Step]) -> String? {
    let path = NSTemporaryDirectory() + "hwdb-simulate-\(getpid()).steps"
    defer { unlink(path) }
    try? steps.map(\.text).joined(separator: "\n").write(toFile: path, atomically: false, encoding: .utf8)
    guard let end = try? Self.run(["--replay", path] + passed) else { return nil }
    if end.signal != nil { return SimulationReport.deathKind(steps.last) }
    return end.status == 1 ? end.text.split(separator: "\n").dropLast().last.map(String.init) : nil
  }

  static func run(_ arguments: [String]) throws -> (text: String, status: Int32, signal: Int32?) {
    let (process, output) = (Process(), Pipe())
    process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
    process.arguments = [Self.argument] + arguments
    process.environment = ProcessInfo.processInfo.environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
    (process.standardOutput, process.standardError) = (output, FileHandle.nullDevice)
    try process.run()
    let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    let hasDied = process.terminationReason == .uncaughtSignal
    return (text, process.terminationStatus, hasDied ? process.terminationStatus : nil)
  }

  static func say(_ line: String) { FileHandle.standardOutput.write(Data("\(line)\n".utf8)) }
}

extension Verb {
  /// All ordered pairs.
  static let pairs = allCases.flatMap { one in allCases.map { "\(one) \($0)" } }

  /// Those that took effect one after the other.
  static func pairs(in effects: [Verb]) -> [String] { zip(effects, effects.dropFirst()).map { "\($0) \($1)" } }
}

/// What children have found, and the pairs of steps that they have tried.
struct SimulationReport {
  struct Found {
    let seed: UInt64, kind: String, detail: String, steps: [Step]
  }

  private(set) var steps = 0, histories = 0, newest: UInt64?
  private var pairs: [String: Int] = [:], times: [String: Int] = [:], shortened: Set<String> = []

  /// Adds what a child has printed, and returns what it has found.
  mutating func add(_ output: (text: String, status: Int32, signal: Int32?)) -> [Found] {
    var (story, kind, found) = ("", "", [Found]())
    func end(_ detail: String, _ kind: (Step?) -> String) {
      guard let steps = try? Step.read(story) else { return }
      found.append(Found(seed: newest ?? 0, kind: kind(steps.last), detail: detail, steps: steps))
    }
    for line in output.text.split(separator: "\n") {
      let rest = String(line.drop { $0 != " " }.dropFirst())
      switch line.prefix(while: { $0 != " " }) {
      case "begin": (newest, story, histories) = (UInt64(rest), "", histories + 1)
      case "met":
        for pair in Verb.pairs(in: rest.split(separator: " ").compactMap { Verb(rawValue: String($0)) }) {
          pairs[pair, default: 0] += 1
        }
      case "kind": kind = rest
      case "detail": end(rest) { _ in kind }
      default: (story, steps) = (story + line + "\n", steps + 1)
      }
    }
    if let signal = output.signal { end("\(Sentence.alive.rawValue): signal \(signal)", Self.deathKind) }
    return found
  }

  static func deathKind(_ last: Step?) -> String { "\(Sentence.alive.rawValue) / signal / - / \(last?.kinds ?? "")" }

  /// The sentence that a finding breaks, what about, and after which steps: it stays the same at any last step.
  static func essence(_ kind: String, _ parts: Int = 3) -> String {
    kind.split(separator: "/").prefix(parts).map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: " / ")
  }

  mutating func isNew(_ kind: String) -> Bool {
    times[Self.essence(kind), default: 0] += 1
    return times[Self.essence(kind)] == 1
  }

  /// Whether no other history became this when it was shortened.
  mutating func isShort(_ kind: String) -> Bool { shortened.insert(Self.essence(kind)).inserted }

  func printSummary(in seconds: Double, _ say: (String) -> Void) {
    let seldom = Verb.pairs.filter { pairs[$0, default: 0] < 10 }
    say("\n\(histories) histories, \(steps) steps, \(Int(Double(steps) / max(0.001, seconds))) a second")
    say(
      "\(pairs.count) of \(Verb.pairs.count) ordered pairs of steps met, \(Verb.pairs.count - seldom.count) of them at "
        + "least ten times")
    if seldom.count < 40, !seldom.isEmpty { say("seldom: \(seldom.joined(separator: ", "))") }
    for (kind, count) in times.sorted(by: { $0.value > $1.value }) { say("\(count) × \(kind)") }
  }
}

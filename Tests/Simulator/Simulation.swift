import Foundation
import HomeworkModel

/// `hwdb-torture simulate`: runs histories in child processes, and prints the shortest that break a sentence.
public struct Simulation {
  /// The argument that makes `hwdb-torture` simulate.
  public static let argument = "simulate"

  private var seed: UInt64 = 1, seconds = 60.0, most = Int.max, child = false, replayed: String?, shortened: String?
  private var options = History.Options()
  private var planted: String?, directory: String?
  /// The kinds of findings that are kept elsewhere: counted, but not shortened again.
  private var known: Set<String> = []
  /// What its children are started with besides a seed.
  private let passed: [String]

  /// Runs the command, and returns its exit status: 0 if no sentence was broken, 1 if one was, 2 for wrong arguments.
  public static func serve(_ arguments: [String]) -> Int32 {
    do {
      return try Simulation(arguments).run()
    } catch {
      say("hwdb-torture simulate: \(error)")
      return 2
    }
  }

  private struct Usage: Error, CustomStringConvertible {
    let description: String
  }

  private init(_ arguments: [String]) throws {
    var (left, passed) = (arguments[...], [String]())
    while let name = left.popFirst() {
      if name == "--child" {
        child = true
        continue
      }
      guard let value = left.popFirst() else { throw Usage(description: "\(name) needs a value") }
      func number() throws -> Int {
        guard let number = Int(value), number >= 0 else {
          throw Usage(description: "\(name) needs a number, not \(value)")
        }
        return number
      }
      switch name {
      case "--seed": seed = UInt64(try number())
      case "--seconds": seconds = Double(try number())
      case "--steps": most = try number()
      case "--copies": options.copies = min(3, try number())
      case "--replay": replayed = value
      case "--shorten": shortened = value
      case "--known": known = try Self.kinds(in: value)
      case "--disk": options.isDiskFailing = value == "failing"
      case "--planted": planted = value
      case "--engine":
        guard value == "postgres", let address = ProcessInfo.processInfo.environment["HWDB_DATABASE"] else {
          throw Usage(description: "--engine is postgres, and HWDB_DATABASE the address of an empty database with a ?")
        }
        options.server = address
      case "--killed": options.killedAt = try number()
      case "--in": directory = value
      case "--pairs":
        for line in try String(contentsOfFile: value, encoding: .utf8).split(separator: "\n") {
          let words = line.split(separator: "=")
          options.pairs[String(words[0])] = Int(words[1])
        }
      case "--only":
        for word in value.split(separator: ",").map(String.init) {
          guard let verb = Verb(rawValue: word) else {
            let meant = suggestion(for: word, among: Verb.allCases.map(\.rawValue)).map { ": did you mean \($0)?" }
            throw Usage(description: "no step \"\(word)\"\(meant ?? "")")
          }
          options.only.insert(verb)
        }
      default:
        let all = """
          --seed N, --seconds S, --steps N, --copies 1…3, --only STEP,STEP, --disk sound|failing, --engine postgres, \
          --known FOLDER, --planted MISTAKE or --replay FILE
          """
        throw Usage(description: "no option \(name): use \(all)")
      }
      if ["--copies", "--only", "--disk", "--planted", "--engine"].contains(name) { passed += [name, value] }
    }
    self.passed = passed
  }

  private func run() throws -> Int32 {
    if let planted { try PlantedMistake.plant(planted) }
    if let replayed {
      let steps = try Step.read(String(contentsOfFile: replayed, encoding: .utf8))
      return try replay(steps)
    }
    if let shortened { return try shorten(shortened) }
    return try child ? serveHistories() : runChildren()
  }

  // MARK: In a child

  private func replay(_ steps: [Step]) throws -> Int32 {
    let directory = try self.directory ?? Self.makeDirectory()
    defer { try? FileManager.default.removeItem(atPath: directory) }
    var journaling = options
    if !child { journaling.journal = { Self.say($0.text) } }
    let history = try History(replaying: steps, journaling, in: directory)
    guard let finding = history.finding else {
      Self.say("sound")
      return 0
    }
    Self.say("\(history.kind ?? "")\n\(finding)")
    return 1
  }

  /// Prints a history without the steps that its finding does not need.
  private func shorten(_ path: String) throws -> Int32 {
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let directory = try Self.makeDirectory()
    defer { try? FileManager.default.removeItem(atPath: directory) }
    var shrinker = Shrinker { steps in (try? History(replaying: steps, options, in: directory))?.kind }
    let steps = shrinker.shrink(try Step.read(text), of: String(text.prefix { $0 != "\n" }.dropFirst(2)))
    Self.say(steps.map(\.text).joined(separator: "\n"))
    return 0
  }

  /// Runs one history after the other, and prints a line for each.
  private func serveHistories() throws -> Int32 {
    let directory = try Self.makeDirectory()
    defer { try? FileManager.default.removeItem(atPath: directory) }
    let (begun, journal) = (Date(), Journal())
    var (number, steps, options) = (seed, 0, options)
    while Date().timeIntervalSince(begun) < seconds, steps < most {
      journal.begin(number)
      options.journal = journal.add
      options.steps = min(options.steps, most - steps)
      let history = try History(seed: number, options, in: directory)
      steps += history.steps.count
      Self.say("history \(number) \(history.steps.count) \(history.effects.map(\.rawValue).joined(separator: ","))")
      if !options.pairs.isEmpty { options.pairs.merge(history.pairs) { $0 + $1 } }
      if let finding = history.finding {
        let detail = finding.description.replacingOccurrences(of: "\n", with: " ")
        Self.say("finding \(history.kind ?? "")\n\(detail)\n\(history.steps.map(\.text).joined(separator: "\n"))\nend")
        return 0
      }
      number += 1
    }
    return 0
  }

  /// The steps of the present history, on standard error, so that they are there if the process dies.
  private final class Journal {
    func begin(_ number: UInt64) { write("begin \(number)\n") }
    func add(_ step: Step) { write(step.text + "\n") }
    private func write(_ text: String) { FileHandle.standardError.write(Data(text.utf8)) }
  }

  private static func makeDirectory() throws -> String {
    let memory = "/dev/shm"
    let base = FileManager.default.isWritableFile(atPath: memory) ? memory : NSTemporaryDirectory()
    let directory = "\(base)/hwdb-simulate-\(getpid())-\(UInt32.random(in: 0...(.max)))"
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    return directory
  }

  // MARK: In the parent

  private func runChildren() throws -> Int32 {
    let begun = Date()
    var report = SimulationReport()
    var (next, new) = (seed, 0)
    Self.say("seed \(seed)")
    let pairsFile = NSTemporaryDirectory() + "hwdb-simulate-\(getpid()).pairs"
    defer { unlink(pairsFile) }
    while Date().timeIntervalSince(begun) < seconds, report.steps < most {
      let left = max(1, seconds - Date().timeIntervalSince(begun))
      var arguments = ["--child", "--seed", "\(next)", "--seconds", "\(Int(left.rounded(.up)))"]
      arguments += ["--steps", "\(most - report.steps)"]
      // A long run looks for pairs that it has not met.
      if report.steps > 1000 {
        let text = report.pairs.map { "\($0.key)=\($0.value)" }.joined(separator: "\n")
        try text.write(toFile: pairsFile, atomically: false, encoding: .utf8)
        arguments += ["--pairs", pairsFile]
      }
      let output = try Self.run(arguments + passed)
      let read = SimulationReport(output.text, died: output.signal.map { ($0, output.journal) })
      next = max(next, read.newest) + 1
      for found in read.findings where report.isNew(found) && !isKnown(found.kind) {
        // What a mistake breaks is not shortened: its kind says enough.
        let isTold = planted == nil && tell(found, after: Date().timeIntervalSince(begun), &report)
        if planted != nil { Self.say("# kind: \(found.kind)") }
        new += isTold || planted != nil ? 1 : 0
      }
      report.add(read)
    }
    report.tell(in: Date().timeIntervalSince(begun), Self.say)
    return new == 0 ? 0 : 1
  }

  /// The kinds that the stories in a folder say they are of.
  private static func kinds(in folder: String) throws -> Set<String> {
    var kinds: Set<String> = []
    for name in try FileManager.default.contentsOfDirectory(atPath: folder) where name.hasSuffix(".steps") {
      let text = try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
      for line in text.split(separator: "\n") where line.hasPrefix("# kind: ") {
        kinds.insert(SimulationReport.essence(String(line.dropFirst(8))))
      }
    }
    return kinds
  }

  /// Whether a finding is kept that breaks the same sentence about the same thing without any further step.
  private func isKnown(_ kind: String) -> Bool {
    func parts(_ kind: String) -> (String, Set<Substring>) {
      let causes = kind.split(separator: "/").dropFirst(2).first ?? ""
      return (SimulationReport.essence(kind, 2), Set(causes.split(separator: " ")).subtracting(["-"]))
    }
    let found = parts(kind)
    return known.contains { parts($0).0 == found.0 && parts($0).1.isSubset(of: found.1) }
  }

  /// Shortens a history, replays it three times, and prints it unless what is left is known.
  private func tell(_ found: SimulationReport.Found, after seconds: Double, _ report: inout SimulationReport) -> Bool {
    let steps = shortened(found)
    let kinds = (1...3).compactMap { _ in kind(of: steps) }, again = kinds.count
    let found = found.with(kind: kinds.first ?? found.kind)
    guard !isKnown(found.kind), report.isShort(found) else { return false }
    Self.say(
      """

      # \(found.detail)
      # kind: \(found.kind)
      # seed \(found.seed), after \(Int(seconds)) s; \(found.steps.count) steps, shortened to \(steps.count); \
      it broke \(again) of 3 times again
      \(steps.map(\.text).joined(separator: "\n"))
      """)
    return true
  }

  /// A shorter history with the same finding. One that ends its process needs a process for each try.
  private func shortened(_ found: SimulationReport.Found) -> [Step] {
    let path = NSTemporaryDirectory() + "hwdb-simulate-\(getpid()).steps"
    let text = "# \(found.kind)\n" + found.steps.map(\.text).joined(separator: "\n")
    try? text.write(toFile: path, atomically: false, encoding: .utf8)
    if !found.kind.hasPrefix(Sentence.alive.rawValue),
      let output = try? Self.run(["--child", "--shorten", path] + passed),
      output.signal == nil, let steps = try? Step.read(output.text), !steps.isEmpty
    {
      return steps
    }
    var shrinker = Shrinker { steps in kind(of: steps) }
    return shrinker.shrink(found.steps, of: found.kind)
  }

  /// The kind of finding that a history has in a process of its own.
  private func kind(of steps: [Step]) -> String? {
    let path = NSTemporaryDirectory() + "hwdb-simulate-\(getpid()).steps"
    let text = steps.map(\.text).joined(separator: "\n")
    guard (try? text.write(toFile: path, atomically: false, encoding: .utf8)) != nil,
      let output = try? Self.run(["--child", "--replay", path] + passed)
    else { return nil }
    if output.signal != nil { return SimulationReport.deathKind(steps.last) }
    let first = output.text.split(separator: "\n").first.map(String.init)
    return first == "sound" ? nil : first
  }

  static func run(_ arguments: [String]) throws -> (text: String, journal: String, signal: Int32?) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
    process.arguments = [Self.argument] + arguments
    process.environment = ProcessInfo.processInfo.environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
    let (output, journal) = (Pipe(), NSTemporaryDirectory() + "hwdb-simulate-\(getpid()).journal")
    _ = FileManager.default.createFile(atPath: journal, contents: nil)
    process.standardOutput = output
    process.standardError = FileHandle(forWritingAtPath: journal)
    try process.run()
    let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    let hasDied = process.terminationReason == .uncaughtSignal
    defer { try? FileManager.default.removeItem(atPath: journal) }
    return (
      text, hasDied ? try String(contentsOfFile: journal, encoding: .utf8) : "",
      hasDied ? process.terminationStatus : nil
    )
  }

  static func say(_ line: String) { FileHandle.standardOutput.write(Data("\(line)\n".utf8)) }
}

/// What children have found, and the pairs of steps that they have tried.
struct SimulationReport {
  struct Found {
    var seed: UInt64, kind: String, detail: String, steps: [Step]

    func with(kind: String) -> Found { Found(seed: seed, kind: kind, detail: detail, steps: steps) }
  }

  private(set) var findings: [Found] = []
  private(set) var steps = 0, histories = 0, newest: UInt64 = 0
  private(set) var pairs: [String: Int] = [:]
  private var times: [String: Int] = [:], shortened: Set<String> = []

  init() {}

  /// - Parameter died: the signal by which the child has ended, and its journal.
  init(_ output: String, died: (signal: Int32, journal: String)?) {
    var lines = output.split(separator: "\n", omittingEmptySubsequences: false)[...]
    while let line = lines.popFirst() {
      let words = line.split(separator: " ", maxSplits: 3)
      if words.first == "history", words.count > 2 {
        newest = UInt64(words[1]) ?? newest
        histories += 1
        steps += Int(words[2]) ?? 0
        let verbs = words.count > 3 ? words[3].split(separator: ",") : []
        for (one, other) in zip(verbs, verbs.dropFirst()) { pairs["\(one) \(other)", default: 0] += 1 }
      } else if words.first == "finding" {
        let kind = String(line.dropFirst(8)), detail = String(lines.popFirst() ?? "")
        let story = lines.prefix { $0 != "end" }
        lines = lines.dropFirst(story.count + 1)
        add(newest, kind, detail, story.joined(separator: "\n"))
      }
    }
    guard let died else { return }
    let story = died.journal.components(separatedBy: "begin ").last ?? ""
    let first = story.prefix { $0 != "\n" }
    newest = UInt64(first) ?? newest
    let steps = (try? Step.read(String(story.dropFirst(first.count)))) ?? []
    findings.append(
      Found(
        seed: newest, kind: Self.deathKind(steps.last), detail: "\(Sentence.alive.rawValue): signal \(died.signal)",
        steps: steps))
  }

  static func deathKind(_ last: Step?) -> String { "\(Sentence.alive.rawValue) / signal / - / \(last?.kinds ?? "")" }

  private mutating func add(_ seed: UInt64, _ kind: String, _ detail: String, _ story: String) {
    guard let steps = try? Step.read(story) else { return }
    findings.append(Found(seed: seed, kind: kind, detail: detail, steps: steps))
  }

  /// The sentence that a finding breaks, what about, and after which steps: it stays the same at any last step.
  static func essence(_ kind: String, _ parts: Int = 3) -> String {
    kind.split(separator: "/").prefix(parts).map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: " / ")
  }

  mutating func isNew(_ found: Found) -> Bool {
    times[Self.essence(found.kind), default: 0] += 1
    return times[Self.essence(found.kind)] == 1
  }

  /// Whether no other history became this when it was shortened.
  mutating func isShort(_ found: Found) -> Bool { shortened.insert(Self.essence(found.kind)).inserted }

  mutating func add(_ other: SimulationReport) {
    findings += other.findings
    steps += other.steps
    histories += other.histories
    pairs.merge(other.pairs) { $0 + $1 }
  }

  func tell(in seconds: Double, _ say: (String) -> Void) {
    let all = Verb.allCases.flatMap { one in Verb.allCases.map { "\(one) \($0)" } }
    let met = all.filter { pairs[$0] != nil }
    let seldom = all.filter { pairs[$0, default: 0] < 10 }
    say("\n\(histories) histories, \(steps) steps, \(Int(Double(steps) / max(0.001, seconds))) a second")
    say(
      "\(met.count) of \(all.count) ordered pairs of steps met, \(all.count - seldom.count) of them at least ten times")
    if seldom.count < 40, !seldom.isEmpty { say("seldom: \(seldom.joined(separator: ", "))") }
    for (kind, count) in times.sorted(by: { $0.value > $1.value }) { say("\(count) × \(kind)") }
  }
}

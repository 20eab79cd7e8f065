import Foundation
import HomeworkModel
import HomeworkMotion
import HomeworkStore

/// The outcome of damaging a file.
public struct DamageOutcome: Sendable, Codable {
  /// The number of damaged files read.
  public internal(set) var tried = 0
  /// Everything was read as written: the changed bytes are unused.
  public internal(set) var harmless = 0
  /// Every read was right or refused, either for the whole file or for a part of it.
  public internal(set) var refused = 0
  /// Something was read differently, but no score, star or grade, and `check` reports it.
  public internal(set) var found = 0
  /// The same, but `check` does not report it: an assignment's words, for example, have no checksum.
  public internal(set) var unnoticed = 0
  /// A score, star or grade was read differently, and no check reported it.
  public internal(set) var silent = 0
  /// The number of processes that a damaged file ended.
  public internal(set) var died = 0
  /// The first silent case, or the first that ended a process.
  public internal(set) var example: String?

  public init() {}

  public var isSound: Bool { silent == 0 && died == 0 }

  public mutating func add(_ other: DamageOutcome) {
    tried += other.tried
    harmless += other.harmless
    refused += other.refused
    found += other.found
    unnoticed += other.unnoticed
    silent += other.silent
    died += other.died
    if example == nil { example = other.example }
  }
}

/// Damage to a file, each kind in a separate process: a crash is a finding, too.
public struct Damage: Sendable {
  /// The argument that makes an executable read damaged files.
  public static let argument = "damage"

  private let worker: String

  /// - Parameter worker: an executable that calls `serve`.
  public init(worker: String) {
    self.worker = worker
  }

  /// Flips a number of random bits per page, zeroes and swaps pages, and truncates the file.
  public func run(seed: UInt64, flipsPerPage: Int) -> DamageOutcome {
    run(["seed", String(seed), String(flipsPerPage)])
  }

  /// Flips one bit of every byte of a small file, and every bit of its header.
  ///
  /// - Parameters:
  ///   - stride: every byte by default, or only every second, third, … one behind the header.
  ///   - offset: the first of them: after `stride` runs all have been tried.
  public func everyByte(every stride: Int = 1, from offset: Int = 0) throws -> DamageOutcome {
    let bench = try Bench()
    try Sample.make(at: bench.database, homework: 1)
    let size = try Data(contentsOf: URL(fileURLWithPath: bench.database)).count
    // Each process reads the sound file twice before it begins.
    let share = max(1, size / (4 * ProcessInfo.processInfo.activeProcessorCount))
    let starts = Array(Swift.stride(from: 0, to: size, by: share))
    let lock = NSLock()
    nonisolated(unsafe) var outcome = DamageOutcome()
    DispatchQueue.concurrentPerform(iterations: starts.count) { index in
      let range = [starts[index], min(size, starts[index] + share), stride, offset % stride].map(String.init)
      let part = run(["bytes", bench.database] + range)
      lock.withLock { outcome.add(part) }
    }
    return outcome
  }

  private func run(_ arguments: [String]) -> DamageOutcome {
    var outcome = DamageOutcome()
    let process = Process()
    process.executableURL = URL(fileURLWithPath: worker)
    process.arguments = [Self.argument] + arguments
    let output = Pipe()
    process.standardOutput = output
    do {
      try process.run()
      let output = try output.fileHandleForReading.readToEnd() ?? Data()
      process.waitUntilExit()
      // Reported after each file, so that the last line shows how far the process got.
      let lines = output.split(separator: UInt8(ascii: "\n"))
      if let last = lines.last { outcome = try JSONDecoder().decode(DamageOutcome.self, from: Data(last)) }
      guard process.terminationReason == .exit, process.terminationStatus == 0, !lines.isEmpty else {
        outcome.died += 1
        outcome.example = "\(arguments) ended with \(process.terminationStatus) after \(outcome.tried)"
        return outcome
      }
    } catch {
      outcome.died += 1
      outcome.example = "\(arguments): \(error)"
    }
    return outcome
  }

  /// Runs the process that reads damaged files: `damage seed N FLIPS`, or `damage bytes FILE FROM TO EVERY OFFSET`.
  public static func serve(_ arguments: [String]) throws {
    let bench = try Bench()
    var reader: DamagedReader
    switch (arguments.first, arguments.dropFirst().compactMap { UInt64($0) }) {
    case ("seed", let numbers) where numbers.count == 2:
      try Sample.make(at: bench.database, homework: 6)
      reader = try DamagedReader(bench, alwaysChecks: true)
      try reader.strike(seed: numbers[0], flipsPerPage: Int(numbers[1]))
    case ("bytes", let numbers) where numbers.count == 4:
      try FileManager.default.copyItem(atPath: arguments[1], toPath: bench.database)
      reader = try DamagedReader(bench, alwaysChecks: false)
      try reader.strike(bytes: Int(numbers[0])..<Int(numbers[1]), every: Int(numbers[2]), from: Int(numbers[3]))
    default: throw Wrong("damage seed N FLIPS, or damage bytes FILE FROM TO EVERY OFFSET")
    }
    reader.report()
  }
}

/// Reads a file repeatedly, damaged differently each time.
private struct DamagedReader {
  private static let pageSize = 4096

  private let bench: Bench
  private let whole: Data
  private let ids: [Homework.ID]
  private let facts: [String: Reading]
  /// Even if nothing was read wrongly: the check must survive the damage, too.
  private let alwaysChecks: Bool
  private var outcome = DamageOutcome()

  init(_ bench: Bench, alwaysChecks: Bool) throws {
    self.bench = bench
    self.alwaysChecks = alwaysChecks
    whole = try Data(contentsOf: URL(fileURLWithPath: bench.database))
    (ids, facts) = try Self.facts(of: bench)
    for (name, reading) in facts {
      if case .refused(let error) = reading { throw Wrong("\(name) is refused without damage: \(error)") }
    }
    // Verify first that a sound file gives the same readings again.
    try verify(whole, "nothing")
    guard outcome.harmless == 1 else { throw Wrong("an undamaged file reads otherwise: \(outcome)") }
    outcome = DamageOutcome()
  }

  /// The store is closed when this returns: the file is about to be replaced.
  private static func facts(of bench: Bench) throws -> ([Homework.ID], [String: Reading]) {
    let store = try Sample.open(bench.database)
    let ids = try store.readAndWait { try $0.homeworkList(limit: 500) }.items.map(\.id)
    return (ids, Sample.readings(of: store, ids))
  }

  mutating func strike(seed: UInt64, flipsPerPage: Int) throws {
    var random = SplitMix64(seed: seed, skipping: 0)
    let pages = whole.count / Self.pageSize
    for page in 0..<pages {
      let start = page * Self.pageSize
      for _ in 0..<flipsPerPage {
        let byte = start + Int(random.next() % UInt64(Self.pageSize))
        try flip(byte, UInt8(1 << (random.next() % 8)), "seed \(seed)")
      }
      var zeroed = whole
      zeroed.replaceSubrange(start..<start + Self.pageSize, with: Data(count: Self.pageSize))
      try verify(zeroed, "seed \(seed): page \(page) zeroed")
      var swapped = whole
      let there = (page + 1) % pages * Self.pageSize
      swapped.replaceSubrange(start..<start + Self.pageSize, with: whole[there..<there + Self.pageSize])
      swapped.replaceSubrange(there..<there + Self.pageSize, with: whole[start..<start + Self.pageSize])
      try verify(swapped, "seed \(seed): page \(page) and the next one swapped")
      let end = start + Int(random.next() % UInt64(Self.pageSize))
      // An empty file is a store yet to be created, as for every program.
      if end > 0 { try verify(whole.prefix(end), "seed \(seed): cut at byte \(end)") }
    }
  }

  mutating func strike(bytes: Range<Int>, every stride: Int, from offset: Int) throws {
    for byte in bytes {
      if byte < 100 {
        for bit in 0..<8 { try flip(byte, UInt8(1 << bit), "header") }
      } else if byte % stride == offset {
        try flip(byte, UInt8(1 << (byte / stride % 8)), "every byte")
      }
    }
  }

  /// Writes the outcome so far as a line.
  func report() {
    guard let line = try? JSONEncoder().encode(outcome) else { return }  // the numbers of a struct
    FileHandle.standardOutput.write(line + Data("\n".utf8))
  }

  private mutating func flip(_ byte: Int, _ bit: UInt8, _ what: String) throws {
    var damaged = whole
    damaged[byte] ^= bit
    try verify(damaged, "\(what): bit \(bit) of byte \(byte)")
  }

  private mutating func verify(_ bytes: Data, _ what: String) throws {
    outcome.tried += 1
    report()
    var isFound = false
    // Separately, and on the unchanged file: some readings write.
    if alwaysChecks { isFound = try check(bytes) }
    try put(bytes)
    let readings: [String: Reading]
    do throws(StoreError) { readings = Sample.readings(of: try Sample.open(bench.database), ids) } catch {
      guard case .unavailable = error else { return silent("\(what): \(error)") }
      outcome.refused += 1
      return
    }
    let wrong = facts.keys.filter { readings[$0] != facts[$0] && readings[$0]?.isRefused != true }
    // Swapped pages hold rows of another table, or of none: `check` has to find them.
    let results = what.hasSuffix("swapped") ? [] : Sample.wrongResults(readings, facts)
    // A row whose key has changed seems to be missing, which lowers a score: `check` has to report it.
    if !results.isEmpty, try !check(bytes) {
      return silent("\(what): read otherwise: \(results.joined(separator: ", "))")
    }
    guard !wrong.isEmpty else {
      if readings == facts { outcome.harmless += 1 } else { outcome.refused += 1 }
      return
    }
    if !alwaysChecks { isFound = try check(bytes) }
    guard !isFound else { return outcome.found += 1 }
    guard !wrong.contains(where: Sample.isOfResults) else {
      return silent("\(what): \(wrong.sorted().joined(separator: ", ")) missing, and nothing says so")
    }
    outcome.unnoticed += 1
  }

  /// Returns whether `check` reports damage.
  private func check(_ bytes: Data) throws -> Bool {
    try put(bytes)
    do { return try !Sample.open(bench.database).checkAndWait().isEmpty } catch { return true }
  }

  private func put(_ bytes: Data) throws {
    for suffix in ["-wal", "-shm", "-journal"] { unlink(bench.database + suffix) }
    try bytes.write(to: URL(fileURLWithPath: bench.database))
  }

  private mutating func silent(_ example: String) {
    outcome.silent += 1
    if outcome.example == nil { outcome.example = example }
  }
}

/// A file with a sample of everything in it.
enum Sample {
  /// A fixed clock: anything kept for a day or a month stays.
  private static let clock: Store.Clock = { Timestamp(millisecondsSince1970: 1_767_225_600_000) }

  static func open(_ path: String) throws(StoreError) -> Store {
    try Store.openAndWait(path: path, options: StoreOptions(clock: clock))
  }

  static func make(at path: String, homework count: Int) throws {
    let store = try open(path)
    for number in 0..<count {
      var draft = Work.sample("Page \(number)")
      draft.subject = "Mathematics"
      draft.dueOn = "2026-12-0\(number + 1)"
      draft.picture = try Picture([0xFF, 0xD8, 0xFF] + Array(repeating: UInt8(number), count: 5000))
      draft.quiz?.questions[8].body = .fillBlank(correctAnswer: "nine", acceptedAnswers: ["9"])
      draft.quiz?.questions[9].body = .shortAnswer(correctAnswer: "ten", keyConcepts: [["ten", "10"]])
      let homework = try store.writeAndWait { try $0.addHomework(draft) }
      for isLast in [false, true] {
        let attempt = try store.writeAndWait { try $0.startAttempt(homework.id) }
        for question in 0..<(isLast ? 4 : 10) {
          let option = Response.choice(question % (number + 2) == 0 ? 1 : 0)
          _ = try store.writeAndWait {
            try $0.settle(question < 8 ? option : .text("nine"), in: attempt.id, elapsedMs: 1000 + question)
          }
        }
        if isLast, number == 0 { _ = try store.writeAndWait { try again($0, attempt.id) } }
        if !isLast { _ = try store.writeAndWait { try $0.finishAttempt(attempt.id) } }
      }
    }
    for homework in try store.readAndWait({ try $0.homeworkList(limit: 2) }).items {
      _ = try store.writeAndWait { try $0.completeHomework(homework.id) }
    }
    let gone = try store.writeAndWait { try $0.addHomework(Work.sample("Gone")) }
    _ = try store.writeAndWait { try $0.deleteHomework([gone.id]) }
    _ = try store.writeAndWait { tx in try once(tx) }
    try store.checkpointAndWait()
  }

  static func once(_ tx: WriteTransaction) throws -> KeptReply {
    try tx.idempotently(request(1)) { .whole("the first reply at \(try tx.eventRange().newest)") }
  }

  /// Returns the reply to an answer, rebuilt from its facts.
  static func again(_ tx: WriteTransaction, _ id: Attempt.ID? = nil) throws -> AnswerResult {
    let kept = try tx.idempotently(request(2)) {
      guard let id else { throw Lost() }
      return .answer(id, index: 3)
    }
    guard case .answer(let attempt, let index) = kept else { throw Lost() }
    return try tx.answerResult(of: attempt, at: index)
  }

  private struct Lost: Error {}

  private static func request(_ number: Int) throws -> Request {
    guard let request = Request(id: "00000000-0000-7000-8000-00000000000\(number)", parameters: "{}") else {
      throw Lost()
    }
    return request
  }
}

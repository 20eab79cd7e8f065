import HomeworkModel
import HomeworkPostgres
import HomeworkScenarios
import HomeworkStore
import HomeworkSystem

/// A sentence that a history has broken, about what, and how.
struct Finding: Error, CustomStringConvertible {
  let sentence: Sentence, topic: String, detail: String

  /// - Parameter topic: what it is about; by default its words before the first name or number.
  init(_ sentence: Sentence, _ detail: String, topic: String? = nil) {
    let words = detail.split(separator: " ").filter { $0.allSatisfy { $0.isLetter || "'()".contains($0) } }
    (self.sentence, self.detail, self.topic) = (sentence, detail, topic ?? words.prefix(7).joined(separator: " "))
  }

  var description: String { "\(sentence.rawValue): \(detail)" }
}

/// The sentences that hold after every step.
enum Sentence: String, CaseIterable {
  case reply = "A call replies as behaviour.md says"
  case refusal = "A refusal changes nothing"
  case damage = "Nothing is called damaged that is not"
  case reads = "Reads show what was done"
  case sound = "Check finds a sound library"
  case equal = "Copies that have exchanged everything are equal"
  case counts = "A sync reports what it took"
  case document = "A learner's document gives back what it holds"
  case backup = "A backup opens, and equals what it was made of"
  case erased = "No byte of an erased learner is left"
  case durable = "What was acknowledged is there, once"
  case events = "Events are numbered without gaps"
  case observed = "An observer sees what a read shows"
  case growth = "No file grows without rows"
  case speed = "No call takes a second"
  case alive = "No process ends by itself"
}

/// A copy: a store on a disk that can fail, with a clock of its own, and what a plain model says of it.
final class SimulatedCopy {
  let number: Int, path: String
  var store: Store?
  /// The connection that writes, which belongs to the store.
  weak var writer: Connection?
  var observer: Observer?, disk: FaultyDisk?
  var plain = PlainLibrary()
  /// How far its clock is from the right time, and the number of its steps since everything was looked at.
  var skewMs: Int64 = 0, unseen = 0
  /// The learners who were erased in a backup that was restored, or were here before it only.
  var replaced: Set<String> = []

  init(_ number: Int, in directory: String) {
    (self.number, path) = (number, "\(directory)/\(Step.names[number]).sqlite")
  }
}

/// The time that stores read, and the numbers of which they make ids.
private final class Sources: Sendable {
  let wallMs = Guarded<Int64>(0), draws = Guarded<UInt64>(0)

  func draw() -> UInt64 {
    draws.withLock { count in
      count += 1
      return count
    }
  }
}

/// One to three copies of libraries, and the names that a history has given to what is in them.
final class SimulatedWorld {
  let directory: String
  let copies: [SimulatedCopy]
  /// Ids by the names of steps.
  var names: [String: String] = [:]
  var documents: [String: (text: String, plain: PlainDocument)] = [:]
  var backups: [String: PlainLibrary] = [:]
  var lastPart: (part: SyncPart, to: Int)?
  /// What is not compared with the model, since another program has changed it.
  var ignored: Set<String> = []
  /// The verbs that took effect, in order.
  var effects: [Verb] = []
  /// The steps so far, which a process repeats to be killed within the last one.
  private(set) var performed: [Step] = []
  var isTwin = false
  /// False if a step that is no call has found nothing to do.
  var hasEffect = true
  /// The learners' documents that were imported elsewhere, and the attempts of each learner who was erased somewhere.
  var documented: Set<String> = [], erased: [String: [String]] = [:]
  /// The right time, which only grows; 2040 at first, later than any system clock.
  private(set) var nowMs: Int64 = 2_208_988_800_000
  private let sources = Sources()
  let hasFaults: Bool
  /// The address of a PostgreSQL database; `nil` for files.
  let server: String?
  nonisolated(unsafe) private static var number = 0  // only the thread of histories uses it

  init(copies count: Int, hasFaults: Bool, server: String?, in directory: String) throws {
    (self.directory, self.server, self.hasFaults) = (directory, server, hasFaults && server == nil)
    Self.number += 1
    copies = (0..<count).map { SimulatedCopy($0, in: directory) }
    for copy in copies { try begin(copy) }
  }

  /// Ends all stores, and removes their files.
  func end() {
    for copy in copies { close(copy) }
    for name in Files.names(in: directory) { unlink("\(directory)/\(name)") }
  }

  /// The new library of each number, as every history begins with it.
  nonisolated(unsafe) private static var new: [Int: [UInt8]] = [:]  // only the thread of histories uses it

  private func begin(_ copy: SimulatedCopy) throws {
    tick(copy)
    if server == nil {
      if Self.new[copy.number] == nil {
        _ = try open(copy)
        close(copy)
        Self.new[copy.number] = try Files.bytes(of: copy.path, upTo: .max)
      }
      try Files.write(Self.new[copy.number] ?? [], to: copy.path)
    }
    // The same ones, whether the library was made here or before.
    sources.draws.withLock { $0 = 100 }
    let (hello, learner) = try open(copy).readAndWait { tx in (try tx.syncHello(), try tx.learner()) }
    (copy.plain.library, copy.plain.copy) = (hello.libraryId.text, hello.copyId.text)
    copy.plain.defaultLearner = learner.id.text
    let at = Moment(time: hello.known[hello.copyId]?.time ?? 0, copy: hello.copyId.text)
    copy.plain.addLearner(learner.id.text, learner.name, Observation(at: at, nowMs: now(copy)))
    names["l" + String(repeating: "0", count: copy.number + 1)] = learner.id.text
  }

  // MARK: Time

  /// Lets time pass before a step on a copy.
  func tick(_ copy: SimulatedCopy) {
    nowMs += 1000
    sources.wallMs.withLock { $0 = now(copy) }
  }

  /// Notes a step. Its ids depend on its number alone, however much of the steps before it was done.
  func note(_ step: Step) {
    performed.append(step)
    sources.draws.withLock { $0 = UInt64(performed.count) * 10_000 }
  }

  func now(_ copy: SimulatedCopy) -> Int64 { nowMs + copy.skewMs }

  // MARK: Opening and closing

  /// Returns the copy's store, opening it if necessary.
  func open(_ copy: SimulatedCopy) throws -> Store {
    if let store = copy.store { return store }
    let (sources, number) = (sources, UInt64(copy.number))
    var options = StoreOptions(
      clock: { Timestamp(millisecondsSince1970: sources.wallMs.withLock { $0 }) },
      identifiers: { (number, sources.draw() << 40) })
    options.busyTimeoutMs = 500
    if let disk = copy.disk { options.disk = disk.vfs }
    if let server {
      copy.store = try Store.openAndWait(
        postgres: "\(server)&schema=s\(getpid())_\(Self.number)_\(number)", options: options)
      return try open(copy)
    }
    let store = try Store.openAndWait(path: copy.path, options: options)
    copy.store = store
    try store.file().exclusively { copy.writer = $0 }
    if let writer = copy.writer { try PlantedMistake.plant(in: writer) }
    return store
  }

  func close(_ copy: SimulatedCopy) {
    copy.observer = nil
    copy.store?.close()
    copy.store = nil
    PlantedMistake.spoil(closed: copy.path)
  }

  // MARK: Names

  static let unknownId = "0195d4a8-0000-7000-8000-0000000000ff"

  /// A call with ids in place of names.
  func resolved(_ act: Act) -> Act {
    var act = act
    for parameter in act.verb.parameters {
      guard case .existing(let thing) = parameter.kind, thing != .document, thing != .backup else { continue }
      act.arguments[parameter.name] = act[parameter.name].map { names[$0] ?? Self.unknownId }
    }
    return act
  }

  /// A text with the names of things in place of their ids.
  func named(_ text: String) -> String {
    names.reduce(text) { $0.replacing($1.value, with: $1.key) }
  }
}

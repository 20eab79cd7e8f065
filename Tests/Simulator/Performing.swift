import HomeworkModel
import HomeworkScenarios
import HomeworkStore
import HomeworkSystem

/// Performs steps on stores and models, and compares them.
extension SimulatedWorld {
  /// - Throws: a `Finding` if a sentence is broken.
  func perform(_ step: Step) throws {
    let copy = copies[step.copy]
    tick(copy)
    note(step)
    let begun = clock()
    do {
      if let fault = step.acts[0]["fault"], hasFaults {
        try perform(step, struckBy: fault, at: step.acts[0].number("at") ?? 1, on: copy)
      } else if step.acts[0].verb.isCall {
        try perform(calls: step.acts, on: copy)
      } else {
        try perform(step, on: copy)
      }
      try copy.observer?.compare(with: open(copy))
    } catch let error as StoreError {
      throw Self.finding(error)
    }
    let spentMs = (clock() - begun) / 1000
    if spentMs > 1000 { throw Finding(.speed, "\(spentMs) ms of processor time") }
  }

  static func finding(_ error: StoreError) -> Finding {
    Finding(isDamage(error) ? .damage : .reply, "\(error)")
  }

  static func isDamage(_ error: StoreError) -> Bool {
    switch error {
    case .unavailable(.corrupt), .inconsistent: true
    default: false
    }
  }

  // MARK: Calls

  private func perform(calls acts: [Act], on copy: SimulatedCopy) throws {
    // Whether the store still keeps a request of an erased learner's is not known.
    guard acts.allSatisfy({ !copy.plain.uncertainRequests.contains($0["request"] ?? "") }) else { return }
    var outcomes: [CallOutcome] = []
    do {
      try write(acts, on: copy, &outcomes)
    } catch is Refused {
      _ = try follow(outcomes, on: copy)
      return
    } catch let error as StoreError {
      // An import that is refused ends the whole write, as documented.
      guard acts.contains(where: { $0.verb == .import }), !Self.isDamage(error) else { throw error }
      return
    }
    let things = try follow(outcomes, on: copy)
    if acts.contains(where: { [.undo, .undoDeletion, .import].contains($0.verb) }) {
      try open(copy).readAndWait { try abandonOne(of: copy, on: [copy], $0) }
    }
    try compare(copy, things: things)
  }

  /// Performs the same calls on the model, and returns the homework and attempts that they were about.
  private func follow(_ outcomes: [CallOutcome], on copy: SimulatedCopy) throws -> Set<String> {
    var things: Set<String> = []
    for outcome in outcomes {
      let (act, seen, verb) = (resolved(outcome.act), outcome.seen, outcome.act.verb.rawValue)
      if let refusal = seen.refusal, refusal.hasPrefix("damaged") { throw Finding(.damage, named(refusal)) }
      if outcome.changed > 0 {
        throw Finding(
          .refusal, "\(verb) was refused (\(seen.refusal ?? "")), and has changed \(outcome.changed) rows", topic: verb)
      }
      let refusal = try follow(act, outcome, copy)
      guard refusal == seen.refusal else {
        func word(_ refusal: String?) -> String { refusal.map { "refused (\($0))" } ?? "done" }
        throw Finding(.reply, "\(verb) is \(word(seen.refusal)), not \(word(refusal))")
      }
      guard refusal == nil else { continue }
      effects.append(act.verb)
      things.formUnion(["homework", "attempt", "also"].compactMap { act[$0] } + seen.ids.values)
      let expected = copy.plain.shown(by: act, seen)
      if let wrong = difference(seen.shown, expected.filter { seen.shown[$0.key] != nil }) {
        throw Finding(.reply, named("\(verb) replies: \(wrong)"))
      }
    }
    return things
  }

  private func follow(_ act: Act, _ outcome: CallOutcome, _ copy: SimulatedCopy) throws -> String? {
    if let request = act["request"] {
      if let known = copy.plain.requests[request] {
        guard known.asked == outcome.act.asked else { return "requestReused" }
        guard outcome.isRepeated, outcome.reply == known.reply else {
          throw Finding(.durable, "a repeated \(act.verb.rawValue) is done again")
        }
        return nil
      }
      guard !outcome.isRepeated else { throw Finding(.durable, "a new request is taken for a repeated one") }
    }
    var after = copy.plain
    if act.verb == .import {
      guard let document = documents[act["document"] ?? ""]?.plain else { return "invalid" }
      after.facts.removeHidden(at: outcome.seen.nowMs)
      if let refusal = after.take(document, outcome.seen) { return refusal }
    } else if let refusal = after.perform(act, outcome.seen) {
      return refusal
    }
    if let request = act["request"] { after.requests[request] = (outcome.act.asked, outcome.reply) }
    copy.plain = after
    return nil
  }

  // MARK: Faults

  /// Performs a step on a disk that misbehaves at one of its operations, then opens what is left: what was acknowledged
  /// is there, and what was not is there whole or not at all.
  private func perform(_ step: Step, struckBy fault: String, at number: Int, on copy: SimulatedCopy) throws {
    // What was wrong before is not this step's doing.
    try compare(copy)
    close(copy)
    let isExchange = [.sync, .give, .giveAgain].contains(step.acts[0].verb)
    // Once in a history, since a second process would have to repeat the first one's end, and not after a restore, which
    // gives the copy an id that no seed decides.
    let isFirst = !performed.dropLast().contains { $0.acts[0]["fault"] == "killed" || $0.acts[0].verb == .restore }
    let killed = fault == "killed" && !isExchange && !isTwin && isFirst ? try killedTwin(of: copy) : nil
    let others = copies.map(\.plain), files = try Self.files(of: copy.path)
    let disk = FaultyDisk(records: fault == "power")
    copy.disk = disk
    _ = try open(copy)
    if killed == nil { arm(disk, fault, at: number) }
    let before = copy.plain, newest = try newestTime(of: copy)
    var outcomes: [CallOutcome] = [], isDone = false
    do {
      if step.acts[0].verb.isCall {
        defer { for outcome in outcomes where outcome.seen.refusal == nil { _ = try? follow([outcome], on: copy) } }
        try write(step.acts, on: copy, &outcomes)
      } else {
        try perform(step, on: copy)
      }
      isDone = true
    } catch is Refused {
      copy.plain = before
    } catch {}
    // At the latest after the step.
    if isTwin, fault == "killed" { kill(getpid(), SIGKILL) }
    let after = copy.plain
    disk.die()
    close(copy)
    copy.disk = nil
    if fault == "power" { try Self.losePower(disk, files, number) }
    for (path, bytes) in killed ?? [:] {
      unlink(path)
      if let bytes { try Files.write(bytes, to: path) }
      isDone = false
    }
    let store = try open(copy)
    if isExchange {
      // What each has by now is found by exchanging again, without a fault.
      for (copy, plain) in zip(copies, others) { copy.plain = plain }
      lastPart = nil
      return try perform(step, on: copy)
    }
    let (undone, wrong) = (try difference(store, before), try difference(store, after))
    guard let wrong else {
      // What cannot be seen was done if its change is there; of the rest only the requests matter.
      guard !isDone, undone == nil, try newestTime(of: copy) == newest else { return }
      copy.plain = before
      copy.plain.uncertainRequests.formUnion(step.acts.compactMap { $0["request"] })
      return
    }
    guard isDone || undone != nil else { return copy.plain = before }
    let detail = isDone ? "acknowledged, but \(wrong)" : "neither done nor left: \(undone ?? ""), or \(wrong)"
    throw Finding(.durable, named(detail))
  }

  private func arm(_ disk: FaultyDisk, _ fault: String, at number: Int) {
    switch fault {
    case "killed" where isTwin: disk.arm(.kill, atOperation: number)
    case "full": disk.arm(.fail(code: 13), atOperation: number)
    case "eio": disk.arm(.failOnce(code: 778), atOperation: number)
    default: disk.arm(.die, atOperation: number)
    }
  }

  /// The files of a copy as SIGKILL leaves them within the last step, in a process that repeats all steps; `nil` if
  /// something else ended it.
  private func killedTwin(of copy: SimulatedCopy) throws -> [String: [UInt8]?]? {
    let (twin, steps) = (directory + "-twin", directory + "/twin.steps")
    defer { Files.remove(twin) }
    try Files.write(Array(performed.map(\.text).joined(separator: "\n").utf8), to: steps)
    let end = try Simulation.run(["--replay", steps, "--copies", "\(copies.count)", "--killed", "yes", "--in", twin])
    guard end.signal == SIGKILL else { return nil }
    let paths = ["", "-wal", "-shm"].map { copy.path + $0 }
    return Dictionary(
      uniqueKeysWithValues: paths.map { ($0, try? Files.bytes(of: $0.replacing(directory, with: twin), upTo: .max)) })
  }

  private func newestTime(of copy: SimulatedCopy) throws -> Moment {
    try open(copy).readAndWait { try newest($0, copy) }
  }

  private static func files(of path: String) throws -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    for name in [path, path + "-wal"] where Files.exists(name) { files[name] = try Files.bytes(of: name, upTo: .max) }
    return files
  }

  /// Leaves on disk what a loss of power may leave: any of what was not synced.
  private static func losePower(_ disk: FaultyDisk, _ files: [String: [UInt8]], _ number: Int) throws {
    var random = SplitMix64(seed: UInt64(number))
    let image = DiskImage(disk.operations(on: files), on: files) { .drawn(for: $0, &random) }
    for (path, bytes) in image.files where !path.isEmpty { try Files.write(bytes, to: path) }
    for path in files.keys where image.files[path] == nil { unlink(path) }
    for path in files.keys { unlink(path + "-shm") }
  }

  // MARK: Other programs

  /// Writes to the file as another program may, within its constraints.
  func disturb(_ copy: SimulatedCopy, _ what: String) throws {
    let file = try Connection(path: copy.path, access: .readWrite)
    switch what {
    case "title":
      guard let id = copy.plain.facts.visibleHomework.first else { return }
      ignored.insert("\(id) title")
      // An import matches homework by its title.
      copy.plain.facts.edits["\(id) title"]?.value = "By the shell"
      try file.execute("UPDATE homework SET title = 'By the shell' WHERE id = '\(id)'")
    case "row":
      ignored.insert("homework")
      try file.execute(
        """
        INSERT INTO homework (id, title, created_at_ms)
        VALUES ('00000000-0000-7000-8000-' || printf('%012d', abs(random()) % 1000000), 'By the shell', 0)
        """)
    case "grading":
      ignored.insert("gradings")
      try file.execute(
        """
        INSERT OR IGNORE INTO grading (attempt, position, at_ms, outcome, reason)
        SELECT a.id, 99, coalesce((SELECT max(at_ms) FROM regrading), 0), 'correct', 'regraded' FROM attempt a
        WHERE a.state = 'completed' LIMIT 1
        """)
    default:
      ignored.insert("schema")
      let names = try file.all(
        "SELECT name FROM sqlite_schema WHERE type = '\(what)' AND sql IS NOT NULL ORDER BY name"
      ) { $0.text(0) }
      guard !names.isEmpty else { return }
      try file.execute("DROP \(what.uppercased()) \(names[Int(nowMs / 1000) % names.count])")
    }
  }
}

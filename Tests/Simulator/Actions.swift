import CHomeworkLinux
import CHomeworkSQLite
import Foundation
import HomeworkModel
import HomeworkStore
import HomeworkSystem

/// Steps that are no calls of a write: exchanges, files, clocks and other programs.
extension SimulatedWorld {
  func perform(_ step: Step, on copy: SimulatedCopy) throws {
    let (store, act) = (try open(copy), step.acts[0])
    hasEffect = true
    switch act.verb {
    case .sync: try sync(act, copy, copies[Self.copyNumber(act["with"])], then: Array(step.acts.dropFirst()))
    case .give: try give(copy, copies[Self.copyNumber(act["to"])])
    case .giveAgain: try giveAgain()
    case .findLearner: try find(act["name"] ?? "", copy, store)
    case .erase: try erase(act, copy, store)
    case .export:
      let id = resolved(act)["learner"] ?? ""
      let text = try Self.ifFound { try store.readAndWait { try $0.exportLearner(Learner.ID(id)!) } }
      let plain = copy.plain.document(of: id)
      guard (text == nil) == (plain == nil) else { throw Finding(.reply, "export of a learner") }
      guard let text, let plain else { hasEffect = false; break }
      documents[act["document"] ?? ""] = (text, plain)
    case .backup:
      let path = "\(directory)/\(act["backup"] ?? "").backup"
      try store.backupAndWait(to: path)
      backups[act["backup"] ?? ""] = copy.plain
      try checkBackup(path, copy.plain)
    case .restore: try restore(act["backup"] ?? "", copy, store)
    case .check: try check(store)
    case .observe: copy.observer = Observer(store)
    case .repair: _ = try store.repairAndWait()
    case .vacuum: try store.vacuumAndWait()
    case .checkpoint: try store.checkpointAndWait()
    case .endErasures: _ = try store.endErasuresAndWait()
    case .restart: close(copy)
    case .clock:
      let jump = Verb.jumps[act["by"] ?? ""] ?? 0
      copy.skewMs = jump == 0 ? 0 : min(max(copy.skewMs + jump, -nowMs - 10_000_000_000), 6_000_000_000_000)
    case .foreign: try disturb(copy, Verb.Foreign(rawValue: act["does"] ?? "") ?? .title)
    default: preconditionFailure("\(act.verb) is a call")
    }
    if hasEffect { effects.append(act.verb) }
    guard [.restart, .repair, .vacuum, .checkpoint, .endErasures, .erase].contains(act.verb) else { return }
    if let wrong = try difference(try open(copy), copy.plain) { throw readsFinding(wrong) }
  }

  private static func copyNumber(_ name: String?) -> Int { ["a": 0, "b": 1, "c": 2][name ?? ""] ?? 0 }

  // MARK: Exchanges

  private func hello(_ copy: SimulatedCopy, _ other: SyncHello? = nil) throws -> SyncHello {
    let store = try open(copy)
    guard let other else { return try store.readAndWait { try $0.syncHello() } }
    return try store.writeAndWait { try $0.syncHello(to: other) }
  }

  private func sync(_ act: Act, _ one: SimulatedCopy, _ other: SimulatedCopy, then calls: [Act]) throws {
    guard one !== other else { return hasEffect = false }
    let (mine, theirs) = (try hello(one), try hello(other))
    var expected = (one.plain, other.plain)
    var refusal = expected.0.take(other.plain, isEmpty: mine.isEmpty, isOtherEmpty: theirs.isEmpty)
    if refusal == nil { refusal = expected.1.take(one.plain, isEmpty: theirs.isEmpty, isOtherEmpty: mine.isEmpty) }
    guard !(mine.isEmpty && theirs.isEmpty && mine.libraryId != theirs.libraryId) else { return }
    do {
      let answer = try hello(other, mine)
      _ = try hello(one, answer)
    } catch let error as StoreError {
      guard Self.kind(of: error) == refusal else {
        throw Self.isDamage(error) ? Self.finding(error) : Finding(.reply, "sync is refused: \(error)")
      }
      return
    }
    if let refusal { throw Finding(.reply, "sync is done, not refused (\(refusal))") }
    // What an observer may meet before the first part comes.
    for copy in [one, other] where copy.observer != nil {
      guard (try? open(copy).readAndWait { try $0.learner() }) == nil else { continue }
      throw Finding(.observed, "there is no learner", topic: "ends")
    }
    if let cut = act.number("cut") {
      var left = cut
      try exchange(one, other, size: 1, isFile: act.has("file"), left: &left)
      var outcomes: [CallOutcome] = []
      if !calls.isEmpty, one.plain.library == other.plain.library {
        do { try write(calls, on: one, &outcomes) } catch is Refused {}
      }
      // Which of them are refused depends on what the copy has taken by now; what they do does not.
      for outcome in outcomes where outcome.seen.refusal == nil {
        let act = resolved(outcome.act)
        if one.plain.perform(act, outcome.seen) != nil { _ = expected.0.perform(act, outcome.seen) }
        effects.append(act.verb)
      }
      _ = expected.0.take(one.plain, isEmpty: false, isOtherEmpty: false)
      _ = expected.1.take(expected.0, isEmpty: false, isOtherEmpty: false)
      close(one)
      close(other)
    }
    var left = Int.max
    let received = try exchange(one, other, size: SyncPart.size, isFile: act.has("file"), left: &left)
    for (copy, plain, counts) in [(one, expected.0, received.0), (other, expected.1, received.1)] {
      try follow(copy, to: plain, counts: act.has("cut") ? nil : counts)
    }
    try checkEqual(one, other)
  }

  /// Exchanges parts in both directions until nothing is left, or for a number of parts.
  @discardableResult
  private func exchange(
    _ one: SimulatedCopy, _ other: SimulatedCopy, size: Int, isFile: Bool, left: inout Int
  ) throws -> (SyncCounts, SyncCounts) {
    var counts = (SyncCounts(), SyncCounts())
    var hasMoved = true, parts = 0
    while hasMoved {
      hasMoved = false
      while left > 0, let part = try part(from: one, to: other, size, isFile) {
        counts.1.add(try take(part, on: other))
        (left, hasMoved, parts) = (left - 1, true, parts + 1)
      }
      while left > 0, let part = try part(from: other, to: one, size, isFile) {
        counts.0.add(try take(part, on: one))
        (left, hasMoved, parts) = (left - 1, true, parts + 1)
      }
      if parts > 2000 { throw Finding(.equal, "the exchange never ends") }
    }
    return counts
  }

  private func part(from one: SimulatedCopy, to other: SimulatedCopy, _ size: Int, _ isFile: Bool) throws -> SyncPart? {
    let known = try hello(other).known.mapValues(\.time)
    guard let part = try open(one).readAndWait({ try $0.syncPart(after: known, size: size) }) else { return nil }
    guard isFile else { return part }
    let text = part.json.encoded()
    guard let read = SyncPart(try JSONValue(parsing: text)), read == part else {
      throw Finding(.equal, "a part of a sync reads back as another one")
    }
    return read
  }

  private func take(_ part: SyncPart, on copy: SimulatedCopy) throws -> SyncCounts {
    let store = try open(copy)
    tick(copy)
    lastPart = (part, copy.number)
    do {
      return try store.writeAndWait { try $0.takeSync(part) }
    } catch let error as StoreError {
      throw Finding(.equal, named("a part is refused: \(error)"))
    }
  }

  /// One direction of a sync alone.
  private func give(_ one: SimulatedCopy, _ other: SimulatedCopy) throws {
    guard one !== other, one.plain.library == other.plain.library else { return hasEffect = false }
    // What was used there after its deletion here comes back once both have exchanged everything.
    let (mine, theirs) = (one.plain.facts, other.plain.facts)
    let isHidden = theirs.homework.keys.contains { !theirs.isVisible($0) && mine.homework[$0] != nil }
    guard !isHidden else { return }
    while let part = try part(from: one, to: other, SyncPart.size, false) { _ = try take(part, on: other) }
    var expected = other.plain
    _ = expected.take(one.plain, isEmpty: false, isOtherEmpty: false)
    try follow(other, to: expected, counts: nil)
  }

  /// The last part comes once more.
  private func giveAgain() throws {
    guard let last = lastPart else { return hasEffect = false }
    let counts = try take(last.part, on: copies[last.to])
    if counts != SyncCounts() { throw Finding(.counts, "a part that came before counts \(counts)") }
    try follow(copies[last.to], to: copies[last.to].plain, counts: nil)
  }

  /// Compares a copy with its model after an exchange.
  private func follow(_ copy: SimulatedCopy, to plain: PlainLibrary, counts: SyncCounts?) throws {
    let store = try open(copy)
    let before = copy.plain
    copy.plain = plain
    try store.readAndWait { tx in
      // Copies that have each erased another learner have a new one.
      if plain.facts.presentLearners.isEmpty, let first = try tx.learners().first {
        let seen = Observation(
          at: Moment(time: 0, copy: plain.copy), nowMs: first.createdAt.millisecondsSince1970)
        copy.plain.addLearner(first.id.text, first.name, seen)
      }
      copy.plain.defaultLearner = try tx.learner().id.text
      // Of two attempts at one quiz that would go on here, one is abandoned: which one, the copies agree by themselves.
      for id in plain.facts.attempts.keys where plain.facts.isOpen(id, on: plain.copy) {
        guard let attempt = plain.facts.attempt(id),
          plain.facts.openAttempts(at: attempt.homework, of: attempt.learner, on: plain.copy).count > 1,
          let found = try? tx.attempt(Attempt.ID(id)!), found.state == .abandoned
        else { continue }
        let hello = try tx.syncHello()
        copy.plain.abandon(
          id,
          Observation(
            at: Moment(time: hello.known[hello.copyId]?.time ?? 0, copy: plain.copy),
            nowMs: found.finishedAt?.millisecondsSince1970 ?? 0))
      }
    }
    if let wrong = try difference(store, copy.plain) { throw readsFinding(wrong) }
    guard counts == SyncCounts() else { return }
    let (former, present) = (before.shown(), copy.plain.shown())
    if let key = present.keys.first(where: { present[$0] != former[$0, default: "not there"] && !$0.hasSuffix("here") }
    ), key != "default" {
      throw Finding(.counts, named("nothing is counted, but \(key) has changed"))
    }
  }

  func checkEqual(_ one: SimulatedCopy, _ other: SimulatedCopy) throws {
    guard ignored.isEmpty else { return }
    let states = try [one, other].map { try open($0).readAndWait { try $0.shared() } }
    guard states[0] != states[1] else { return }
    let keys = Set(states[0].keys).union(states[1].keys).sorted()
    guard let key = keys.first(where: { states[0][$0] != states[1][$0] }) else { return }
    let texts = states.map { $0[key].map { String(decoding: $0.encoded(), as: UTF8.self) } ?? "nothing" }
    throw Finding(.equal, named("\(key): \(excerpt(texts[0], most: 300)) and \(excerpt(texts[1], most: 300))"))
  }

  // MARK: Learners and files

  /// A name finds the only learner who has it, and is refused if several have it.
  private func find(_ name: String, _ copy: SimulatedCopy, _ store: Store) throws {
    let namesakes = copy.plain.facts.presentLearners.filter {
      copy.plain.facts.edit($0, "name")?.lowercased() == name.lowercased()
    }
    guard !namesakes.isEmpty else { return hasEffect = false }
    var found: String
    do {
      found = try store.readAndWait { try $0.learnerId(matching: name) }.text
    } catch let error as StoreError {
      found = Self.kind(of: error)
    }
    let expected = namesakes.count == 1 ? namesakes[0] : "ambiguousName"
    if found != expected { throw Finding(.reply, named("the name finds \(found), not \(expected)")) }
  }

  private func erase(_ act: Act, _ copy: SimulatedCopy, _ store: Store) throws {
    let act = resolved(act)
    let id = act["learner"] ?? ""
    let own = copy.plain.facts.attempts.filter { $0.value.value.learner == id }.keys
    var seen = Observation(nowMs: now(copy))
    do {
      let erased = try store.eraseLearnerAndWait(Learner.ID(id)!)
      let (hello, learner) = try store.readAndWait { tx in (try tx.syncHello(), try tx.learner()) }
      seen.ids["default"] = learner.id.text
      if copy.plain.facts.learners[learner.id.text] == nil { seen.ids["new"] = learner.id.text }
      seen.at = Moment(time: hello.known[hello.copyId]?.time ?? 0, copy: copy.plain.copy)
      guard erased.pending.isEmpty else { return }
    } catch let error as StoreError {
      guard !Self.isDamage(error) else { throw error }
      seen.refusal = Self.kind(of: error)
    }
    copy.plain.uncertainRequests.formUnion(copy.plain.requests.keys)
    guard copy.plain.perform(act, seen) == seen.refusal else {
      throw Finding(.reply, "erase: \(seen.refusal ?? "done")")
    }
    guard seen.refusal == nil else { return hasEffect = false }
    for file in [copy.path, copy.path + "-wal"] where Files.exists(file) {
      let bytes = try Files.bytes(of: file)
      for id in [id] + own where Self.holds(bytes, id) {
        throw Finding(.erased, named("\(id) is in \(file.hasSuffix("wal") ? "the log" : "the file")"))
      }
    }
  }

  private static func holds(_ bytes: [UInt8], _ text: String) -> Bool {
    memmem(bytes, bytes.count, text, text.utf8.count) != nil
  }

  private func checkBackup(_ path: String, _ plain: PlainLibrary) throws {
    let other = try Store.openAndWait(path: path)
    defer { other.close() }
    if let wrong = try difference(other, plain) { throw Finding(.backup, named(wrong)) }
  }

  private func restore(_ name: String, _ copy: SimulatedCopy, _ store: Store) throws {
    guard let plain = backups[name] else { return hasEffect = false }
    try store.restoreAndWait(from: "\(directory)/\(name).backup")
    try PlantedMistake.spoil(restored: copy.path)
    let hello = try hello(copy)
    lastPart = nil
    copy.plain = plain
    copy.plain.becomeCopy(
      hello.copyId.text,
      Observation(at: Moment(time: hello.known[hello.copyId]?.time ?? 0, copy: hello.copyId.text), nowMs: now(copy)))
    if let wrong = try difference(store, copy.plain) { throw readsFinding(wrong) }
  }

  // MARK: Looking at everything

  func check(_ store: Store) throws {
    let found = try store.checkAndWait().filter {
      ![.schema, .search, .reference].contains($0.kind) || ignored.isEmpty
    }
    if let first = found.first { throw Finding(.sound, named("\(first)")) }
  }

  /// Looks at all that can be read of a copy, and, if it `copies`, at what is backed up and exported.
  func lookAtEverything(of copy: SimulatedCopy, copies: Bool) throws {
    copy.unseen = 0
    do {
      let store = try open(copy)
      if let wrong = try difference(store, copy.plain) { throw readsFinding(wrong) }
      try readEverything(store)
      try check(store)
      let events = try store.readAndWait { try $0.eventRange().newest }
      if let size = Files.size(copy.path), size > 1_000_000 + 8000 * Int(events) {
        throw Finding(.growth, "a file of \(size) bytes has \(events) events")
      }
      guard copies else { return }
      let path = "\(directory)/look.backup"
      try store.backupAndWait(to: path)
      try checkBackup(path, copy.plain)
      for learner in copy.plain.facts.presentLearners { try checkDocument(of: learner, copy, store) }
    } catch let error as StoreError {
      throw Self.finding(error)
    }
  }

  /// Imports a learner into an empty library, which then exports the same.
  private func checkDocument(of learner: String, _ copy: SimulatedCopy, _ store: Store) throws {
    let text = try store.readAndWait { try $0.exportLearner(Learner.ID(learner)!) }
    guard documented.insert(text).inserted else { return }
    let again: String
    do {
      again = try Self.empty.get().rehearse {
        try Self.empty.get().writeAndWait { tx in
          // The exported learner may have the name of a new library's first one.
          _ = try tx.updateLearner(tx.learner().id, name: "Somebody else")
          _ = try tx.importLearner(PlantedMistake.spoil(document: text))
        }
        return try Self.empty.get().readAndWait { try $0.exportLearner(Learner.ID(learner)!) }
      }
    } catch let error as StoreError {
      throw Finding(.document, named("\(learner) cannot be imported: \(error)"))
    }
    let (before, after) = (try tables(text), try tables(again))
    for table in before.keys.sorted() where before[table] != after[table] {
      let rows = zip(before[table] ?? [], after[table] ?? []).first { $0.0 != $0.1 }
      throw Finding(
        .document,
        named("\(learner) has other rows of \(table): \(rows?.0 ?? "") and \(rows?.1 ?? "")"))
    }
  }

  /// A library that is empty again after each rehearsal.
  private static let empty = Result { try Store.inMemory() }

  /// The rows of each kind of a document.
  private func tables(_ document: String) throws -> [String: [String]] {
    let copy = try JSONValue(parsing: document.utf8)["copy"]?.string ?? ""
    let rows = try JSONValue(parsing: document.replacing(copy, with: "here").utf8)["rows"]?.array ?? []
    return Dictionary(grouping: rows, by: { $0["kind"]?.string ?? "" }).mapValues { rows in
      rows.map { String(decoding: $0.encoded(), as: UTF8.self) }.sorted()
    }
  }

  // MARK: Other programs

  /// Writes to the file as another program may, within its constraints.
  private func disturb(_ copy: SimulatedCopy, _ what: Verb.Foreign) throws {
    let file = try OpaquePointer.opening(copy.path)
    defer { sqlite3_close(file) }
    switch what {
    case .title:
      guard let id = copy.plain.facts.visibleHomework.first else { return }
      ignored.insert("\(id) title")
      try file.each("UPDATE homework SET title = 'By the shell' WHERE public_id = '\(id)'")
    case .row:
      ignored.insert("homework")
      try file.each(
        """
        INSERT INTO homework (public_id, title, created_at_ms)
        VALUES ('00000000-0000-7000-8000-' || printf('%012d', abs(random()) % 1000000), 'By the shell', 0)
        """)
    case .index, .trigger:
      ignored.insert("schema")
      var names: [String] = []
      try file.each("SELECT name FROM sqlite_schema WHERE type = '\(what.rawValue)' AND sql IS NOT NULL ORDER BY name")
      {
        names.append($0[0])
      }
      guard !names.isEmpty else { return }
      try file.each("DROP \(what.rawValue.uppercased()) \(names[Int(nowMs / 1000) % names.count])")
    case .grading:
      ignored.insert("gradings")
      try file.each(
        """
        INSERT OR IGNORE INTO grading (attempt, position, at_ms, outcome, reason)
        SELECT a.id, 99, coalesce((SELECT max(at_ms) FROM regrading), 0), 'correct', 'regraded' FROM attempt a
        WHERE a.state = 'completed' LIMIT 1
        """)
    }
  }
}

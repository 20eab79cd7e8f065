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
    let other = act.other.map { copies[$0] } ?? copy
    hasEffect = true
    switch act.verb {
    case .sync: try sync(act, copy, other, then: Array(step.acts.dropFirst()))
    case .give: try give(copy, other, isEarly: act.has("early"))
    case .giveAgain: try giveAgain()
    case .findLearner: try find(act["name"] ?? "", copy, store)
    case .erase: try erase(resolved(act), copy, store)
    case .export:
      let id = resolved(act)["learner"] ?? "", plain = copy.plain.document(of: id)
      let text = try Self.ifFound { try store.readAndWait { try $0.exportLearner(Learner.ID(id)!) } }
      guard (text == nil) == (plain == nil) else { throw Finding(.reply, "export of a learner") }
      guard let text, let plain else { return hasEffect = false }
      documents[act["document"] ?? ""] = (text, plain)
    case .backup:
      try backUp(copy, to: act["backup"] ?? "")
      backups[act["backup"] ?? ""] = copy.plain
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
    case .foreign: try disturb(copy, act["does"] ?? "")
    default: preconditionFailure("\(act.verb) is a call")
    }
    if hasEffect { effects.append(act.verb) }
    if [.restart, .repair, .vacuum, .checkpoint, .endErasures, .erase, .restore].contains(act.verb) {
      try compare(copy)
    }
  }

  // MARK: Exchanges

  private func hello(_ copy: SimulatedCopy) throws -> SyncHello { try open(copy).readAndWait { try $0.syncHello() } }

  private func hello(_ copy: SimulatedCopy, _ other: SyncHello) throws -> SyncHello {
    try open(copy).writeAndWait { try $0.syncHello(to: other) }
  }

  private func sync(_ act: Act, _ one: SimulatedCopy, _ other: SimulatedCopy, then calls: [Act]) throws {
    guard one !== other else { return hasEffect = false }
    let (mine, theirs) = (try hello(one), try hello(other))
    var expected = (one.plain, other.plain)
    /// The other one takes first, and gives all that it then has. Returns the kind of the refusal, if any.
    func unite() -> String? {
      expected = (one.plain, other.plain)
      return expected.1.take(
        one.plain, isEmpty: theirs.isEmpty, isOtherEmpty: mine.isEmpty, hasNews: mine.hasNews(for: theirs),
        at: now(other))
        ?? expected.0.take(
          expected.1, isEmpty: mine.isEmpty, isOtherEmpty: theirs.isEmpty, hasNews: theirs.hasNews(for: mine),
          at: now(one))
    }
    let refusal = unite()
    guard !(mine.isEmpty && theirs.isEmpty && mine.libraryId != theirs.libraryId) else { return }
    do {
      _ = try hello(one, hello(other, mine))
    } catch let error as StoreError {
      guard Self.kind(of: error) == refusal else {
        throw Self.isDamage(error) ? Self.finding(error) : Finding(.reply, "sync is refused: \(error)")
      }
      return
    }
    if let refusal { throw Finding(.reply, "sync is done, not refused (\(refusal))") }
    // Before the first part comes.
    for copy in [one, other] { try copy.observer?.compare(with: open(copy)) }
    if let cut = act.number("cut") {
      var left = cut
      try exchange(one, other, size: 1, isFile: act.has("file"), left: &left)
      let outcomes = try write(calls, amidSyncOf: one, other)
      // Which of them are refused depends on what the copy has taken by now; what they do does not.
      var needNews = false
      for outcome in outcomes where outcome.seen.refusal == nil {
        var act = resolved(outcome.act)
        if act.verb.takesLearner { act.arguments["learner"] = outcome.seen.learner }
        if one.plain.perform(act, outcome.seen) != nil {
          (needNews, _) = (true, expected.0.perform(act, outcome.seen))
        }
        effects.append(act.verb)
      }
      if needNews {
        _ = expected.0.take(one.plain, isEmpty: false, isOtherEmpty: false, hasNews: false, at: now(one))
        _ = expected.1.take(expected.0, isEmpty: false, isOtherEmpty: false, hasNews: false, at: now(other))
      } else if !outcomes.isEmpty {
        _ = unite()
      }
      close(one)
      close(other)
    }
    var left = Int.max
    let received = try exchange(one, other, size: SyncPart.size, isFile: act.has("file"), left: &left)
    try follow([(one, expected.0), (other, expected.1)], act.has("cut") ? [] : received, isCut: act.has("cut"))
    guard ignored.isEmpty else { return }
    let states = try [one, other].map { try open($0).readAndWait { try $0.shared() } }
    let keys = Set(states[0].keys).union(states[1].keys).sorted()
    guard let key = keys.first(where: { states[0][$0] != states[1][$0] }) else { return }
    let texts = states.map { $0[key].map { String(decoding: $0.encoded(), as: UTF8.self) } ?? "nothing" }
    throw Finding(.equal, named("\(key): \(texts.joined(separator: " and "))"))
  }

  /// Makes calls on a copy whose sync with another one was cut.
  private func write(
    _ calls: [Act], amidSyncOf one: SimulatedCopy, _ other: SimulatedCopy
  ) throws -> [CallOutcome] {
    var after = one.plain, outcomes: [CallOutcome] = []
    after.facts.removeHidden(at: now(one) + 1000)
    // The model cannot say whether the other copy already has the homework that these calls would remove.
    let isWhole = after.facts.homework.count == one.plain.facts.homework.count
    guard !calls.isEmpty, isWhole, one.plain.library == other.plain.library else { return [] }
    tick(one)  // not by the other one's clock
    do { try write(calls, on: one, &outcomes) } catch is Refused {}
    return outcomes
  }

  /// Exchanges parts in both directions until nothing is left, or for a number of parts.
  @discardableResult
  private func exchange(
    _ one: SimulatedCopy, _ other: SimulatedCopy, size: Int, isFile: Bool, left: inout Int
  ) throws -> [SyncCounts] {
    var counts = [SyncCounts(), SyncCounts()], hasMoved = true, parts = 0
    while hasMoved {
      hasMoved = false
      for (index, (from, to)) in [(other, one), (one, other)].enumerated().reversed() {
        while left > 0, let part = try part(from: from, to: to, size, isFile) {
          counts[index].add(try take(part, on: to))
          (left, hasMoved, parts) = (left - 1, true, parts + 1)
        }
      }
      if parts > 2000 { throw Finding(.equal, "the exchange never ends") }
    }
    return counts
  }

  private func part(from one: SimulatedCopy, to other: SimulatedCopy, _ size: Int, _ isFile: Bool) throws -> SyncPart? {
    let known = try hello(other).known.mapValues(\.time)
    guard let part = try open(one).readAndWait({ try $0.syncPart(after: known, size: size) }) else { return nil }
    guard isFile else { return part }
    let read = SyncPart(try JSONValue(parsing: part.json.encoded()))
    guard read == part else { throw Finding(.equal, "a part of a sync reads back as another one") }
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

  /// One direction of a sync alone; if it `isEarly`, the second part comes before the first one, too.
  private func give(_ one: SimulatedCopy, _ other: SimulatedCopy, isEarly: Bool) throws {
    guard one !== other, one.plain.library == other.plain.library else { return hasEffect = false }
    // What was used there after its deletion here comes back once both have exchanged everything. So does what was
    // edited here, and there removed and imported since.
    let (mine, theirs, known) = (one.plain.facts, other.plain.facts, try hello(other).known)
    let isDeleted = theirs.deletions.keys.contains { !theirs.isVisible($0) && mine.homework[$0] != nil }
    let isForgotten = mine.edits.contains { key, edit in
      guard let here = theirs.edits[key]?.at, here < edit.at else { return false }
      return SyncCopy.ID(edit.at.copy).flatMap { known[$0]?.time } ?? -1 >= edit.at.time
    }
    guard !isDeleted, !isForgotten else { return hasEffect = false }
    if isEarly, let first = try part(from: one, to: other, 1, false) {
      let known = first.changes.reduce(into: try hello(other).known.mapValues(\.time)) { $0[$1.copyId] = $1.time }
      let next = try open(one).readAndWait { try $0.syncPart(after: known, size: 1) }
      // Refused, or taken if it does not need the first one.
      let store = try open(other)
      do { _ = try next.map { part in try store.writeAndWait { try $0.takeSync(part) } } } catch StoreError.invalid {}
    }
    let hasNews = try hello(one).hasNews(for: hello(other))
    while let part = try part(from: one, to: other, SyncPart.size, false) { _ = try take(part, on: other) }
    var expected = other.plain
    _ = expected.take(one.plain, isEmpty: false, isOtherEmpty: false, hasNews: hasNews, at: now(other))
    try follow([(other, expected)])
  }

  /// The last part comes once more.
  private func giveAgain() throws {
    guard let last = lastPart else { return hasEffect = false }
    let counts = try take(last.part, on: copies[last.to])
    if counts != SyncCounts() { throw Finding(.counts, "a part that came before counts \(counts)") }
    if last.part.isLast { copies[last.to].plain.facts.removeHidden(at: now(copies[last.to])) }
    try compare(copies[last.to])
  }

  /// Compares copies with their models after an exchange.
  private func follow(
    _ sides: [(copy: SimulatedCopy, plain: PlainLibrary)], _ counts: [SyncCounts] = [], isCut: Bool = false
  ) throws {
    let before = sides.map { $0.copy.plain }
    for (copy, plain) in sides { copy.plain = plain }
    for (copy, plain) in sides {
      try open(copy).readAndWait { tx in
        // Copies that have each erased another learner have a new one, also if one who is left comes after a cut.
        for first in try tx.learners()
        where first.id.isDerived && plain.facts.learners[first.id.text] == nil
          && (isCut || plain.facts.presentLearners.isEmpty)
        {
          let seen = Observation(
            at: Moment(time: 0, copy: plain.copy), nowMs: first.createdAt.millisecondsSince1970)
          for side in sides { side.copy.plain.addLearner(first.id.text, first.name, seen) }
        }
        copy.plain.defaultLearner = try tx.learner().id.text
        try abandonOne(of: copy, on: sides.map(\.copy), tx)
      }
    }
    for (index, side) in sides.enumerated() {
      try compare(side.copy)
      guard counts.indices.contains(index), before[index].library == side.plain.library else { continue }
      try counts[index].compare(before[index].facts, side.copy.plain.facts, ignoring: ignored, named)
    }
  }

  /// Of two attempts at one quiz that would go on at a copy, one is abandoned: the copies agree which one. Of hidden
  /// homework that is seen once it is shown again.
  func abandonOne(of copy: SimulatedCopy, on copies: [SimulatedCopy], _ tx: ReadTransaction) throws {
    for id in copy.plain.facts.attempts.keys {
      let facts = copy.plain.facts
      guard let home = facts.edit(id, "home"), facts.isOpen(id, on: home), let attempt = facts.attempt(id),
        facts.openAttempts(at: attempt.homework, of: attempt.learner, on: home).count > 1,
        let found = try? tx.attempt(Attempt.ID(id)!), found.state == .abandoned
      else { continue }
      let seen = Observation(at: try newest(tx, copy), nowMs: found.finishedAt?.millisecondsSince1970 ?? 0)
      for copy in copies { copy.plain.end(id, isCompleted: false, seen) }
    }
  }

  // MARK: Learners and files

  /// A name finds the only learner who has it, and is refused if several have it.
  private func find(_ name: String, _ copy: SimulatedCopy, _ store: Store) throws {
    let namesakes = copy.plain.facts.presentLearners.filter {
      copy.plain.facts.edit($0, "name")?.lowercased() == name.lowercased()
    }
    guard !namesakes.isEmpty else { return hasEffect = false }
    let found = try? store.readAndWait { try $0.learnerId(matching: name) }.text
    let expected = namesakes.count == 1 ? namesakes[0] : nil
    if found != expected {
      throw Finding(.reply, named("the name finds \(found ?? "none"), not \(expected ?? "several")"))
    }
  }

  private func erase(_ act: Act, _ copy: SimulatedCopy, _ store: Store) throws {
    let id = act["learner"] ?? ""
    erased[id] = copy.plain.facts.attempts.filter { $0.value.learner == id }.keys + (erased[id] ?? [])
    var seen = Observation(nowMs: now(copy), hasChanged: true), isPending = false
    do {
      let result = try store.eraseLearnerAndWait(Learner.ID(id)!)
      try store.readAndWait { tx in
        (seen.ids["default"], seen.at) = (try tx.learner().id.text, try newest(tx, copy))
      }
      if copy.plain.facts.learners[seen.id("default")] == nil { seen.ids["new"] = seen.id("default") }
      isPending = !result.pending.isEmpty
    } catch let error as StoreError {
      guard !Self.isDamage(error) else { throw error }
      seen.refusal = Self.kind(of: error)
    }
    copy.plain.uncertainRequests.formUnion(copy.plain.requests.keys)
    guard copy.plain.perform(act, seen) == seen.refusal else {
      throw Finding(.reply, "erase: \(seen.refusal ?? "done")")
    }
    guard seen.refusal == nil else { return hasEffect = false }
    if !isPending { try checkErased(copy) }
  }

  /// Searches a copy's files for learners whose erasure the copy knows.
  private func checkErased(_ copy: SimulatedCopy) throws {
    let facts = copy.plain.facts
    let ids = facts.erased.subtracting(copy.replaced).flatMap { [$0] + (erased[$0] ?? []) }
    for suffix in ["", "-wal", "-journal"] where !ids.isEmpty && Files.exists(copy.path + suffix) {
      let bytes = try Files.bytes(of: copy.path + suffix, upTo: .max)
      for id in ids where memmem(bytes, bytes.count, id, id.utf8.count) != nil {
        let (file, name) = (suffix.isEmpty ? "file" : "log", Step.names[copy.number])
        throw Finding(.erased, named("\(id) is in the \(file) of \(name)"), topic: file)
      }
    }
  }

  /// Backs a copy up to a file that has every page as the copy has it, and opens.
  private func backUp(_ copy: SimulatedCopy, to name: String) throws {
    let path = "\(directory)/\(name).backup"
    try open(copy).backupAndWait(to: path)
    guard server == nil else { return }
    var (file, size) = (OpaquePointer?.none, Int64(0))
    defer { sqlite3_close(file) }
    guard sqlite3_open(copy.path, &file) == SQLITE_OK, let bytes = sqlite3_serialize(file, "main", &size, 0) else {
      throw Finding(.backup, "its copy cannot be read")
    }
    defer { sqlite3_free(bytes) }
    // All but the header, which counts changes and says whether there is a log.
    let pages = try Files.bytes(of: path, upTo: .max).dropFirst(100)
    let isEqual = pages.withUnsafeBytes {
      pages.count == size - 100 && memcmp($0.baseAddress!, bytes + 100, $0.count) == 0
    }
    guard isEqual else { throw Finding(.backup, "it has other pages") }
    try Store.openAndWait(path: path).close()
  }

  private func restore(_ name: String, _ copy: SimulatedCopy, _ store: Store) throws {
    guard let plain = backups[name] else { return hasEffect = false }
    try store.restoreAndWait(from: "\(directory)/\(name).backup")
    try PlantedMistake.spoil(restored: copy.path)
    if lastPart?.to == copy.number { lastPart = nil }
    // Whom a backup replaces is not erased by it, nor by an erasure that comes to it.
    let replaced = Set(copy.plain.facts.learners.keys).subtracting(plain.facts.presentLearners)
    (copy.plain, copy.replaced) = (plain, copy.replaced.union(plain.facts.erased).union(replaced))
    let id = try hello(copy).copyId.text
    let at = try store.readAndWait { try newest($0, copy) }
    copy.plain.becomeCopy(id, at: Moment(time: at.time, copy: id))
  }

  // MARK: Looking at everything

  private func check(_ store: Store) throws {
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
      try compare(copy)
      try readEverything(store)
      try check(store)
      try checkErased(copy)
      let events = try store.readAndWait { try $0.eventRange().newest }
      if let size = Files.size(copy.path), size > 1_000_000 + 8000 * Int(events) {
        throw Finding(.growth, "a file of \(size) bytes has \(events) events")
      }
      guard copies else { return }
      try backUp(copy, to: "look")
      for learner in copy.plain.facts.presentLearners { try checkDocument(of: learner, store) }
    } catch let error as StoreError {
      throw Self.finding(error)
    }
  }

  /// Imports a learner into an empty library, which then exports the same.
  private func checkDocument(of learner: String, _ store: Store) throws {
    let (id, empty) = (Learner.ID(learner)!, try Self.empty.get())
    let text = try store.readAndWait { try $0.exportLearner(id) }
    guard documented.insert(text).inserted else { return }
    do {
      let again = try empty.rehearse {
        try empty.writeAndWait { tx in
          // The exported learner may have the name of a new library's first one.
          _ = try tx.updateLearner(tx.learner().id, name: "Somebody else")
          _ = try tx.importLearner(PlantedMistake.spoil(document: text))
        }
        return try empty.readAndWait { try $0.exportLearner(id) }
      }
      let (before, after) = (try rows(text), try rows(again) + [""])
      guard let wrong = zip(before, after).first(where: { $0 != $1 }) else { return }
      let kind = wrong.0.prefix { $0 != " " }
      throw Finding(.document, named("\(learner): \(wrong.0) and \(wrong.1)"), topic: "other rows of \(kind)")
    } catch let error as StoreError {
      throw Finding(.document, named("\(learner) cannot be imported: \(error)"))
    }
  }

  /// A library that is empty again after each rehearsal.
  private static let empty = Result { try Store.inMemory() }

  /// The rows of a document, each after its kind.
  private func rows(_ document: String) throws -> [String] {
    let copy = try JSONValue(parsing: document.utf8)["copy"]?.string ?? ""
    let rows = try JSONValue(parsing: document.replacing(copy, with: "here").utf8)["rows"]?.array ?? []
    return rows.map { "\($0["kind"]?.string ?? "") \(String(decoding: $0.encoded(), as: UTF8.self))" }.sorted()
  }
}

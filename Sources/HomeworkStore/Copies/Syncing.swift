public import HomeworkModel

/// A store as one of the copies that exchange what each lacks.
extension Store: SyncPeer {
  /// Returns what this copy has; see `SyncPeer`.
  public func hello(_ other: SyncHello?) async throws -> SyncHello {
    guard let other else { return try await read { tx in try tx.syncHello() } }
    return try await write { tx in try tx.syncHello(to: other) }
  }

  /// Returns the next changes that another copy lacks; see `SyncPeer`.
  public func give(after known: [SyncCopy.ID: Int64]) async throws -> SyncPart? {
    try await read { tx in try tx.syncPart(after: known) }
  }

  /// Takes changes of another copy; see `SyncPeer`.
  public func take(_ part: SyncPart) async throws -> SyncCounts {
    try await write { tx in try tx.takeSync(part) }
  }
}

extension WriteTransaction {
  /// Returns what this copy says of itself to another one, whose library it joins first if it is empty.
  package func syncHello(to other: SyncHello) throws(StoreError) -> SyncHello {
    var mine = try syncHello()
    if other.schema != mine.schema { throw .otherSchema(found: other.schema, known: mine.schema) }
    guard other.libraryId == mine.libraryId else {
      guard mine.isEmpty || other.isEmpty else { throw .otherLibrary }
      // Of two empty copies one joins, and both know which.
      guard mine.isEmpty, !other.isEmpty || other.libraryId < mine.libraryId else { return mine }
      try rows.join(other.libraryId, at: now)
      hasErased = true
      return try syncHello()
    }
    guard other.copyId != mine.copyId else {
      throw .invalid([
        Fault(
          path: "copy",
          message: "two databases have written as the same copy, because a file was copied: make copies with hwdb "
            + "sync, or with hwdb database backup and hwdb database restore")
      ])
    }
    // Where each lacks some of a copy's changes, the times of the newest do not tell which. All are given, as if none
    // was here.
    for (copy, theirs) in other.known {
      guard let own = mine.known[copy], own.time >= theirs.time else { continue }
      let same = try own.time == theirs.time ? own : rows.known(of: copy, upTo: theirs.time)
      if same != theirs { mine.known[copy] = SyncKnown(time: 0, count: 0, digest: 0) }
    }
    return mine
  }
}

extension WriteTransaction {
  /// Takes the changes of another copy: each is here once, whatever comes twice or in another order. What follows from
  /// them, such as progress, is computed again. Nothing of it is celebrated.
  ///
  /// - Throws: `invalid` if changes before it are missing, or if what is in it breaks a rule. Nothing is taken then.
  @discardableResult
  package func takeSync(_ part: SyncPart) throws(StoreError) -> SyncCounts {
    do throws(StoreError) { return try take(part) } catch .inconsistent(let rule) {
      throw rows.fail(Self.refusal("what is in it breaks a rule (\(rule))"))
    } catch .unavailable(.corrupt(let what)) {
      throw rows.fail(Self.refusal("what is in it cannot be (\(what))"))
    }
  }

  private static func refusal(_ reason: String) -> StoreError {
    .invalid([Fault(path: "part", message: "\(reason): nothing of this part was taken")])
  }

  private func take(_ part: SyncPart) throws(StoreError) -> SyncCounts {
    for (copy, time) in part.after {
      guard try time <= rows.newestTime(of: copy, before: .max) else {
        throw Self.refusal("a part before this one is missing")
      }
      try rows.insertIfAbsent(copy: copy)
    }
    keepsHidden = true
    let hasErased = try rows.erasures() > 0
    // The attempts and credits of erased learners, with their homework: a later mention has no value.
    var (erased, homeworkOf): (Set<String>, [String: String]) = ([], [:])
    var merge = Merge(self)
    var latest = try max(HybridTime.limits.upperBound, rows.newestTime())
    // The values of what is here already, in case a later change of the same is not.
    var skipped: [String: JSONValue] = [:]
    for var change in part.changes {
      guard part.after[change.copyId] != nil else { throw Self.refusal("copy \(change.copyId) is not named in it") }
      // The time of a wrong clock stays at a limit and grows by one from there; no copy counts that far at once.
      guard 0...latest + HybridTime.largestStep ~= change.time else {
        throw Self.refusal("a change has the time \(change.time), which no copy can have reached")
      }
      latest = max(latest, change.time)
      var isOfErased = erased.contains(change.entity ?? "")
      if hasErased, !isOfErased { isOfErased = try self.isOfErased(change) }
      if isOfErased, let entity = change.entity, [.attempt, .credit].contains(change.kind) {
        erased.insert(entity)
        homeworkOf[entity] = change.value?["homework"]?.string ?? homeworkOf[entity]
        // A review's quiz comes before its attempt, and does not tell whose it is.
        if let quiz = change.value?["quiz"]?.string { try rows.removeReview(quiz) }
      }
      if isOfErased { change = change.forgotten(attemptAt: homeworkOf[change.entity ?? ""]) }
      guard try rows.insertIfAbsent(change) else {
        skipped[change.subject] = change.value ?? skipped[change.subject]
        continue
      }
      change.value = change.value ?? skipped[change.subject]
      try merge.take(change)
    }
    try merge.settle()
    // Not before: it may have been used elsewhere after its deletion here.
    if part.isLast { try rows.removeHidden(before: oldestDeletion) }
    return merge.counts
  }

  /// Returns whether a change is about a learner who was erased here, and of whom nothing is kept.
  private func isOfErased(_ change: SyncChange) throws(StoreError) -> Bool {
    var learners = [change.value?["learner"]?.string]
    if change.kind == .learner || change.kind == .moment || change.part == "name" { learners.append(change.entity) }
    if let learner = SyncChange.learner(completing: change.part) { learners.append(learner) }
    for learner in learners.compactMap({ $0.flatMap(Learner.ID.init) }) {
      if try rows.newest([.erased], of: learner.tombstone, part: nil) != nil { return true }
    }
    return false
  }
}

import HomeworkModel

/// Deletions of homework, which win over what happened before them and lose to a later use, and what comes back.
extension Merge {
  /// Hides homework that was deleted after its last use, and shows what was used after its deletion.
  mutating func settleDeletion(_ id: Homework.ID, _ copy: SyncCopy.ID) throws(StoreError) {
    guard try rows.has(id, in: .homework), let deleted = try rows.newest([.deleted], of: id.text, part: nil) else {
      return
    }
    let (used, wasHidden) = (try rows.newestUse(homework: id), try !rows.isShown(id))
    let isHidden = used < deleted.time, isForeign = try deleted.copyId != rows.ownCopy()
    // Of two deletions the later one counts: its 30 days, and undo shows again together what it hid.
    if isHidden != wasHidden || isHidden && isForeign {
      try rows.hide(homework: id, at: isHidden ? HybridTime.timestamp(of: deleted.time) : nil)
    }
    // Copies that have removed it since lack what only this one has.
    if !isHidden, wasHidden || deletedElsewhere.contains(id) { try tx.logChange(.restored, id.text, "\(used)") }
    guard isHidden != wasHidden else { return }
    // Homework that comes hidden counts neither as received nor as deleted.
    if isHidden, !new.contains(id.text) { counts.deletions += 1 } else { counts.homework += isHidden ? -1 : 1 }
    try appendEvent(isHidden ? .homeworkDeleted : .homeworkRestored, id, from: copy)
  }

  /// Takes homework with all that belongs to it. If it is here, it may lack only changes that came without values.
  mutating func takeRestored(_ change: SyncChange) throws(StoreError) {
    guard let value = change.value, let whole = value["homework"], let id = change.entity,
      let homeworkId = Homework.ID(id)
    else { return }
    let used = change.part.flatMap { Int64($0) } ?? change.time
    if let deleted = try rows.newest([.deleted], of: id, part: nil), deleted.time > used { return }
    if try homework(id) != nil {
      try takePicture(whole, of: homeworkId, from: change.copyId)
    } else {
      try rows.insert(homeworkId, whole)
      counts.homework += 1
      new.insert(id)
      try appendEvent(.homeworkRestored, homeworkId, from: change.copyId)
    }
    touched[homeworkId] = change.copyId
    for quiz in value["quizzes"]?.array ?? [] { try insertQuiz(quiz["id"]?.string ?? "", quiz, change) }
    for attempt in value["attempts"]?.array ?? [] {
      try takeAttempt(attempt["id"]?.string ?? "", change, attempt)
    }
    let listed = (value["changes"]?.array ?? []).compactMap(SyncChange.init)
    for change in listed {
      if let learner = SyncChange.learner(completing: change.part), try self.learner(learner) == nil { continue }
      guard try rows.remember(change), change.kind == .edited, let entity = change.entity else { continue }
      try takeEdit(entity, change)
    }
    deletedElsewhere.remove(homeworkId)
    try restoreForgotten(of: homeworkId, listed, known: value["known"] ?? .null)
  }

  /// Logs homework as restored, so that others get all of it, if the sender has forgotten what a change was about that
  /// this copy still has: another copy had removed the homework, and passed the change on without its subject.
  ///
  /// - Parameters:
  ///   - listed: the changes of the homework that the sender has.
  ///   - known: the time up to which the sender knows the changes of each copy.
  private func restoreForgotten(
    of id: Homework.ID, _ listed: [SyncChange], known: JSONValue
  ) throws(StoreError) {
    func key(_ change: SyncChange) -> String { "\(change.time) \(change.copyId)" }
    let keys = Set(listed.map(key))
    let isForgotten = try rows.changes(ofHomework: id.text).contains { change in
      guard case .int(let time)? = known[change.copyId.text] else { return false }
      return change.time <= time && !keys.contains(key(change))
    }
    if isForgotten { try tx.logChange(.restored, id.text, "\(rows.newestUse(homework: id))") }
  }
}

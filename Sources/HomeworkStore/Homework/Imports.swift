package import HomeworkModel

/// An import written in several transactions: its homework becomes visible once all of it is stored.
///
/// Until then the rows carry the import's start time, which is unique. Publishing clears it, in one transaction with
/// the events. The leftovers of a dead process are removed when the file is next opened, or by the next import.
package struct UnfinishedImport: Hashable, Sendable {
  let beganMs: Int64

  /// The maximum duration of an import, in milliseconds. An older import's process is assumed dead.
  private static let longestMs: Int64 = 3_600_000

  fileprivate init(beganMs: Int64) { self.beganMs = beganMs }

  /// Returns whether its process is gone. Setting the clock back does not age an import, and one that began far in the
  /// future counts as abandoned.
  fileprivate func isAbandoned(at now: Timestamp) -> Bool {
    let (ageMs, overflows) = now.millisecondsSince1970.subtractingReportingOverflow(beganMs)
    return overflows || ageMs > Self.longestMs || ageMs < -Self.longestMs
  }
}

extension WriteTransaction {
  /// Begins an import whose homework becomes visible once published. Call it in the transaction that adds the first
  /// homework, so that no other import takes the same start time.
  package func beginImport() throws(StoreError) -> UnfinishedImport {
    var begun = UnfinishedImport(beganMs: now.millisecondsSince1970)
    while try isUnfinished(begun) { begun = UnfinishedImport(beganMs: begun.beganMs &+ 1) }
    return begun
  }

  /// Adds homework to an import, as `addHomework` does, but invisible until published.
  package func addHomework(_ draft: HomeworkDraft, to part: UnfinishedImport) throws(StoreError) -> Homework {
    let (homework, row) = try insert(draft, importBeganMs: part.beganMs)
    try rows.search?.index(homework: row)
    return homework
  }

  /// Makes all homework of an import visible, as if added now.
  ///
  /// - Parameter added: all homework added to the import, in order.
  /// - Throws: `inconsistent` if some of it is gone because another process considered the import abandoned.
  package func publish(_ added: [Homework], of whole: UnfinishedImport) throws(StoreError) -> [Homework] {
    guard try rows.publish(importBegun: whole.beganMs, at: now) == added.count else {
      throw .inconsistent("the import took too long, and was taken back: import the file again")
    }
    return try added.map { (homework) throws(StoreError) in
      try tellAdded(homework, marksFirstCapture: true)
      var homework = homework
      homework.createdAt = now
      return homework
    }
  }

  /// Removes one assignment from an import.
  package func takeBack(_ id: Homework.ID, of part: UnfinishedImport) throws(StoreError) {
    try remove(rows.rows(ofImportBegun: part.beganMs, id: id, limit: 1))
  }

  /// Removes an import's homework, at most `count` assignments at a time.
  ///
  /// - Returns: whether none is left.
  package func takeBack(_ part: UnfinishedImport, atMost count: Int = 5) throws(StoreError) -> Bool {
    let due = try rows.rows(ofImportBegun: part.beganMs, id: nil, limit: count)
    try remove(due)
    return due.count < count
  }

  /// Removes homework and its quizzes without an event: it was never visible.
  private func remove(_ due: [Int64]) throws(StoreError) {
    for row in due {
      try rows.search?.unindex(homework: row)
      try rows.delete(homework: row)
    }
    try rows.dropUnusedPictures()
  }
}

extension ReadTransaction {
  func hasUnfinishedImports() throws(StoreError) -> Bool { try !rows.importsInProgress().isEmpty }

  fileprivate func isUnfinished(_ part: UnfinishedImport) throws(StoreError) -> Bool {
    try !rows.rows(ofImportBegun: part.beganMs, id: nil, limit: 1).isEmpty
  }

  /// Returns the imports whose processes are gone.
  fileprivate func abandonedImports(at now: Timestamp) throws(StoreError) -> [UnfinishedImport] {
    try rows.importsInProgress().map { UnfinishedImport(beganMs: $0) }
      .filter { $0.isAbandoned(at: now) }
  }
}

extension Store {
  /// Removes all of an import, in transactions of bounded size; does nothing to a published one.
  package func takeBackAndWait(_ part: UnfinishedImport) throws {
    guard try readAndWait({ try $0.isUnfinished(part) }) else { return }
    while try !writeAndWait({ try $0.takeBack(part) }) {}
  }

  /// Removes the imports of dead processes: they are invisible but take space.
  package func takeBackAbandonedImports() throws {
    guard try readAndWait({ try $0.hasUnfinishedImports() }) else { return }
    let now = clock()
    for part in try readAndWait({ try $0.abandonedImports(at: now) }) { try takeBackAndWait(part) }
  }
}

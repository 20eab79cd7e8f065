import HomeworkEngine
package import HomeworkModel

/// An import that is written in several transactions: nobody sees its homework until all of it is there.
///
/// In place of the time at which they were made, its rows have a time that no clock shows, different for each import.
/// To publish them is to give them a real time, in one transaction, with their events. What a process that died has
/// left is taken back when the file is opened later, or by the next import.
package struct UnfinishedImport: Hashable, Sendable {
  /// The time that its rows have: the later the import began, the lower.
  let mark: Int64

  /// In the middle of the range of marks, `ImportMark`. Any other time that is not real is damage, and reported.
  private static let beginning: Int64 = -1_000_000_000_000_000
  /// The longest that an import may take, in milliseconds. The process of an older one is gone.
  private static let longestMs: Int64 = 3_600_000

  fileprivate init(startedAt time: Timestamp) { mark = Self.beginning - Self.real(time) }

  /// The clock may return anything.
  private static func real(_ time: Timestamp) -> Int64 {
    min(max(time.millisecondsSince1970, -62_167_219_200_000), 253_402_300_799_999)
  }

  fileprivate init(mark: Int64) { self.mark = mark }

  fileprivate var before: UnfinishedImport { UnfinishedImport(mark: mark - 1) }

  /// Whether its process is gone. A clock that was set back makes no import old, and one that began far ahead of now is
  /// abandoned.
  fileprivate func isAbandoned(at now: Timestamp) -> Bool {
    let ageMs = Self.real(now) - (Self.beginning - mark)
    return ageMs > Self.longestMs || ageMs < -Self.longestMs
  }
}

extension WriteTransaction {
  /// Begins an import whose homework is seen once it is published. Call it in the transaction that adds the first
  /// homework, so that nobody else takes the same mark.
  package func beginImport() throws(StoreError) -> UnfinishedImport {
    var begun = UnfinishedImport(startedAt: now)
    while try isUnfinished(begun) { begun = begun.before }
    return begun
  }

  /// Adds homework to an import, as `addHomework` does; nobody sees it yet.
  package func addHomework(_ draft: HomeworkDraft, to part: UnfinishedImport) throws(StoreError) -> Homework {
    let (homework, row) = try insert(draft, createdAtMs: part.mark)
    try rows.search?.index(homework: row)
    return homework
  }

  /// Makes all homework of an import visible, as if it had been added now.
  ///
  /// - Parameter added: all homework that was added to it, in order.
  /// - Throws: `inconsistent` if some of it is gone because another process took it for abandoned.
  package func publish(_ added: [Homework], of whole: UnfinishedImport) throws(StoreError) -> [Homework] {
    guard try rows.publish(mark: whole.mark, at: now) == added.count else {
      throw .inconsistent("the import took too long, and was taken back: import the file again")
    }
    return try added.map { (homework) throws(StoreError) in
      try tellAdded(homework, marksFirstCapture: true)
      var homework = homework
      homework.createdAt = now
      return homework
    }
  }

  /// Removes one homework from an import.
  package func takeBack(_ id: Homework.ID, of part: UnfinishedImport) throws(StoreError) {
    for row in try rows.rows(marked: part.mark, id: id, limit: 1) { try remove(row) }
  }

  /// Takes back what an import has added, at most `count` homework at a time.
  ///
  /// - Returns: whether nothing of it is left.
  package func takeBack(_ part: UnfinishedImport, atMost count: Int = 5) throws(StoreError) -> Bool {
    let due = try rows.rows(marked: part.mark, id: nil, limit: count)
    for row in due { try remove(row) }
    return due.count < count
  }

  /// Removes a homework and its quiz without an event: nobody has seen it.
  private func remove(_ row: Int64) throws(StoreError) {
    try rows.search?.unindex(homework: row)
    try rows.delete(homework: row)
  }
}

extension ReadTransaction {
  func hasUnfinishedImports() throws(StoreError) -> Bool { try !rows.marks().isEmpty }

  fileprivate func isUnfinished(_ part: UnfinishedImport) throws(StoreError) -> Bool {
    try !rows.rows(marked: part.mark, id: nil, limit: 1).isEmpty
  }

  /// Returns the imports whose process is gone.
  fileprivate func abandonedImports(at now: Timestamp) throws(StoreError) -> [UnfinishedImport] {
    try rows.marks().map { UnfinishedImport(mark: $0) }
      .filter { $0.isAbandoned(at: now) }
  }
}

extension Store {
  /// Takes back all of an import, in transactions of bounded size; does nothing to a published one.
  package func takeBackAndWait(_ part: UnfinishedImport) throws {
    guard try readAndWait({ try $0.isUnfinished(part) }) else { return }
    while try !writeAndWait({ try $0.takeBack(part) }) {}
  }

  /// Takes back the imports of processes that are gone: nobody sees them, but they take room.
  package func takeBackAbandonedImports() throws {
    guard try readAndWait({ try $0.hasUnfinishedImports() }) else { return }
    let now = clock()
    for part in try readAndWait({ try $0.abandonedImports(at: now) }) { try takeBackAndWait(part) }
  }
}

public import HomeworkModel

extension Store {
  /// Permanently erases a learner's data: attempts, answers, progress, completion, stars, flags, kept replies, and undo
  /// data. Their events keep number and time and become `erased`. If no learner is left, a new one is added.
  ///
  /// When this returns, no byte of the data is in the file or its log, except in the result's `pending` files, which
  /// another process is reading. A later write, opening or vacuum overwrites them, as it does if the program ends
  /// early. Backups are not touched.
  ///
  /// - Throws: `notFound`.
  public func eraseLearner(_ id: Learner.ID) async throws -> Erasure {
    try await Self.offThread { try self.eraseLearnerAndWait(id, isCancelled: $0) }
  }

  package func eraseLearnerAndWait(_ id: Learner.ID, isCancelled: IsCancelled? = nil) throws -> Erasure {
    guard isCancelled?() != true else { throw StoreError.cancelled }
    let (learner, attempts) = try writeAndWait { tx in try tx.erase(id) }
    // The writer has overwritten what was left in the file, unless a reader or an error prevented that.
    let pending = try path == nil || hasPendingErasure ? endErasuresAndWait() : []
    let newDefault = try learner.isDefault ? readAndWait { try $0.learner() } : nil
    return Erasure(
      learner: learner, attempts: attempts, newDefault: newDefault, pending: pending)
  }

  /// True if bytes of an erased learner may remain because another process was reading.
  package var hasPendingErasure: Bool {
    get throws {
      guard path != nil, let file = database as? FileDatabase else { return false }
      return try file.exclusively { connection in try Erasing.last(connection) != nil }
    }
  }

  /// Overwrites the remains of erased learners. Returns the files that another process keeps it from overwriting.
  package func endErasuresAndWait() throws -> [String] {
    // A server frees the rows; its files are its own.
    if let served = database as? any ServerDatabase {
      try served.vacuum()
      return []
    }
    return try database.endErasures(waitingMs: Self.readersWaitMs) ? [] : path.map { [$0 + "-wal"] } ?? []
  }
}

extension WriteTransaction {
  /// Erases the rows; the writer then overwrites their remains in free pages and in the log.
  package func erase(_ id: Learner.ID) throws(StoreError) -> (Learner, attempts: Int) {
    let erased = try learner(id)
    let attempts = try rows.erase(learner: id, at: now)
    hasErased = true
    try logChange(.erased, id.tombstone)
    try appendEvent(.erased)
    if erased.isDefault {
      try requireLearner()
      if let next = try rows.learners().first {
        try rows.makeDefault(learner: next.id)
        try appendEvent(.learnerUpdated, of: next.id)
      }
    }
    return (erased, attempts)
  }

  /// Adds a learner if none is left: the same one on every copy that knows of the same erasures.
  func requireLearner() throws(StoreError) {
    guard try rows.learners().isEmpty else { return }
    let library = try rows.libraryId()
    let id = Learner.ID(derivedFrom: "\(library) \(try rows.erasures())")
    try rows.insert(Learner(id: id, name: Learner.firstName, isDefault: false, createdAt: library.createdAt))
    try logChange(.learner, id.text)
    try appendEvent(.learnerAdded, of: id)
  }
}

extension Learner.ID {
  /// An id by which the erased learner is known again, and from which theirs cannot be computed.
  var tombstone: String { Identifier<Learner>(derivedFrom: "erased \(text)").text }
}

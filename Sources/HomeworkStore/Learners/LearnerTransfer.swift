public import HomeworkModel

/// Exports a learner as a document that another library can import, with the homework that they played: rows as copies
/// exchange them.
extension ReadTransaction {
  /// Returns everything about a learner, as one JSON document.
  ///
  /// It holds attempts and answers with their homework and questions, completion, the ledger, flags, and events, but no
  /// pictures of homework.
  ///
  /// - Throws: `notFound`; `unavailable` if a row of the document is damaged.
  public final func exportLearner(_ id: Learner.ID) throws(StoreError) -> String {
    _ = try learner(id)
    let own = try rows.ownCopy()
    var things = try rows.things(ofLearner: id, in: own)
    for index in things.indices { things[index].value = try rows.documented(things[index]) }
    let document: JSONValue = .object([
      "format": .string(LearnerDocument.format), "version": .int(Int64(LearnerDocument.version)),
      "copy": .string(own.text), "rows": .array(things.map(\.json)), "events": .array(try rows.events(ofLearner: id)),
    ])
    return String(decoding: document.encoded(), as: UTF8.self)
  }
}

extension WriteTransaction {
  /// Imports a learner exported by another library, with the homework that this one lacks. Events are not imported:
  /// they belong to the library in which they happened. A learner who was erased here gets another id, and so do their
  /// attempts.
  ///
  /// - Parameter document: a document from `exportLearner`.
  /// - Throws: `invalid` if it is not such a document, or if its content does not follow from its answers;
  ///   `alreadyThere`; `nameTaken`. Nothing is imported then.
  public func importLearner(_ document: String) throws(StoreError) -> Learner {
    var document = try LearnerDocument(document)
    // An erased learner never comes back, on any copy of the library: this is another one.
    if try rows.newest([.erased], of: document.learner.id.tombstone, part: nil) != nil {
      document.becomeLearner(newId())
    }
    let learner = document.learner
    guard try rows.learner(learner.id) == nil else { throw .alreadyThere(.learner, learner.name) }
    try requireFree(learner.name, for: nil)
    try document.moveAttempts(to: rows.ownCopy())
    do throws(StoreError) { try take(document) } catch .inconsistent(let rule) {
      throw rows.fail(LearnerDocument.refusal("what is in it breaks a rule (\(rule))"))
    } catch .unavailable(.corrupt(let what)) {
      throw rows.fail(LearnerDocument.refusal("what is in it cannot be (\(what))"))
    }
    return try self.learner(learner.id)
  }

  private func take(_ document: LearnerDocument) throws(StoreError) {
    let own = try rows.ownCopy()
    var merge = Merge(self, document: document.copy)
    for row in document.rows {
      guard let id = row.entity else { throw .damaged("row", "it has no id") }
      // All of what is hidden here comes back: a copy that has removed it gets it whole.
      if row.kind == .homework, let homework = Homework.ID(id), try rows.has(homework, in: .homework),
        try !rows.isShown(homework)
      {
        try logChange(.restored, id)
      }
      try logChange(row.kind, id, row.part)
      // Later than what other copies say of an attempt that was here before.
      if row.kind == .attempt, row.value?["copy"] != nil { try logChange(.edited, id, "home") }
      try merge.take(SyncChange(time: .max, copyId: own, kind: row.kind, entity: id, part: row.part, value: row.value))
    }
    try merge.settle()
    _ = try rows.statistics(of: document.learner.id, earned(by: document.learner.id))
  }
}

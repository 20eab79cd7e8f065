public import HomeworkModel

/// Exports a learner as a document that another library can import, with the homework that they played.
extension ReadTransaction {
  /// Returns everything about a learner, as one JSON document.
  ///
  /// It holds attempts and answers with their homework and questions, completion, the ledger, flags, and events, but no
  /// pictures of homework.
  ///
  /// - Throws: `notFound`; `unavailable` if a row of the document is damaged.
  public final func exportLearner(_ id: Learner.ID) throws(StoreError) -> String {
    let row = try learnerRow(of: id)
    let faults = try rows.maintenance?.signatureFaults(ofLearner: row) ?? []
    if let damage = faults.first(where: { $0.kind == .checksum }) { throw .unavailable(.corrupt("\(damage)")) }
    guard let text = try transfer().document(ofLearner: row) else { throw .notFound(.learner, id.text) }
    return text
  }

  fileprivate func transfer() throws(StoreError) -> any LearnerTransfer {
    try Self.need(rows.transfer, "documents of learners")
  }
}

extension WriteTransaction {
  /// Imports a learner exported by another library, with the homework that this one lacks: it has the same if title
  /// and quizzes are equal. Events are not imported:
  /// they belong to the library in which they happened. A learner who was erased here gets another id.
  ///
  /// - Parameter document: a document from `exportLearner`.
  /// - Throws: `invalid` if it is not such a document, or if its content does not follow from its answers;
  ///   `alreadyThere`; `nameTaken`. Nothing is imported then.
  public func importLearner(_ document: String) throws(StoreError) -> Learner {
    do throws(StoreError) { return try takeLearner(document) } catch .inconsistent(let rule) {
      throw rows.fail(Self.refusal("what is in it breaks a rule (\(rule))"))
    } catch .unavailable(.corrupt(let what)) {
      throw rows.fail(Self.refusal("what is in it cannot be (\(what))"))
    }
  }

  private func takeLearner(_ document: String) throws(StoreError) -> Learner {
    let transfer = try transfer()
    var (document, learner) = (document, try learner(of: document, by: transfer))
    // An erased learner never comes back, on any copy of the library: this is another one.
    if try rows.copies?.newest([.erased], of: learner.id.tombstone, part: nil) != nil {
      let id: Learner.ID = newId()
      document = document.replacing(learner.id.text, with: id.text)
      learner = Learner(id: id, name: learner.name, isDefault: false, createdAt: learner.createdAt)
    }
    guard try rows.learner(.id(learner.id)) == nil else { throw .alreadyThere(.learner, learner.name) }
    try requireFree(learner.name, for: nil)
    try take(meetingOwnHomework(document), learner, by: transfer)
    return try self.learner(learner.id)
  }

  private func learner(of document: String, by transfer: any LearnerTransfer) throws(StoreError) -> Learner {
    guard let head = try transfer.head(of: document) else { throw Self.refusal("it is not JSON") }
    guard head.format == LearnerDocument.format, let id = Learner.ID(head.learnerId) else {
      throw Self.refusal("it is no learner that was exported")
    }
    guard head.version == LearnerDocument.version else {
      let age = head.version < LearnerDocument.version ? "export it again with this version" : "use a newer hwdb"
      throw Self.refusal(
        "it is of version \(head.version), and this program reads version \(LearnerDocument.version): \(age)")
    }
    return Learner(
      id: id, name: head.name, isDefault: false, createdAt: Timestamp(millisecondsSince1970: head.createdAtMs))
  }

  private func take(
    _ document: String, _ learner: Learner, by transfer: any LearnerTransfer
  ) throws(StoreError) {
    let homework = try transfer.take(document)
    let row = try learnerRow(of: learner.id)
    try note(.learner, learner.id.text)
    try record(.learnerAdded, of: row)
    for taken in homework {
      if taken.isNew { try note(.homework, taken.id.text) }
      for revision in try rows.revisions(homework: taken.row) { try note(.quiz, revision.id.text) }
      if taken.isNew { try note(.edited, taken.id.text, "quiz") }
    }
    try rows.copies?.noteEverything(ofLearner: row, at: now)
    for taken in homework {
      try refuseFaults(of: taken.id, (taken.row, taken.isNew), by: row)
      guard taken.isNew else { continue }
      try rows.search?.index(homework: taken.row)
      try record(.homeworkAdded, taken.id)
    }
    // Trust nothing that does not follow from the answers.
    for id in try transfer.homeworkPlayed(by: row) { try refuse(derived(of: id)) }
    for review in try rows.attempts(.reviews(of: row)) {
      try refuse(derived(of: review))
      try refuse(wholeQuiz(.asked(by: review.attempt.id))?.draft.faults ?? [])
    }
    _ = try rows.statistics(of: row, earned(by: row))
  }

  /// Refuses an assignment that could not be added or read here.
  private func refuseFaults(
    of id: Homework.ID, _ taken: (row: Int64, isNew: Bool), by learner: Int64
  ) throws(StoreError) {
    let homework = try rows.homework(id, of: learner)
    if taken.isNew, let homework { try refuse(homework.draft.faults) }
    for revision in try rows.revisions(homework: taken.row) {
      try refuse(wholeQuiz(.id(revision.id))?.draft.faults ?? [])
    }
  }

  private func refuse(_ faults: [Fault]) throws(StoreError) {
    if let fault = faults.first { throw rows.fail(Self.refusal("\(fault)")) }
  }

  private func refuse(_ wrong: [Inconsistency]) throws(StoreError) {
    if let wrong = wrong.first { throw rows.fail(Self.refusal("\(wrong)")) }
  }

  private static func refusal(_ reason: String) -> StoreError {
    .invalid([Fault(path: "file", message: "\(reason): nothing was imported")])
  }
}

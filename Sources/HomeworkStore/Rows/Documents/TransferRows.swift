package import HomeworkModel

/// A learner as a document, in the same form as an undo keeps.
extension RowTransaction {
  package func document(ofLearner row: Int64) throws(StoreError) -> String? {
    var document = try document(.learner, row)
    guard !document[.learner].isEmpty else { return nil }
    document.number(engine.tables)
    let json: JSONValue = .object([
      "format": .string(LearnerDocument.format), "version": .int(Int64(LearnerDocument.version)),
      "tables": document.json,
      "pictures": try files(of: document[.question].map { .object($0) }) ?? .null,
    ])
    return String(decoding: json.encoded(), as: UTF8.self)
  }

  package func head(of document: String) throws(StoreError) -> LearnerDocument? {
    guard let json = try? JSONValue(parsing: document.utf8) else { return nil }
    let learner = json["tables"]?["learner"]?.array?.first
    return LearnerDocument(
      format: json["format"]?.string ?? "", version: json["version"]?.int ?? 0,
      learnerId: learner?["publicId"]?.string ?? "", name: learner?["name"]?.string ?? "",
      createdAtMs: learner?["createdAtMs"]?.int.map(Int64.init) ?? 0)
  }

  package func take(
    _ document: String
  ) throws(StoreError) -> [(id: Homework.ID, row: Int64, isNew: Bool)] {
    let json = try? JSONValue(parsing: document.utf8)
    var restoring = Restoring(try Document(json?["tables"]), .learner, in: self)
    guard restoring.document[.learner].count == 1 else { throw .damaged("learner", "none, or several") }
    try store(files: json?["pictures"])
    try restoring.requireOwnQuestions()
    try restoring.restore()
    return restoring.homework
  }

  package func homeworkPlayed(by learner: Int64) throws(StoreError) -> [Homework.ID] {
    // Their sum must not overflow.
    _ = try all("SELECT elapsed_ms FROM ledger WHERE learner = ?", learner) { (row) throws(StoreError) in
      try row.int(0, in: 0...Stored.counts.upperBound * Answer.elapsedLimitsMs.upperBound, "time spent")
    }
    return try all(Self.homeworkOf, learner) { (row) throws(StoreError) in try row.id(0) }
  }

  private static let homeworkOf: SQL = """
    SELECT DISTINCT h.public_id FROM attempt a JOIN quiz z ON z.id = a.quiz JOIN homework h ON h.id = z.homework
    WHERE a.learner = ?
    """
}

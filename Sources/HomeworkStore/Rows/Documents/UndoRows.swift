package import HomeworkModel

extension Table {
  static let deletion = Table("deletion", [.key, .integer("at_ms"), .reference("picture"), .json("content")])
}

/// The last deletion, kept as a document.
extension RowTransaction {
  package func forget() throws(StoreError) {
    try run("DELETE FROM deletion")
    try dropUnusedPictures()
  }

  package func keep(homework row: Int64, at time: Timestamp) throws(StoreError) {
    let content = try document(.homework, row).json.encoded()
    try run(
      "INSERT INTO deletion (at_ms, picture, content) SELECT ?, picture, ? FROM homework WHERE id = ?",
      time.millisecondsSince1970, String(decoding: content, as: UTF8.self), row)
  }

  package func newestDeletion() throws(StoreError) -> Timestamp? {
    try first("SELECT at_ms FROM deletion ORDER BY at_ms DESC LIMIT 1") { (row) throws(StoreError) in
      try row.timestamp(0)
    }
  }

  package func restore(since oldest: Timestamp) throws(StoreError) -> [(id: Homework.ID, row: Int64)] {
    try run("DELETE FROM deletion WHERE at_ms < ?", oldest.millisecondsSince1970)
    var restored: [(id: Homework.ID, row: Int64)] = []
    for (_, document) in try deletions() {
      var restoring = Restoring(document, .homework, in: self)
      do throws(StoreError) { try restoring.restore() } catch .inconsistent(let rule) {
        // The deleted rows kept every rule.
        throw fail(.damaged("deletion", rule))
      } catch { throw fail(error) }
      guard restoring.homework.count == 1 else { throw fail(.damaged("deletion", "\(restoring.homework.count)")) }
      restored += restoring.homework.map { ($0.id, $0.row) }
    }
    try forget()
    return restored
  }

  /// Erases a learner from the undo data.
  func forgetDeletions(ofLearner row: Int64) throws(StoreError) {
    let tables = engine.tables
    for (deletion, document) in try deletions() {
      var document = document
      for table in tables.all where table.columns.contains(where: { $0.isReference && $0.name == "learner" }) {
        document.remove(from: table, tables) { $0["learner"] == .int(row) }
      }
      try run(
        "UPDATE deletion SET content = ? WHERE id = ?", String(decoding: document.json.encoded(), as: UTF8.self),
        deletion)
    }
  }

  private func deletions() throws(StoreError) -> [(Int64, Document)] {
    try all("SELECT id, content FROM deletion ORDER BY id") { (row) throws(StoreError) in
      (row.int64(0), try Document(row.utf8(1).flatMap { try? JSONValue($0) }))
    }
  }
}

package import HomeworkModel

extension RowTransaction {
  package func insert(_ homework: Homework, picture: Picture?) throws(StoreError) -> Int64 {
    let pictureRow = try picture.map { (picture) throws(StoreError) in try self.row(of: picture) }
    let columns: [String: any SQLBindable] = [
      "public_id": homework.id.key, "created_at_ms": homework.createdAt.millisecondsSince1970,
      "picture": pictureRow,
    ]
    let row = try inserted(.homework, Self.values(of: homework).merging(columns) { $1 })
    try join(homework.collections, homework: row)
    return row
  }

  package func update(_ homework: Homework, row: Int64) throws(StoreError) {
    try update(.homework, row, Self.values(of: homework))
  }

  package func setCollections(_ names: [String], homework row: Int64) throws(StoreError) {
    try run("DELETE FROM homework_collection WHERE homework = ?", row)
    try join(names, homework: row)
  }

  /// Adds an assignment to collections, creating missing ones.
  private func join(_ collections: [String], homework row: Int64) throws(StoreError) {
    for name in collections {
      try run("INSERT INTO collection (name) VALUES (?) ON CONFLICT DO NOTHING", name)
      try run(
        "INSERT INTO homework_collection (homework, collection) SELECT ?, id FROM collection WHERE name = ?", row, name)
    }
  }

  package func setPicture(_ picture: Picture?, homework row: Int64) throws(StoreError) {
    let pictureRow = try picture.map { (picture) throws(StoreError) in try self.row(of: picture) }
    let former = try first("SELECT picture FROM homework WHERE id = ? AND picture IS NOT NULL", row) { $0.int64(0) }
    try update(.homework, row, ["picture": pictureRow])
    if let former, former != pictureRow { try dropUnusedPictures() }
  }

  package func delete(homework row: Int64) throws(StoreError) { try run("DELETE FROM homework WHERE id = ?", row) }

  package func complete(homework row: Int64, by learner: Int64, at time: Timestamp) throws(StoreError) -> Bool {
    try insertIfAbsent(
      .completion, ["homework": row, "learner": learner, "completed_at_ms": time.millisecondsSince1970])
  }

  package func reopen(homework row: Int64, by learner: Int64) throws(StoreError) -> Bool {
    try changed("DELETE FROM completion WHERE homework = ? AND learner = ?", row, learner) == 1
  }
}

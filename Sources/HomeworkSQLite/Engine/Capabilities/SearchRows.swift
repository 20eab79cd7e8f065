package import HomeworkModel

/// The full-text index keeps no copy of what it indexes: it is given a homework's words before they change, to remove
/// them, and after.
extension SQLiteTransaction {
  package func index(homework row: Int64) throws(StoreError) {
    try run(
      """
      INSERT INTO homework_search (rowid, title, subject, text, questions)
      SELECT id, title, subject, text, questions FROM homework_words WHERE id = ?
      """, row)
  }

  package func unindex(homework row: Int64) throws(StoreError) {
    try run(
      """
      INSERT INTO homework_search (homework_search, rowid, title, subject, text, questions)
      SELECT 'delete', id, title, subject, text, questions FROM homework_words WHERE id = ?
      """, row)
  }
}

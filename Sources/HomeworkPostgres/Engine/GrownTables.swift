import HomeworkStore

extension PostgresConnection {
  /// Updates the server's statistics for tables whose number of pages has more than quadrupled since its last count.
  ///
  /// The server assumes that a table without statistics holds a handful of rows, and reads all of them to
  /// find one. On its own it checks about once a minute, if at all (`autovacuum`), and keeps its plans until then.
  /// Tables that another client is maintaining are skipped, so that no client waits.
  func analyzeGrownTables() throws(PostgresError) {
    let names = try all(
      """
      SELECT c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname = current_schema() AND c.relkind = 'r'
        AND pg_relation_size(c.oid) > current_setting('block_size')::int * greatest(4 * c.relpages, 1)
      """
    ) { $0.text(0) }
    for name in names { try run("ANALYZE (SKIP_LOCKED) \(name)") }
  }
}

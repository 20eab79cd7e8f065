import HomeworkStore

extension PostgresConnection {
  /// Has the server count what lies in tables that have more than four times the pages that they had when it last did.
  ///
  /// What it has never looked at it takes for a handful of rows in each library, of which it reads all to find one. By
  /// itself it looks about once a minute, where it does so at all (`autovacuum`), and keeps its plans until then. A
  /// table that somebody else looks after just now is left out, so that nobody waits for it.
  func analyzeGrownTables() throws(PostgresError) {
    let names = try all(
      """
      SELECT c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname = 'hwdb' AND c.relkind = 'r'
        AND pg_relation_size(c.oid) > current_setting('block_size')::int * greatest(4 * c.relpages, 1)
      """
    ) { $0.text(0) }
    for name in names { try run(.text("ANALYZE (SKIP_LOCKED) hwdb.\(name)")) }
  }
}

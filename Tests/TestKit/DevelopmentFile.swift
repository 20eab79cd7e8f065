/// A file of one of the versions before the first release, whose schemas were numbered 1 to 8.
package enum DevelopmentFile {
  private static let checksums = [
    "949382743aff9baa", "feaa4ee1603e1d5f", "173384488a7d7186", "e8743d549217c7c", "bb0a7713e4c7016a",
    "18773166b0a8343a", "cca9c99d51afce02", "698fe21fd07a8814",
  ]

  package static let versions = 1...checksums.count

  /// Returns the statements that make such a file, with one assignment.
  package static func script(version: Int) -> String {
    let rows = checksums.prefix(version).enumerated().map { "(\($0 + 1), 'a name', '\($1)', 0)" }
    return """
      CREATE TABLE homework (id INTEGER PRIMARY KEY, public_id TEXT, title TEXT) STRICT;
      INSERT INTO homework VALUES (1, '0190a3b2-0000-7000-8000-000000000001', 'Fractions');
      CREATE TABLE schema_migration (
        version INTEGER PRIMARY KEY, name TEXT NOT NULL, checksum TEXT NOT NULL, applied_at_ms INTEGER NOT NULL
      ) STRICT;
      INSERT INTO schema_migration VALUES \(rows.joined(separator: ", "));
      PRAGMA application_id = 0x48574442;
      PRAGMA user_version = \(version);
      """
  }
}

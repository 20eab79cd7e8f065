package import HomeworkMigrations

/// A second version of the schema, for tests only: it shows that released files can be migrated.
package enum NextVersion {
  package static let migrations =
    Migrations.sqlite + [
      Migration(
        Migrations.sqlite.count + 1, "next",
        Array(
          """
          ALTER TABLE homework ADD COLUMN level INTEGER NOT NULL DEFAULT 1;
          ALTER TABLE answer ADD COLUMN seen_at_ms INTEGER;
          UPDATE answer SET seen_at_ms = answered_at_ms;
          CREATE INDEX homework_level ON homework (level) WHERE level > 1;
          """.utf8), rewritesRows: true)
    ]
}

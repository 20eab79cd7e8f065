import Foundation
import HomeworkMigrations
import HomeworkModel
package import HomeworkStore
import HomeworkSystem
import HomeworkTestKit

/// The upgrade of a library of version 1 by two steps: one adds a column, which a function fills, and one rebuilds a table
/// that others refer to.
package enum Upgrade {
  package static let migrator = Migrator(
    Migrations(Migrations.sqlite.through(1).steps + steps),
    functions: [
      2: { rows in try rows.run("UPDATE homework SET colour = 'red'") }
    ])

  private static let steps = [
    Migration(
      2,
      """
      ALTER TABLE homework ADD COLUMN colour TEXT CONSTRAINT colour_not_empty CHECK (colour <> '');
      CREATE INDEX homework_of_colour ON homework (colour);
      """),
    Migration(
      3,
      """
      CREATE TABLE picture_rebuilt (
        digest TEXT PRIMARY KEY CONSTRAINT digest_is_sha256 CHECK (length(digest) = 64),
        media_type TEXT NOT NULL,
        bytes BLOB NOT NULL
      ) STRICT;
      INSERT INTO picture_rebuilt SELECT digest, media_type, bytes FROM picture;
      DROP TABLE picture;
      ALTER TABLE picture_rebuilt RENAME TO picture;
      """, rebuildsTable: true),
  ]

  /// Makes a library of version 1 whose latest changes are in its log.
  package static func prepare(_ path: String) throws {
    try Fixture.write(version: 1, to: path)
    let connection = try Connection(path: path, access: .readWrite)
    try connection.setKeepsLogAtClose(true)
    try connection.execute(
      "PRAGMA journal_mode = WAL; UPDATE homework SET note = 'in the log' WHERE title = 'Capitals'")
  }

  /// Opens and upgrades the library, and reports that.
  static func act(_ path: String, _ options: StoreOptions, _ promise: (String) -> Void) throws {
    var options = options
    let upgrades = Guarded<[SchemaUpgrade]>([])
    (options.migrator, options.onUpgrade) = (migrator, { upgrade in upgrades.withLock { $0.append(upgrade) } })
    _ = try Store.openAndWait(path: path, options: options)
    for upgrade in upgrades.withLock({ $0 }) { promise("upgraded from \(upgrade.from) to \(upgrade.to)") }
  }

  /// Returns the version of a file that is either the old one or the new one, with all rows.
  ///
  /// - Throws: if it is neither.
  package static func version(ofFileAt path: String) throws -> Int {
    let connection = try Connection(path: path, access: .readWrite)
    try connection.setKeepsLogAtClose(true)
    let version = try connection.number("PRAGMA user_version")
    let steps = try connection.all("SELECT version FROM schema_migration ORDER BY 1") { $0.int(0) }
    let integrity = try connection.first("PRAGMA integrity_check") { $0.text(0) }
    let (rows, answers) = (
      try connection.number("SELECT count(*) FROM homework JOIN picture ON true"),
      try connection.number("SELECT count(*) FROM answer")
    )
    let columns = try connection.all("SELECT name FROM pragma_table_info('homework')") { $0.text(0) }
    guard [1, 3].contains(version), steps == Array(1...version), columns.contains("colour") == (version == 3),
      integrity == "ok", (rows, answers) == (6, 39),
      try connection.number("SELECT count(*) FROM homework WHERE note = 'in the log'") == 1,
      try version == 1 || connection.number("SELECT count(*) FROM homework WHERE colour = 'red'") == 6
    else {
      throw Wrong("version \(version) with steps \(steps), \(rows) rows and \(answers) answers, \(integrity ?? "")")
    }
    return version
  }
}

extension Work {
  static let upgrade = Work(
    "upgrading the schema", promises: ["upgraded from 1 to 3"], migrator: Upgrade.migrator,
    prepare: Upgrade.prepare, act: Upgrade.act,
    atRest: { path in _ = try Upgrade.version(ofFileAt: path) },
    kept: { store in
      let titles = try store.readAndWait { try $0.homeworkList() }.items.map(\.title)
      guard titles.count == 5, try Upgrade.version(ofFileAt: unwrap(store.path)) == 3 else {
        throw Wrong("only \(titles) are left")
      }
      return ["upgraded from 1 to 3"]
    })
}

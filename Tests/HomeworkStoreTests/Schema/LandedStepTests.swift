import Foundation
import HomeworkMigrations
import HomeworkTestKit
import Testing

@Suite struct `A step of the schema that has landed` {
  /// The checksums of the statements, by the names of the files. Only add to this list: databases keep the checksum of
  /// each step, and one with another checksum cannot be opened.
  private static let landed = [
    "SQLite": ["0001_library": "79f2cd8386094056"],
    "Postgres": ["0001_library": "d1741965cd331aa7"],
  ]

  @Test(arguments: [("SQLite", Migrations.sqlite), ("Postgres", Migrations.postgres)])
  func `never changes`(engine: String, migrations: Migrations) throws {
    let folder = ThisPackage.root.appending(path: "Migrations/\(engine)")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.wholeMatch(of: /\d{4}_\w+\.sql/) != nil }.sorted()
    #expect(files.count == migrations.steps.count, "a step is a file and a line of Migrations.swift")
    for (file, step) in zip(files, migrations.steps) {
      #expect(file.hasPrefix(String(format: "%04d_", step.version)), "\(file) is not step \(step.version)")
      let name = String(file.dropLast(4))
      let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
      #expect(Migration(step.version, text).checksum == step.checksum, "\(file) is not what the programs contain")
      guard let known = Self.landed[engine]?[name] else {
        Issue.record("\(engine)/\(file) is new: add \"\(name)\": \"\(step.checksum)\" to the list of this test")
        continue
      }
      #expect(step.checksum == known, "\(engine)/\(file) has landed: leave it as it was, and add a step instead")
    }
  }

  @Test func `is in the schema as a whole`() throws {
    let result = try run("/usr/bin/env", ["scripts/schema", "--check", "SQLite"], directory: ThisPackage.root.path)
    #expect(result.status == 0, "\(result.errors)")
  }

  @Test func `has the same number on both engines`() {
    #expect(Self.landed["SQLite"]?.keys == Self.landed["Postgres"]?.keys)
    #expect(Migrations.sqlite.version == Migrations.postgres.version)
  }
}

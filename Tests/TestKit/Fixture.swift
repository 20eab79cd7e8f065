import Foundation

/// A library of each version of the schema, with rows in every table: as SQL text that the last programs of that version
/// wrote (`scripts/make-fixture`), and that never changes.
public enum Fixture {
  /// The versions, the newest last.
  public static let versions = 1...1

  /// Returns the statements that make the library on an engine, `sqlite` or `postgres`.
  public static func text(of version: Int, on engine: String) throws -> String {
    let folder = ThisPackage.root.appending(path: "Tests/HomeworkStoreTests/Fixtures")
    return try String(contentsOf: folder.appending(path: "version-\(version).\(engine).sql"), encoding: .utf8)
  }

  /// Makes a file of the library. Its assignments, the newest first: a torn worksheet without a quiz; Photosynthesis, whose
  /// quiz was replaced; La Côte d'Azur, begun by both learners; Fractions, played; Capitals, played by Ada; Rivers is
  /// deleted. It was played four days before 29 November 2026.
  public static func write(version: Int = versions.upperBound, to path: String) throws {
    let made = try run("/usr/bin/sqlite3", ["-bail", path], input: text(of: version, on: "sqlite"))
    guard made.status == 0, made.errors.isEmpty else { throw NotMade(reason: made.errors) }
  }

  private struct NotMade: Error { let reason: String }
}

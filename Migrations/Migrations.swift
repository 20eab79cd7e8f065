import CHomeworkEmbedded

/// One step of a schema, from the version before it to its own.
///
/// A step that has landed never changes, since databases keep its checksum: another change is another step.
package struct Migration: Sendable {
  /// The version of the schema after the step, from 1.
  package let version: Int
  package let sql: String
  /// The checksum of `sql`.
  package let checksum: String
  /// True if the step rebuilds a table that others refer to: foreign keys are then off while it runs, and are checked
  /// before COMMIT, as SQLite's documentation of ALTER TABLE describes.
  package let rebuildsTable: Bool

  package init(_ version: Int, _ sql: String, rebuildsTable: Bool = false) {
    (self.version, self.sql, self.rebuildsTable) = (version, sql, rebuildsTable)
    checksum = Self.checksum(of: Array(sql.utf8))
  }

  /// Returns FNV-1a, 64 bits, of the statements without comments, which may be corrected.
  ///
  /// Comments, indentation and empty lines are left out. Two hyphens begin a comment; no statement has them within
  /// quotes.
  package static func checksum(of sql: [UInt8]) -> String {
    let (space, hyphen, feed) = (UInt8(ascii: " "), UInt8(ascii: "-"), UInt8(ascii: "\n"))
    var hash = 0xCBF2_9CE4_8422_2325 as UInt64
    var start = 0
    while start < sql.count {
      var end = start
      while end < sql.count, sql[end] != feed { end += 1 }
      let next = end + 1
      for index in start..<end where sql[index] == hyphen && index + 1 < end && sql[index + 1] == hyphen {
        end = index
        break
      }
      while start < end, sql[start] == space { start += 1 }
      while start < end, sql[end - 1] == space { end -= 1 }
      if start < end {
        for byte in sql[start..<end] { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
        hash = (hash ^ UInt64(feed)) &* 0x0000_0100_0000_01B3
      }
      start = next
    }
    return String(hash, radix: 16)
  }
}

/// The steps that make an engine's schema, each in a file of its own that is embedded in the programs.
package struct Migrations: Sendable {
  package let steps: [Migration]

  /// - Parameter steps: versions 1, 2, 3 and so on.
  package init(_ steps: [Migration]) {
    precondition(steps.map(\.version) == steps.indices.map { $0 + 1 }, "a version is missing")
    self.steps = steps
  }

  /// The newest version.
  package var version: Int { steps.count }

  /// The same steps up to a version.
  package func through(_ version: Int) -> Migrations { Migrations(Array(steps.prefix(version))) }

  package static let sqlite = Migrations([step(1, "SQLite/0001_library.sql")])
  package static let postgres = Migrations([step(1, "Postgres/0001_library.sql")])

  private static func step(_ version: Int, _ file: String) -> Migration {
    guard let text = homework_embedded_text(file) else { preconditionFailure("\(file) is not embedded") }
    return Migration(version, String(cString: text))
  }
}

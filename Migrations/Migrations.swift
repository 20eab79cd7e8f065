/// One step of the schema, forward only.
public struct Migration: Sendable {
  /// The schema version that it leads to: its place in the list, from 1.
  public let version: Int
  public let name: String
  package(set) public var sql: String
  /// It changes rows that are there: a backup is made before.
  public let rewritesRows: Bool

  /// FNV-1a, 64 bits, of `sql`: kept in the database, so that a statement changed after its release is noticed.
  ///
  /// Comments, indentation and empty lines are left out of it: the words beside a statement may be mended. Two hyphens
  /// begin a comment; no statement of a migration has them within quotes.
  public var checksum: String {
    var hash = 0xCBF2_9CE4_8422_2325 as UInt64
    for line in sql.utf8.split(separator: UInt8(ascii: "\n")) {
      var statement = line[..<(line.firstRange(of: "--".utf8)?.lowerBound ?? line.endIndex)]
      let isSpace = { $0 == UInt8(ascii: " ") }
      statement = statement.drop(while: isSpace)
      while statement.last.map(isSpace) == true { statement.removeLast() }
      guard !statement.isEmpty else { continue }
      for byte in [statement, "\n".utf8[...]].joined() { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    }
    return String(hash, radix: 16)
  }

  /// What a database has kept of this where it was applied by a release that counted comments too.
  private let releasedChecksum: String?

  /// Returns whether a database that kept `checksum` was migrated by the same statements.
  public func isApplied(as applied: String) -> Bool { applied == releasedChecksum || applied == checksum }

  fileprivate init(
    _ version: Int, _ name: String, _ sql: [UInt8], rewritesRows: Bool = false, releasedChecksum: String? = nil
  ) {
    self.version = version
    self.name = name
    self.sql = String(decoding: sql, as: UTF8.self)
    self.rewritesRows = rewritesRows
    self.releasedChecksum = releasedChecksum
  }
}

/// The schema's history, embedded in the binary, in order.
public enum Migrations {
  public static let all: [Migration] = [
    Migration(1, "0001_homework", PackageResources._001_homework_sql, releasedChecksum: "e2baf3fb3ae5fa6d"),
    Migration(2, "0002_pictures", PackageResources._002_pictures_sql, releasedChecksum: "5f87cf31629a9ef1"),
    Migration(3, "0003_search", PackageResources._003_search_sql, releasedChecksum: "3d8f5f4211fbcd38"),
    Migration(4, "0004_events", PackageResources._004_events_sql, releasedChecksum: "a5d6d27792ab21d7"),
    Migration(
      5, "0005_checksums", PackageResources._005_checksums_sql, rewritesRows: true, releasedChecksum: "3950cdbd5dd48396"
    ),
    Migration(6, "0006_deletions", PackageResources._006_deletions_sql, releasedChecksum: "b3d767ab724b0f18"),
    Migration(7, "0007_attempt_list", PackageResources._007_attempt_list_sql, releasedChecksum: "3b05d4eead03f60"),
    Migration(8, "0008_clock", PackageResources._008_clock_sql, releasedChecksum: "a9ecb6b83baf6adb"),
    Migration(
      9, "0009_page_checksums", PackageResources._009_page_checksums_sql, rewritesRows: true,
      releasedChecksum: "93f88684546a4230"),
  ]

  /// The newest schema that this program knows.
  public static var latestVersion: Int { all.count }
}

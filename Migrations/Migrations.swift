/// One step of the schema, forward only.
public struct Migration: Sendable {
  /// The schema version that it leads to: its place in the list, from 1.
  public let version: Int
  public let name: String
  public let sql: String
  /// It changes rows that are there: a backup is made before.
  public let rewritesRows: Bool

  /// That of `sql`: kept in the database, so that a statement changed after its release is noticed.
  public let checksum: String

  /// Returns FNV-1a, 64 bits, of the statements alone: the words beside them may be mended.
  ///
  /// Comments, indentation and empty lines are left out. Two hyphens begin a comment; no statement of a migration has
  /// them within quotes.
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
    checksum = Self.checksum(of: sql)
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
      9, "0009_page_checksums", PackageResources._009_page_checksums_sql,
      releasedChecksum: "93f88684546a4230"),
    Migration(10, "0010_standing", PackageResources._010_standing_sql, rewritesRows: true),
    Migration(11, "0011_learners", PackageResources._011_learners_sql, rewritesRows: true),
    Migration(12, "0012_practice", PackageResources._012_practice_sql, rewritesRows: true),
    Migration(13, "0013_review", PackageResources._013_review_sql),
    Migration(14, "0014_rules_at_once", PackageResources._014_rules_at_once_sql),
    Migration(15, "0015_wrong_answers", PackageResources._015_wrong_answers_sql),
  ]

  /// The newest schema that this program knows.
  public static var latestVersion: Int { all.count }

  /// Those of PostgreSQL, which has a history of its own.
  public static let postgres: [Migration] = [
    Migration(1, "0001_libraries", PackageResources._001_libraries_sql),
    Migration(2, "0002_attempts", PackageResources._002_attempts_sql),
    Migration(3, "0003_answers", PackageResources._003_answers_sql),
    Migration(4, "0004_keeping", PackageResources._004_keeping_sql),
    Migration(5, "0005_library", PackageResources._005_library_sql),
    Migration(6, "0006_claims", PackageResources._006_claims_sql),
    Migration(7, "0007_found_at_once", PackageResources._007_found_at_once_sql),
    Migration(8, "0008_answers_in_turn", PackageResources._008_answers_in_turn_sql),
    Migration(9, "0009_last_writer", PackageResources._009_last_writer_sql),
  ]
}

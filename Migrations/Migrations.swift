/// One step of the schema, forward only.
public struct Migration: Sendable {
  /// The schema version that it leads to: its place in the list, from 1.
  public let version: Int
  public let name: String
  public let sql: String
  /// It changes rows that are there: a backup is made before.
  public let rewritesRows: Bool

  /// FNV-1a, 64 bits, of the SQL: kept in the database, so that a file changed after its release is noticed.
  public var checksum: String {
    let hash = sql.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
    return String(hash, radix: 16)
  }

  fileprivate init(_ version: Int, _ name: String, _ sql: [UInt8], rewritesRows: Bool = false) {
    self.version = version
    self.name = name
    self.sql = String(decoding: sql, as: UTF8.self)
    self.rewritesRows = rewritesRows
  }
}

/// The schema's history, embedded in the binary, in order.
public enum Migrations {
  public static let all: [Migration] = [
    Migration(1, "0001_homework", PackageResources._001_homework_sql),
    Migration(2, "0002_pictures", PackageResources._002_pictures_sql),
    Migration(3, "0003_search", PackageResources._003_search_sql),
    Migration(4, "0004_events", PackageResources._004_events_sql),
    Migration(5, "0005_checksums", PackageResources._005_checksums_sql, rewritesRows: true),
    Migration(6, "0006_deletions", PackageResources._006_deletions_sql),
    Migration(7, "0007_attempt_list", PackageResources._007_attempt_list_sql),
    Migration(8, "0008_clock", PackageResources._008_clock_sql),
    Migration(9, "0009_page_checksums", PackageResources._009_page_checksums_sql, rewritesRows: true),
  ]

  /// The newest schema that this program knows.
  public static var latestVersion: Int { all.count }
}

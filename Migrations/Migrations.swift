/// One step of the schema, forward only.
public struct Migration: Sendable {
  /// The schema version that it leads to: its place in the list, from 1.
  public let version: Int
  public let name: String
  public let sql: String

  /// FNV-1a, 64 bits, of the SQL: kept in the database, so that a file changed after its release is noticed.
  public var checksum: String {
    let hash = sql.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
    return String(hash, radix: 16)
  }
}

/// The schema's history, embedded in the binary, in order.
public enum Migrations {
  public static let all: [Migration] = [
    Migration(
      version: 1, name: "0001_homework", sql: String(decoding: PackageResources._001_homework_sql, as: UTF8.self))
  ]

  /// The newest schema that this program knows.
  public static var latestVersion: Int { all.count }
}

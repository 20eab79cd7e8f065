/// One step of the schema, forward only.
public struct Migration: Sendable {
  /// The schema version that it leads to: its place in the list, from 1.
  public let version: Int
  public let name: String
  public let sql: String
  /// Whether it changes existing rows: then a backup is made before it.
  public let rewritesRows: Bool

  /// The checksum of `sql`, which is kept in the database: so a statement that changes after its release is noticed.
  public let checksum: String

  /// Returns FNV-1a, 64 bits, of the statements without comments, which may be mended.
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

  /// - Parameter parts: the files with the statements, in order: embedding takes longer the larger a file is.
  package init(_ version: Int, _ name: String, _ parts: [UInt8]..., rewritesRows: Bool = false) {
    let sql = Array(parts.joined())
    (self.version, self.name, self.rewritesRows) = (version, name, rewritesRows)
    self.sql = String(decoding: sql, as: UTF8.self)
    checksum = Self.checksum(of: sql)
  }
}

/// The schema's history, embedded in the binary, in order.
public enum Migrations {
  public static let sqlite = [
    Migration(
      1, "0001_first", PackageResources._001_homework_sql, PackageResources._001_learners_sql,
      PackageResources._001_log_sql, PackageResources._001_triggers_sql),
    Migration(2, "0002_copies", PackageResources._002_copies_sql),
    Migration(3, "0003_entrance", PackageResources._003_entrance_sql),
    Migration(4, "0004_gradings", PackageResources._004_gradings_sql),
    Migration(5, "0005_class_list", PackageResources._005_class_list_sql),
    Migration(6, "0006_question_types", PackageResources._006_question_types_sql, rewritesRows: true),
    Migration(7, "0007_settings", PackageResources._007_settings_sql),
    Migration(8, "0008_question_pictures", PackageResources._008_question_pictures_sql, rewritesRows: true),
  ]

  /// PostgreSQL has a history of its own.
  public static let postgres = [
    Migration(
      1, "0001_first", PackageResources._001_libraries_sql, PackageResources._001_quizzes_sql,
      PackageResources._001_attempts_sql, PackageResources._001_history_sql, PackageResources._001_rules_sql,
      PackageResources._001_views_sql),
    Migration(2, "0002_copies", PackageResources._002_library_copies_sql),
    Migration(3, "0003_entrance", PackageResources._003_library_entrance_sql),
    Migration(4, "0004_gradings", PackageResources._004_library_gradings_sql),
    Migration(5, "0005_class_list", PackageResources._005_library_class_list_sql),
    Migration(6, "0006_question_types", PackageResources._006_library_question_types_sql, rewritesRows: true),
    Migration(7, "0007_settings", PackageResources._007_library_settings_sql),
    Migration(
      8, "0008_question_pictures", PackageResources._008_library_question_pictures_sql, rewritesRows: true),
  ]
}

import CHomeworkEmbedded

/// The tables of a store, and the statements that create them, embedded in the binary.
package struct StoreSchema: Sendable {
  /// The version of this program's schemas. Files and databases keep it.
  package static let version = 1

  package let sql: String
  /// The checksum of `sql`, which files and databases keep as well: so a schema of a version before the first release
  /// is noticed.
  package let checksum: String

  package init(_ sql: String) {
    self.sql = sql
    checksum = Self.checksum(of: Array(sql.utf8))
  }

  package static let sqlite = StoreSchema(embedded("sqlite.sql"))
  package static let postgres = StoreSchema(embedded("postgres.sql"))

  private static func embedded(_ name: String) -> String {
    homework_embedded_text(name).map { String(cString: $0) } ?? ""
  }

  /// Returns FNV-1a, 64 bits, of the statements without comments, which may be mended.
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

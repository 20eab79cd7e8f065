internal import CHomeworkSQLite

extension Connection {
  /// Opens an in-memory, read-only database from the bytes of its file. Trusts neither the schema nor the header.
  package convenience init(image: [UInt8]) throws(SQLiteError) {
    try self.init(path: ":memory:", access: .readWrite)
    // SQLite frees the bytes with the connection, so it must have allocated them.
    let copy = sqlite3_malloc64(UInt64(image.count))?.assumingMemoryBound(to: UInt8.self)
    guard let copy else { throw SQLiteError(extendedCode: SQLITE_NOMEM, message: "out of memory") }
    image.withUnsafeBufferPointer { copy.update(from: $0.baseAddress ?? UnsafePointer(copy), count: $0.count) }
    // An in-memory file has no log beside it, so clear the flag that makes SQLite look for one.
    if image.count > 19, copy[18] == 2, copy[19] == 2 { (copy[18], copy[19]) = (1, 1) }
    let code = sqlite3_deserialize(
      handle, "main", copy, Int64(image.count), Int64(image.count),
      UInt32(SQLITE_DESERIALIZE_READONLY | SQLITE_DESERIALIZE_FREEONCLOSE))
    guard code == SQLITE_OK else { throw error(code, nil) }
    try execute("PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA query_only = ON")
  }

  /// Returns the bytes of the database as a file.
  package func image() throws(SQLiteError) -> [UInt8] {
    var size: Int64 = 0
    guard let bytes = sqlite3_serialize(handle, "main", &size, 0) else {
      throw SQLiteError(extendedCode: SQLITE_NOMEM, message: "out of memory")
    }
    defer { sqlite3_free(bytes) }
    return Array(UnsafeBufferPointer(start: bytes, count: Int(size)))
  }
}

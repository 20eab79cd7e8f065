internal import CHomeworkSQLite
internal import CHomeworkSQLiteShim
package import HomeworkModel

extension Connection {
  /// Opens an in-memory, read-only database from the bytes of its file. Trusts neither the schema nor the header.
  package convenience init(image: [UInt8]) throws(StoreError) {
    try self.init(path: ":memory:", access: .readWrite)
    let code = image.withUnsafeBytes { hwdb_open_image(handle, $0.baseAddress, Int64($0.count)) }
    guard code == SQLITE_OK else { throw error(code, nil) }
  }

  /// Returns the bytes of the database as a file.
  package func image() throws(StoreError) -> [UInt8] {
    var size: Int64 = 0
    guard let bytes = sqlite3_serialize(handle, "main", &size, 0) else {
      throw StoreError(sqlite: SQLITE_NOMEM, "out of memory")
    }
    defer { sqlite3_free(bytes) }
    return Array(UnsafeBufferPointer(start: bytes, count: Int(size)))
  }
}

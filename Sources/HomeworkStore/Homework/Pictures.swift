public import HomeworkModel
import HomeworkSQLite

extension ReadTransaction {
  /// Returns the picture of a homework; `nil` if it has none.
  public func picture(of id: Homework.ID) throws(StoreError) -> Picture? {
    let row = try row(of: id)
    let found = try first(
      "SELECT i.bytes, i.digest FROM picture i JOIN homework h ON h.picture = i.id WHERE h.id = ?", row
    ) { ($0.bytes(0), $0.text(1)) }
    guard let (bytes, digest) = found else { return nil }
    // Known by what is in it: other bytes are another picture.
    guard let picture = try? Picture(bytes), picture.info.digest == digest else {
      throw .unavailable(.corrupt("the picture of homework \(id) is not what was stored"))
    }
    return picture
  }
}

extension WriteTransaction {
  /// Stores a picture that is not there yet; where it is, once is enough.
  func store(_ picture: Picture) throws(StoreError) -> (row: Int64, info: PictureInfo) {
    let info = picture.info
    if let row = try first("SELECT id FROM picture WHERE digest = ?", info.digest, make: { $0.int64(0) }) {
      return (row, info)
    }
    try run(
      "INSERT INTO picture (digest, media_type, bytes) VALUES (?, ?, ?)", info.digest, info.type.rawValue,
      picture.bytes)
    return (lastInsertedRow, info)
  }
}

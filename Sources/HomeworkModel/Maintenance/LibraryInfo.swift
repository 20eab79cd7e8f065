/// A library's description, readable without opening it.
public struct LibraryInfo: Hashable, Sendable {
  /// The name; for a database that is a single file, its file name.
  public var name: String
  /// The file's size in bytes, without its log; 0 on a server, where all libraries share the same tables.
  public var fileBytes: Int
  /// The time of the file's last change. The latest writes may still be in its log.
  public var changedAt: Timestamp

  package init(name: String, fileBytes: Int, changedAt: Timestamp) {
    (self.name, self.fileBytes, self.changedAt) = (name, fileBytes, changedAt)
  }
}

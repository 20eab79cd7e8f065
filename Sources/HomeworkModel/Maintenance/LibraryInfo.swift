/// A library as its file stands: what can be told of it without opening it.
public struct LibraryInfo: Hashable, Sendable {
  /// How it is called; of a database that is one file, as that is.
  public let name: String
  /// The size of its file, without what its log holds.
  public let fileBytes: Int
  /// When its file was changed. What was written last may still be in its log.
  public let changedAt: Timestamp

  package init(name: String, fileBytes: Int, changedAt: Timestamp) {
    (self.name, self.fileBytes, self.changedAt) = (name, fileBytes, changedAt)
  }
}

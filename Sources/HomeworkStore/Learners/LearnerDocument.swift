import HomeworkModel

/// A learner's document as it is read, unchecked.
struct LearnerDocument {
  /// The name that identifies such a document, and its version.
  static let format = "hwdb-learner", version = 6

  /// The copy that has exported it.
  let copy: SyncCopy.ID
  private(set) var rows: [SyncChange]
  private(set) var learner: Learner

  /// - Throws: `invalid`, with what to do.
  init(_ text: String) throws(StoreError) {
    guard let json = try? JSONValue(parsing: text.utf8) else { throw Self.refusal("it is not JSON") }
    guard json["format"]?.string == Self.format else { throw Self.refusal("it is no learner that was exported") }
    guard let version = json["version"]?.int, version == Self.version else {
      let isOlder = json["version"]?.int.map { $0 < Self.version } ?? true
      throw Self.refusal(
        "it is of version \(json["version"]?.int ?? 0), and this program reads version \(Self.version): "
          + (isOlder ? "export it again with this version" : "use a newer hwdb"))
    }
    rows = try (json["rows"]?.array ?? []).map { (row) throws(StoreError) in
      guard let row = SyncChange(row) else { throw Self.refusal("a row is none") }
      return row
    }
    guard let copy = json["copy"]?.string.flatMap(SyncCopy.ID.init), let first = rows.first, first.kind == .learner,
      let id = first.entity.flatMap(Learner.ID.init), let name = first.value?["name"]?.string,
      case .int(let createdAtMs)? = first.value?["createdAtMs"], rows.dropFirst().allSatisfy({ $0.kind != .learner })
    else { throw Self.refusal("it is no learner that was exported") }
    self.copy = copy
    learner = Learner(
      id: id, name: name, isDefault: false, createdAt: Timestamp(millisecondsSince1970: createdAtMs))
  }

  /// Replaces ids, wherever they are.
  mutating func rename(_ ids: [String: String]) {
    rows = rows.map { $0.renamed(ids) }
    learner = Learner(
      id: ids[learner.id.text].flatMap(Learner.ID.init) ?? learner.id, name: learner.name, isDefault: false,
      createdAt: learner.createdAt)
  }

  static func refusal(_ reason: String) -> StoreError {
    .invalid([Fault(path: "file", message: "\(reason): nothing was imported")])
  }
}

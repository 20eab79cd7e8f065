import HomeworkModel

/// A learner's document as it is read, unchecked.
struct LearnerDocument {
  /// The name that identifies such a document, and its version.
  static let format = "hwdb-learner", version = 7

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
    let values = json["rows"]?.array ?? []
    rows = values.compactMap(SyncChange.init)
    guard rows.count == values.count else { throw Self.refusal("a row is none") }
    guard let copy = json["copy"]?.string.flatMap(SyncCopy.ID.init), let first = rows.first, first.kind == .learner,
      let id = first.entity.flatMap(Learner.ID.init), let name = first.value?["name"]?.string,
      case .int(let createdAtMs)? = first.value?["createdAtMs"], rows.dropFirst().allSatisfy({ $0.kind != .learner })
    else { throw Self.refusal("it is no learner that was exported") }
    self.copy = copy
    learner = Learner(
      id: id, name: name, isDefault: false, createdAt: Timestamp(millisecondsSince1970: createdAtMs))
  }

  /// Makes it the document of another learner, whose attempts and reviews are others as well: copies that each import
  /// it would otherwise give one attempt to two learners.
  mutating func becomeLearner(_ id: Learner.ID) {
    var ids = [learner.id.text: id.text]
    for own in rows.flatMap(\.idsOfLearner) { ids[own] = Attempt.ID(own)?.derived(for: id.text).text }
    rows = rows.map { $0.renamed(ids) }
    learner = Learner(id: id, name: learner.name, isDefault: false, createdAt: learner.createdAt)
  }

  /// Continues attempts in progress on the exporting copy on this one, unless one at the same homework already does.
  mutating func moveAttempts(to own: SyncCopy.ID) {
    let busy = Set(rows.filter { $0.isInProgress(on: own) }.map { $0.value?["homework"]?.string })
    rows = rows.map { row in
      guard row.kind == .attempt, !busy.contains(row.value?["homework"]?.string) else { return row }
      return row.renamed([copy.text: own.text])
    }
  }

  static func refusal(_ reason: String) -> StoreError {
    .invalid([Fault(path: "file", message: "\(reason): nothing was imported")])
  }
}

extension SyncChange {
  /// The ids of what belongs to the document's learner alone: an attempt, or the quiz of a review with its questions.
  fileprivate var idsOfLearner: [String] {
    switch kind {
    case .attempt, .credit: [entity].compactMap { $0 }
    case .quiz where value?["homework"] == nil:
      [entity].compactMap { $0 } + (value?["questions"]?.array ?? []).compactMap { $0["id"]?.string }
    default: []
    }
  }

  fileprivate func isInProgress(on copy: SyncCopy.ID) -> Bool {
    kind == .attempt && value?["state"]?.string == Attempt.State.inProgress.rawValue
      && value?["copy"]?.string == copy.text
  }
}

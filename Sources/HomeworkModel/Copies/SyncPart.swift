/// A change on one copy, as it is given to others.
package struct SyncChange: Hashable, Sendable {
  package enum Kind: String, Sendable {
    case learner, homework, quiz
    /// An attempt was started, one of its questions was settled, or it ended. Of an erased learner, only which homework
    /// it used.
    case attempt
    /// A line of the ledger.
    case credit
    /// Something that happens to a learner once, such as an achievement.
    case moment
    /// A field has another value.
    case edited
    /// Homework was deleted, restored with all that belongs to it; a learner was erased.
    case deleted, restored, erased
  }

  /// The hybrid time, which no two changes of a copy share.
  package let time: Int64, copyId: SyncCopy.ID
  package let kind: Kind
  /// The id of what has changed; `nil` if its learner was erased, or its homework removed.
  package let entity: String?
  /// The index of an answer, the name of a moment or of a field; what else there is to an attempt.
  package let part: String?
  /// The present value; `nil` if a later change of the same part has it, or if it is gone.
  package var value: JSONValue?

  package init(
    time: Int64, copyId: SyncCopy.ID, kind: Kind, entity: String?, part: String?, value: JSONValue? = nil
  ) {
    (self.time, self.copyId, self.kind) = (time, copyId, kind)
    (self.entity, self.part, self.value) = (entity, part, value)
  }
}

/// Changes that travel together and are taken in one transaction, in the order of hybrid time.
public struct SyncPart: Hashable, Sendable {
  /// The size from which no more changes are added, in bytes: half of what a message to a daemon may have. A single
  /// change may be larger: one with a picture.
  package static let size = 1 << 19

  /// For each copy with changes in this part, the time of its change before; 0 for none.
  package let after: [SyncCopy.ID: Int64]
  package let changes: [SyncChange]
  /// False if more changes follow in other parts: one of them may be a use of homework that was deleted before.
  package let isLast: Bool

  package init(after: [SyncCopy.ID: Int64] = [:], changes: [SyncChange] = [], isLast: Bool = true) {
    (self.after, self.changes, self.isLast) = (after, changes, isLast)
  }

  /// The number of things in it, whether or not the other copy has some of them already.
  public var counts: SyncCounts {
    var counts = SyncCounts()
    for change in changes {
      switch (change.kind, change.part) {
      case (.learner, _): counts.learners += 1
      case (.homework, _), (.restored, _): counts.homework += 1
      case (.attempt, nil): counts.attempts += 1
      case (.attempt, let part?) where Int(part) != nil: counts.answers += 1
      case (.edited, _): counts.edits += 1
      case (.deleted, _), (.erased, _): counts.deletions += 1
      case (.quiz, _), (.attempt, _), (.credit, _), (.moment, _): break
      }
    }
    return counts
  }

  /// The part as one line of JSON, for an app that carries it by its own means.
  public var json: JSONValue {
    var members = content
    members["digest"] = .string(Self.digest(of: content))
    return .object(members)
  }

  private var content: [String: JSONValue] {
    func list(_ kinds: Set<SyncChange.Kind>) -> JSONValue {
      .array(changes.filter { kinds.contains($0.kind) }.map(\.json))
    }
    return [
      "after": .object(Dictionary(uniqueKeysWithValues: after.map { ($0.text, .int($1)) })), "isLast": .bool(isLast),
      "edits": list([.edited]), "tombstones": list([.deleted, .erased]),
      "facts": list([.learner, .homework, .quiz, .attempt, .credit, .moment, .restored]),
    ]
  }

  private static func digest(of content: [String: JSONValue]) -> String {
    SHA256.hexDigest(of: JSONValue.object(content).encoded())
  }

  /// Reads a part; returns `nil` if it was cut or changed on its way.
  public init?(_ json: JSONValue) {
    guard case .object(var members) = json, let digest = members.removeValue(forKey: "digest")?.string,
      members.removeValue(forKey: "sequence").map({ $0.int != nil }) ?? true,
      digest == Self.digest(of: members), case .object(let times)? = members["after"],
      case .bool(let isLast)? = members["isLast"]
    else { return nil }
    var after: [SyncCopy.ID: Int64] = [:]
    for (copy, time) in times {
      guard let id = SyncCopy.ID(copy), case .int(let time) = time else { return nil }
      after[id] = time
    }
    let lists = ["facts", "edits", "tombstones"].map { members[$0]?.array }
    guard !lists.contains(where: { $0 == nil }) else { return nil }
    let changes = lists.flatMap { $0 ?? [] }.map(SyncChange.init)
    guard !changes.contains(where: { $0 == nil }) else { return nil }
    (self.after, self.isLast) = (after, isLast)
    self.changes = changes.compactMap { $0 }.sorted { ($0.time, $0.copyId) < ($1.time, $1.copyId) }
  }
}

extension SyncChange {
  package var json: JSONValue {
    let members: [String: JSONValue?] = [
      "time": .int(time), "copy": .string(copyId.text), "kind": .string(kind.rawValue),
      "id": entity.map { .string($0) }, "part": part.map { .string($0) }, "value": value,
    ]
    return .object(members.compactMapValues { $0 })
  }

  /// The parts of changes by which no homework is used: a merge has made them, or the attempt moved to another copy.
  package static let partsOfNoUse: Set = ["practice", "regraded", "home"]

  /// Returns the id of the learner whose completion of homework a field is; `nil` for other fields.
  package static func learner(completing field: String?) -> String? {
    field.flatMap { $0.hasPrefix("completed ") ? String($0.dropFirst(10)) : nil }
  }

  /// Returns a change about an erased learner without what it was about, except the homework that was used.
  ///
  /// - Parameter homework: that of the attempt which the change is about.
  package func forgotten(attemptAt homework: String?) -> SyncChange {
    let isCompletion = Self.learner(completing: part) != nil
    let used = isCompletion ? entity : kind == .attempt && !Self.partsOfNoUse.contains(part ?? "") ? homework : nil
    return SyncChange(
      time: time, copyId: copyId, kind: used == nil ? kind : .attempt, entity: used, part: used.map { _ in "use" })
  }

  /// Replaces ids, wherever they are.
  package func renamed(_ ids: [String: String]) -> SyncChange {
    SyncChange(
      time: time, copyId: copyId, kind: kind, entity: entity.map { ids[$0] ?? $0 },
      part: part.map { $0.split(separator: " ").map { ids[String($0)] ?? String($0) }.joined(separator: " ") },
      value: value?.renamed(ids))
  }

  package init?(_ json: JSONValue) {
    guard case .int(let time)? = json["time"], let copy = json["copy"]?.string.flatMap(SyncCopy.ID.init),
      let kind = json["kind"]?.string.flatMap(Kind.init)
    else { return nil }
    self.init(
      time: time, copyId: copy, kind: kind, entity: json["id"]?.string, part: json["part"]?.string,
      value: json["value"])
  }
}

extension JSONValue {
  /// Replaces texts that are ids, wherever they are.
  fileprivate func renamed(_ ids: [String: String]) -> JSONValue {
    switch self {
    case .string(let text): .string(ids[text] ?? text)
    case .array(let items): .array(items.map { $0.renamed(ids) })
    case .object(let members): .object(members.mapValues { $0.renamed(ids) })
    default: self
    }
  }
}

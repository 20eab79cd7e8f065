/// A copy of a library with which another one can exchange what each lacks: a store, or one behind a connection.
public protocol SyncPeer: Sendable {
  /// Returns what it says of itself. If it is empty, it becomes a copy of the other's library first.
  ///
  /// - Parameter other: what the other copy says of itself, if that is known already.
  /// - Throws: `otherLibrary`, `otherSchema`; `invalid` if both write as the same copy.
  func hello(_ other: SyncHello?) async throws -> SyncHello
  /// Returns the next changes that another copy lacks; `nil` if there are none.
  ///
  /// - Parameter known: the time up to which that copy has the changes of each copy.
  func give(after known: [SyncCopy.ID: Int64]) async throws -> SyncPart?
  /// Takes changes, which are on disk when this returns.
  func take(_ part: SyncPart) async throws -> SyncCounts
}

/// The result of an exchange.
public struct SyncReport: Hashable, Sendable {
  /// The number of things that the one copy got, and that it gave.
  public var received = SyncCounts(), sent = SyncCounts()
  /// The edits that were lost.
  public var replaced: [ReplacedEdit] = []
  /// The number of parts, each one transaction.
  public var parts = 0

  /// Creates a report of nothing.
  public init() {}
}

/// An edit of one copy that a later edit of the same field on another copy has replaced.
public struct ReplacedEdit: Hashable, Sendable {
  /// The id of what was edited, and the field.
  public var id: String, field: String
  /// True if it was an edit of the copy that asked for the exchange, or one that it gave.
  public var isOwn: Bool

  /// Creates a description of a lost edit.
  public init(id: String, field: String, isOwn: Bool) { (self.id, self.field, self.isOwn) = (id, field, isOwn) }
}

extension SyncPeer {
  /// Exchanges with another copy what each of them lacks, until both are equal. It may be cut anywhere: what is on disk
  /// by then stays, and the next exchange goes on from there.
  ///
  /// - Parameter other: the other copy.
  /// - Throws: what `hello` throws; errors of either copy.
  @discardableResult
  public func sync(with other: some SyncPeer) async throws -> SyncReport {
    var report = SyncReport()
    let theirs = try await other.hello(hello(nil))
    var known = try await hello(theirs).known.mapValues(\.time)
    var others = theirs.known.mapValues(\.time)
    // The copies of which each lacks some changes: each gives all.
    let unsure = Set(known.filter { $0.value == 0 }.keys)
    for copy in unsure { others[copy] = 0 }
    var (sent, received) = (ExchangedEdits(), ExchangedEdits())
    var hasMoved = true
    while hasMoved {
      hasMoved = false
      while let part = try await give(after: others) {
        report.sent.add(try await other.take(part))
        sent.add(part)
        others.add(part)
        known.add(part, besides: unsure)
        (report.parts, hasMoved) = (report.parts + 1, true)
      }
      while let part = try await other.give(after: known) {
        report.received.add(try await take(part))
        received.add(part)
        known.add(part)
        others.add(part)
        (report.parts, hasMoved) = (report.parts + 1, true)
      }
    }
    report.replaced = sent.replaced(by: received, areOwn: true) + received.replaced(by: sent, areOwn: false)
    return report
  }
}

/// The latest edits that a copy gave in an exchange, and so the other one did not know.
private struct ExchangedEdits {
  private struct Key: Hashable { let id: String, field: String }

  private var latest: [Key: SyncChange] = [:]

  mutating func add(_ part: SyncPart) {
    for change in part.changes where change.kind == .edited {
      guard let id = change.entity, let field = change.part, field != "home" else { continue }
      let fields =
        field.hasPrefix("regrading ")
        ? (change.value?.array ?? []).compactMap { $0["index"]?.int }.map { "key of question \($0 + 1)" } : [field]
      for field in fields { latest[Key(id: id, field: field)] = change }
    }
  }

  /// Returns the edits that lose against others. A corrected key is taken into a quiz that was edited elsewhere. The
  /// other copy gives its values when it has this one's already.
  func replaced(by others: ExchangedEdits, areOwn: Bool) -> [ReplacedEdit] {
    latest.compactMap { key, edit in
      guard let other = others.latest[key], (edit.time, edit.copyId) < (other.time, other.copyId),
        !areOwn || edit.value != other.value
      else { return nil }
      let isTakenIn = key.field == "quiz" && latest.keys.contains { $0.id == key.id && $0.field.hasPrefix("key of ") }
      let field = SyncChange.learner(completing: key.field) != nil ? "completion" : key.field
      return isTakenIn ? nil : ReplacedEdit(id: key.id, field: field, isOwn: areOwn)
    }.sorted { ($0.id, $0.field) < ($1.id, $1.field) }
  }
}

extension [SyncCopy.ID: Int64] {
  /// Adds the changes of a part, which the copy has now.
  package mutating func add(_ part: SyncPart, besides copies: Set<SyncCopy.ID> = []) {
    for change in part.changes where !copies.contains(change.copyId) {
      self[change.copyId] = Swift.max(self[change.copyId] ?? 0, change.time)
    }
  }
}

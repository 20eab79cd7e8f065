public import HomeworkModel

/// The changes that this copy has, and gives to others.
extension ReadTransaction {
  /// Returns what this copy says of itself to another one.
  public final func syncHello() throws(StoreError) -> SyncHello {
    let copies = try copies()
    let known = try copies.known()
    // Nothing but the learner with whom every library begins.
    let newest = try rows.eventRange().newest
    let isEmpty = newest == 0 && known.values.reduce(0) { $0 + $1.count } <= 1
    return SyncHello(
      libraryId: try copies.libraryId(), copyId: try copies.ownCopy(), schema: Self.schema, known: known,
      isEmpty: isEmpty)
  }

  /// The version of what copies tell each other.
  package static var schema: Int { 2 }

  /// Returns the next changes that another copy lacks, up to about half a mebibyte of them; `nil` if it has all.
  ///
  /// - Parameters:
  ///   - known: the time up to which it has the changes of each copy.
  ///   - limit: the size from which no more changes are added, in bytes.
  package final func syncPart(
    after known: [SyncCopy.ID: Int64], size limit: Int = SyncPart.size
  ) throws(StoreError) -> SyncPart? {
    let copies = try copies()
    var found = try copies.changes(after: known, limit: Self.changesOfPart)
    guard !found.isEmpty else { return nil }
    // The last change of a thing has its value.
    var last: [String: Int] = [:]
    for (index, change) in found.enumerated() { last[change.subject] = index }
    var (after, size, count) = ([SyncCopy.ID: Int64](), 0, 0)
    for index in found.indices {
      let (copy, time) = (found[index].copyId, found[index].time)
      if after[copy] == nil { after[copy] = try copies.newestTime(of: copy, before: time) }
      if last[found[index].subject] == index { found[index].value = try copies.value(of: found[index]) }
      // All but the value takes about 200 bytes.
      size += 200 + (found[index].value?.encoded().count ?? 0)
      count += 1
      guard size < limit else { break }
    }
    return SyncPart(after: after, changes: Array(found.prefix(count)))
  }

  private static let changesOfPart = 4096

  /// Returns everything that copies share, by what it is: equal on copies that have exchanged everything (law 7).
  package final func shared() throws(StoreError) -> [String: JSONValue] {
    let copies = try copies()
    var shared: [String: JSONValue] = [:]
    for change in try copies.changes(after: [:], limit: .max) where change.entity != nil {
      switch change.kind {
      case .deleted, .restored, .erased: break
      default: shared[change.subject] = try copies.value(of: change)
      }
    }
    let count = try rows.homeworkCount()
    for learner in try rows.learners() {
      let earned = try earned(by: learner.row)
      shared["stars \(learner.learner.id)"] = .int(Int64(earned.starsTotal))
      shared["attempts \(learner.learner.id)"] = .int(Int64(earned.finishedAttempts))
      for homework in try rows.homework(HomeworkFilter(), of: learner.row, after: nil, limit: count) {
        shared["progress \(homework.id) \(learner.learner.id)"] = .string("\(homework.progress)")
      }
    }
    return shared
  }

  final func copies() throws(StoreError) -> any CopyRows { try Self.need(rows.copies, "copies") }
}

extension SyncChange {
  /// Equal for changes whose value is the same.
  fileprivate var subject: String {
    "\(kind.rawValue) \(entity ?? "\(time) \(copyId)") \(kind == .attempt ? "" : part ?? "")"
  }
}

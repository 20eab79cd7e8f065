public import HomeworkModel

/// The changes that this copy has, and gives to others.
extension ReadTransaction {
  /// Returns what this copy says of itself to another one.
  public final func syncHello() throws(StoreError) -> SyncHello {
    let known = try rows.known()
    // Nothing but the learner with whom every library begins.
    let newest = try rows.eventRange().newest
    let isEmpty = newest == 0 && known.values.reduce(0) { $0 + $1.count } <= 1
    return SyncHello(
      libraryId: try rows.libraryId(), copyId: try rows.ownCopy(), schema: Self.schema, known: known,
      isEmpty: isEmpty)
  }

  /// The version of what copies tell each other.
  package static var schema: Int { 9 }

  /// Returns the next changes that another copy lacks, up to about half a mebibyte of them; `nil` if it has all.
  ///
  /// - Parameters:
  ///   - known: the time up to which it has the changes of each copy.
  ///   - limit: the size from which no more changes are added, in bytes.
  package final func syncPart(
    after known: [SyncCopy.ID: Int64], size limit: Int = SyncPart.size
  ) throws(StoreError) -> SyncPart? {
    var found = try rows.changes(after: known, limit: Self.changesOfPart)
    guard !found.isEmpty else { return nil }
    // A fact has its value at its first mention, so that it comes before what belongs to it; what the latest decides at
    // its last one, which tells whether it is later than another copy's.
    var valueIndex: [String: Int] = [:]
    for (index, change) in found.enumerated()
    where [.edited, .restored, .credit].contains(change.kind) || valueIndex[change.subject] == nil {
      valueIndex[change.subject] = index
    }
    var (after, size, count) = ([SyncCopy.ID: Int64](), 0, 0)
    for index in found.indices {
      let (copy, time) = (found[index].copyId, found[index].time)
      if after[copy] == nil { after[copy] = try rows.newestTime(of: copy, before: time) }
      if valueIndex[found[index].subject] == index { found[index].value = try rows.exchanged(found[index]) }
      // All but the value takes about 200 bytes.
      size += 200 + (found[index].value?.encoded().count ?? 0)
      count += 1
      guard size < limit else { break }
    }
    let isLast = count == found.count && count < Self.changesOfPart
    return SyncPart(after: after, changes: Array(found.prefix(count)), isLast: isLast)
  }

  private static let changesOfPart = 4096

  /// Returns everything that copies share and show, by what it is: equal on copies that have exchanged everything
  /// (law 7).
  package final func shared() throws(StoreError) -> [String: JSONValue] {
    var shared: [String: JSONValue] = [:]
    let hidden = try rows.hiddenThings()
    for change in try rows.changes(after: [:], limit: .max)
    // Stars outlive the homework for which they were earned.
    where change.entity.map({ change.kind == .credit || !hidden.contains($0) }) ?? false {
      switch change.kind {
      case .deleted, .restored, .erased: break
      // In the value of the attempt. A copy that had removed it forgot that it was edited.
      case .edited where change.part == "home": break
      default: shared[change.subject] = try rows.value(of: change)
      }
    }
    let count = try rows.homeworkCount()
    for learner in try rows.learners() {
      let earned = try earned(by: learner.id)
      shared["stars \(learner.id)"] = .int(Int64(earned.starsTotal))
      shared["attempts \(learner.id)"] = .int(Int64(earned.finishedAttempts))
      for homework in try rows.homework(HomeworkFilter(), of: learner.id, after: nil, limit: count) {
        shared["progress \(homework.id) \(learner.id)"] = .string("\(homework.progress)")
      }
    }
    return shared
  }
}

extension SyncChange {
  /// Equal for changes whose value is the same.
  var subject: String {
    "\(kind.rawValue) \(entity ?? "\(time) \(copyId)") \(kind == .attempt ? "" : part ?? "")"
  }
}
